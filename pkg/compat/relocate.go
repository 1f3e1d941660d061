package compat

import (
	"hash/maphash"
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
	seed := maphash.MakeSeed()
	olds, news := shapesOf(removed, seed), shapesOf(added, seed)
	// Among several of one shape, and of shapes that say little, the last segments of the
	// ids decide.
	const little = 100
	for _, named := range []bool{true, false} {
		group := func(documents []*lexicon.Document, shapes []shape) map[shape][]*lexicon.Document {
			all := map[shape][]*lexicon.Document{}
			for i, d := range documents {
				s := shapes[i]
				if pairs[d] != nil || d.Partial || !named && s.size < little {
					continue
				}
				if named {
					s.name = lastSegment(string(d.ID))
				}
				all[s] = append(all[s], d)
			}
			return all
		}
		others := group(added, news)
		for s, old := range group(removed, olds) {
			if new := others[s]; len(old) == 1 && len(new) == 1 {
				pairs[old[0]], pairs[new[0]] = new[0], old[0]
			}
		}
	}
	return pairs
}

// shape is what is the same after a rename: a hash of the definitions, and their size in
// bytes.
type shape struct {
	hash uint64
	size int
	name string // the last segment of the id, if it counts
}

func shapesOf(documents []*lexicon.Document, seed maphash.Seed) []shape {
	names := make(map[syntax.NSID]bool, len(documents))
	for _, d := range documents {
		names[d.ID] = true
	}
	shapes := make([]shape, len(documents))
	s := shaper{names: names}
	for i, d := range documents {
		s.id = d.ID
		s.text = s.text[:0]
		s.value(d.Root.Field("defs"))
		shapes[i] = shape{hash: maphash.Bytes(seed, s.text), size: len(s.text)}
	}
	return shapes
}

// shaper writes the definitions of a document without descriptions, and without the
// namespaces in references to documents of names.
type shaper struct {
	text  []byte
	id    syntax.NSID
	names map[syntax.NSID]bool
}

func (s *shaper) value(v *lexicon.Value) {
	if v == nil {
		return
	}
	s.text = append(s.text, byte(v.Kind))
	switch v.Kind {
	case lexicon.KindObject:
		for _, m := range v.Members {
			if counts(m) {
				s.write(m.Name)
				s.value(m.Value)
			}
		}
		s.text = append(s.text, 0xff)
	case lexicon.KindArray:
		for _, item := range v.Items {
			s.value(item)
		}
		s.text = append(s.text, 0xff)
	case lexicon.KindString:
		id, fragment, _ := strings.Cut(v.Text, "#")
		switch {
		case id == string(s.id):
			s.write("#" + fragment)
		case s.names[syntax.NSID(id)]:
			s.write(lastSegment(id) + "#" + fragment)
		default:
			s.write(v.Text)
		}
	default:
		s.write(v.Text)
	}
}

// write appends a text, and a byte that no text has.
func (s *shaper) write(text string) { s.text = append(append(s.text, text...), 0xff) }

func lastSegment(id string) string { return id[strings.LastIndexByte(id, '.')+1:] }
