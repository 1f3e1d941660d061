package lint

import "github.com/lexsmith/lexsmith/pkg/lexicon"

// storedDefinitions returns the definitions that records refer to, directly or through
// other definitions.
func storedDefinitions(c *lexicon.Catalog) map[*lexicon.Definition]bool {
	stored := map[*lexicon.Definition]bool{}
	for _, d := range c.Documents() {
		for _, def := range d.Defs {
			if record, ok := def.Schema.(*lexicon.Record); ok && record.Object != nil {
				lexicon.Reach(record.Object, stored, containsData)
			}
		}
	}
	return stored
}

// containsData reports whether a reference to a definition can stand for data of
// that definition.
func containsData(def *lexicon.Definition) bool {
	t := def.Schema.Type()
	return !t.Primary() || t == lexicon.TypeRecord
}
