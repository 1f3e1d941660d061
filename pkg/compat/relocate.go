package compat

import (
	"strings"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// relocated pairs Lexicons that only one side has and that are the same but for their ids, as
// they are after a namespace was renamed. It returns the counterpart of each.
func relocated(removed, added []*lexicon.Document) map[*lexicon.Document]*lexicon.Document {
	pairs := map[*lexicon.Document]*lexicon.Document{}
	if len(removed) == 0 || len(added) == 0 {
		return pairs
	}
	olds, news := shapes(removed), shapes(added)
	// Among several of one shape, and of shapes that say little, the last segments of the
	// ids decide.
	const little = 100 // bytes
	for _, named := range []bool{true, false} {
		group := func(documents []*lexicon.Document, shapes []string) map[string][]*lexicon.Document {
			all := map[string][]*lexicon.Document{}
			for i, d := range documents {
				shape := shapes[i]
				if pairs[d] != nil || d.Partial || !named && len(shape) < little {
					continue
				}
				if named {
					shape += d.ID.Name()
				}
				all[shape] = append(all[shape], d)
			}
			return all
		}
		others := group(added, news)
		for shape, old := range group(removed, olds) {
			if new := others[shape]; len(old) == 1 && len(new) == 1 {
				pairs[old[0]], pairs[new[0]] = new[0], old[0]
			}
		}
	}
	return pairs
}

// shapes returns what is the same after a rename: the definitions of each document, without
// descriptions, and without the namespaces in references to one of the documents.
func shapes(documents []*lexicon.Document) []string {
	names := make(map[string]bool, len(documents))
	for _, d := range documents {
		names[string(d.ID)] = true
	}
	shapes := make([]string, len(documents))
	for i, d := range documents {
		s := shaper{id: string(d.ID), names: names}
		s.value(d.Root.Field("defs"))
		shapes[i] = string(s.text)
	}
	return shapes
}

// shaper writes the shape of a document.
type shaper struct {
	text  []byte
	id    string
	names map[string]bool
}

func (s *shaper) value(v *lexicon.Value) {
	if v == nil {
		return
	}
	s.text = append(s.text, byte(v.Kind))
	text := v.Text
	if id, fragment, _ := strings.Cut(text, "#"); v.Kind == lexicon.KindString && id == s.id {
		text = "#" + fragment
	} else if v.Kind == lexicon.KindString && s.names[id] {
		text = syntax.NSID(id).Name() + "#" + fragment
	}
	s.write(text)
	for _, m := range v.Members {
		if counts(m) {
			s.write(m.Name)
			s.value(m.Value)
		}
	}
	for _, item := range v.Items {
		s.value(item)
	}
	s.text = append(s.text, 0xff)
}

// write appends a text, and a byte that no text has.
func (s *shaper) write(text string) { s.text = append(append(s.text, text...), 0xff) }
