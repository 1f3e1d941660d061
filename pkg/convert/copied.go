package convert

import (
	"cmp"
	"fmt"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/internal/datamodel"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// copied returns a value of a Lexicon as a tree. Its numbers are integers.
func copied(v *lexicon.Value) node {
	switch v.Kind {
	case lexicon.KindString:
		return text(v.Text)
	case lexicon.KindNumber:
		n, kind := datamodel.ParseInteger(v.Text)
		if kind != datamodel.NumberInteger {
			return text(v.Text) // a field that the language does not know
		}
		return integer(n)
	case lexicon.KindBoolean:
		return boolean(v.Text == "true")
	case lexicon.KindArray:
		list := array{}
		for _, item := range v.Items {
			list = append(list, copied(item))
		}
		return list
	case lexicon.KindObject:
		o := new(object)
		for _, m := range v.Members {
			if !m.Duplicate {
				o.push(m.Name, copied(m.Value))
			}
		}
		return o
	}
	return null{}
}

// withExample adds Options.Example of a part of a definition to its schema.
func (e *emitter) withExample(o *object, def *lexicon.Definition, part lexicon.Part) *object {
	if value := e.example(def, part); value != nil {
		return e.exampled(e.beside(o), value)
	}
	return o
}

// example returns Options.Example of a part of a definition; nil without one.
func (e *emitter) example(def *lexicon.Definition, part lexicon.Part) node {
	if e.options.Example == nil {
		return nil
	}
	text, ok := e.options.Example(def, part)
	if !ok {
		return nil
	}
	t := datamodel.Tape{AnyMIME: true}
	if !t.ReadJSON(text) || !t.Conforms() {
		e.err = cmp.Or(e.err, fmt.Errorf("the example of %s %s: not a value of the data model", def.Reference(), part))
		return nil
	}
	value, _ := lexicon.ReadJSON(&diag.Source{Text: text})
	return copied(value)
}
