package report

import (
	"net/url"
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
	p := newTextPrinter(nil, &Options{Width: 80}).(*textPrinter)
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

func TestRoot(t *testing.T) {
	tests := []struct {
		root Options
		path string
		want string
		in   bool
	}{
		{Options{}, "a.json", "a.json", false},
		{Options{Root: "/repo", Dir: "/repo"}, "lexicons/a.json", "lexicons/a.json", true},
		{Options{Root: "/repo", Dir: "/repo/sub/deep"}, "a.json", "sub/deep/a.json", true},
		{Options{Root: "/repo", Dir: "/repo/sub"}, "../a.json", "a.json", true},
		{Options{Root: "/repo", Dir: "/repo/sub"}, "./a.json", "sub/a.json", true},
		{Options{Root: "/repo", Dir: "/elsewhere"}, "/repo/x/a.json", "x/a.json", true},
		{Options{Root: "/repo", Dir: "/repo"}, "../a.json", "../a.json", false},
		{Options{Root: "/repo", Dir: "/repo"}, "/repository/a.json", "/repository/a.json", false},
		{Options{Root: "/repo", Dir: "/repo"}, "..a.json", "..a.json", true},
		{Options{Root: "/repo", Dir: "/repo"}, "-", "-", false},
		{Options{Root: "/repo", Dir: "/repo"}, "", "", false},
		{Options{Root: "/repo", Dir: "/repo/sub", OldRevision: "origin/main"}, "origin/main:a.json", "a.json", true},
		{Options{OldRevision: "v1"}, "v1:lex/a.json", "lex/a.json", false},
		{Options{Root: "/repo", Dir: "/repo/sub", OldRevision: "v1", NewRevision: "v2"}, "v2:lex/a.json", "lex/a.json", true},
		{Options{Root: "/repo", Dir: "/repo/sub", OldRevision: "v1"}, "v1/a.json", "sub/v1/a.json", true},
	}
	for _, test := range tests {
		got, in := test.root.relative(test.path)
		if got != test.want || in != test.in {
			t.Errorf("%q in %+v is %q, %v; expected %q, %v", test.path, test.root, got, in, test.want, test.in)
		}
	}
}

func TestURI(t *testing.T) {
	tests := []struct{ path, want string }{
		{"lexicons/a.json", "lexicons/a.json"},
		{"../a b.json", "../a%20b.json"},
		{"v1:a#b?c%d.json", "v1%3Aa%23b%3Fc%25d.json"},
		{"名.json", "%E5%90%8D.json"},
		{"\x1b\xff", "%1B%FF"},
		{"/tmp/a b.json", "file:///tmp/a%20b.json"},
	}
	for _, test := range tests {
		got := uri(test.path)
		if got != test.want {
			t.Errorf("%q is %s, expected %s", test.path, got, test.want)
		}
		if u, err := url.Parse(got); err != nil || u.Path != test.path {
			t.Errorf("%s is read as %v (%v), expected %q", got, u, err, test.path)
		}
	}
}
