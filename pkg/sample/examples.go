package sample

import (
	"encoding/base64"
	"hash/fnv"
	"io"
	"strings"

	"github.com/ipfs/go-cid"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
	"github.com/lexsmith/lexsmith/pkg/validate"
)

// place is what an example is an example of.
type place struct {
	definition *lexicon.Definition
	part       lexicon.Part
}

// examplesOf returns the examples of a catalog that are valid.
func examplesOf(c *lexicon.Catalog, profile lexicon.Profile) map[place][]Value {
	var schemas *validate.Schemas // compiled when there are examples
	all := map[place][]Value{}
	for _, d := range c.Documents() {
		for e := range d.AllExamples() {
			if e.Fault != "" {
				continue
			}
			if schemas == nil {
				schemas = validate.Compile(c, validate.Options{Profile: profile, AllowUnknown: true})
			}
			v, err := schemas.Validator(e.Definition.Reference(), e.Part)
			if err == nil && v.Check(validate.Input{Text: d.Examples.Text(e.Value)}).Valid() {
				at := place{e.Definition, e.Part}
				all[at] = append(all[at], fromJSON(e.Value))
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
		if value, err := s.Value(schema); err == nil {
			return JSON(value), true
		}
	}
	return nil, false
}

// example picks an example of a definition that is used inside a value.
func (s *Sampler) example(def *lexicon.Definition) (Value, bool) {
	if s.options.Size != SizeTypical {
		return nil, false
	}
	values := s.examples[place{def, lexicon.PartNone}]
	if len(values) == 0 {
		return nil, false
	}
	return one(s, values...), true
}

// fromJSON returns the value that a JSON tree stands for. It is valid.
func fromJSON(v *lexicon.Value) Value {
	switch v.Kind {
	case lexicon.KindBoolean:
		return Bool(v.Text == "true")
	case lexicon.KindNumber:
		n, kind := syntax.ParseInteger(v.Text)
		if kind != syntax.NumberInteger {
			return Raw(v.Text)
		}
		return Number(n)
	case lexicon.KindString:
		return Text(v.Text)
	case lexicon.KindArray:
		list := Array{}
		for _, item := range v.Items {
			list = append(list, fromJSON(item))
		}
		return list
	case lexicon.KindObject:
		if special, ok := specialObject(v); ok {
			return special
		}
		o := Object{}
		for _, m := range v.Members {
			o = o.Set(m.Name, fromJSON(m.Value))
		}
		return o
	}
	return Null{}
}

// specialObject returns the bytes or the link that an object with a reserved key is.
func specialObject(v *lexicon.Value) (Value, bool) {
	if len(v.Members) != 1 || v.Members[0].Value.Kind != lexicon.KindString {
		return nil, false
	}
	switch text := v.Members[0].Value.Text; v.Members[0].Name {
	case "$bytes":
		data, err := base64.RawStdEncoding.DecodeString(strings.TrimRight(text, "="))
		return Bytes{Data: data}, err == nil
	case "$link":
		var link Link
		id, err := cid.Decode(text)
		if err != nil || copy(link[:], id.Bytes()) != len(link) {
			return nil, false
		}
		return link, true
	}
	return nil, false
}
