package cmd

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
)

func TestFullPathBelow(t *testing.T) {
	t.Chdir(t.TempDir())
	here, err := filepath.Abs(".")
	if err != nil {
		t.Fatal(err)
	}
	fullPath := fullPathBelow([]string{"lexicons", "./more/", "single.json"})
	for path, below := range map[string]bool{
		"lexicons/com/example/a.json": true, "./lexicons/a.json": true, "more/../more/a.json": true, "lexicons/../other/a.json": false,
		"lexiconsx/a.json": false, "single.json": false, "a.json": false, "../lexicons/a.json": false,
		filepath.ToSlash(here) + "/lexicons/b.json": true,
	} {
		want := ""
		if below {
			want = filepath.ToSlash(here) + "/" + filepath.ToSlash(strings.TrimPrefix(filepath.Clean(path), here+string(filepath.Separator)))
		}
		if got := fullPath(path); got != want {
			t.Errorf("%s: got %q, want %q", path, got, want)
		}
	}
}

// Hooks name thousands of files, each of which is looked up.
func TestFullPathBelowMany(t *testing.T) {
	cost := func(count int) float64 {
		var paths []string
		for n := range count {
			paths = append(paths, fmt.Sprintf("lexicons/%d.json", n))
		}
		fullPath := fullPathBelow(paths)
		return testing.AllocsPerRun(100, func() { fullPath("lexicons/other.json") })
	}
	if few, many := cost(10), cost(1000); many > few {
		t.Errorf("%v allocations for 1000 paths, %v for 10", many, few)
	}
}
