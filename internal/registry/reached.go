package registry

import (
	"cmp"
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
	through := map[lexicon.Reference]map[syntax.NSID]bool{}
	for _, side := range []*lexicon.Catalog{old, new} {
		for _, d := range side.Documents() {
			for _, def := range d.Defs {
				if !v.own[d.ID] {
					continue
				}
				reached := map[*lexicon.Definition]bool{}
				lexicon.Reach(def.Schema, reached, nil)
				for other := range reached {
					if ref := other.Reference(); changed[ref] || changed[lexicon.Reference{NSID: ref.NSID}] {
						if through[def.Reference()] == nil {
							through[def.Reference()] = map[syntax.NSID]bool{}
						}
						through[def.Reference()][ref.NSID] = true
					}
				}
			}
		}
	}
	var all []report.Reached
	for ref, ids := range through {
		r := report.Reached{Ref: ref.String(), Verdict: report.Identical}
		for _, id := range slices.Sorted(maps.Keys(ids)) {
			r.Through = append(r.Through, string(id))
			r.Verdict = report.Worse(r.Verdict, verdict(id))
		}
		all = append(all, r)
	}
	slices.SortFunc(all, func(a, b report.Reached) int { return cmp.Compare(a.Ref, b.Ref) })
	return all
}
