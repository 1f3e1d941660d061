package memfs

import (
	"io/fs"
	"testing"
	"testing/fstest"
)

func TestFS(t *testing.T) {
	files := New()
	files.AddFolder("empty")
	for _, name := range []string{"b.json", "a/b/c.json", "a/a.json"} {
		files.Add(name, []byte(name))
		files.Add(name, nil) // it exists already
	}
	if err := fstest.TestFS(files, "a/a.json", "a/b/c.json", "b.json", "empty"); err != nil {
		t.Error(err)
	}
	if text, err := fs.ReadFile(files, "a/a.json"); err != nil || string(text) != "a/a.json" {
		t.Errorf("got %q, %v", text, err)
	}
}
