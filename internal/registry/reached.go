package registry

import (
	"maps"
	"slices"

	"github.com/lexsmith/lexsmith/internal/report"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// Reached returns the definitions of the project itself that lead to definitions that change
// from old to new, directly or through others, sorted. The verdicts are those on Lexicons.
func (v *Vendor) Reached(old, new *lexicon.Catalog, changes []diag.Finding, verdict func(syntax.NSID) report.Verdict) []report.Reached {
	changed := map[lexicon.Reference]bool{} // without a name: the whole Lexicon
	for i := range changes {
		f := &changes[i]
		if f.Change == nil {
			continue
		}
		for _, pointer := range []string{f.Pointer, f.Change.Old.Pointer} {
			ref := lexicon.Reference{NSID: syntax.NSID(f.NSID)}
			if tokens := diag.SplitPointer(pointer); len(tokens) > 1 && tokens[0] == "defs" {
				ref.Name = tokens[1]
			}
			if pointer != "" {
				changed[ref] = true
			}
		}
	}
	through := map[string][]string{} // by definition, what changes and is reached from it
	for _, side := range []*lexicon.Catalog{old, new} {
		for _, d := range side.Documents() {
			if v.own(d.ID) == nil {
				continue
			}
			for _, def := range d.Defs {
				from, reached := def.Reference().String(), map[*lexicon.Definition]bool{}
				lexicon.Reach(def.Schema, reached, nil)
				for other := range reached {
					if ref := other.Reference(); changed[ref] || changed[lexicon.Reference{NSID: ref.NSID}] {
						through[from] = append(through[from], string(ref.NSID))
					}
				}
			}
		}
	}
	var all []report.Reached
	for _, from := range slices.Sorted(maps.Keys(through)) {
		r := report.Reached{Ref: from, Verdict: report.Identical, Through: slices.Compact(slices.Sorted(slices.Values(through[from])))}
		for _, id := range r.Through {
			r.Verdict = report.Worse(r.Verdict, verdict(syntax.NSID(id)))
		}
		all = append(all, r)
	}
	return all
}
