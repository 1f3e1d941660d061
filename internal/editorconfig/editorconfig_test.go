package editorconfig

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestProperties(t *testing.T) {
	for _, test := range []struct {
		name  string
		files map[string]string
		path  string
		want  map[string]string
	}{
		{"none", nil, "a/b.json", map[string]string{}},
		{"here", map[string]string{"a": "[*]\nindent_size = 4\n"}, "a/b.json", map[string]string{"indent_size": "4"}},
		{"above", map[string]string{"": "[*]\nindent_size = 4\n"}, "a/b.json", map[string]string{"indent_size": "4"}},
		{"not above the root folder", map[string]string{"..": "[*]\nindent_size = 4\n"}, "a/b.json", map[string]string{}},
		{"nearer beats farther", map[string]string{"": "[*]\nindent_size = 4\ntab_width = 3", "a": "[*]\nindent_size = 8"}, "a/b.json",
			map[string]string{"indent_size": "8", "tab_width": "3"}},
		{"root", map[string]string{"": "[*]\nindent_size = 4", "a": "Root = TRUE\n[*]\ntab_width = 8"}, "a/b.json", map[string]string{"tab_width": "8"}},
		{"root in a section is none", map[string]string{"": "[*]\nindent_size = 4", "a": "[*]\nroot = true"}, "a/b.json",
			map[string]string{"indent_size": "4", "root": "true"}},
		{"later beats earlier", map[string]string{"": "[*.json]\nindent_size = 4\n[*]\nindent_size = 8"}, "b.json", map[string]string{"indent_size": "8"}},
		{"pattern from its folder", map[string]string{"a": "[c/*]\nx = 1\n[/c/b.json]\ny = 2\n[a/**]\nz = 3"}, "a/c/b.json", map[string]string{"x": "1", "y": "2"}},
		{"case", map[string]string{"": "[*]\nIndent_Style = Tab"}, "b.json", map[string]string{"indent_style": "tab"}},
		{"noise", map[string]string{"": "\ufeff; c\r\n[*]\r\n # c\r\nnothing\r\n  x  =  a = b  \r\n[open\r\n"}, "b.json", map[string]string{"x": "a = b"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			root := filepath.Join(t.TempDir(), "root")
			if err := errors.Join(os.MkdirAll(filepath.Join(root, "a", "c"), 0o700), os.Mkdir(filepath.Join(root, ".git"), 0o700)); err != nil {
				t.Fatal(err)
			}
			for folder, text := range test.files {
				if err := os.WriteFile(filepath.Join(root, folder, fileName), []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			var r Reader
			for range 2 {
				got, err := r.Properties(filepath.Join(root, filepath.FromSlash(test.path)))
				if err != nil || !maps.Equal(got, test.want) {
					t.Errorf("got %v, %v, want %v", got, err, test.want)
				}
			}
		})
	}
}

func TestPropertiesUnreadable(t *testing.T) {
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, fileName), 0o700); err != nil {
		t.Fatal(err)
	}
	var r Reader
	if _, err := r.Properties(filepath.Join(dir, "a.json")); err == nil {
		t.Error("a folder of that name is read")
	}
}

// Each path is compared with a bounded number of sections and patterns.
func TestLimits(t *testing.T) {
	for _, test := range []struct {
		pattern string // with the number of the section
		want    int    // sections
	}{
		{"a%04d.json", maxSections},
		{"*a%04d*.json", maxSections},
		{strings.Repeat("x", 1000) + "%04d", maxSections},
		{strings.Repeat("x", 1020) + "%03d*", maxPatterns / 1024},
	} {
		var text strings.Builder
		for n := range 2 * maxSections {
			fmt.Fprintf(&text, "["+test.pattern+"]\nindent_size = %d\n", n, n)
		}
		c := parse([]byte(text.String()))
		if last := fmt.Sprint(test.want - 1); len(c.sections) != test.want || c.sections[test.want-1].properties["indent_size"] != last {
			t.Errorf("%.20s: %d sections, want %d", test.pattern, len(c.sections), test.want)
		}
	}
}
