package compat

import (
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
	var added []*lexicon.Document
	var ids []syntax.NSID
	for ; len(open) > 0; open = open[1:] {
		for _, def := range open[0].Defs {
			for l := range lexicon.Links(def.Schema) {
				if side.Document(l.NSID) != nil || slices.Contains(ids, l.NSID) {
					continue
				}
				if d := other.Document(l.NSID); d != nil {
					d = lexicon.Parse(d.Source, profile)
					d.Dependency = true
					added, ids, open = append(added, d), append(ids, d.ID), append(open[:len(open):len(open)], d)
				}
			}
		}
	}
	if added != nil {
		side, _ = side.ReplaceAll(nil, added...)
		slices.Sort(ids)
	}
	return side, ids
}
