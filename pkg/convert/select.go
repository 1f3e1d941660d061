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
	// Definitions are in the order of their canonical names.
	Definitions []*lexicon.Definition
	// Unresolved are the references to Lexicons that are not loaded, in the
	// order of Definitions.
	Unresolved []Unresolved
	// Root is the one definition that was asked for; nil when there were
	// several, or none in particular.
	Root *lexicon.Definition
}

// Unresolved is a reference to a Lexicon that is not loaded.
type Unresolved struct {
	In   *lexicon.Definition
	Link *lexicon.Link
}

// UnresolvedError lists references to Lexicons that are not loaded.
type UnresolvedError []Unresolved

// Error names them all, one a line.
func (e UnresolvedError) Error() string {
	lines := make([]string, len(e))
	for i, u := range e {
		lines[i] = fmt.Sprintf("%s refers to %s, which is not loaded", u.In.Reference(), u.Link.Reference)
	}
	return strings.Join(lines, "\n")
}

// Select returns the definitions named and what they reach; without names, all
// definitions of the documents that are not Dependency and what those reach. The
// error says which names lead nowhere.
func Select(c *lexicon.Catalog, names ...lexicon.Reference) (*Selection, error) {
	r := reach{catalog: c, seen: map[*lexicon.Definition]bool{}}
	var missing []error
	for _, name := range names {
		if def, err := c.Find(name); err == nil {
			r.add(def)
		} else {
			missing = append(missing, err)
		}
	}
	if len(names) == 0 {
		r.all(func(*lexicon.Definition) bool { return true })
	}
	s := r.selection()
	if len(names) > 0 && len(slices.Compact(slices.Clone(names))) == 1 { // also when it is named twice
		s.Root = c.Definition(names[0])
	}
	return s, errors.Join(missing...)
}

// SelectSubscriptions returns the subscriptions of the documents that are not
// Dependency, and what they reach.
func SelectSubscriptions(c *lexicon.Catalog) *Selection {
	r := reach{catalog: c, seen: map[*lexicon.Definition]bool{}}
	r.all(func(def *lexicon.Definition) bool { return def.Schema.Type() == lexicon.TypeSubscription })
	return r.selection()
}

// reach collects definitions.
type reach struct {
	catalog *lexicon.Catalog
	seen    map[*lexicon.Definition]bool
}

// all adds the definitions of the documents that are not Dependency.
func (r *reach) all(wanted func(*lexicon.Definition) bool) {
	for _, d := range r.catalog.Documents() {
		if d.Dependency || d.ID == "" || r.catalog.Document(d.ID) != d {
			continue
		}
		for _, def := range d.Defs {
			if d.Definition(def.Name) == def && wanted(def) {
				r.add(def)
			}
		}
	}
}

// add adds a definition and what it reaches.
func (r *reach) add(def *lexicon.Definition) {
	open := []*lexicon.Definition{def}
	for len(open) > 0 {
		def, open = open[len(open)-1], open[:len(open)-1]
		if r.seen[def] {
			continue
		}
		r.seen[def] = true
		for l := range lexicon.Links(def.Schema) {
			if l.Target != nil {
				open = append(open, l.Target)
			}
		}
	}
}

func (r *reach) selection() *Selection {
	s := &Selection{catalog: r.catalog}
	s.Definitions = slices.SortedFunc(maps.Keys(r.seen), func(a, b *lexicon.Definition) int {
		x, y := a.Reference(), b.Reference()
		return cmp.Or(cmp.Compare(x.NSID, y.NSID), cmp.Compare(x.Name, y.Name))
	})
	for _, def := range s.Definitions {
		for l := range lexicon.Links(def.Schema) {
			if isUnresolved(r.catalog, def, l) {
				s.Unresolved = append(s.Unresolved, Unresolved{def, l})
			}
		}
	}
	return s
}

// isUnresolved reports whether the Lexicon of a link is not loaded. A name that a
// loaded Lexicon lacks is another matter: nothing is valid there.
func isUnresolved(c *lexicon.Catalog, def *lexicon.Definition, l *lexicon.Link) bool {
	if l.Target != nil || l.NSID == def.Document.ID {
		return false
	}
	d := c.Document(l.NSID)
	return d == nil || d.Partial
}
