package lint

import (
	"strconv"
	"strings"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// The limits of what a finding says about a long cycle.
const (
	maxChain     = 6   // definitions in the message
	maxChainText = 250 // bytes of the message, after which it shows no further definition
	maxRelated   = 6   // related places
)

// chain writes the way from definition to definition for a message about one
// document. A long one is cut.
type chain struct {
	document *lexicon.Document
	text     strings.Builder
}

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

// through returns the way through a cycle of steps and back to its first definition.
func (c *chain) through(cycle []*step) string {
	for i, s := range cycle {
		if i == maxChain || c.text.Len() > maxChainText {
			c.text.WriteString("… → ")
			break
		}
		c.text.WriteString(c.name(s.def) + fieldPath(s) + " → ")
	}
	return c.text.String() + c.name(cycle[0].def)
}

// others returns the related places of a finding on a cycle: the steps after the first.
func others(cycle []*step, message string) []lexicon.Related {
	var places []lexicon.Related
	for _, s := range cycle[1:min(len(cycle), 1+maxRelated)] {
		places = append(places, lexicon.Related{Location: s.def.Document.At(s.at), Message: message})
	}
	if more := len(cycle) - 1 - len(places); more > 0 {
		places[len(places)-1].Message += ", as are " + strconv.Itoa(more) + " more places"
	}
	return places
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
