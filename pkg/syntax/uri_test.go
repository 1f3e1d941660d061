package syntax_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/pkg/syntax"
)

func TestURI(t *testing.T) {
	checkValues(t, syntax.FormatURI, []string{
		"a:b", "https://example.com", "HTTPS://example.com/", "git+ssh://host.example/repo", "dns:example.com",
		"at://handle.example.com/nsid/rkey", "go://?Mercedes%20Benz", "microsoft.windows.camera:thing", "a1+-.:~",
		`x:[]{}|\^"<>`, "x:%aF%00", "x:::", "x:#", "https://example.com/" + strings.Repeat("x", 8172),
	}, []valueFault{
		{"", 0, "a scheme must begin with a letter, not the end"},
		{"://example.com", 0, "a scheme must begin with a letter"},
		{"1a:b", 0, "a scheme must begin with a letter"},
		{" https://example.com", 0, "a scheme must begin with a letter"},
		{"example.com", 0, `it has no scheme, such as "https:"`},
		{"exa_mple:x", 3, "expected a scheme of letters"},
		{"http:", 5, "nothing follows the colon"},
		{"https://example.com/a b", 21, "expected a visible ASCII character"},
		{"https://example.com/\u00fc", 20, "as %XX escapes"},
		{"https://example.com/\x7f", 20, "expected a visible ASCII character"},
		{"https://example.com/\xff", 20, "found byte 0xff"},
		{"x:%", 3, "expected two hex digits after a percent sign, found the end"},
		{"x:%a", 4, "expected two hex digits after a percent sign, found the end"},
		{"x:%ag", 4, "expected two hex digits after a percent sign"},
		{"x:%%aa", 3, "expected two hex digits after a percent sign"},
		{"https://example.com/" + strings.Repeat("x", 8173), 8192, "it is 8193 bytes long, but at most 8192 are allowed"},
	})
}

var slowURI = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9+.-]*:([!-$&-~]|%[0-9A-Fa-f]{2})+$`)

func FuzzURI(f *testing.F) {
	f.Add("https://example.com/path?q=blah&yes=true#frag.123")
	f.Add("git+ssh://host.example/repo%20%fF")
	f.Add("dns:")
	f.Add("x:%G0")
	f.Fuzz(func(t *testing.T, text string) {
		want := len(text) <= 8192 && slowURI.MatchString(text)
		if got := syntax.FormatURI.Valid(text); got != want {
			t.Errorf("URI(%q) = %v, want %v", text, got, want)
		}
		checkParse(t, text, parser[string](syntax.FormatURI), syntax.FormatURI.Valid)
	})
}

func BenchmarkURI(b *testing.B) {
	for b.Loop() {
		syntax.FormatURI.Valid("https://www.example.com/2024/05/01/a-title-of-some-words%20here.html?utm_source=feed")
	}
}
