package lint

import (
	"strconv"
	"strings"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/internal/words"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// The limits of what a finding says about a long cycle.
const (
	maxChain     = 6   // definitions in the message
	maxChainText = 250 // bytes of the message, after which it shows no further definition
	maxRelated   = 6   // related places
)

// shortName returns the name of a definition for a message about the document d: without
// the NSID if it is in that document.
func shortName(d *lexicon.Document, def *lexicon.Definition) string {
	name := words.QuoteName(def.Name)
	if def.Document == d {
		return name
	}
	if def.Name == "main" {
		return string(def.Document.ID)
	}
	return string(def.Document.ID) + "#" + name
}

// through returns the way through a cycle of steps and back to its first definition, for
// a message about the document d. A long one is cut.
func through(d *lexicon.Document, cycle []*step) string {
	var text strings.Builder
	for i, s := range cycle {
		if i == maxChain || text.Len() > maxChainText {
			text.WriteString("… → ")
			break
		}
		text.WriteString(shortName(d, s.def) + fieldPath(s) + " → ")
	}
	return text.String() + shortName(d, cycle[0].def)
}

// others returns the related places of a finding on a cycle: the steps after the first.
func others(cycle []*step, message string) []diag.Related {
	var places []diag.Related
	for _, s := range cycle[1:min(len(cycle), 1+maxRelated)] {
		places = append(places, diag.Related{Location: s.def.Document.At(s.at), Message: message})
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
				path.WriteString("." + words.QuoteName(parts[i]))
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
