package compat_test

import (
	"slices"
	"testing"

	"github.com/lexsmith/lexsmith/pkg/compat"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// FuzzCompare compares texts of any kind: nothing crashes it, every place lies in
// its text, and a side is always equal to itself.
func FuzzCompare(f *testing.F) {
	for _, r := range compat.Rules() {
		for _, example := range []string{r.Bad(), r.Good()} {
			old, new, _ := sidesOf(f, example)
			f.Add(readCatalog(old).Documents()[0].Source.Text, readCatalog(new).Documents()[0].Source.Text)
		}
	}
	for _, s := range steps {
		old, new := readCatalog(s.a).Documents(), readCatalog(s.b).Documents()
		f.Add(old[0].Source.Text, new[len(new)-1].Source.Text)
	}
	f.Fuzz(func(t *testing.T, a, b []byte) {
		side := func(text []byte) *lexicon.Catalog {
			return lexicon.NewCatalog(lexicon.Parse(&diag.Source{Path: "a.json", Text: text}, diag.ProfileV1))
		}
		old, new := side(a), side(b)
		for _, finding := range compare(t, old, new, diag.ProfileV1) {
			for _, at := range []diag.Location{finding.Location, finding.Change.Old} {
				if at.Source != nil && (at.Span.Start < 0 || at.Span.End < at.Span.Start || int(at.Span.End) > len(at.Source.Text)) {
					t.Errorf("%s: span %v of %d bytes", finding.Rule.Code, at.Span, len(at.Source.Text))
				}
			}
		}
		compareLinted(t, old, new)
		for _, finding := range compare(t, side(a), side(a), diag.ProfileATProto) {
			t.Errorf("a side differs from itself: %s: %s", line(finding), finding.Message)
		}
		if same := compareLinted(t, side(a), side(a)); len(same.Undecided) > 0 || slices.ContainsFunc(same.Findings, func(f diag.Finding) bool { return f.Severity > diag.Info }) {
			t.Errorf("a side differs from itself: undecided %v%s", same.Undecided, lines(same.Findings))
		}
	})
}
