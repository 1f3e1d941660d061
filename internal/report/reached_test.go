package report

import (
	"testing"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

func TestReached(t *testing.T) {
	for _, test := range []struct {
		nsid    string
		affects []string
		first   string // "" for none
		more    string
	}{
		{"b", nil, "", ""},
		{"b", []string{"a"}, "a", ""},
		{"b", []string{"a", "b", "c"}, "b", " and 2 more"},
		{"d", []string{"a", "b"}, "a", " and 1 more"},
	} {
		f := &lexicon.Finding{NSID: test.nsid, Change: new(lexicon.Change)}
		for _, ref := range test.affects {
			f.Change.Affects = append(f.Change.Affects, lexicon.Affected{Ref: ref})
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
