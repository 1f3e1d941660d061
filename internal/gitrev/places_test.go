package gitrev

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// The folder given to Open may be anywhere in a working tree, or in a bare
// repository.
func TestPlaces(t *testing.T) {
	r := newTestRepository(t)
	r.write("sub dir/ü/lex/a.json", "a")
	r.commit("first")
	outer := filepath.Dir(r.dir)
	r.git("worktree", "add", "--quiet", "--detach", filepath.Join(outer, "linked"))
	r.git("clone", "--quiet", "--bare", r.dir, filepath.Join(outer, "bare"))
	r.git("clone", "--quiet", "--depth=1", "file://"+r.dir, filepath.Join(outer, "shallow"))
	for _, test := range []struct{ dir, path, want string }{
		{"repo", "sub dir/ü/lex", "sub dir/ü/lex"},
		{"repo", "./sub dir//ü/lex/", "sub dir/ü/lex"},
		{"repo", ".", "."},
		{"repo/sub dir", "ü/lex", "sub dir/ü/lex"},
		{"repo/sub dir", "../sub dir/ü", "sub dir/ü"},
		{"repo/sub dir", "..", "."},
		{"repo/sub dir", filepath.Join(r.dir, "sub dir"), "sub dir"},
		{"repo/sub dir", r.dir, "."},
		{"linked/sub dir/ü", "lex", "sub dir/ü/lex"},
		{"linked", filepath.Join(outer, "linked", "sub dir"), "sub dir"},
		{"shallow/sub dir", "ü/lex/a.json", "sub dir/ü/lex/a.json"},
	} {
		t.Run(test.dir+" "+test.path, func(t *testing.T) {
			c := testRepository{t, filepath.Join(outer, test.dir)}.resolve("HEAD")
			got, err := c.WorkingPath(test.path)
			if err != nil || got != test.want {
				t.Fatalf("got %q, %v, want %q", got, err, test.want)
			}
			if all := texts(t, c.read(t, got)); len(all) != 1 || all[0] != "sub dir/ü/lex/a.json=a" {
				t.Errorf("got %q", all)
			}
		})
	}
	for _, test := range []struct{ dir, path, want string }{
		{"repo", "../other", `"../other" is outside the repository`},
		{"repo/sub dir", "../..", `"../.." is outside the repository`},
		{"repo", filepath.Join(outer, "linked"), strconv.Quote(filepath.Join(outer, "linked")) + " is outside the repository"},
		{"bare", "lex", "lex: a bare repository has no working tree; add the path to the revision, as in REV:lex"},
	} {
		c := testRepository{t, filepath.Join(outer, test.dir)}.resolve("HEAD")
		if _, err := c.WorkingPath(test.path); err == nil || err.Error() != test.want {
			t.Errorf("%s %s: got %v, want %s", test.dir, test.path, err, test.want)
		}
	}
}

func TestRevisionPath(t *testing.T) {
	r := newTestRepository(t)
	r.write("sub/a.json", "a")
	r.commit("first")
	outer := filepath.Dir(r.dir)
	r.git("clone", "--quiet", "--bare", r.dir, filepath.Join(outer, "bare"))
	for _, test := range []struct{ dir, path, want string }{
		{"repo", "sub", "sub"},
		{"repo/sub", "sub", "sub"},
		{"repo/sub", "", "."},
		{"repo/sub", ".", "sub"},
		{"repo/sub", "./a.json", "sub/a.json"},
		{"repo/sub", "../sub/", "sub"},
		{"repo/sub", "sub//a.json", "sub/a.json"},
		{"bare", "sub", "sub"},
		{"bare", "./sub", "sub"},
		{"repo/sub", "../..", ""},
		{"repo", "sub/../..", ""},
		{"repo", "/sub", ""},
	} {
		c := testRepository{t, filepath.Join(outer, test.dir)}.resolve("main")
		got, err := c.RevisionPath(test.path)
		if got != test.want || (err != nil) != (test.want == "") {
			t.Errorf("%s %q: got %q, %v, want %q", test.dir, test.path, got, err, test.want)
		}
	}
}

