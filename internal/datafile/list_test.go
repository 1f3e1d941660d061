package datafile

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/lexsmith/lexsmith/internal/files"
)

// Standard input has the name and the format that it is said to have.
func TestListFilesStdin(t *testing.T) {
	l, err := ListFiles(t.Context(), []string{files.Stdin}, "", filepath.Join("data", "a.ndjson.gz"))
	if want := (File{Name: files.Stdin, Shown: "data/a.ndjson.gz", Format: NDJSON}); err != nil || len(l.Files) != 1 || l.Files[0] != want {
		t.Errorf("got %+v, %v, want %+v", l.Files, err, want)
	}
}

func TestListFiles(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, name := range []string{
		"data/b.json", "data/a.ndjson.gz", "data/readme.txt", "data/.hidden.json", "data/node_modules/x.json",
		"data/sub/c.JSONL", "data/sub/d.car", "other.txt",
	} {
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir("empty", 0o700); err != nil {
		t.Fatal(err)
	}
	const none, ndjson = Format(""), NDJSON
	for _, test := range []struct {
		paths   []string
		format  Format
		want    []string
		skipped int
		fails   bool
	}{
		{[]string{"data"}, none, []string{"data/a.ndjson.gz ndjson", "data/b.json json", "data/sub/c.JSONL ndjson", "data/sub/d.car car"}, 1, false},
		{[]string{"./data/"}, ndjson, []string{"./data/a.ndjson.gz ndjson", "./data/sub/c.JSONL ndjson"}, 3, false},
		{[]string{"data/sub", "data", "data/b.json"}, none, []string{"data/a.ndjson.gz ndjson", "data/b.json json", "data/sub/c.JSONL ndjson", "data/sub/d.car car"}, 1, false},
		{[]string{"other.txt", "-"}, none, []string{"- json", "other.txt json"}, 0, false},
		{[]string{"-", "other.txt", "-"}, none, []string{"- json", "other.txt json"}, 0, true},
		{[]string{"dat/sub"}, none, nil, 0, true},
		{[]string{"other.txt"}, ndjson, []string{"other.txt ndjson"}, 0, false},
		{[]string{"empty"}, none, nil, 0, true},
		{[]string{""}, none, nil, 0, true},
		{[]string{"gone", "other.txt"}, none, []string{"other.txt json"}, 0, true},
	} {
		l, err := ListFiles(t.Context(), test.paths, test.format, files.Stdin)
		var got []string
		for _, f := range l.Files {
			got = append(got, f.Shown+" "+string(f.Format))
		}
		if !slices.Equal(got, test.want) || l.Skipped != test.skipped || (err != nil) != test.fails || len(l.Unreadable) > 0 {
			t.Errorf("%q: got %q, %d skipped, %v, %v; want %q, %d skipped", test.paths, got, l.Skipped, err, l.Unreadable, test.want, test.skipped)
		}
	}
}
