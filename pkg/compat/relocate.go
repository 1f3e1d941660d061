package compat

import (
	"strconv"
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
	// Among several of one shape, and of shapes that say little, the last segments of the
	// ids decide.
	const little = 100
	for _, named := range []bool{true, false} {
		olds, news := shapesOf(removed, pairs, named), shapesOf(added, pairs, named)
		for shape, old := range olds {
			if new := news[shape]; len(old) == 1 && len(new) == 1 && (named || len(shape) > little) {
				pairs[old[0]], pairs[new[0]] = new[0], old[0]
			}
		}
	}
	return pairs
}

// shapesOf groups documents that have no counterpart yet by what is the same after a
// rename, with the last segments of their ids if named is set.
func shapesOf(documents []*lexicon.Document, paired map[*lexicon.Document]*lexicon.Document, named bool) map[string][]*lexicon.Document {
	names := make(map[syntax.NSID]bool, len(documents))
	for _, d := range documents {
		names[d.ID] = true
	}
	shapes := map[string][]*lexicon.Document{}
	for _, d := range documents {
		if paired[d] != nil || d.Partial {
			continue
		}
		var b strings.Builder
		if named {
			b.WriteString(lastSegment(string(d.ID)))
		}
		s := shaper{&b, d.ID, names}
		s.value(d.Root.Field("defs"))
		shapes[b.String()] = append(shapes[b.String()], d)
	}
	return shapes
}

// shaper writes the definitions of a document without descriptions, and without the
// namespaces in references to documents of names.
type shaper struct {
	*strings.Builder
	id    syntax.NSID
	names map[syntax.NSID]bool
}

func (s *shaper) value(v *lexicon.Value) {
	if v == nil {
		return
	}
	switch v.Kind {
	case lexicon.KindObject:
		s.WriteByte('{')
		for _, m := range v.Members {
			if counts(m) {
				s.WriteString(strconv.Quote(m.Name))
				s.value(m.Value)
			}
		}
		s.WriteByte('}')
	case lexicon.KindArray:
		s.WriteByte('[')
		for _, item := range v.Items {
			s.value(item)
		}
		s.WriteByte(']')
	case lexicon.KindString:
		s.WriteString(strconv.Quote(s.text(v.Text)))
	default:
		s.WriteString(v.Text + " ")
	}
}

func (s *shaper) text(text string) string {
	id, fragment, _ := strings.Cut(text, "#")
	switch {
	case id == string(s.id):
		return "#" + fragment
	case s.names[syntax.NSID(id)]:
		return lastSegment(id) + "#" + fragment
	}
	return text
}

func lastSegment(id string) string { return id[strings.LastIndexByte(id, '.')+1:] }
