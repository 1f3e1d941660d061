package lint

import "github.com/lexsmith/lexsmith/pkg/lexicon"

// reach says which definitions stand, through references, inside what records
// store and what procedures take.
type reach struct {
	stored, sent map[*lexicon.Definition]bool
}

func newReach(c *lexicon.Catalog) *reach {
	r := &reach{stored: map[*lexicon.Definition]bool{}, sent: map[*lexicon.Definition]bool{}}
	for _, d := range c.Documents() {
		for _, def := range d.Defs {
			for part, s := range lexicon.Parts(def.Schema) {
				switch part {
				case lexicon.PartRecord:
					follow(s, r.stored)
				case lexicon.PartInput:
					follow(s, r.sent)
				}
			}
		}
	}
	return r
}

// follow adds to met every definition that s refers to, directly or not.
func follow(s lexicon.Schema, met map[*lexicon.Definition]bool) {
	for l := range lexicon.Links(s) {
		if target := l.Target; target != nil && !met[target] {
			met[target] = true
			follow(target.Schema, met)
		}
	}
}
