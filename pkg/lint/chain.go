package lint

import (
	"strings"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// chain writes the way from definition to definition for a message about one
// document. A long one is cut.
type chain struct {
	document *lexicon.Document
	text     strings.Builder
	length   int
}

const longestChain = 6 // definitions that a message names

func newChain(d *lexicon.Document) *chain { return &chain{document: d} }

// name returns the short name of a definition: without the NSID in its own
// document.
func (c *chain) name(def *lexicon.Definition) string {
	name := syntax.QuoteName(def.Name)
	if def.Document == c.document {
		return name
	}
	if def.Name == "main" {
		return string(def.Document.ID)
	}
	return string(def.Document.ID) + "#" + name
}

// add appends a definition, and the path of the field in it that leads on, such as
// ".next".
func (c *chain) add(def *lexicon.Definition, path string) {
	switch c.length++; {
	case c.length <= longestChain:
		c.text.WriteString(c.name(def) + path + " → ")
	case c.length == longestChain+1:
		c.text.WriteString("… → ")
	}
}

// close returns the text of the chain with its start repeated at the end.
func (c *chain) close(first *lexicon.Definition) string {
	return c.text.String() + c.name(first)
}

// fieldPath returns the path from a definition to the reference that leads on,
// such as ".next" or ".children[]": the names of properties, and brackets for
// the elements of an array. A long one is cut.
func fieldPath(s *step) string {
	const most = 200 // bytes
	var path strings.Builder
	parts := s.at.Path()
	for i := len(s.def.Key.Value.Path()); i < len(parts); i++ {
		switch parts[i] {
		case "properties":
			if i++; i < len(parts) {
				path.WriteString("." + syntax.QuoteName(parts[i]))
			}
		case "items":
			path.WriteString("[]")
		}
		if path.Len() > most {
			return path.String() + "…"
		}
	}
	return path.String()
}
