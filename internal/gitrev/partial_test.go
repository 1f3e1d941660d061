package gitrev

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/internal/memfs"
)

// partialClone returns a partial clone of a repository with sixty schemas, all of
// which changed in the last commit, and a large file.
func partialClone(t *testing.T, filter string, arguments ...string) (origin, clone testRepository) {
	t.Helper()
	r := newTestRepository(t)
	r.git("config", "uploadpack.allowFilter", "true")
	for _, text := range []string{"old", "new"} {
		for i := range 60 {
			r.write(fmt.Sprintf("lex/%d/a/%02d.json", i%3, i), fmt.Sprint(text, i))
		}
		r.write("large.bin", text)
		r.commit(text)
	}
	clone = testRepository{t, filepath.Join(t.TempDir(), "clone")}
	r.git(append([]string{"clone", "--quiet", "--filter=" + filter, "file://" + r.dir, clone.dir}, arguments...)...)
	return r, clone
}

// traced runs a function and returns the git commands that it ran, by their
// names.
func traced(t *testing.T, f func()) map[string]int {
	t.Helper()
	trace := filepath.Join(t.TempDir(), "trace")
	t.Setenv("GIT_TRACE", trace)
	f()
	os.Unsetenv("GIT_TRACE")
	text, err := os.ReadFile(trace)
	if err != nil {
		t.Fatal(err)
	}
	commands := map[string]int{}
	for line := range strings.Lines(string(text)) {
		if _, command, ok := strings.Cut(line, "trace: built-in: git "); ok {
			commands[strings.Fields(command)[0]]++
		}
	}
	return commands
}

// Objects that a partial clone lacks are fetched with one command, trees with
// another one; and only those that are needed, and only once.
func TestPartialClone(t *testing.T) {
	for _, test := range []struct {
		filter  string
		fetches int
	}{{"blob:none", 1}, {"tree:0", 2}} {
		t.Run(test.filter, func(t *testing.T) {
			_, clone := partialClone(t, test.filter, "--no-checkout")
			for _, fetches := range []int{test.fetches, 0} {
				commands := traced(t, func() {
					if got := len(texts(t, clone.resolve("HEAD~1").read(t, "lex"))); got != 60 {
						t.Errorf("%d files", got)
					}
				})
				if commands["fetch"] != fetches {
					t.Errorf("%d fetches, want %d", commands["fetch"], fetches)
				}
			}
			missing := clone.git("rev-list", "--objects", "--missing=print", "HEAD~1")
			if test.filter == "blob:none" && !strings.Contains(missing, "\n?"+clone.git("rev-parse", "HEAD~1:large.bin")) {
				t.Error("the large file was fetched too")
			}
			if got := clone.git("fsck"); got != "" {
				t.Errorf("git fsck: %s", got)
			}
		})
	}
}

// If the objects cannot be fetched, the message has a command that can.
func TestPartialCloneOffline(t *testing.T) {
	r, clone := partialClone(t, "blob:none", "--no-checkout")
	if err := os.Rename(r.dir, r.dir+".away"); err != nil {
		t.Fatal(err)
	}
	c := clone.resolve("HEAD~1")
	if _, err := c.Old.Add(t.Context(), "lex"); err != nil {
		t.Fatal(err)
	}
	err := c.Fill(t.Context(), plenty)
	if want := `cannot fetch the objects missing from this partial clone from origin; run "git fetch --refetch --no-filter origin"`; err == nil || err.Error() != want {
		t.Fatalf("got %v", err)
	}
	if err := os.Rename(r.dir+".away", r.dir); err != nil {
		t.Fatal(err)
	}
	clone.git("fetch", "--quiet", "--refetch", "--no-filter", "origin")
	clone.git("remote", "remove", "origin")
	if got := len(texts(t, clone.resolve("HEAD~1").read(t, "lex"))); got != 60 {
		t.Errorf("%d files", got)
	}
}

// Symbolic links are fetched together too.
func TestPartialCloneLinks(t *testing.T) {
	r := newTestRepository(t)
	r.git("config", "uploadpack.allowFilter", "true")
	for i := range 9 {
		r.write(fmt.Sprintf("real/%d.json", i), fmt.Sprint(i))
		r.link(fmt.Sprintf("../real/%d.json", i), fmt.Sprintf("lex/%d.json", i))
	}
	r.commit("links")
	clone := testRepository{t, filepath.Join(t.TempDir(), "clone")}
	r.git("clone", "--quiet", "--no-checkout", "--filter=blob:none", "file://"+r.dir, clone.dir)
	commands := traced(t, func() {
		if got := texts(t, clone.resolve("HEAD").read(t, "lex")); len(got) != 9 || got[8] != "lex/8.json=8" {
			t.Errorf("got %q", got)
		}
	})
	if commands["fetch"] != 2 {
		t.Errorf("%d fetches, want one for the links and one for the files", commands["fetch"])
	}
}

// sparse adds what sparse-checkout leaves out at a path, and checks whether there is any.
func (c *Comparison) sparse(t *testing.T, name string, want bool) *memfs.FS {
	t.Helper()
	files, any, err := c.Sparse(t.Context(), []string{name})
	if err != nil || any[0] != want {
		t.Fatalf("%s: got %t, %v", name, any, err)
	}
	return files
}

// Files that sparse-checkout leaves out of the working tree are read from the
// index, whatever its form, and fetched with the others.
func TestSparse(t *testing.T) {
	for _, index := range []string{"--no-sparse-index", "--sparse-index"} {
		t.Run(index, func(t *testing.T) {
			_, clone := partialClone(t, "blob:none", "--sparse")
			clone.git("sparse-checkout", "set", index, "lex/1")
			var c *Comparison
			var files *memfs.FS
			commands := traced(t, func() {
				c = clone.resolve("HEAD~1")
				if _, err := c.Old.Add(t.Context(), "lex"); err != nil {
					t.Fatal(err)
				}
				files = c.sparse(t, "lex", true)
				if err := c.Fill(t.Context(), plenty); err != nil {
					t.Fatal(err)
				}
			})
			if commands["fetch"] != 1 {
				t.Errorf("%d fetches", commands["fetch"])
			}
			got := texts(t, &Revision{FS: files})
			if len(got) != 40 || got[0] != "lex/0/a/00.json=new0" || got[39] != "lex/2/a/59.json=new59" {
				t.Errorf("%d files left out: %q", len(got), got)
			}
			c.sparse(t, "lex/1", false)  // a folder that is checked out
			c.sparse(t, "lex/2/a", true) // a folder within one that is left out
		})
	}
}

// Links are left out of the working tree as well, and a file that is there all
// the same is not.
func TestSparseLinks(t *testing.T) {
	r := newTestRepository(t)
	r.write("top.json", "top", "lex/a.json", "a", "lex/.hidden/b.json", "b", "elsewhere/real.json", "real")
	r.link("../elsewhere/real.json", "lex/link.json")
	r.link("a.json", "lex/same.json")
	r.link("nowhere", "lex/dangling.json")
	r.commit("first")
	r.git("sparse-checkout", "set", "--no-cone", "/top.json")
	r.write("lex/a.json", "checked out")
	c := r.resolve("HEAD")
	files := c.sparse(t, "lex", true)
	if err := c.Fill(t.Context(), plenty); err != nil {
		t.Fatal(err)
	}
	if got := texts(t, &Revision{FS: files}); !slices.Equal(got, []string{"lex/link.json=real"}) {
		t.Errorf("got %q", got)
	}
}
