package report

import (
	"testing"

	"github.com/lexsmith/lexsmith/pkg/diag"
)

func TestReached(t *testing.T) {
	for _, test := range []struct {
		nsid    string
		affects []string
		cut     bool
		first   string // "" for none
		more    string
	}{
		{"b", nil, false, "", ""},
		{"b", []string{"a"}, false, "a", ""},
		{"b", []string{"a", "b", "c"}, false, "b", " and 2 other definitions"},
		{"d", []string{"a", "b"}, false, "a", " and 1 other definition"},
		{"d", []string{"a", "b"}, true, "a", " and more than 1 other definitions"},
	} {
		f := &diag.Finding{NSID: test.nsid, Change: &diag.Change{AffectsMore: test.cut}}
		for _, ref := range test.affects {
			f.Change.Affects = append(f.Change.Affects, diag.Affected{Ref: ref})
		}
		first, more := reached(f)
		name := ""
		if first != nil {
			name = first.Ref
		}
		if name != test.first || more != test.more {
			t.Errorf("%s reaches %q: %q%q, want %q%q", test.nsid, test.affects, name, more, test.first, test.more)
		}
	}
}
