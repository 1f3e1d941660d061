package convert

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestGapsInGuide compares the list of gaps in the guide with Gaps; -update
// rewrites it.
func TestGapsInGuide(t *testing.T) {
	const begin, end = "<!-- gaps -->\n", "<!-- end of gaps -->"
	name := filepath.Join("..", "..", "docs", "export.md")
	guide, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, found := strings.Cut(string(guide), begin)
	have, after, foundEnd := strings.Cut(rest, end)
	if !found || !foundEnd {
		t.Fatal("the guide has no place for the list")
	}
	want := "\n| gap | effect |\n|---|---|\n"
	for _, gap := range Gaps() {
		where := ""
		if gap.Everywhere {
			where = ", everywhere"
		}
		want += "| `" + gap.Name + "`" + where + " | " + gap.Summary + " |\n"
	}
	want += "\n"
	switch {
	case have == want:
	case *update:
		if err := os.WriteFile(name, []byte(before+begin+want+end+after), 0o644); err != nil {
			t.Fatal(err)
		}
	default:
		t.Error("the list of gaps in docs/export.md is out of date: run make update")
	}
}

func TestGapNames(t *testing.T) {
	seen := map[string]bool{}
	for _, gap := range Gaps() {
		if seen[gap.Name] || !regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`).MatchString(gap.Name) {
			t.Errorf("%q is not a unique kebab-case name", gap.Name)
		}
		seen[gap.Name] = true
		if gap.Summary == "" || strings.HasSuffix(gap.Summary, ".") || strings.Contains(gap.Summary, "\n") {
			t.Errorf("%s: summary %q", gap.Name, gap.Summary)
		}
	}
}
