package sample

import (
	"hash/fnv"
	"io"
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

// examplesOf returns the examples of a catalog that are valid.
func examplesOf(c *lexicon.Catalog, schemas func() *validate.Schemas) map[place][]Value {
	var tape datamodel.Tape
	all := map[place][]Value{}
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

// Examples returns the values that were written by hand for a definition or, of a
// query, procedure or subscription, for one of its parts: see lexicon.Examples. A
// part whose schema is a ref has those of the definition that it refers to, unless it
// has its own. Values that are not valid are left out. The slice must not be
// modified.
func (s *Sampler) Examples(def *lexicon.Definition, part lexicon.Part) []Value {
	if values := s.examples[place{def, part}]; values != nil || part == lexicon.PartNone {
		return values
	}
	for p, schema := range lexicon.Parts(def.Schema) {
		if ref, ok := schema.(*lexicon.Ref); ok && p == part {
			if target, _ := ref.Resolve(); target != nil {
				return s.examples[place{target, lexicon.PartNone}]
			}
		}
	}
	return nil
}

// Example returns a value of a part of a definition, in JSON: the first of Examples or,
// where there are none, one that is made. It depends on the seed of the options and on
// the definition, not on what was made before. It is false where no value is valid.
// Exports of package convert take their examples from here.
func (s *Sampler) Example(def *lexicon.Definition, part lexicon.Part) ([]byte, bool) {
	written := part
	if part == lexicon.PartRecord {
		written = lexicon.PartNone // as in files of examples
	}
	if values := s.Examples(def, written); len(values) > 0 {
		return JSON(values[0]), true
	}
	for p, schema := range lexicon.Parts(def.Schema) {
		if p != part {
			continue
		}
		if part == lexicon.PartRecord {
			schema = def.Schema // with $type
		}
		name := fnv.New64a()
		io.WriteString(name, def.Reference().String()+" "+part.String())
		s.Seed(s.options.Seed ^ name.Sum64())
		return s.checked(def, part, schema)
	}
	return nil, false
}

// checked makes a value of a part of a definition, in JSON. It is false where there is
// none, or where an example inside of it nests so deeply that the whole is not valid.
func (s *Sampler) checked(def *lexicon.Definition, part lexicon.Part, schema lexicon.Schema) ([]byte, bool) {
	value, err := s.Value(schema)
	if err != nil {
		return nil, false
	}
	v, err := s.schemas().Validator(def.Reference(), part)
	if err != nil {
		return nil, false
	}
	text := JSON(value)
	return text, v.Check(validate.Input{Text: text}).Valid()
}

// example picks an example of a definition that is used inside a value.
func (s *Sampler) example(def *lexicon.Definition) (Value, bool) {
	if s.options.Size != SizeTypical || len(s.rest) > 0 {
		return nil, false
	}
	values := s.examples[place{def, lexicon.PartNone}]
	if len(values) == 0 {
		return nil, false
	}
	example := one(s, values...)
	s.count(example)
	return example, true
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
