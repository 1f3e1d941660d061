package convert

import (
	"math"
	"slices"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// writeBytes writes the JSON form of bytes.
func (e *emitter) writeBytes(s *lexicon.Bytes) *object {
	content := single("type", text("string"))
	// n bytes are ceil(4n/3) characters without padding, 4*ceil(n/3) with it.
	const most = math.MaxInt64/4 - 1
	if n := min(max(0, s.MinLength.Value), most); s.MinLength.Set {
		content.set("minLength", integer((4*n+2)/3))
		if n > 0 && n%3 != 1 {
			e.lose(s, "minLength", gapBase64Length)
		}
	}
	if n := max(0, s.MaxLength.Value); s.MaxLength.Set && n <= most {
		content.set("maxLength", integer((n+2)/3*4))
		if n%3 != 0 {
			e.lose(s, "maxLength", gapBase64Length)
		}
	}
	return e.noteFields(restricted(e.bytesForm(), single("$bytes", content)), s, "minLength", "maxLength")
}

// writeLink writes the JSON form of a link.
func (e *emitter) writeLink(s *lexicon.CIDLink) *object {
	e.lose(s, "type", gapCID)
	return e.linkForm()
}

// writeBlob writes the JSON form of a blob.
func (e *emitter) writeBlob(s *lexicon.Blob) *object {
	e.lose(s, "type", gapCID)
	properties := new(object)
	switch {
	case s.Accept == nil:
		e.lose(s, "type", gapMIMEType)
	case len(s.Accept) == 0 && e.options.Profile == diag.ProfileV1:
		properties.set("mimeType", nothing())
	default:
		if pattern := acceptPattern(s.Accept, e.options.Profile); pattern != "" {
			properties.set("mimeType", single("type", text("string")).set("pattern", text(pattern)))
		} else {
			e.lose(s, "accept", gapMIMEType)
		}
	}
	if s.MaxSize.Set {
		properties.set("size", single("type", text("integer")).set("maximum", integer(s.MaxSize.Value)))
	}
	o := restricted(e.blobForm(), properties)
	if s.Accept != nil {
		return e.noteFields(e.beside(o), s, "accept")
	}
	return o
}

// restricted returns a schema of the objects of a shared form whose properties
// also match these schemas. Those that have only a type add nothing.
func restricted(form, properties *object) *object {
	properties.members = slices.DeleteFunc(properties.members, func(m member) bool {
		return len(m.value.(*object).members) == 1 && m.value.(*object).has("type")
	})
	if len(properties.members) == 0 {
		return form
	}
	return single("allOf", array{form, single("type", text("object")).set("properties", properties)})
}

// fixedType returns properties in which $type has one value.
func (e *emitter) fixedType(name string) *object {
	return single("$type", e.constant(single("type", text("string")), text(name)))
}

// writeUnknown writes a schema that accepts anything the profile allows, where a field asks
// for a value of the data model. With its schemas only null is accepted where it should
// not be.
func (e *emitter) writeUnknown(s lexicon.Schema, field string) *object {
	if !e.dataModel || e.options.Profile == diag.ProfileV1 {
		e.lose(s, field, gapUnknownValue)
	}
	return e.note(e.anything(), "type", text(s.Type().String()))
}

// anything returns the schema of a value that only the profile restricts: under
// atproto it is an object.
func (e *emitter) anything() *object {
	plain := e.options.Profile == diag.ProfileATProto
	switch {
	case plain && e.dataModel:
		return e.to(keyDataModelObject)
	case plain:
		return single("type", text("object")).set("additionalProperties", boolean(true))
	case e.dataModel:
		return e.to(keyDataModelValue)
	}
	return new(object)
}

// addDataModel adds the schemas of the data model: of any value, and of an
// object that is not a blob, bytes or a link.
func (e *emitter) addDataModel() {
	e.own = ""
	anyInteger := single("type", text("integer")).set("minimum", integer(math.MinInt64)).set("maximum", integer(math.MaxInt64))
	value := single("description", text("Any value of the AT Protocol data model.")).set("anyOf", array{
		single("type", text("null")),
		single("type", text("boolean")),
		single("type", text("string")),
		anyInteger,
		single("type", text("array")).set("items", e.to(keyDataModelValue)),
		e.bytesForm(),
		e.linkForm(),
		e.blobForm(),
		e.to(keyDataModelObject),
	})
	plain := single("description", text("An object of the AT Protocol data model.")).set("type", text("object")).
		set("properties", new(object).
			set("$type", single("type", text("string")).set("minLength", integer(1)).set("not", single("const", text("blob")))).
			set("$bytes", nothing()).
			set("$link", nothing())).
		set("additionalProperties", e.to(keyDataModelValue))
	e.schemas[keyDataModelObject] = plain
	e.schemas[keyDataModelValue] = value
}
