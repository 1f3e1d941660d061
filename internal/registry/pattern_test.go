package registry

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
