package gitrev

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// link creates a symbolic link.
func (r testRepository) link(target, name string) {
	r.t.Helper()
	name = filepath.Join(r.dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		r.t.Fatal(err)
	}
	if err := os.Symlink(target, name); err != nil {
		r.t.Skip("links cannot be created:", err)
	}
}

// Links in the repository are followed: those in a path, and those to files in a
// folder. A file that has several names is read once.
func TestLinks(t *testing.T) {
	r := newTestRepository(t)
	r.write("lex/a.json", "a", "other/b.json", "b", "other/deep/c.json", "c", "file.txt", "")
	r.link("other/deep", "folder")
	r.link("../folder/../../file.txt", "other/deep/up")
	r.link("folder", "chain")
	r.link("a.json", "lex/same.json")
	r.link("../other/b.json", "lex/b.json")
	r.link("../other/b.json", "lex/again.json")
	r.link("../chain/c.json", "lex/c.json")
	r.link("../other", "lex/folder.json") // a link to a folder is not followed
	r.link("../none.json", "lex/dangling.json")
	r.link("loop.json", "lex/loop.json")
	r.link("../../outside.json", "lex/outside.json")
	r.link("/etc/passwd", "lex/absolute.json")
	r.link(".", "root")
	r.commit("links")
	r.git("update-index", "--add", "--cacheinfo", "160000,"+r.git("rev-parse", "HEAD")+",lex/module")
	r.link("module/a.json", "lex/inmodule.json")
	r.git("add", "lex/inmodule.json")
	r.git("commit", "--quiet", "--message=module")

	for name, want := range map[string]string{
		"lex":                      "lex/a.json=a lex/again.json=b lex/c.json=c",
		"folder":                   "other/deep/c.json=c",
		"chain/c.json":             "other/deep/c.json=c",
		"root/root/lex/b.json":     "other/b.json=b",
		"lex/same.json":            "lex/a.json=a",
		"root/other/deep/../deep/": "other/deep/c.json=c",
	} {
		if got := strings.Join(texts(t, r.resolve("main").read(t, name)), " "); got != want {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
	old := r.resolve("main").read(t, "lex", "other")
	if got, want := strings.Join(texts(t, old), " "), "lex/a.json=a other/b.json=b other/deep/c.json=c"; got != want {
		t.Errorf("overlapping paths: got %q, want %q", got, want)
	}
	const label = "main:lex/"
	var left []string
	for _, err := range old.LeftOut {
		left = append(left, err.Error())
	}
	slices.Sort(left)
	if want := []string{
		label + "absolute.json is a symbolic link to /etc/passwd, outside the repository",
		label + "loop.json is a symbolic link that points back to itself",
		label + "module is a submodule; run the comparison in its own repository",
		label + "module is a submodule; run the comparison in its own repository", // for the link into it
		label + "outside.json is a symbolic link to ../../outside.json, outside the repository",
	}; !slices.Equal(left, want) {
		t.Errorf("left out:\n%s", strings.Join(left, "\n"))
	}

	for name, want := range map[string]string{
		"lex/outside.json":     label + "outside.json is a symbolic link to ../../outside.json, outside the repository",
		"lex/loop.json/x":      label + "loop.json is a symbolic link that points back to itself",
		"lex/module":           label + "module is a submodule; run the comparison in its own repository",
		"lex/module/a":         label + "module is a submodule; run the comparison in its own repository",
		"lex/same.json/deep":   label + "a.json is a file, not a folder",
		"lex/dangling.json":    "",
		"folder/none/at/all":   "",
		"lex/dangling.json/or": "",
	} {
		_, err := r.resolve("main").Old.Add(t.Context(), name)
		if want == "" && !errors.Is(err, fs.ErrNotExist) || want != "" && (err == nil || err.Error() != want) {
			t.Errorf("%s: got %v, want %s", name, err, want)
		}
	}
}

// Links that lead on for ever end at a limit.
func TestLinksEndless(t *testing.T) {
	r := newTestRepository(t)
	r.link("b/x", "a")
	r.link("a/x", "b")
	r.commit("links")
	var link *outsideError
	if _, err := r.resolve("main").Old.Add(t.Context(), "a"); !errors.As(err, &link) {
		t.Errorf("got %v", err)
	}
}

// The files of a submodule are read from its repository, at the commit that the
// revision records, if it is checked out.
func TestSubmodule(t *testing.T) {
	inner := newTestRepository(t)
	inner.commitFiles("i.json", "1", "deep/i.json", "1", "i.txt", "1")
	module := newTestRepository(t)
	module.commitFiles("m.json", "1", "a.json", "1")
	module.link("a.json", "link.json")
	module.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", inner.dir, "inner")
	module.commitFiles("a.json", "1")
	r := newTestRepository(t)
	r.write("lex/a.json", "1")
	r.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", module.dir, "lex/module")
	r.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "update", "--init", "--recursive")
	r.commit("1")
	r.branch("work", "main")
	module.commitFiles("m.json", "2")
	at := testRepository{t, filepath.Join(r.dir, "lex", "module")}
	at.git("pull", "--quiet")
	r.commitFiles("lex/a.json", "2")
	const old = "lex/a.json=1 lex/module/a.json=1 lex/module/inner/deep/i.json=1 lex/module/inner/i.json=1 lex/module/m.json=1"
	if got := strings.Join(texts(t, r.resolve("main").read(t, "lex")), " "); got != old {
		t.Errorf("got %q", got)
	}
	if got := strings.Join(texts(t, r.resolve("HEAD").read(t, "lex")), " "); got != strings.NewReplacer("lex/a.json=1", "lex/a.json=2", "m.json=1", "m.json=2").Replace(old) {
		t.Errorf("got %q", got)
	}
	r.git("submodule", "--quiet", "deinit", "--force", "--all")
	c := r.resolve("main")
	if got := strings.Join(texts(t, c.read(t, "lex")), " "); got != "lex/a.json=1" || len(c.Old.LeftOut) != 1 {
		t.Errorf("not checked out: got %q, left out %v", got, c.Old.LeftOut)
	}
}
