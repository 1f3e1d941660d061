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

// follow adds to met every definition that s refers to, directly or not. It is
// not recursive: the chain of references can be as long as the files are large.
func follow(s lexicon.Schema, met map[*lexicon.Definition]bool) {
	for open := []lexicon.Schema{s}; len(open) > 0; {
		last := open[len(open)-1]
		open = open[:len(open)-1]
		for l := range lexicon.Links(last) {
			if target := l.Target; target != nil && !met[target] && holdsData(target.Schema.Type()) {
				met[target] = true
				open = append(open, target.Schema)
			}
		}
	}
}

// holdsData reports whether data at a reference to a definition of the type
// can be data of that definition.
func holdsData(t lexicon.Type) bool { return !t.Primary() || t == lexicon.TypeRecord }
