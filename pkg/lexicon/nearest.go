package lexicon

import (
	"fmt"
	"strings"

	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// Find returns the definition of that name. The error says what is missing: the
// Lexicon, or the name in it. Where something near is loaded it asks whether
// that was meant.
func (c *Catalog) Find(ref Reference) (*Definition, error) {
	if def := c.Definition(ref); def != nil {
		return def, nil
	}
	meant := ""
	if near, ok := c.Nearest(ref); ok {
		meant = fmt.Sprintf(", did you mean %q?", near)
	}
	if d := c.Document(ref.NSID); d != nil {
		return nil, fmt.Errorf("%s has no definition %q%s", d.ID, ref.Name, meant)
	}
	return nil, fmt.Errorf("the Lexicon %s is not loaded%s", ref.NSID, meant)
}

// Nearest returns the loaded definition that a mistyped reference most likely
// means: one with a name near to it in the same Lexicon, else one in a Lexicon
// whose id differs in one segment. It is false when nothing is near.
func (c *Catalog) Nearest(ref Reference) (Reference, bool) {
	d := c.byID[ref.NSID]
	if d == nil {
		if d = c.byID[c.nearestID(ref.NSID)]; d == nil {
			return Reference{}, false
		}
		if d.Definition(ref.Name) != nil {
			return Reference{d.ID, ref.Name}, true
		}
	}
	names := make([]string, len(d.Defs))
	for i, def := range d.Defs {
		names[i] = def.Name
	}
	near := syntax.Nearest(ref.Name, names)
	return Reference{d.ID, near}, near != ""
}

// nearestID returns the id of a loaded Lexicon that differs from a mistyped one
// in one segment which is near to it; "" when there is none.
func (c *Catalog) nearestID(id syntax.NSID) syntax.NSID {
	mistyped := string(id)
	var first string // segment of the id that the candidates differ in
	var segments []string
	var ids []syntax.NSID
	for _, d := range c.documents {
		typed, meant, ok := differingSegment(mistyped, string(d.ID))
		if !ok || first != "" && typed != first {
			continue
		}
		first = typed
		segments, ids = append(segments, meant), append(ids, d.ID)
	}
	near := syntax.Nearest(first, segments)
	for i, segment := range segments {
		if near != "" && segment == near {
			return ids[i]
		}
	}
	return ""
}

// differingSegment returns the one segment in which two names of as many
// segments differ; false when it is none or more than one, and when the segments
// begin with another letter: few mistype that one.
func differingSegment(a, b string) (inA, inB string, ok bool) {
	for a != "" && b != "" {
		headA, restA, _ := strings.Cut(a, ".")
		headB, restB, _ := strings.Cut(b, ".")
		if headA != headB {
			ok = restA == restB && headA != "" && headB != "" && strings.EqualFold(headA[:1], headB[:1])
			return headA, headB, ok
		}
		a, b = restA, restB
	}
	return "", "", false
}
