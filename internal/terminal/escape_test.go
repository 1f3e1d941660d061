package terminal

import (
	"encoding/json"
	"testing"
	"unicode/utf8"

	"github.com/lexsmith/lexsmith/internal/words"
)

func TestEscape(t *testing.T) {
	tests := []struct{ text, want string }{
		{"", ""},
		{"plain, 名前, e\u0301, 👨\u200d👩, \\x1b", "plain, 名前, e\u0301, 👨\u200d👩, \\x1b"},
		{"\x00\x1b[2J\x7f", `\x00\x1b[2J\x7f`},
		{"a\tb\nc\rd", `a\tb\nc\rd`},
		{"\u0080\u009b\u009f\u00a0", "\\u0080\\u009b\\u009f\u00a0"},
		{"\x80\xff", `\x80\xff`},
		{"\u202a\u202b\u202c\u202d\u202e", `\u202a\u202b\u202c\u202d\u202e`},
		{"\u2066\u2067\u2068\u2069", `\u2066\u2067\u2068\u2069`},
		{"\u2028\u2029\u061c\u200e\u200f", `\u2028\u2029\u061c\u200e\u200f`},
		{"\ufeff\u200b\u2060", `\ufeff\u200b\u2060`},
		{"\ufffd", "\ufffd"},
		{"\u3164\u115f\u1160\u2800\u034f\ufffc\uffa0\u00ad", `\u3164\u115f\u1160\u2800\u034f\ufffc\uffa0\u00ad`},
		{"\u180e\ufff9\U000e0041\u2064", `\u180e\ufff9\U000e0041\u2064`},
		{"\u17b4\ufffe\U0001d173", `\u17b4\ufffe\U0001d173`},
		{"\u1820\u180b a\u180b\u180f", "\u1820\u180b a\\u180b\\u180f"},
		{"❤\ufe0f 1\ufe0f\u20e3 葛\U000e0100", "❤\ufe0f 1\ufe0f\u20e3 葛\U000e0100"},
		{"\ufe0f", `\ufe0f`},
		{"a\ufe0f \ufe00 ❤\ufe0f\ufe0f", "a\\ufe0f \\ufe00 ❤\ufe0f\\ufe0f"},
		{"\u200b\U000e0101", `\u200b\U000e0101`},
	}
	for _, test := range tests {
		if got := Escape(test.text); got != test.want {
			t.Errorf("%q is %s, expected %s", test.text, got, test.want)
		}
	}
}

func FuzzEscape(f *testing.F) {
	f.Add("a\x1b\u202e\xff")
	f.Add("a\ufe0f❤\ufe0f\ufe0f\U000e0041")
	f.Fuzz(func(t *testing.T, text string) {
		got := Escape(text)
		if !utf8.ValidString(got) {
			t.Errorf("%q is not UTF-8", got)
		}
		for _, r := range got {
			if words.Invisible(r) {
				t.Errorf("%q contains %U", got, r)
			}
		}
		if Escape(got) != got {
			t.Errorf("escaping %q again changes it", got)
		}
	})
}

// Escaping control characters does not change the meaning of a JSON text.
func FuzzEscapeJSON(f *testing.F) {
	f.Add("a\x1b\u009b\u202e\U000e0001\"\\")
	f.Add("\ufe0f❤\ufe0f\ufe0f\n\U000e0100")
	f.Fuzz(func(t *testing.T, text string) {
		encoded, err := json.Marshal(text)
		if err != nil {
			t.Fatal(err)
		}
		escaped := EscapeJSON(nil, encoded)
		for _, r := range string(escaped) {
			if words.Invisible(r) {
				t.Errorf("%s contains %U", escaped, r)
			}
		}
		var want, got string
		if err := json.Unmarshal(encoded, &want); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(escaped, &got); err != nil || got != want {
			t.Errorf("%s is %q (%v), expected %q", escaped, got, err, want)
		}
	})
}

func TestWrap(t *testing.T) {
	for _, test := range []struct {
		text  string
		width int
		want  string
	}{
		{"", 6, ""},
		{"a bb  ccc\nünïcö d", 6, "a bb\nccc\nünïcö\nd"},
		{"a word\n\n  b  c  d  e\n\nc", 6, "a word\n\n  b  c  d  e\n\nc"},
		{"日本 語 b", 6, "日本\n語 b"}, // two columns each
		{"incompressible a", 6, "incompressible\na"},
	} {
		if got := Wrap(test.text, test.width); got != test.want {
			t.Errorf("%q: got %q, want %q", test.text, got, test.want)
		}
	}
}
