package config

import (
	"testing"

	"github.com/lexsmith/lexsmith/pkg/syntax"
)

func TestPattern(t *testing.T) {
	for _, test := range []struct {
		text      string
		yes, no   string // matched, and not; "" for a pattern that is not valid
		isInvalid bool
	}{
		{"com.example.a", "com.example.a", "com.example.ab", false},
		{"com.example.*", "com.example.a", "com.examples.a", false},
		{"com.example.*", "com.example.a.b", "com.example", false},
		{"com.*", "", "", true}, {"*", "", "", true}, {"com.example*", "", "", true}, {"com.*.a", "", "", true},
		{"com.example.a*", "", "", true}, {"com", "", "", true}, {"", "", "", true}, {"com.example.**", "", "", true},
	} {
		p, err := ParsePattern(test.text)
		switch {
		case (err != nil) != test.isInvalid:
			t.Errorf("%q: %v", test.text, err)
		case err == nil && (!p.Matches(syntax.NSID(test.yes)) || p.Matches(syntax.NSID(test.no))):
			t.Errorf("%q does not match as it should", test.text)
		}
	}
}

// The patterns of a manifest have a "*" anywhere, for one or more characters.
func TestManifestPatterns(t *testing.T) {
	for _, test := range []struct {
		pattern Pattern
		matches string
		not     string
	}{
		{"com.example.*", "com.example.a", "com.example"},
		{"com.example.*", "com.example.a.b", "com.examples.a"},
		{"*.internal.*", "com.internal.a.b", "internal.a.b"},
		{"*.test", "com.example.test", "com.example.test.a"},
		{"com.*.get*", "com.example.a.getThing", "com.example.get"},
		{"*", "com.example.a", ""},
		{"com.example.a", "com.example.a", "com.example.b"},
	} {
		if !test.pattern.Matches(syntax.NSID(test.matches)) || test.pattern.Matches(syntax.NSID(test.not)) {
			t.Errorf("%s: wrong on %s or %s", test.pattern, test.matches, test.not)
		}
	}
}
