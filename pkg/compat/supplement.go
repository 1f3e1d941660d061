package compat

import (
	"maps"
	"slices"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// supplement adds to a side, as Dependency documents, the Lexicons that it refers to,
// directly or through others, and that only the other side has: a published definition
// cannot change its type, so that the one copy says what the references of both sides mean.
// It returns the side itself when there are none, and their ids, sorted.
func supplement(side, other *lexicon.Catalog) (*lexicon.Catalog, []syntax.NSID) {
	if !slices.ContainsFunc(other.Documents(), func(d *lexicon.Document) bool { return side.Document(d.ID) == nil }) {
		return side, nil // so that a side is rarely searched
	}
	copied := map[syntax.NSID]bool{}
	var added []*lexicon.Document
	for open := slices.Clone(side.Documents()); len(open) > 0; open = open[1:] {
		for _, def := range open[0].Defs {
			for l := range lexicon.Links(def.Schema) {
				if copied[l.NSID] || side.Document(l.NSID) != nil {
					continue
				}
				if d := other.Document(l.NSID); d != nil {
					d = d.Unlinked()
					d.Dependency, copied[d.ID] = true, true
					added, open = append(added, d), append(open, d)
				}
			}
		}
	}
	if added == nil {
		return side, nil
	}
	side, _ = side.ReplaceAll(nil, added...)
	return side, slices.Sorted(maps.Keys(copied))
}
