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
		t.enter(known.definition.Schema, r.root)
	}
	for value := r.root; value != i && t.at != nil; {
		child, name := t.step(value, i)
		if child == 0 {
			break
		}
		t.enter(t.part(name), child)
		value = child
	}
	return t.schemas
}

// enter goes on to a schema, to what it refers to, and to the variant that the value at i
// is.
func (t *trail) enter(s lexicon.Schema, i uint32) {
	t.at = s
	for n := 0; t.at != nil && n < datamodel.MaxDepth; n++ {
		t.schemas = append(t.schemas, t.at.Base().Value)
		switch s := t.at.(type) {
		case *lexicon.Ref:
			if s.Link == nil || s.Link.Target == nil {
				t.at = nil
				return
			}
			t.at = s.Link.Target.Schema
		case *lexicon.Record:
			if s.Object == nil {
				t.at = nil
				return
			}
			t.at = s.Object
		case *lexicon.Union:
			t.at = nil
			for _, l := range s.Refs {
				if l.Target != nil && l.Reference.String() == t.TypeOf(i) {
					t.at = l.Target.Schema
				}
			}
		default:
			return
		}
	}
}

// step returns the part of the value at i that has the token at to, which may be a key, and
// the name of the part; 0 for none.
func (t *trail) step(i, to uint32) (child uint32, name string) {
	tok := &t.Tokens[i]
	switch tok.Kind {
	case datamodel.Object:
		for k := i + 1; k < tok.Next; k = t.Tokens[k+1].Next {
			if to < t.Tokens[k+1].Next {
				return k + 1, t.Text(k)
			}
		}
	case datamodel.Array:
		for at := i + 1; at < tok.Next; at = t.Tokens[at].Next {
			if to < t.Tokens[at].Next {
				return at, ""
			}
		}
	}
	return 0, ""
}

// part returns the schema of a field, or of the elements of an array; nil for none.
func (t *trail) part(name string) lexicon.Schema {
	switch s := t.at.(type) {
	case *lexicon.Object:
		for _, p := range s.Properties {
			if p.Name == name {
				return p.Schema
			}
		}
	case *lexicon.Array:
		return s.Items
	}
	return nil
}
