package syntax_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/internal/testkit/conformance"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// TestInterop runs the interoperability lists of the protocol: files named
// FORMAT_KIND.txt with one text a line.
func TestInterop(t *testing.T) {
	names := map[string]string{"atidentifier": "at-identifier", "aturi": "at-uri", "recordkey": "record-key"}
	kinds := map[string]bool{"syntax_valid": true, "syntax_invalid": false}
	seen := map[string]bool{}
	for _, file := range conformance.Glob(t, "interop/syntax/*.txt") {
		base := strings.TrimSuffix(filepath.Base(file), ".txt")
		t.Run(base, func(t *testing.T) {
			name, kind, _ := strings.Cut(base, "_")
			if long, ok := names[name]; ok {
				name = long
			}
			format := syntax.FormatByName(name)
			if format == syntax.FormatNone {
				t.Fatalf("no format %q", name)
			}
			want, ok := kinds[kind]
			switch base {
			case "datetime_parse_invalid": // well-formed, but no such date: refused too
				want, ok = false, true
			case "language_parse_invalid": // well-formed, but a subtag repeats: Lexicon asks no more
				want, ok = true, true
			}
			if !ok {
				t.Fatalf("unknown kind of list %q", kind)
			}
			lines := readLines(t, file)
			if len(lines) == 0 {
				t.Fatal("no lines")
			}
			seen[name] = true
			for _, line := range lines {
				if got := format.Valid(line); got != want {
					t.Errorf("%s.Valid(%.80q) = %v, want %v (%v)", name, line, got, want, format.Check(line))
				}
			}
		})
	}
	for _, format := range syntax.Formats() {
		if !seen[format.String()] && format != syntax.FormatSpaceRef { // of a draft
			t.Errorf("no list for %s", format)
		}
	}
}

// readLines returns the lines of a list without comments and blank lines.
// Blanks at the ends of a line belong to the text.
func readLines(t *testing.T, file string) []string {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for line := range strings.SplitSeq(string(data), "\n") {
		if line != "" && line[0] != '#' {
			lines = append(lines, line)
		}
	}
	return lines
}
