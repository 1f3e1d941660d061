package convert

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// Selection is what is exported: some definitions and all that they reach
// through references.
type Selection struct {
	catalog *lexicon.Catalog
	// Definitions are sorted by their canonical names.
	Definitions []*lexicon.Definition
	// Unresolved are the references to Lexicons that are not loaded, in the
	// order of Definitions.
	Unresolved []Unresolved
	// LeftOut are the definitions that would have been selected if they could be used, in the
	// order of Catalog.LeftOut. It is nil if they were named, or if there are no others.
	LeftOut []lexicon.LeftOut
	// Root is the one definition that was asked for; nil when there were
	// several, or none in particular.
	Root *lexicon.Definition

	// wanted chooses the definitions to start from; nil if they were named.
	wanted func(*lexicon.Definition) bool
}

// Unresolved is a reference to a Lexicon that is not loaded.
type Unresolved struct {
	In   *lexicon.Definition
	Link *lexicon.Link
}

// UnresolvedError lists references to Lexicons that are not loaded.
type UnresolvedError []Unresolved

// Error names them all, one on each line.
func (e UnresolvedError) Error() string {
	lines := make([]string, len(e))
	for i, u := range e {
		lines[i] = fmt.Sprintf("%s refers to %s, which is not loaded", u.In.Reference(), u.Link.Reference)
	}
	return strings.Join(lines, "\n")
}

// Select returns the definitions named and what they reach; without names, all
// definitions of the documents that are not Dependency and what those reach. The
// error names the definitions that do not exist.
func Select(c *lexicon.Catalog, names ...lexicon.Reference) (*Selection, error) {
	if len(names) == 0 {
		return selectAll(c), nil
	}
	reached := map[*lexicon.Definition]bool{}
	var missing []error
	for _, name := range names {
		if def, err := c.Find(name); err == nil {
			reach(reached, def)
		} else {
			missing = append(missing, err)
		}
	}
	s := newSelection(c, reached)
	if len(slices.Compact(slices.Clone(names))) == 1 { // also when it is named twice
		s.Root = c.Definition(names[0])
	}
	return s, errors.Join(missing...)
}

// selectAll selects the definitions of the documents that are not Dependency, and what they
// reach, as far as they are not left out.
func selectAll(c *lexicon.Catalog) *Selection {
	left := map[*lexicon.Definition]bool{}
	var leftOut []lexicon.LeftOut
	for _, l := range c.LeftOut() {
		if left[l.Definition] = true; !l.Definition.Document.Dependency {
			leftOut = append(leftOut, l)
		}
	}
	reached, others := map[*lexicon.Definition]bool{}, map[*lexicon.Definition]bool{}
	for _, d := range c.Documents() {
		if d.Dependency || d.ID == "" || c.Document(d.ID) != d {
			continue
		}
		for _, def := range d.Defs {
			switch {
			case d.Definition(def.Name) != def:
			case left[def]:
				reach(others, def)
			default:
				reach(reached, def)
			}
		}
	}
	if len(reached) == 0 {
		reached, leftOut = others, nil
	}
	s := newSelection(c, reached)
	s.LeftOut = leftOut
	s.wanted = func(*lexicon.Definition) bool { return true }
	return s
}

// Only returns the definitions of the selection that have one of these types, and what
// they reach.
func (s *Selection) Only(types ...lexicon.Type) *Selection {
	wanted := ofTypes(types)
	reached := map[*lexicon.Definition]bool{}
	for _, def := range s.Definitions {
		if wanted(def) {
			reach(reached, def)
		}
	}
	only := newSelection(s.catalog, reached)
	only.LeftOut = s.LeftOut
	if s.wanted != nil {
		only.wanted = wanted
	}
	return only
}

// Has reports whether a definition of one of these types is selected.
func (s *Selection) Has(types ...lexicon.Type) bool {
	return slices.ContainsFunc(s.Definitions, ofTypes(types))
}

// ofTypes returns a function that reports whether a definition has one of these types.
func ofTypes(types []lexicon.Type) func(*lexicon.Definition) bool {
	return func(def *lexicon.Definition) bool { return slices.Contains(types, def.Schema.Type()) }
}

// reach adds a definition and everything that it refers to.
func reach(reached map[*lexicon.Definition]bool, def *lexicon.Definition) {
	if !reached[def] {
		reached[def] = true
		lexicon.Reach(def.Schema, reached, nil)
	}
}

// newSelection returns a selection of these definitions.
func newSelection(c *lexicon.Catalog, reached map[*lexicon.Definition]bool) *Selection {
	s := &Selection{catalog: c, Definitions: slices.SortedFunc(maps.Keys(reached), byName)}
	for _, def := range s.Definitions {
		for l := range lexicon.Links(def.Schema) {
			if isUnresolved(c, def, l) {
				s.Unresolved = append(s.Unresolved, Unresolved{def, l})
			}
		}
	}
	return s
}

func byName(a, b *lexicon.Definition) int {
	x, y := a.Reference(), b.Reference()
	return cmp.Or(cmp.Compare(x.NSID, y.NSID), cmp.Compare(x.Name, y.Name))
}

// has reports whether a definition is selected.
func (s *Selection) has(def *lexicon.Definition) bool {
	i, found := slices.BinarySearchFunc(s.Definitions, def, byName)
	return found && s.Definitions[i] == def
}

// isUnresolved reports whether the Lexicon of a link is not loaded. A name that
// a loaded Lexicon lacks is another matter: no value is valid there.
func isUnresolved(c *lexicon.Catalog, def *lexicon.Definition, l *lexicon.Link) bool {
	if l.Target != nil || l.NSID == def.Document.ID {
		return false
	}
	d := c.Document(l.NSID)
	return d == nil || d.Partial
}
