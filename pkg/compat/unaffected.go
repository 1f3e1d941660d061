package compat

import (
	"bytes"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// unaffected returns the Lexicons that have the same text on both sides and refer,
// directly or through others, only to such Lexicons, or to some that neither side has.
// Nothing about them has changed. The result has the documents of the old side.
func unaffected(old, new *lexicon.Catalog) map[*lexicon.Document]bool {
	same := map[syntax.NSID]*lexicon.Document{} // on the old side
	affected := map[syntax.NSID]bool{}
	var open []syntax.NSID
	add := func(id syntax.NSID) {
		if !affected[id] {
			affected[id] = true
			open = append(open, id)
		}
	}
	for _, side := range []*lexicon.Catalog{old, new} {
		for _, d := range side.Documents() {
			o, n := old.Document(d.ID), new.Document(d.ID)
			if o != nil && n != nil && sameText(o, n) {
				same[d.ID] = o
			} else {
				add(d.ID)
			}
		}
	}
	if len(open) > 0 {
		users := usersOf(same)
		for ; len(open) > 0; open = open[1:] {
			for _, id := range users[open[0]] {
				add(id)
			}
		}
	}
	documents := make(map[*lexicon.Document]bool, len(same))
	for id, d := range same {
		if !affected[id] {
			documents[d] = true
		}
	}
	return documents
}

func sameText(a, b *lexicon.Document) bool { return bytes.Equal(a.Source.Text, b.Source.Text) }

// usersOf returns, for each id, the Lexicons that refer to it.
func usersOf(documents map[syntax.NSID]*lexicon.Document) map[syntax.NSID][]syntax.NSID {
	users := make(map[syntax.NSID][]syntax.NSID, len(documents))
	for id, d := range documents {
		for _, def := range d.Defs {
			for l := range lexicon.Links(def.Schema) {
				if l.NSID != id {
					users[l.NSID] = append(users[l.NSID], id)
				}
			}
		}
	}
	return users
}