func TestFaults(t *testing.T) {
	r := newTestRepository(t)
	r.write("lex/a.json", "a")
	r.commit("first")
	r.git("branch", "same")
	r.git("tag", "same")
	hash := strings.Repeat("0123456789", 4)
	outer := filepath.Dir(r.dir)
	clone := func(name string, arguments ...string) string {
		r.git(append(append([]string{"clone", "--quiet"}, arguments...), "file://"+r.dir, filepath.Join(outer, name))...)
		return filepath.Join(outer, name)
	}
	full, shallow := clone("full"), clone("shallow", "--depth=1")
	r.git("clone", "--quiet", "--no-tags", "file://"+r.dir, filepath.Join(outer, "more"))
	more := filepath.Join(outer, "more")
	empty := newTestRepository(t)
	const list = `list the revisions with "git branch --all" and "git tag"`
	for _, test := range []struct{ name, dir, revision, want string }{
		{"unknown", r.dir, "mian", `unknown revision "mian" (did you mean "main"?): ` + list},
		{"empty name", r.dir, "", "the revision is empty; pass a branch, a tag, or a commit"},
		{"like a flag", r.dir, "--all", `unknown revision "--all": ` + list},
		{"a file", r.dir, "HEAD:lex/a.json", `"HEAD:lex/a.json" is not a commit; pass a branch, a tag, or a commit`},
		{"excluded", r.dir, "^HEAD", `"^HEAD" is not a commit; pass a branch, a tag, or a commit`},
		{"ambiguous", r.dir, "same", `"same" is ambiguous; write refs/heads/same or refs/tags/same`},
		{"dots twice", r.dir, "main...main..main", `unknown revision "main..main": ` + list},
		{"dots three times", r.dir, "main..main...main", `unknown revision "main...main": ` + list},
		{"no upstream", full, "same@{u}", `unknown revision "same@{u}": specify a branch, such as origin/main`},
		{"one end of a range", r.dir, "main..mian", `unknown revision "mian" (did you mean "main"?): ` + list},
		{"empty repository", empty.dir, "HEAD", `unknown revision "HEAD": the repository has no commits yet`},
		{"branch of the remote only", more, "same", `unknown revision "same": did you mean origin/same?`},
		{"branch of a remote", full, "origin/next", `unknown revision "origin/next": fetch the branch with "git fetch origin next:refs/remotes/origin/next"`},
		{"history", full, "HEAD~9", `unknown revision "HEAD~9": list the commits with "git log"`},
		{"shallow, branch of a remote", shallow, "origin/next", `unknown revision "origin/next" in this shallow clone: fetch the branch with "git fetch --unshallow origin next:refs/remotes/origin/next"`},
		{"shallow, branch or tag", shallow, "v1", `unknown revision "v1" in this shallow clone: fetch a tag with "git fetch --depth=1 origin tag v1"; fetch a branch with "git fetch --unshallow origin v1:refs/remotes/origin/v1" and refer to it as origin/v1`},
		{"shallow, commit", shallow, hash, `unknown revision "` + hash + `" in this shallow clone: fetch it with "git fetch --depth=1 origin ` + hash + `"`},
		{"shallow, history", shallow, "HEAD~9", `unknown revision "HEAD~9" in this shallow clone: fetch the earlier commits with "git fetch --unshallow origin"`},
		{"shallow, a name for a shell", shallow, "a;b", `unknown revision "a;b" in this shallow clone: fetch the earlier commits with "git fetch --unshallow origin"`},
	} {
		t.Run(test.name, func(t *testing.T) {
			if _, err := Resolve(t.Context(), test.dir, test.revision, false); err == nil || err.Error() != test.want {
				t.Errorf("got  %v\nwant %s", err, test.want)
			}
		})
	}
	t.Run("broken configuration", func(t *testing.T) {
		if err := os.WriteFile(filepath.Join(full, ".git", "config"), []byte("[core\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := Resolve(t.Context(), full, "main", false)
		if err == nil || !strings.HasPrefix(err.Error(), `git failed with exit status 128; run "git rev-parse `) {
			t.Errorf("got %v", err)
		}
	})
	t.Setenv("GIT_CEILING_DIRECTORIES", outer)
	_, err := Resolve(t.Context(), outer, "main", false)
	if err == nil || err.Error() != strconv.Quote(outer)+" is not in a git repository" {
		t.Errorf("outside a repository: got %v", err)
	}
	t.Setenv("PATH", t.TempDir())
	if _, err := Resolve(t.Context(), r.dir, "main", false); err == nil || err.Error() != "git is not installed or not in PATH" {
		t.Errorf("without git: got %v", err)
	}
}

// The commands in the messages fetch the revision, and nothing else is missing
// then.
func TestFetchCommands(t *testing.T) {
	r := newTestRepository(t)
	first := r.commitFiles("lex/a.json", "1")
	r.git("tag", "v1")
	r.git("branch", "old")
	r.commitFiles("lex/a.json", "2")
	r.git("checkout", "--quiet", "-b", "work")
	r.commitFiles("lex/b.json", "3")
	r.commitFiles("lex/b.json", "4")
	r.git("config", "uploadpack.allowAnySHA1InWant", "true")
	for _, test := range []struct{ revision, want string }{
		{"origin/old", "lex/a.json=1"},
		{"origin/main", "lex/a.json=2"},
		{"v1", "lex/a.json=1"},
		{first, "lex/a.json=1"},
		{"HEAD~3", "lex/a.json=1"},
		{"origin/work...", "lex/a.json=2 lex/b.json=4"}, // is there already
	} {
		t.Run(test.revision, func(t *testing.T) {
			clone := testRepository{t, filepath.Join(t.TempDir(), "clone")}
			r.git("clone", "--quiet", "--depth=1", "--branch=work", "file://"+r.dir, clone.dir)
			if _, err := Resolve(t.Context(), clone.dir, test.revision, false); err != nil {
				_, command, _ := strings.Cut(err.Error(), `"git `)
				command, _, _ = strings.Cut(command, `"`)
				clone.git(strings.Fields(command)...)
			} else if !strings.HasSuffix(test.revision, "...") {
				t.Fatal("the revision exists already")
			}
			clone.read(test.revision, "lex", strings.Fields(test.want)...)
		})
	}
}

// In the working directory the variables that git sets for hooks apply; in other
// folders they do not.
func TestEnvironment(t *testing.T) {
	r, other := newTestRepository(t), newTestRepository(t)
	r.write("a.json", "mine")
	r.commit("first")
	other.write("a.json", "other")
	other.commit("first")
	t.Chdir(r.dir)
	t.Setenv("GIT_DIR", filepath.Join(other.dir, ".git"))
	t.Setenv("GIT_ICASE_PATHSPECS", "1")
	for dir, want := range map[string]string{".": "a.json=other", r.dir: "a.json=mine"} {
		testRepository{t, dir}.read("HEAD", ".", want)
	}
	if os.Getenv("GIT_DIR") == "" {
		t.Error("the environment was changed")
	}
}
