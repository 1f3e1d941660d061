package syntax_test

import (
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/pkg/syntax"
)

func TestQuote(t *testing.T) {
	a := strings.Repeat("a", 60)
	tests := []struct{ text, want string }{
		{"", `""`},
		{"日本", `"日本"`},
		{"a\x1b[31m\"\u202e\xff\n", `"a\x1b[31m\"\u202e\xff\n"`},
		{a, `"` + a + `"`},
		{a + "b", `"` + a + `"…`},
		{a[1:] + "日", `"` + a[1:] + `"…`},
		{strings.Repeat("\x80", 61), `"` + strings.Repeat(`\x80`, 56) + `"…`},
	}
	for _, test := range tests {
		if got := syntax.Quote(test.text); got != test.want {
			t.Errorf("Quote(%q)\n got %s\nwant %s", test.text, got, test.want)
		}
	}
}
