package compat

import (
	"bytes"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// unaffected returns the Lexicons that both sides have once, with the same text, and
// that refer, directly or through others, only to such Lexicons, or to some that
// neither side has. Nothing about them has changed.
func unaffected(old, new *lexicon.Catalog) map[syntax.NSID]bool {
	same := map[syntax.NSID]*lexicon.Document{}
	for _, d := range new.Documents() {
		if o := old.Document(d.ID); o != nil && bytes.Equal(o.Source.Text, d.Source.Text) {
			same[d.ID] = d
		}
	}
	result := make(map[syntax.NSID]bool, len(same))
	for id := range same {
		result[id] = true
	}
	var open []syntax.NSID // affected, and so are their users
	for _, side := range []*lexicon.Catalog{old, new} {
		for _, d := range side.Documents() {
			if same[d.ID] == nil || side.Document(d.ID) != d {
				delete(result, d.ID)
				open = append(open, d.ID)
			}
		}
	}
	if len(open) == 0 {
		return result
	}
	users := usersOf(same)
	for ; len(open) > 0; open = open[1:] {
		for _, id := range users[open[0]] {
			if result[id] {
				delete(result, id)
				open = append(open, id)
			}
		}
	}
	return result
}

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
