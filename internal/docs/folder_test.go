package docs

import (
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// run writes files to a folder as lexsmith docs does; it returns what has changed and
// what was stale, as names.
func run(t *testing.T, dir string, texts map[string]string) (changed, stale []string, err error) {
	t.Helper()
	f, err := OpenFolder(dir, nil)
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	for name, text := range texts {
		if err := f.Add(name, []byte(text)); err != nil {
			return nil, nil, err
		}
	}
	if err := f.Finish(); err != nil {
		return nil, nil, err
	}
	return f.Changed, f.Stale, f.Commit()
}

func tree(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		name, _ := filepath.Rel(dir, path)
		if name != listName {
			all[filepath.ToSlash(name)] = string(text)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestFolder(t *testing.T) {
	outside := t.TempDir()
	dir := filepath.Join(outside, "out", "docs")
	first := map[string]string{"index.html": "1", "com/example/a.html": "a", "com/example/b/c.html": "c"}
	if changed, _, err := run(t, dir, first); err != nil || len(changed) != 4 {
		t.Fatal(changed, err)
	}
	if !maps.Equal(tree(t, dir), first) {
		t.Fatal(tree(t, dir))
	}
	if changed, stale, err := run(t, dir, first); err != nil || len(changed)+len(stale) != 0 {
		t.Error("a second run changes", changed, stale, err)
	}

	// Others' files stay; stale ones and their empty folders go.
	write(t, filepath.Join(dir, "com", "example", "mine.txt"), "mine")
	second := map[string]string{"index.html": "2", "com/example/a.html": "a"}
	changed, stale, err := run(t, dir, second)
	if err != nil || len(changed) != 2 || len(stale) != 1 {
		t.Error(changed, stale, err)
	}
	want := maps.Clone(second)
	want["com/example/mine.txt"] = "mine"
	if !maps.Equal(tree(t, dir), want) {
		t.Error(tree(t, dir))
	}
	if _, err := os.Stat(filepath.Join(dir, "com", "example", "b")); err == nil {
		t.Error("an empty folder is left")
	}

	// A file of somebody else in the place of a page: nothing is written.
	second["com/example/mine.txt"], second["index.html"] = "page", "3"
	if _, _, err := run(t, dir, second); err == nil || !strings.Contains(err.Error(), "mine.txt was not written by lexsmith docs") {
		t.Error(err)
	}
	if !maps.Equal(tree(t, dir), want) {
		t.Error(tree(t, dir))
	}
}

// Entries of the list that lead out of the folder, by their names or by links, are ignored.
func TestFolderList(t *testing.T) {
	outside := t.TempDir()
	dir := filepath.Join(outside, "docs")
	write(t, filepath.Join(outside, "victim.html"), "victim")
	write(t, filepath.Join(outside, "elsewhere", "victim.html"), "victim")
	write(t, filepath.Join(dir, "old.html"), "old")
	if err := os.Symlink(filepath.Join(outside, "elsewhere"), filepath.Join(dir, "link")); err != nil {
		t.Skip(err)
	}
	if err := os.Symlink(filepath.Join(outside, "victim.html"), filepath.Join(dir, "page.html")); err != nil {
		t.Skip(err)
	}
	write(t, filepath.Join(dir, listName), strings.Join([]string{
		"../victim.html", filepath.Join(outside, "victim.html"), "link/victim.html", "a/../../victim.html", "old.html", "page.html", ".", "", listName,
	}, "\n"))
	if _, stale, err := run(t, dir, map[string]string{"index.html": "1"}); err != nil || len(stale) != 1 {
		t.Error(stale, err)
	}
	for _, path := range []string{"victim.html", "elsewhere/victim.html"} {
		if text, err := os.ReadFile(filepath.Join(outside, path)); string(text) != "victim" {
			t.Errorf("%s: %q, %v", path, text, err)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "old.html")); err == nil {
		t.Error("old.html is left")
	}
	for name := range map[string]bool{"page.html": true, "link/victim.html": true, "link/new.html": true} {
		if _, _, err := run(t, dir, map[string]string{name: "1"}); err == nil {
			t.Errorf("%s is written through a link", name)
		}
	}
}
