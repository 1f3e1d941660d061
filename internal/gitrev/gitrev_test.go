package gitrev

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

// testRepository is a repository created for a test.
type testRepository struct {
	t   *testing.T
	dir string
}

func newTestRepository(t *testing.T, arguments ...string) testRepository {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	for _, variable := range os.Environ() {
		if name, _, _ := strings.Cut(variable, "="); strings.HasPrefix(name, "GIT_") {
			t.Setenv(name, "") // so that it comes back afterwards
			os.Unsetenv(name)
		}
	}
	// After a fetch git would go on working in the background while the folder of the
	// test is removed.
	config := filepath.Join(t.TempDir(), "config")
	if err := os.WriteFile(config, []byte("[maintenance]\n\tauto = false\n[gc]\n\tauto = 0\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("GIT_CONFIG_GLOBAL", config)
	t.Setenv("GIT_CONFIG_NOSYSTEM", "1")
	r := testRepository{t, filepath.Join(t.TempDir(), "repo")}
	if err := os.Mkdir(r.dir, 0o700); err != nil {
		t.Fatal(err)
	}
	r.git(append([]string{"init", "--quiet", "--initial-branch=main"}, arguments...)...)
	return r
}

func (r testRepository) git(arguments ...string) string {
	r.t.Helper()
	c := exec.Command("git", arguments...)
	c.Dir = r.dir
	c.Env = append(os.Environ(), "LC_ALL=C",
		"GIT_AUTHOR_NAME=A", "GIT_AUTHOR_EMAIL=a@example.com", "GIT_AUTHOR_DATE=2026-01-02T03:04:05Z",
		"GIT_COMMITTER_NAME=A", "GIT_COMMITTER_EMAIL=a@example.com", "GIT_COMMITTER_DATE=2026-01-02T03:04:05Z")
	output, err := c.CombinedOutput()
	if err != nil {
		r.t.Fatalf("git %s: %v\n%s", strings.Join(arguments, " "), err, output)
	}
	return strings.TrimSpace(string(output))
}

// write writes files: name, text, name, text, …
func (r testRepository) write(files ...string) {
	r.t.Helper()
	for i := 0; i < len(files); i += 2 {
		name := filepath.Join(r.dir, filepath.FromSlash(files[i]))
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			r.t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(files[i+1]), 0o600); err != nil {
			r.t.Fatal(err)
		}
	}
}

func (r testRepository) commit(message string) {
	r.t.Helper()
	r.git("add", "--all")
	r.git("commit", "--quiet", "--allow-empty", "--message", message)
}

// commitFiles commits files: name, text, name, text, … It returns the commit.
func (r testRepository) commitFiles(files ...string) string {
	r.t.Helper()
	r.write(files...)
	r.commit(strings.Join(files, " "))
	return r.git("rev-parse", "HEAD")
}

// resolve resolves a revision that must exist.
func (r testRepository) resolve(rev string) *Comparison {
	r.t.Helper()
	c, err := Resolve(r.t.Context(), r.dir, rev, false)
	if err != nil {
		r.t.Fatalf("%s: %v", rev, err)
	}
	r.t.Cleanup(c.Close)
	return c
}

const plenty = 1 << 20

// texts returns what was read from a revision, as "name=text".
func texts(t *testing.T, revision *Revision) []string {
	t.Helper()
	var all []string
	err := fs.WalkDir(revision.FS, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := fs.ReadFile(revision.FS, name)
		all = append(all, name+"="+string(text))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// read reads paths of the old side of a revision.
func (c *Comparison) read(t *testing.T, names ...string) *Revision {
	t.Helper()
	for _, name := range names {
		if _, err := c.Old.Add(t.Context(), name); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
	if err := c.Fill(t.Context(), plenty); err != nil {
		t.Fatal(err)
	}
	return c.Old
}

// read resolves a revision and reads a path in it.
func (r testRepository) read(revision, name string, want ...string) *Revision {
	r.t.Helper()
	old := r.resolve(revision).read(r.t, name)
	if got := texts(r.t, old); !slices.Equal(got, want) {
		r.t.Errorf("%s: got %q, want %q", name, got, want)
	}
	return old
}

// A revision is read as it was committed, whatever is in the working tree and the
// index, and neither changes.
func TestRead(t *testing.T) {
	r := newTestRepository(t)
	r.write("lex/b.json", "b1", "lex/a/b.json", "ab", "lex/a.json", "a", "lex/readme.md", "no", "other.json", "o")
	r.commit("first")
	r.git("tag", "--annotate", "--message=x", "v1")
	r.write("lex/b.json", "b2")
	r.commit("second")
	r.write("lex/b.json", "b3")
	r.git("add", "--all")
	r.write("lex/b.json", "b4", "lex/new.json", "n")
	before := r.git("status", "--porcelain")
	index, err := os.ReadFile(filepath.Join(r.dir, ".git", "index"))
	if err != nil {
		t.Fatal(err)
	}

	r.read("main", "lex", "lex/a/b.json=ab", "lex/a.json=a", "lex/b.json=b2")
	r.read("HEAD~1", "lex", "lex/a/b.json=ab", "lex/a.json=a", "lex/b.json=b1")
	r.read("v1", "lex/b.json", "lex/b.json=b1")
	revision := r.read(r.git("rev-parse", "--short", "main"), ".", "lex/a/b.json=ab", "lex/a.json=a", "lex/b.json=b2", "other.json=o")
	if err := fstest.TestFS(revision.FS, "lex/a.json", "lex/a/b.json", "other.json"); err != nil {
		t.Error(err)
	}

	after, err := os.ReadFile(filepath.Join(r.dir, ".git", "index"))
	if err != nil {
		t.Fatal(err)
	}
	if string(after) != string(index) || r.git("status", "--porcelain") != before {
		t.Error("reading a revision changed the index or the working tree")
	}
}

func TestReadNames(t *testing.T) {
	r := newTestRepository(t)
	names := []string{"with space/ö 名.json", "quote\"\\.json", "[a]*?.json", ":(top)x.json", "-r.json", "tab\t.json", "line\nend.json"}
	var want []string
	for _, name := range names {
		r.write("lex é/"+name, name)
		want = append(want, "lex é/"+name+"="+name)
	}
	slices.Sort(want)
	r.commit("names")
	r.read("HEAD", "lex é", want...)
	for _, name := range names {
		r.read("HEAD", "lex é/"+name, "lex é/"+name+"="+name)
	}
}

func TestReadSizes(t *testing.T) {
	r := newTestRepository(t)
	r.write("lex/a.json", strings.Repeat("x", 300_000), "lex/b.json", "", "lex/c.json", "\n", "lex/d.json", "1234")
	r.commit("sizes")
	c := r.resolve("HEAD")
	if _, err := c.Old.Add(t.Context(), "lex"); err != nil {
		t.Fatal(err)
	}
	if err := c.Fill(t.Context(), 4); err != nil {
		t.Fatal(err)
	}
	if got, want := texts(t, c.Old), []string{"lex/a.json=xxxx", "lex/b.json=", "lex/c.json=\n", "lex/d.json=1234"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestReadAbsent(t *testing.T) {
	r := newTestRepository(t)
	r.write("lex/a.json", "a", "empty/readme.md", "")
	r.commit("first")
	c := r.resolve("main")
	for _, name := range []string{"none", "lex/none.json", "none/deep/below", "LEX"} {
		if _, err := c.Old.Add(t.Context(), name); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s: got %v", name, err)
		}
	}
	if _, err := c.Old.Add(t.Context(), "lex/a.json/deep"); err == nil || err.Error() != "main:lex/a.json is a file, not a folder" {
		t.Errorf("below a file: got %v", err)
	}
}

// A folder exists even if none of its files is wanted.
func TestReadNothingWanted(t *testing.T) {
	r := newTestRepository(t)
	r.write("a/readme.md", "", "b.json", "")
	r.commit("first")
	info, err := fs.Stat(r.read("main", "a").FS, "a")
	if err != nil || !info.IsDir() {
		t.Errorf("got %v, %v", info, err)
	}
}

// Overlapping paths are read into one file system, each file once.
func TestReadTwice(t *testing.T) {
	r := newTestRepository(t)
	r.write("lex/a.json", "a", "lex/b/c.json", "c", "lex/b/d.txt", "d", "e.json", "e")
	r.commit("first")
	old := r.resolve("main").read(t, "lex/b/d.txt", "lex/b", "lex", "lex", "lex/a.json", "lex/b")
	if got, want := texts(t, old), []string{"lex/a.json=a", "lex/b/c.json=c", "lex/b/d.txt=d"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestReadMissingObject(t *testing.T) {
	r := newTestRepository(t)
	r.write("lex/a.json", "a", "lex/b.json", "b")
	r.commit("first")
	id := r.git("rev-parse", "HEAD:lex/a.json")
	if err := os.Remove(filepath.Join(r.dir, ".git", "objects", id[:2], id[2:])); err != nil {
		t.Fatal(err)
	}
	c := r.resolve("HEAD")
	if _, err := c.Old.Add(t.Context(), "lex"); err != nil {
		t.Fatal(err)
	}
	err := c.Fill(t.Context(), plenty)
	if want := "object " + id + ` is missing from the repository; run "git fsck"`; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

// Repositories with SHA-256 object ids work alike.
func TestReadSHA256(t *testing.T) {
	r := newTestRepository(t, "--object-format=sha256")
	commit := r.commitFiles("lex/a.json", "a", "lex/deep/b.json", "b")
	old := r.read("main", "lex", "lex/a.json=a", "lex/deep/b.json=b")
	if old.Commit != commit || len(commit) != 64 {
		t.Errorf("got %s, want %s", old.Commit, commit)
	}
}

// What is resolved can be read until the context is done.
func TestReadCanceled(t *testing.T) {
	r := newTestRepository(t)
	r.commitFiles("lex/a.json", "a")
	c := r.resolve("main")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := c.Old.Add(ctx, "lex"); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	if _, err := Resolve(ctx, r.dir, "main", false); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

// A file with a known text is not read from git, only one whose bytes differ: its
// object need not even exist.
func TestReadKnown(t *testing.T) {
	for _, format := range []string{"sha1", "sha256"} {
		r := newTestRepository(t, "--object-format="+format)
		r.commitFiles("lex/a.json", "a\n", "lex/b.json", "b\n", "lex/empty.json", "", "lex/twice.json", "a\n")
		id := r.git("rev-parse", "HEAD:lex/a.json")
		if err := os.Remove(filepath.Join(r.dir, ".git", "objects", id[:2], id[2:])); err != nil {
			t.Fatal(err)
		}
		c := r.resolve("main")
		if _, err := c.Old.Add(t.Context(), "lex"); err != nil {
			t.Fatal(err)
		}
		known := []byte("a\n")
		if err := c.Fill(t.Context(), plenty, []byte("c\n"), known, []byte("b\r\n"), nil); err != nil {
			t.Fatal(err)
		}
		if got, want := texts(t, c.Old), []string{"lex/a.json=a\n", "lex/b.json=b\n", "lex/empty.json=", "lex/twice.json=a\n"}; !slices.Equal(got, want) {
			t.Errorf("%s: got %q, want %q", format, got, want)
		}
		in, err := c.Old.FS.Open("lex/twice.json")
		if err != nil {
			t.Fatal(err)
		}
		if text := in.(interface{ Bytes() []byte }).Bytes(); &text[0] != &known[0] {
			t.Errorf("%s: the text was copied", format)
		}
	}
}
