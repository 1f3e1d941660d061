package diag

import (
	"slices"
	"strings"
	"testing"
)

func TestPointer(t *testing.T) {
	for _, c := range []struct {
		pointer string
		tokens  []string
	}{
		{"", nil},
		{"/", []string{""}},
		{"/defs/main", []string{"defs", "main"}},
		{"/a~1b/m~0n/~01", []string{"a/b", "m~n", "~1"}},
	} {
		if got := SplitPointer(c.pointer); !slices.Equal(got, c.tokens) {
			t.Errorf("SplitPointer(%q) = %q, want %q", c.pointer, got, c.tokens)
		}
		var b strings.Builder
		for _, token := range c.tokens {
			b.WriteString("/" + EscapePointer(token))
		}
		if got := b.String(); got != c.pointer {
			t.Errorf("%q escapes to %q, want %q", c.tokens, got, c.pointer)
		}
	}
}
