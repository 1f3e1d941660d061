package convert

import (
	"math"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// bytes writes the JSON form of bytes: {"$bytes": "base64"}.
func (e *emitter) bytes(s *lexicon.Bytes) *object {
	content := single("type", text("string")).set("pattern", text(base64))
	o := wrapped("$bytes", content)
	e.noteFields(o, s, "minLength", "maxLength")
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
	return o
}

// link writes the JSON form of a link: {"$link": "CID"}.
func (e *emitter) link(s *lexicon.CIDLink) *object {
	e.lose(s, "type", gapCID)
	o := linkForm()
	e.note(o, "type", text(s.Type().String()))
	return o
}

func linkForm() *object {
	return wrapped("$link", single("type", text("string")).set("pattern", text(linkText)).
		set("minLength", integer(linkTextMinLength)).set("maxLength", integer(linkTextMaxLength)))
}

// wrapped returns a schema of objects with exactly one member.
func wrapped(name string, content *object) *object {
	return single("type", text("object")).set("required", texts([]string{name})).
		set("properties", single(name, content)).set("additionalProperties", boolean(false))
}

// blob writes a blob, which may have additional fields.
func (e *emitter) blob(s *lexicon.Blob) *object {
	e.lose(s, "type", gapCID)
	mimeType := single("type", text("string"))
	switch {
	case s.Accept == nil:
		e.lose(s, "type", gapMIMEType)
	case len(s.Accept) == 0:
		mimeType.set("not", new(object))
	default:
		if pattern := acceptPattern(s.Accept); pattern != "" {
			mimeType.set("pattern", text(pattern))
		} else {
			e.lose(s, "accept", gapMIMEType)
		}
	}
	size := single("type", text("integer"))
	if e.int64Format {
		size.set("format", text("int64"))
	}
	size.set("minimum", integer(0))
	if s.MaxSize.Set {
		size.set("maximum", integer(s.MaxSize.Value))
	}
	o := e.blobForm(mimeType, size)
	e.note(o, "type", text(s.Type().String()))
	e.noteFields(o, s, "accept")
	return o
}

func (e *emitter) blobForm(mimeType, size *object) *object {
	properties := e.fixedType("blob").set("ref", linkForm()).set("mimeType", mimeType).set("size", size)
	o := single("type", text("object")).set("required", texts([]string{"$type", "ref", "mimeType", "size"})).
		set("properties", properties)
	if e.dataModel {
		properties.set("$bytes", nothing()).set("$link", nothing())
		o.set("additionalProperties", e.to(keyDataModelValue))
	}
	return o
}

// fixedType returns properties in which $type has one value.
func (e *emitter) fixedType(name string) *object {
	return single("$type", e.constant(single("type", text("string")), text(name)))
}

// unknown writes a schema that accepts anything the profile allows.
func (e *emitter) unknown(s *lexicon.Unknown) *object {
	e.loseUnknown(s, "type")
	o := e.anything()
	e.note(o, "type", text(s.Type().String()))
	return o
}

// loseUnknown records that anything is accepted where a field asks for a value of
// the data model. With its schemas only null is, where it should not be.
func (e *emitter) loseUnknown(s lexicon.Schema, field string) {
	if !e.dataModel || e.options.Profile == lexicon.ProfileV1 {
		e.lose(s, field, gapUnknownValue)
	}
}

// anything returns the schema of a value that only the profile restricts: under
// atproto it is an object.
func (e *emitter) anything() *object {
	plain := e.options.Profile == lexicon.ProfileATProto
	switch {
	case plain && e.dataModel:
		return e.to(keyDataModelObject)
	case plain:
		return single("type", text("object"))
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
		wrapped("$bytes", single("type", text("string")).set("pattern", text(base64))),
		linkForm(),
		e.blobForm(single("type", text("string")), single("type", text("integer")).set("minimum", integer(0))),
		e.to(keyDataModelObject),
	})
	plain := single("description", text("An object of the AT Protocol data model.")).set("type", text("object")).
		set("properties", new(object).
			set("$type", single("type", text("string")).set("minLength", integer(1)).set("not", single("const", text("blob")))).
			set("$bytes", nothing()).
			set("$link", nothing())).
		set("additionalProperties", e.to(keyDataModelValue))
	e.add(keyDataModelObject, plain)
	e.add(keyDataModelValue, value)
}
