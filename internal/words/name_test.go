package words_test

import (
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/internal/words"
)

func TestSplit(t *testing.T) {
	tests := []struct{ name, words, lower, upper string }{
		{"displayName", "display name", "displayName", "DisplayName"},
		{"DisplayName", "display name", "displayName", "DisplayName"},
		{"display_name", "display name", "displayName", "DisplayName"},
		{"URL", "url", "url", "Url"},
		{"getURLs", "get urls", "getUrls", "GetUrls"},
		{"URLPath", "url path", "urlPath", "UrlPath"},
		{"HTMLSize", "html size", "htmlSize", "HtmlSize"},
		{"NOT_FOUND", "not found", "notFound", "NotFound"},
		{"x402", "x402", "x402", "X402"},
		{"--a--b", "a b", "aB", "AB"},
		{"größe", "gr e", "grE", "GrE"},
		{"___", "", "", ""},
		{"", "", "", ""},
	}
	for _, test := range tests {
		if got := strings.Join(words.Split(test.name), " "); got != test.words {
			t.Errorf("words of %q: got %q, want %q", test.name, got, test.words)
		}
		if got := words.LowerCamel(test.name); got != test.lower {
			t.Errorf("LowerCamel(%q): got %q, want %q", test.name, got, test.lower)
		}
		if got := words.UpperCamel(test.name); got != test.upper {
			t.Errorf("UpperCamel(%q): got %q, want %q", test.name, got, test.upper)
		}
	}
}
