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
					lexicon.Reach(s, r.stored, holdsData)
				case lexicon.PartInput:
					lexicon.Reach(s, r.sent, holdsData)
				}
			}
		}
	}
	return r
}

// holdsData reports whether data at a reference to a definition can be data of
// that definition.
func holdsData(def *lexicon.Definition) bool {
	t := def.Schema.Type()
	return !t.Primary() || t == lexicon.TypeRecord
}
