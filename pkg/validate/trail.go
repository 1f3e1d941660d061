package validate

import (
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/internal/datamodel"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// trail is the schemas on the way to a value, see diag.DataPlace.
type trail struct {
	*run
	at      lexicon.Schema // that says more about the parts of the value; nil for none
	schemas []diag.Element
}

// trail returns the trail of the value at i.
func (r *run) trail(i uint32) []diag.Element {
	t := trail{run: r}
	if known := r.schemas.types[r.TypeOf(r.root)]; known != nil {
		t.enter(known.schema(), r.root)
	}
	r.Path(i, func(child uint32, index int) {
		switch {
		case child <= r.root: // on the way to the root
		case index < 0:
			t.enter(t.part(r.Text(child)), child+1)
		default:
			t.enter(t.part(""), child)
		}
	})
	return t.schemas
}

// enter goes on to a schema, to what it refers to, and to the variant that the value at i
// is.
func (t *trail) enter(s lexicon.Schema, i uint32) {
	t.at = s
	for n := 0; t.at != nil && n < datamodel.MaxDepth; n++ {
		t.schemas = append(t.schemas, t.at.Base().Value)
		var inner lexicon.Schema
		switch s := t.at.(type) {
		case *lexicon.Ref:
			if s.Link != nil && s.Link.Target != nil {
				inner = s.Link.Target.Schema
			}
		case *lexicon.Record:
			if s.Object != nil {
				inner = s.Object
			}
		case *lexicon.Union:
			for _, l := range s.Refs {
				if l.Target != nil && l.Reference.String() == t.TypeOf(i) {
					inner = l.Target.Schema
				}
			}
		default:
			return
		}
		t.at = inner
	}
}

// part returns the schema of a field, or of the elements of an array; nil for none.
func (t *trail) part(name string) lexicon.Schema {
	switch s := t.at.(type) {
	case *lexicon.Object:
		if p := s.Property(name); p != nil {
			return p.Schema
		}
	case *lexicon.Array:
		return s.Items
	}
	return nil
}
