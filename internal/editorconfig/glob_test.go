package editorconfig

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestGlob(t *testing.T) {
	for _, test := range []struct{ pattern, matches, others string }{
		{"*", "a a.json b/a.json .a", ""},
		{"a**b.json", "ab.json a/x/b.json c/a/b.json", "b.json"},
		{"**.json", "a.json b/a.json", "a"},
		{"*.json", "a.json b/c/a.json .json", "a.jsonc a"},
		{"a.json", "a.json b/a.json", "xa.json a.json/b"},
		{"/a.json", "a.json", "b/a.json"},
		{"/*.json", "a.json", "b/a.json"},
		{"b/*.json", "b/a.json", "a.json b/c/a.json x/b/a.json"},
		{"b/**.json", "b/a.json b/c/a.json", "a.json"},
		{"b/**", "b/a b/c/a", "b a"},
		{"b/**/a.json", "b/a.json b/c/d/a.json", "b/xa.json"},
		{"**/a.json", "a.json b/a.json b/c/a.json", "xa.json"},
		{"?.json", "a.json b/ü.json", "ab.json .json"},
		{"a?b", "axb", "a/b ab"},
		{"[ab].json", "a.json b.json", "c.json [ab].json"},
		{"[!ab].json", "c.json", "a.json b.json"},
		{"[a-c].json", "b.json", "d.json -.json"},
		{"[^a].json", "^.json a.json", "b.json"},
		{"[c-a].json", "", "b.json"},
		{"a[", "a[", "a"},
		{"[].json", "[].json", "a.json"},
		{"a[b/c]d", "a[b/c]d", "abd"},
		{"*.{json,md}", "a.json b/a.md", "a.txt a.{json,md}"},
		{"{a,b/c}.json", "a.json b/c.json", "c.json"},
		{"{a,{b,c}d}", "a bd cd", "b d"},
		{"{,a}b", "b ab", "a"},
		{"{a}.json", "{a}.json", "a.json"},
		{"{a", "{a", "a"},
		{"a}", "a}", "a"},
		{"a,b", "a,b", "a b"},
		{"v{1..3}", "v1 v2 v3 v+2", "v0 v4 v v1.5 v12"},
		{"v{3..1}", "v2", "v4"},
		{"v{-2..2}", "v-1 v0", "v-3"},
		{`\*`, "*", "a"},
		{`a\{b`, "a{b", "ab"},
		{"a.b+c(d)$", "a.b+c(d)$", "axb+c(d)$ abbcd"},
		{strings.Repeat("a", maxPattern+1), "", strings.Repeat("a", maxPattern+1)},
	} {
		g := compile(test.pattern)
		for path := range strings.FieldsSeq(test.matches) {
			if !g.match(path) {
				t.Errorf("%q does not match %q", test.pattern, path)
			}
		}
		for path := range strings.FieldsSeq(test.others) {
			if g.match(path) {
				t.Errorf("%q matches %q", test.pattern, path)
			}
		}
	}
}

func FuzzGlob(f *testing.F) {
	f.Add("b/**/{a,[!x]?}{1..3}.json", "b/c/a2.json")
	f.Add(`{[a-\],}*`, "{")
	f.Fuzz(func(t *testing.T, pattern, path string) {
		g := compile(pattern)
		g.match(path)
		plain := utf8.ValidString(pattern) && !strings.ContainsAny(pattern, `*?[]{},\/`)
		if plain && len(pattern) <= maxPattern && !g.match("x/"+pattern) {
			t.Errorf("%q does not match itself: %v", pattern, g.pattern)
		}
	})
}
