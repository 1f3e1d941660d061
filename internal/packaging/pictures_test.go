package packaging_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// withoutText are pictures without text, and those whose text is that of Lexicons alone.
var withoutText = []string{"icon.png", "docs-page.png", "docs-graph.png"}

// Beside a picture of a page are the texts that it shows, which .ci/site, .ci/pages and
// .ci/vscode compare with the page.
func TestPictures(t *testing.T) {
	count := 0
	for _, folder := range []string{"docs/images", "editors/vscode/images"} {
		files, err := filepath.Glob(filepath.Join(folder, "*.png"))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			if slices.Contains(withoutText, filepath.Base(file)) {
				continue
			}
			count++
			text, err := os.ReadFile(strings.TrimSuffix(file, ".png") + ".txt")
			if err != nil || len(text) == 0 {
				t.Errorf("%s: no texts: %v", file, err)
			}
		}
	}
	if count == 0 {
		t.Error("no pictures")
	}
}
