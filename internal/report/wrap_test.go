package report

import "testing"

func TestWrap(t *testing.T) {
	for _, test := range []struct {
		text  string
		width int
		want  string
	}{
		{"", 6, ""},
		{"a bb  ccc\nünïcö d", 6, "a bb\nccc\nünïcö\nd"},
		{"a word\n\n  b  c  d  e\n\nc", 6, "a word\n\n  b  c  d  e\n\nc"},
		{"incompressible a", 6, "incompressible\na"},
	} {
		if got := Wrap(test.text, test.width); got != test.want {
			t.Errorf("%q: got %q, want %q", test.text, got, test.want)
		}
	}
}
