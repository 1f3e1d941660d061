package files

import (
	"os"
	"path/filepath"
	"testing"
)

func TestNearby(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, name := range []string{"lexicons/com/example/post.json", "data/posts.ndjson"} {
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for path, want := range map[string]string{
		"lexicon":                        "lexicons",
		"./lexicon/":                     "lexicons",
		"lexicons/com/example/pots.json": "lexicons/com/example/post.json",
		"lexicon/com/example/post.json":  "lexicons/com/example/post.json",
		"lexicon/com/example/none.json":  "",
		"lexicon/con/example/post.json":  "",
		"Data/posts.ndjson":              "data/posts.ndjson",
		"data/posts.ndjson/x":            "",
		"other":                          "",
		"other/com/example/post.json":    "",
		"../../other/thing":              "",
	} {
		if exists(path) {
			continue // on a file system that ignores case
		}
		if got := filepath.ToSlash(Nearby(path)); got != want {
			t.Errorf("%s: got %q, want %q", path, got, want)
		}
	}
}
