package lint

import (
	"slices"
	"testing"

	"github.com/lexsmith/lexsmith/pkg/diag"
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
		realSchemas(t, func(t *testing.T, load func(diag.Profile) *lexicon.Catalog) {
			checkCount(t, "", load(diag.ProfileV1))
		})
	}
}

// Turning a rule off removes its findings and no others.
func TestDrop(t *testing.T) {
	examples := map[string]string{"malformed examples": "-- com/example/thing.json --\n" + `{"lexicon": 1, "id": "com.example.thing", "defs": {"main": {"type": "token", "description": "A thing."}}}` +
		"\n-- com/example/thing.examples.json --\n{\"main\": [1,]}\n"}
	for _, r := range allRules() {
		examples[r.Code] = r.Bad()
	}
	for name, example := range examples {
		c := loadAll(t, exampleFiles(t, example))
		all := findings(t, c, Options{Interest: keepAll})
		for _, off := range allRules() {
			got := findings(t, c, Options{Interest: func(r *diag.Rule, _ diag.Severity) Interest {
				if r == off {
					return Drop
				}
				return Keep
			}})
			want := slices.DeleteFunc(slices.Clone(all), func(f diag.Finding) bool { return f.Rule == off })
			if !slices.Equal(plain(got), plain(want)) {
				t.Errorf("%s without %s:\n got %v\nwant %v", name, off.Code, plain(got), plain(want))
			}
		}
	}
}

func checkCount(t *testing.T, name string, c *lexicon.Catalog) {
	t.Helper()
	for _, profile := range []diag.Profile{diag.ProfileV1, diag.ProfileATProto} {
		for most := diag.Info; most <= diag.Error; most++ {
			counts := func(f diag.Finding) bool { return f.Severity <= most }
			all := lint(t, c, Options{Profile: profile, Interest: keepAll})
			got := lint(t, c, Options{Profile: profile, Interest: func(_ *diag.Rule, s diag.Severity) Interest {
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
