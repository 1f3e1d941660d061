package words_test

import (
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/internal/words"
)

func TestQuote(t *testing.T) {
	a := strings.Repeat("a", 60)
	tests := []struct{ text, want string }{
		{"", `""`},
		{`"`, `'"'`},
		{"日本", `"日本"`},
		{"a\x1b[31m\"\u202e\xff\n", `"a\x1b[31m\"\u202e\xff\n"`},
		{a, `"` + a + `"`},
		{a + "b", `"` + a + `"…`},
		{a[1:] + "日", `"` + a[1:] + `"…`},
		{strings.Repeat("\x80", 61), `"` + strings.Repeat(`\x80`, 56) + `"…`},
	}
	for _, test := range tests {
		if got := words.Quote(test.text); got != test.want {
			t.Errorf("Quote(%q)\n got %s\nwant %s", test.text, got, test.want)
		}
	}
}

func TestExcerpt(t *testing.T) {
	a := strings.Repeat("a", 4<<10)
	tests := []struct{ text, want string }{
		{"a\nb", "a\nb"},
		{a, a},
		{a + "b", a + "… (1 more byte)"},
		{a[1:] + "日本", a[1:] + "… (6 more bytes)"},
	}
	for _, test := range tests {
		if got := words.Excerpt(test.text); got != test.want {
			t.Errorf("Excerpt of %d bytes ends with %q, want %q", len(test.text), got[max(0, len(got)-30):], test.want[max(0, len(test.want)-30):])
		}
	}
}

func TestQuoteName(t *testing.T) {
	long := strings.Repeat("a", 61)
	tests := []struct{ name, want string }{
		{"", `""`},
		{"createdAt", "createdAt"},
		{"$type", "$type"},
		{"post-code_2", "post-code_2"},
		{"a.b", `"a.b"`},
		{"é", `"é"`},
		{"\x1b", `"\x1b"`},
		{long[1:], long[1:]},
		{long, `"` + long[1:] + `"…`},
	}
	for _, test := range tests {
		if got := words.QuoteName(test.name); got != test.want {
			t.Errorf("QuoteName(%q)\n got %s\nwant %s", test.name, got, test.want)
		}
	}
}
