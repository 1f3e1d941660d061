package lint

import "github.com/lexsmith/lexsmith/pkg/lexicon"

// reach says which definitions records and the inputs of procedures refer to,
// directly or through other definitions.
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
					lexicon.Reach(s, r.stored, containsData)
				case lexicon.PartInput:
					lexicon.Reach(s, r.sent, containsData)
				}
			}
		}
	}
	return r
}

// containsData reports whether a reference to a definition can stand for data of
// that definition.
func containsData(def *lexicon.Definition) bool {
	t := def.Schema.Type()
	return !t.Primary() || t == lexicon.TypeRecord
}
