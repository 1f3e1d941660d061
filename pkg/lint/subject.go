package lint

import (
	"cmp"
	"slices"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// subject is what a message calls a schema: by its property, else by its
// definition.
type subject struct {
	name string // of the property, or of the definition where there is none
	part string // "input", "output", … for the schema of a whole part
	item bool   // the items of an array of that name
}

// subjectOf finds the name of a schema. It reads the path from the front,
// where no name of a property can be mistaken for a field of the language.
func subjectOf(s lexicon.Schema) subject {
	path := s.Base().Value.Path()
	if len(path) < 2 {
		return subject{}
	}
	found := subject{name: path[1]} // "defs", name
	for i := 2; i < len(path); i++ {
		switch path[i] {
		case "properties":
			if i++; i < len(path) {
				found = subject{name: path[i]}
			}
		case "items":
			found.item = true
		case "record", "parameters", "input", "output", "message":
			found.part = path[i]
		}
	}
	return found
}

// String returns the subject as a message begins with it.
func (s subject) String() string {
	switch {
	case s.part != "":
		return "the " + s.part
	case s.item:
		return "an item of " + quote(s.name)
	}
	return quote(s.name)
}

// gives reports whether a schema has one of the fields, or may have it: with a
// wrong type, misspelled, or cut off with the rest of the text. All of these have
// been found already.
func gives(s lexicon.Schema, fields ...string) bool {
	n := s.Base()
	if n.Document().CutOff(n.Value) {
		return true
	}
	for i := range n.Value.Members {
		m := &n.Value.Members[i]
		if slices.Contains(fields, m.Name) || isUnknown(n.Document(), m) && syntax.Nearest(m.Name, fields) != "" {
			return true
		}
	}
	return false
}

// complete reports whether all that a schema says in a list is known: it does not
// give the list, or each of its entries could be read.
func complete[T any](s lexicon.Schema, field string, read []T) bool {
	n := s.Base()
	v := n.Value.Field(field)
	if v == nil {
		return !gives(s, field)
	}
	return v.Kind == lexicon.KindArray && len(v.Items) == len(read) && !n.Document().CutOff(v)
}

// whole reports whether all properties of an object, or of params, could be read.
func whole(s lexicon.Schema) bool {
	n := s.Base()
	v := n.Value.Field("properties")
	return v != nil && v.Kind == lexicon.KindObject && !n.Document().CutOff(v)
}

// isUnknown reports whether the parser found a key that the language does not
// have.
func isUnknown(d *lexicon.Document, m *lexicon.Member) bool {
	i, _ := slices.BinarySearchFunc(d.Found, m.NameSpan.Start, func(f lexicon.Finding, start int32) int {
		return cmp.Compare(f.Span.Start, start)
	})
	for ; i < len(d.Found) && d.Found[i].Span.Start == m.NameSpan.Start; i++ {
		if d.Found[i].Span == m.NameSpan && d.Found[i].Rule.Code == "unexpected-field" {
			return true
		}
	}
	return false
}

// related adds a second place to a finding.
func related(f *lexicon.Finding, at lexicon.Location, message string) {
	f.Related = append(f.Related, lexicon.Related{Location: at, Message: message})
}
