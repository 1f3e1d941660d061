package lint

import (
	"slices"
	"testing"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// A caller that only counts some findings gets the number of those that it would have
// got, and all others.
func TestCount(t *testing.T) {
	for _, r := range allRules() {
		for _, example := range []string{r.Bad(), r.Good()} {
			checkCount(t, r.Code, loadAll(t, exampleFiles(t, example)))
		}
	}
	if !t.Failed() {
		realSchemas(t, func(t *testing.T, load func() *lexicon.Catalog) { checkCount(t, "", load()) })
	}
}

func checkCount(t *testing.T, name string, c *lexicon.Catalog) {
	t.Helper()
	for _, profile := range []lexicon.Profile{lexicon.ProfileV1, lexicon.ProfileATProto} {
		for most := lexicon.Info; most <= lexicon.Error; most++ {
			counts := func(f lexicon.Finding) bool { return f.Severity <= most }
			all := lint(t, c, Options{Profile: profile, Interest: keepAll})
			got := lint(t, c, Options{Profile: profile, Interest: func(_ *lexicon.Rule, s lexicon.Severity) Interest {
				if s <= most {
					return Count
				}
				return Keep
			}})
			want := count(all.Findings, counts)
			for _, o := range all.Omitted {
				if counts(o.Like) {
					want += o.Count
				}
			}
			if got.Counted != want {
				t.Errorf("%s: counted %d up to %s, want %d", name, got.Counted, most, want)
			}
			if left := slices.DeleteFunc(all.Findings, counts); !slices.Equal(plain(got.Findings), plain(left)) {
				t.Errorf("%s: up to %s are counted, and the others differ:\n got %v\nwant %v", name, most, plain(got.Findings), plain(left))
			}
		}
	}
}
