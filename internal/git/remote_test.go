package git_test

import (
	"net/http/cgi"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/internal/git"
	"github.com/lexsmith/lexsmith/internal/gitrev"
)

// repository is a repository in a folder of its own.
type repository struct {
	t   *testing.T
	dir string
}

func newRepository(t *testing.T) *repository {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	t.Setenv("GIT_CONFIG_NOSYSTEM", "1")
	t.Setenv("HOME", t.TempDir())
	r := &repository{t, t.TempDir()}
	r.run("init", "--quiet", "--initial-branch=main")
	return r
}

func (r *repository) run(args ...string) string {
	r.t.Helper()
	c := exec.Command("git", append([]string{"-c", "user.name=A", "-c", "user.email=a@example.com", "-c", "protocol.file.allow=always"}, args...)...)
	c.Dir = r.dir
	out, err := c.CombinedOutput()
	if err != nil {
		r.t.Fatalf("git %q: %v: %s", args, err, out)
	}
	return strings.TrimSpace(string(out))
}

// commit writes a file, and returns the commit with it.
func (r *repository) commit(name, text string) string {
	r.t.Helper()
	path := filepath.Join(r.dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		r.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		r.t.Fatal(err)
	}
	r.run("add", "--all")
	r.run("commit", "--quiet", "--message", name)
	return r.run("rev-parse", "HEAD")
}

// serve serves the repository with git's own program for HTTP.
func (r *repository) serve() string {
	r.t.Helper()
	backend := filepath.Join(r.run("--exec-path"), "git-http-backend")
	if _, err := os.Stat(backend); err != nil {
		r.t.Skip("git has no HTTP backend")
	}
	server := httptest.NewServer(&cgi.Handler{
		Path: backend, Env: []string{"GIT_PROJECT_ROOT=" + r.dir, "GIT_HTTP_EXPORT_ALL=1"}, InheritEnv: []string{"GIT_PROTOCOL"},
	})
	r.t.Cleanup(server.Close)
	return server.URL + "/.git"
}

// content returns a file of a commit that was fetched.
func content(t *testing.T, dir, commit, name string) string {
	t.Helper()
	c, err := gitrev.Resolve(t.Context(), dir, commit, true)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if _, err := c.Old.Add(t.Context(), name); err != nil {
		t.Fatal(err)
	}
	if err := c.Fill(t.Context(), 1<<20); err != nil {
		t.Fatal(err)
	}
	file, err := c.Old.FS.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var text [100]byte
	n, _ := file.Read(text[:])
	return string(text[:n])
}

// A commit is fetched alone, and its files when they are read, unless the server has no
// partial clones, or no way to send one commit.
func TestRemote(t *testing.T) {
	for _, test := range []struct {
		name     string
		settings [][2]string
		http     bool
		config   string // of the user
	}{
		{"file", nil, false, ""},
		{"file, partial", [][2]string{{"uploadpack.allowFilter", "true"}}, false, ""},
		{"http", nil, true, ""},
		{"http, partial", [][2]string{{"uploadpack.allowFilter", "true"}}, true, ""},
		{"only branches and tags", nil, true, "[protocol]\n\tversion = 0\n"},
		{"no bare repositories", nil, false, "[safe]\n\tbareRepository = explicit\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := newRepository(t)
			for _, s := range test.settings {
				r.run("config", s[0], s[1])
			}
			if err := os.WriteFile(filepath.Join(os.Getenv("HOME"), ".gitconfig"), []byte(test.config), 0o600); err != nil {
				t.Fatal(err)
			}
			zero := r.commit("a/x.json", "zero")
			one := r.commit("a/x.json", "one")
			r.run("tag", "--annotate", "--message", "v1", "v1")
			r.run("branch", "old")
			r.run("tag", "both")
			two := r.commit("a/x.json", "two")
			r.run("branch", "both")
			location := "file://" + r.dir
			if test.http {
				location = r.serve()
			}
			dir := filepath.Join(t.TempDir(), "cache", "x")
			remote, err := git.NewRemote(location, dir, true)
			if err != nil {
				t.Fatal(err)
			}
			for _, find := range []struct {
				ref, commit string
				isTag       bool
			}{{"", two, false}, {"main", two, false}, {"old", one, false}, {"v1", one, true}, {"both", one, true}, {one, one, false}} {
				commit, isTag, err := remote.Find(t.Context(), find.ref)
				if commit != find.commit || isTag != find.isTag || err != nil {
					t.Errorf("%q: got %s, %t, %v", find.ref, commit, isTag, err)
				}
			}
			for _, ref := range []string{"none", one[:10], "*", "ma*", "--upload-pack=touch x"} {
				if commit, _, err := remote.Find(t.Context(), ref); err == nil || !strings.Contains(err.Error(), "has no branch or tag ") {
					t.Errorf("%q: got %s, %v", ref, commit, err)
				}
			}
			for range 2 {
				for commit, want := range map[string]string{zero: "zero", one: "one", two: "two"} {
					if err := remote.Fetch(t.Context(), commit); err != nil {
						t.Fatal(err)
					}
					if got := content(t, dir, commit, "a/x.json"); got != want {
						t.Errorf("got %q, want %q", got, want)
					}
				}
			}
			if err := remote.Fetch(t.Context(), strings.Repeat("1", 40)); err == nil {
				t.Error("a commit that does not exist was fetched")
			}
		})
	}
}

