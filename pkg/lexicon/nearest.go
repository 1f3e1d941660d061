package lexicon

import (
	"fmt"
	"strings"

	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// Find returns the definition that ref names. The error says what is missing, the
// Lexicon or the definition in it, and suggests a similar one if there is any.
func (c *Catalog) Find(ref Reference) (*Definition, error) {
	if def := c.Definition(ref); def != nil {
		return def, nil
	}
	meant := ""
	if near, ok := c.Nearest(ref); ok {
		meant = fmt.Sprintf("; did you mean %q?", near)
	}
	if d := c.Document(ref.NSID); d != nil {
		return nil, fmt.Errorf("%s has no %q definition%s", d.ID, ref.Name, meant)
	}
	return nil, fmt.Errorf("the Lexicon %s is not loaded%s", ref.NSID, meant)
}

// Nearest returns the loaded definition that was most likely intended by a mistyped
// reference: one with a similar name in the same Lexicon, one whose name is written after
// a dot instead of a #, or else one in a Lexicon whose id differs in one segment, or that
// is the only one of that name in another group of the domain. It is false when there is
// none.
func (c *Catalog) Nearest(ref Reference) (Reference, bool) {
	d := c.Document(ref.NSID)
	if d == nil && ref.Name == "main" {
		// A dot in place of the #.
		if group := c.Document(syntax.NSID(ref.NSID.Group())); group != nil && group.Definition(ref.NSID.Name()) != nil {
			return Reference{group.ID, ref.NSID.Name()}, true
		}
	}
	if d == nil {
		if d = c.Document(c.nearestID(ref.NSID)); d == nil {
			return Reference{}, false
		}
		if d.Definition(ref.Name) != nil {
			return Reference{d.ID, ref.Name}, true
		}
	}
	near := d.Nearest(ref.Name)
	if near == nil {
		return Reference{}, false
	}
	return near.Reference(), true
}

// Nearest returns the definition that was most likely intended by a mistyped name, or by
// a JSON Pointer in place of it; nil when none has a similar name.
func (d *Document) Nearest(name string) *Definition {
	if i := strings.LastIndexByte(name, '/'); i >= 0 {
		if def := d.Definition(name[i+1:]); def != nil {
			return def
		}
	}
	near, _ := syntax.NearestFunc(name, d.Defs, func(def *Definition) string { return def.Name })
	return near
}

// nearestID returns the id of a loaded Lexicon in which one segment is similar to that
// of a mistyped id and the others are equal, or else of the only one that has the same
// name and begins with the same two segments; "" when there is none.
func (c *Catalog) nearestID(id syntax.NSID) syntax.NSID {
	type candidate struct {
		meant string
		id    syntax.NSID
	}
	if c.asked != nil {
		c.asked("")
	}
	var typed []string // the segments with candidates, as typed
	candidates := map[string][]candidate{}
	namesakes := map[syntax.NSID]bool{}
	for _, d := range c.documents {
		if id.Name() == d.ID.Name() && id.SameDomain(d.ID) && id.Name() != "defs" {
			namesakes[d.ID] = true
		}
		segment, meant, ok := differingSegment(string(id), string(d.ID))
		if !ok {
			continue
		}
		if candidates[segment] == nil {
			typed = append(typed, segment)
		}
		candidates[segment] = append(candidates[segment], candidate{meant, d.ID})
	}
	for _, segment := range typed {
		near, ok := syntax.NearestFunc(segment, candidates[segment], func(c candidate) string { return c.meant })
		if ok {
			return near.id
		}
	}
	if len(namesakes) == 1 {
		for id := range namesakes {
			return id
		}
	}
	return ""
}

// differingSegment returns the segment in which two ids differ; false when there is none
// or more than one, and when the segments begin with different letters, which people
// rarely mistype.
func differingSegment(a, b string) (inA, inB string, ok bool) {
	same := 0
	for same < min(len(a), len(b)) && a[same] == b[same] {
		same++
	}
	start := strings.LastIndexByte(a[:same], '.') + 1
	inA, restA, _ := strings.Cut(a[start:], ".")
	inB, restB, _ := strings.Cut(b[start:], ".")
	ok = inA != inB && restA == restB && inA != "" && inB != "" && strings.EqualFold(inA[:1], inB[:1])
	return inA, inB, ok
}
