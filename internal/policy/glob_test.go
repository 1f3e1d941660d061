package policy

import (
	"strings"
	"testing"
)

func TestPathGlobs(t *testing.T) {
	for _, test := range []struct {
		pattern, path string
		want          bool
	}{
		{"lexicons/a.json", "lexicons/a.json", true},
		{"./lexicons//a.json", "lexicons/a.json", true},
		{"lexicons/a.json", "lexicons/b.json", false},
		{"lexicons/a.json", "a.json", false},
		{"a.json", "lexicons/a.json", false},
		{"*.json", "a.json", true},
		{"*.json", "x/a.json", false},
		{"*", "a", true},
		{"*", "a/b", false},
		{"?.json", "é.json", true},
		{"?.json", ".json", false},
		{"?.json", "ab.json", false},
		{"a*b*c", "axxbyyc", true},
		{"a*b*c", "abbc", true},
		{"a*b*c", "ac", false},
		{"a**c", "abc", true},
		{"a**c", "a/c", false},
		{"**", "a/b/c.json", true},
		{"**/c.json", "c.json", true},
		{"**/c.json", "a/b/c.json", true},
		{"**/c.json", "a/b/xc.json", false},
		{"a/**", "a/b/c", true},
		{"a/**", "ab/c", false},
		{"a/", "a/b/c", true},
		{"a", "a/b", true},
		{"a", "a/b/c", true},
		{"a", "ab", false},
		{"./a", "a/b", true},
		{"a/b", "a/b/c", true},
		{"a/b", "a/bc", false},
		{"*/", "a/b", true},
		{"a*", "ab/c", false},
		{".", "a/b", true},
		{"./", "a/b", true},
		{"/a/*.json", "a/b.json", true},
		{"/", "a/b", true},
		{"a/**/d", "a/d", true},
		{"a/**/d", "a/b/c/d", true},
		{"a/**/d", "a/b/c/e", false},
		{"**/b/**/b/c", "b/x/b/y/b/c", true},
		{"**/b/**/b/c", "b/c", false},
		{"../x/*.json", "../x/a.json", true},
		{"a.json", "axjson", false},
		{"[ab].json", "a.json", false},
		{"[ab].json", "[ab].json", true},
		{"{a,b}.json", "a.json", false},
		{"{a,b}.json", "{a,b}.json", true},
		{"[a", "[a/b", true},
		{"a/**/**", "a", true},
		{"a/***", "a/b", true},
	} {
		if got := PathGlobs([]string{test.pattern})[0].match(test.path); got != test.want {
			t.Errorf("%q on %q: %v, want %v", test.pattern, test.path, got, test.want)
		}
	}
}

func TestNSIDGlobs(t *testing.T) {
	for _, test := range []struct {
		pattern, nsid string
		want          bool
	}{
		{"com.example.thing", "com.example.thing", true},
		{"com.example.thing", "com.example.thing.more", false},
		{"com.example.old.*", "com.example.old.a", true},
		{"com.example.old.*", "com.example.old.a.b", true},
		{"com.example.old.*", "com.example.old", false},
		{"com.example.old.*", "com.example.older.a", false},
		{"com.*.thing", "com.example.thing", true},
		{"com.*.thing", "com.example.a.thing", false},
		{"com.**.thing", "com.example.a.thing", true},
		{"com.example.get*", "com.example.getThing", true},
		{"com.example.get*", "com.example.getThing.a", false},
		{"*", "com.example.thing", true},
		{"com.example.**", "com.example", true},
		{"com.example.*.**", "com.example", false},
	} {
		if got := NSIDGlobs([]string{test.pattern})[0].match(strings.ReplaceAll(test.nsid, ".", "/")); got != test.want {
			t.Errorf("%q on %q: %v, want %v", test.pattern, test.nsid, got, test.want)
		}
	}
}

// A pattern of many stars does not take exponential time.
func TestGlobManyStars(t *testing.T) {
	pattern := strings.Repeat("**/a*a*a*a*a*b/", 40)
	text := strings.Repeat(strings.Repeat("a", 200)+"/", 200) + "c"
	if PathGlobs([]string{pattern})[0].match(text) {
		t.Error("matches")
	}
}

// Patterns that take only a lookup match what doublestar matches.
func TestPlainGlobs(t *testing.T) {
	names := []string{"a", "ab", "a/b", "a/bc", "a/b/c", "b", "b/a", "a/b/c/d", "[a", "[a/b"}
	for _, pattern := range []string{"a", "a/b", "a/**", "a/b/**", "a/*/**", "a/b/*/**", "[a", "[a/**", "a/**/**"} {
		g := newGlob(strings.Split(pattern, "/"), "")
		x := globIndex{plain: map[place][]int{}}
		x.add(0, []Glob{g})
		if g.name == "" {
			t.Errorf("%q is not a plain pattern", pattern)
		}
		for _, name := range names {
			if got, want := x.match(name)[0], g.match(name); got != want {
				t.Errorf("%q on %q: %v, doublestar says %v", pattern, name, got, want)
			}
		}
	}
}