// Nothing that a repository contains is run or written anywhere, and no program that it
// names: no hooks, filters, submodules or settings.
func TestRemoteHostile(t *testing.T) {
	r := newRepository(t)
	inner := newRepository(t)
	inner.commit("x.json", "inner")
	mark := filepath.Join(t.TempDir(), "mark")
	r.run("submodule", "--quiet", "add", "file://"+inner.dir, "module")
	if err := os.Symlink("/etc/passwd", filepath.Join(r.dir, "link.json")); err != nil {
		t.Skip(err)
	}
	r.commit(".gitattributes", "*.json filter=evil diff=evil\n")
	commit := r.commit("x.json", "text")
	r.run("config", "filter.evil.smudge", "touch "+mark)
	r.run("config", "core.fsmonitor", "touch "+mark)
	r.run("config", "uploadpack.packObjectsHook", "touch "+mark)
	r.run("config", "core.sshCommand", "touch "+mark)
	for _, hook := range []string{"post-checkout", "reference-transaction", "pre-upload", "post-update"} {
		if err := os.WriteFile(filepath.Join(r.dir, ".git", "hooks", hook), []byte("#!/bin/sh\ntouch "+mark+"\n"), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	dir := filepath.Join(t.TempDir(), "cache")
	remote, err := git.NewRemote("file://"+r.dir, dir, true)
	if err != nil {
		t.Fatal(err)
	}
	if err := remote.Fetch(t.Context(), commit); err != nil {
		t.Fatal(err)
	}
	if got := content(t, dir, commit, "x.json"); got != "text" {
		t.Errorf("got %q", got)
	}
	if _, err := os.Stat(mark); err == nil {
		t.Error("a program of the repository was run")
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 1 || entries[0].Name() != ".git" {
		t.Errorf("the folder has %v, %v", entries, err)
	}
}

func TestRemoteURLs(t *testing.T) {
	for _, test := range []struct {
		url      string
		insecure bool
		want     string
	}{
		{"https://example.com/a", false, ""},
		{"ssh://git@example.com/a", false, ""},
		{"git@example.com:a/b.git", false, ""},
		{"http://127.0.0.1:8080/a", false, "requires --insecure-http"},
		{"http://127.0.0.1:8080/a", true, ""},
		{"http://localhost/a", true, ""},
		{"http://[::1]/a", true, ""},
		{"file:///a", false, "requires --insecure-http"},
		{"file:///a", true, ""},
		{"http://example.com/a", true, "neither an https nor an ssh URL"},
		{"git://example.com/a", true, "neither"},
		{"ext::sh -c touch% /tmp/x", true, "n"},
		{"https://user:secret@example.com/a", true, "must not contain a password"},
		{"https:///a", true, "neither"},
		{"/a/b", true, "neither"},
		{"../a", true, "neither"},
		{"-x@example.com:a", true, "n"},
		{"a@-oProxyCommand=x:a", true, "n"},
		{"host:path", true, "neither"},
	} {
		_, err := git.NewRemote(test.url, t.TempDir(), test.insecure)
		if (err == nil) != (test.want == "") || err != nil && !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s, %t: got %v", test.url, test.insecure, err)
		}
		if err != nil && strings.Contains(err.Error(), "secret") {
			t.Errorf("%v", err)
		}
	}
}
