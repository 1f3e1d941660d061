package project

import (
	"errors"
	"io/fs"
	"testing"
)

func TestStdinFS(t *testing.T) {
	files := stdinFS(`{"lexicon": 1}`)
	text, err := fs.ReadFile(files, Stdin)
	if err != nil || string(text) != `{"lexicon": 1}` {
		t.Errorf("got %q, %v", text, err)
	}
	info, err := fs.Stat(files, Stdin)
	if err != nil || info.Size() != int64(len(files)) || info.IsDir() || info.Name() != Stdin {
		t.Errorf("got %+v, %v", info, err)
	}
	if _, err := fs.ReadFile(files, "other"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("got %v, want %v", err, fs.ErrNotExist)
	}
}
