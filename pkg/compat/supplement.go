package compat

import (
	"maps"
	"slices"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// supplement adds to a side, as Dependency documents, the Lexicons that it refers to,
// directly or through others, and that only the other side has: a published definition
// cannot change its type, so that the one copy says what the references of both sides mean.
// It returns the side itself when there are none, and their ids, sorted.
func supplement(side, other *lexicon.Catalog, profile diag.Profile) (*lexicon.Catalog, []syntax.NSID) {
	open := side.Documents()
	if !slices.ContainsFunc(other.Documents(), func(d *lexicon.Document) bool { return side.Document(d.ID) == nil }) {
		open = nil // so that a side is rarely searched
	}
	copied := map[syntax.NSID]bool{}
	var added []*lexicon.Document
	search := func(d *lexicon.Document) {
		for _, def := range d.Defs {
			for l := range lexicon.Links(def.Schema) {
				if copied[l.NSID] || side.Document(l.NSID) != nil {
					continue
				}
				if d := other.Document(l.NSID); d != nil {
					d = lexicon.Parse(d.Source, profile)
					d.Dependency = true
					added, copied[d.ID] = append(added, d), true
				}
			}
		}
	}
	for _, d := range open {
		search(d)
	}
	for i := 0; i < len(added); i++ { // it grows
		search(added[i])
	}
	if added == nil {
		return side, nil
	}
	side, _ = side.ReplaceAll(nil, added...)
	return side, slices.Sorted(maps.Keys(copied))
}
