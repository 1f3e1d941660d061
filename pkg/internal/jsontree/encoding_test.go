package jsontree

import (
	"slices"
	"testing"

	"github.com/lexsmith/lexsmith/pkg/diag"
)

// In a line of NDJSON the mark is not at the start of the file.
func TestByteOrderMarkInLine(t *testing.T) {
	for text, want := range map[string]string{
		"\uFEFF1": "byte-order-mark 0-3 : the line begins with a byte-order mark",
		"\uFEFF":  "json-syntax 3-3 : the line is empty",
	} {
		found := CheckJSON(&diag.Source{Text: []byte(text), FirstLine: 2})
		if got := lines(found); !slices.Contains(got, want) {
			t.Errorf("%q: found %q, want %q", text, got, want)
		}
	}
}
