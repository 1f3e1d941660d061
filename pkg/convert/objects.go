package convert

import (
	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

func (e *emitter) writeArray(s *lexicon.Array) *object {
	o := single("type", text("array")).set("items", e.schema(s.Items, false))
	if s.MinLength.Set {
		o.set("minItems", integer(max(0, s.MinLength.Value)))
	}
	if s.MaxLength.Set {
		o.set("maxItems", integer(max(0, s.MaxLength.Value)))
	}
	return o
}

// writeObject writes an object, which names its type if it has a name. Fields that are not
// declared are allowed.
func (e *emitter) writeObject(s *lexicon.Object, name string) *object {
	required, list := s.Required, new(object)
	if name != "" {
		required, list = append([]string{"$type"}, required...), e.fixedType(name)
	}
	o := single("type", text("object"))
	if len(required) > 0 {
		o.set("required", texts(required))
	}
	isNullable := words.Among(s.Nullable)
	for _, p := range s.Properties {
		if schema := e.schema(p.Schema, isNullable(p.Name)); name != "" && p.Name == "$type" {
			list.set("$type", single("allOf", array{list.get("$type"), schema}))
		} else {
			list.push(p.Name, schema)
		}
	}
	if len(list.members) > 0 {
		o.set("properties", list)
	} else {
		o.set("additionalProperties", boolean(true)) // or some generators allow no field
	}
	if e.dataModel {
		o.set("allOf", array{e.to(keyDataModelObject)})
	}
	return o
}

// writeParams writes parameters as an object. One that is not declared can have any value
// that a query string can carry.
func (e *emitter) writeParams(s *lexicon.Params) *object {
	choices := array{}
	for _, name := range []string{"boolean", "integer", "string"} {
		choices = append(choices, single("type", text(name)))
	}
	list := single("type", text("array")).set("items", single("anyOf", choices))
	return e.writeObject(&lexicon.Object{Properties: s.Properties, Required: s.Required}, "").set("additionalProperties",
		single("anyOf", append(choices[:len(choices):len(choices)], list)))
}

// writeRecord writes a record: an object whose $type is its NSID.
func (e *emitter) writeRecord(s *lexicon.Record) *object {
	e.lose(s, "key", gapRecordKey)
	if s.Object == nil {
		return nothing()
	}
	o := e.note(e.writeObject(s.Object, s.Definition.Reference().String()), "type", text(s.Type().String()))
	return e.described(e.noteFields(o, s, "key"), joined(s.Description, s.Object.Description))
}

// joined joins the description of a definition or body and that of its schema.
func joined(outer, inner string) string {
	if outer == "" || inner == "" {
		return outer + inner
	}
	return outer + "\n\n" + inner
}
