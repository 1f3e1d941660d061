package sample

import (
	"strings"

	"github.com/lexsmith/lexsmith/pkg/internal/datamodel"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/validate"
)

// place is what an example is an example of.
type place struct {
	definition *lexicon.Definition
	part       lexicon.Part
}

// examples are the values that were written by hand.
type examples map[place][]Value

// examplesOf returns the examples of a catalog that are valid.
func examplesOf(c *lexicon.Catalog, schemas func() *validate.Schemas) examples {
	tape := datamodel.Tape{AnyMIME: true}
	all := examples{}
	for _, d := range c.Documents() {
		for e := range d.AllExamples() {
			if e.Fault != "" {
				continue
			}
			text := d.Examples.Text(e.Value)
			v, err := schemas().Validator(e.Definition.Reference(), e.Part)
			if err == nil && v.Check(validate.Input{Text: text}).Valid() && tape.ReadJSON(text) {
				at := place{e.Definition, e.Part}
				all[at] = append(all[at], fromTape(&tape, 0))
			}
		}
	}
	return all
}

// of returns the examples of a part of a definition.
func (all examples) of(def *lexicon.Definition, part lexicon.Part) []Value {
	if values := all[place{def, part}]; values != nil || part == lexicon.PartNone {
		return values
	}
	for p, schema := range lexicon.Parts(def.Schema) {
		if ref, ok := schema.(*lexicon.Ref); ok && p == part {
			if target, _ := ref.Resolve(); target != nil {
				return all[place{target, lexicon.PartNone}]
			}
		}
	}
	return nil
}

// fromTape returns the value at i, which is valid.
func fromTape(t *datamodel.Tape, i uint32) Value {
	switch tok := &t.Tokens[i]; tok.Kind {
	case datamodel.Boolean:
		return Bool(tok.Bool())
	case datamodel.Integer:
		return Number(tok.Int())
	case datamodel.String:
		return Text(strings.Clone(t.Text(i)))
	case datamodel.Bytes:
		return Bytes{Data: t.Bytes(i)}
	case datamodel.Link:
		return Link(t.LinkID(i).Bytes())
	case datamodel.Array:
		list := Array{}
		for at := i + 1; at < tok.Next; at = t.Tokens[at].Next {
			list = append(list, fromTape(t, at))
		}
		return list
	case datamodel.Object:
		o := Object{}
		for k := i + 1; k < tok.Next; k = t.Tokens[k+1].Next {
			o = o.Set(strings.Clone(t.Text(k)), fromTape(t, k+1))
		}
		return o
	}
	return Null{}
}
