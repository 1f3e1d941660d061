package convert

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestGapsInGuide keeps the list of gaps in the guide. With -update it is
// written anew.
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
	want := "\n| gap | what passes |\n|---|---|\n"
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
		t.Error("the list of gaps in docs/export.md is not what Gaps returns: -update writes it anew")
	}
}

func TestGapNames(t *testing.T) {
	seen := map[string]bool{}
	for _, gap := range Gaps() {
		if seen[gap.Name] || !regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`).MatchString(gap.Name) {
			t.Errorf("%q is no new name of lower-case words", gap.Name)
		}
		seen[gap.Name] = true
		if gap.Summary == "" || strings.HasSuffix(gap.Summary, ".") || strings.Contains(gap.Summary, "\n") {
			t.Errorf("%s: summary %q", gap.Name, gap.Summary)
		}
	}
}
