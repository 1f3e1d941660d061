package report

import (
	"strings"
	"testing"
)

func TestDataPlace(t *testing.T) {
	tests := []struct{ pointer, want string }{
		{"", ""},
		{"/text", "text"},
		{"/0", "[0]"},
		{"/facets/0/index", "facets[0].index"},
		{"/$type", "$type"},
		{"/a/01/b c", `a.01."b c"`},
		{"/", `""`},
	}
	for _, test := range tests {
		if got := dataPlace(test.pointer); got != test.want {
			t.Errorf("%q is %s, expected %s", test.pointer, got, test.want)
		}
	}
}

// A long place is cut in the middle, with both ends whole.
func TestLongPlace(t *testing.T) {
	p := newTextPrinter(nil, &Options{Width: 80})
	for n, want := range map[int]string{
		60: strings.Repeat("/ü", 60),
		61: strings.Repeat("/ü", 30) + "…" + "ü" + strings.Repeat("/ü", 29),
		99: strings.Repeat("/ü", 30) + "…" + "ü" + strings.Repeat("/ü", 29),
	} {
		if got := p.place(strings.Repeat("/ü", n)); got != want {
			t.Errorf("%d segments: got %q, want %q", n, got, want)
		}
	}
	if got := p.place("/a\x1bb"); got != `/a\x1bb` {
		t.Errorf("got %q", got)
	}
}
