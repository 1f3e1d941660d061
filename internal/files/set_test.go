package files

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A file that is replaced keeps its mode, and nothing is left beside it.
func TestSetReplaces(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("old", []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	var files Set
	if err := files.Add("old", writing("new")); err != nil {
		t.Fatal(err)
	}
	if text, _ := os.ReadFile("old"); string(text) != "old" {
		t.Errorf("written before Commit: %q", text)
	}
	if err := files.Commit(); err != nil {
		t.Fatal(err)
	}
	files.Discard()
	text, _ := os.ReadFile("old")
	info, err := os.Stat("old")
	if err != nil || string(text) != "new" || info.Mode().Perm() != 0o600 && filepath.Separator == '/' {
		t.Errorf("%q, %v, %v", text, info, err)
	}
	if names, _ := filepath.Glob(".*"); len(names) > 0 {
		t.Errorf("left behind: %v", names)
	}
}

// Without Commit, Discard leaves no trace.
func TestDiscard(t *testing.T) {
	t.Chdir(t.TempDir())
	var files Set
	for _, path := range []string{"folder/deep/new", "folder/other/new", "folder/new"} {
		if err := files.Add(path, writing("new")); err != nil {
			t.Fatal(err)
		}
	}
	files.Discard()
	if names, _ := os.ReadDir("."); len(names) > 0 {
		t.Errorf("left behind: %v", names)
	}
}

// An error of the folder names the file.
func TestFolderError(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("plain", nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := Write("plain/deep/new", writing("new")); err == nil || !strings.HasPrefix(err.Error(), `cannot write "plain/deep/new": `) {
		t.Errorf("got %v", err)
	}
}

func TestRefused(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("schema", nil, 0o600); err != nil {
		t.Fatal(err)
	}
	files := Set{Sources: []string{"schema"}}
	defer files.Discard()
	if err := files.Add("one", writing("")); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		".":       `"." is a folder; pass the path of a file in it`,
		"folder/": `"folder/" is a folder; pass the path of a file in it`,
		"schema":  `"schema" was read as input; write to another file`,
		"./one":   `"./one" would be written twice; rename one of the files`,
	} {
		if err := files.Add(path, writing("")); err == nil || err.Error() != want {
			t.Errorf("%s: got %v, want %s", path, err, want)
		}
	}
}

// writing returns a function that writes a text.
func writing(text string) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := io.WriteString(w, text)
		return err
	}
}

// An error of writing is that of Add, and the file is not made.
func TestFailedWrite(t *testing.T) {
	t.Chdir(t.TempDir())
	var files Set
	failure := errors.New("full")
	if err := files.Add("one", func(io.Writer) error { return failure }); !errors.Is(err, failure) {
		t.Errorf("got %v, want %v", err, failure)
	}
	files.Discard()
	if names, _ := os.ReadDir("."); len(names) > 0 {
		t.Errorf("left behind: %v", names)
	}
}
