package lexicon

import (
	"fmt"
	"strings"

	"github.com/lexsmith/lexsmith/internal/words"
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
	near, _ := words.NearestFunc(name, d.Defs, func(def *Definition) string { return def.Name })
	return near
}

// Namesakes returns the ids of the loaded Lexicons that end with a name, in their order.
func (c *Catalog) Namesakes(name string) []syntax.NSID {
	if c.asked != nil {
		c.asked("")
	}
	return c.namesakes(c.documents)[name]
}

// nearestID returns the id of a loaded Lexicon in which one segment is similar to that
// of a mistyped id and the others are equal, or else of the only one that has the same
// name and begins with the same two segments; "" when there is none.
func (c *Catalog) nearestID(id syntax.NSID) syntax.NSID {
	if c.asked != nil {
		c.asked("")
	}
	return syntax.NSID(c.similar(c.documents).Nearest(string(id)))
}
