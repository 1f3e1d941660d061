package convert

import "slices"

// dialect holds the differences between the forms of JSON Schema.
type dialect struct {
	// openAPI says that int64 and the string formats of Lexicon can be named by
	// the keyword format, and that oneOf can name the property that decides it. Some
	// validators of plain JSON Schema refuse formats that they do not know.
	openAPI bool
	// nullable says that the dialect has the keyword nullable beside type in
	// place of a type null, and a single example in place of examples.
	nullable bool
	// noConst says that an enum of one value stands for const.
	noConst bool
	// bareRef says that nothing should be beside $ref: it is ignored, or makes
	// code generators define another type.
	bareRef bool
	// uri is the value of $schema, and definitions is the keyword for schemas to
	// refer to. Both are only of JSON Schema.
	uri, definitions string
}

var (
	draft2020 = dialect{bareRef: true, uri: "https://json-schema.org/draft/2020-12/schema", definitions: "$defs"}
	draft07   = dialect{bareRef: true, uri: "http://json-schema.org/draft-07/schema#", definitions: "definitions"}
	openAPI31 = dialect{openAPI: true}
	openAPI30 = dialect{openAPI: true, nullable: true, noConst: true, bareRef: true}
)

// constant adds to a schema that its value must be n.
func (d dialect) constant(s *object, n node) *object {
	if d.noConst {
		return s.set("enum", array{n})
	}
	return s.set("const", n)
}

// null returns a schema of null alone.
func (d dialect) null() *object {
	if d.nullable {
		return single("type", text("string")).set("nullable", boolean(true)).set("enum", array{null{}})
	}
	return single("type", text("null"))
}

// orNull returns a schema that accepts null and everything that s accepts.
func (e *emitter) orNull(s *object) *object {
	kind, _ := s.get("type").(text)
	values, listed := s.get("enum").(array)
	combined := kind == "" || s.has("not", "allOf", "anyOf", "oneOf", "$ref")
	switch {
	case acceptsAll(s), kind == "null", s.has("nullable"):
		return s
	case len(s.members) == 1 && s.has("oneOf"): // a union, which does not accept null
		return s.set("oneOf", append(s.get("oneOf").(array), e.nullChoice()))
	case e.nullable && !combined:
		if listed {
			s.set("enum", append(values, null{}))
		}
		return s.set("nullable", boolean(true))
	case combined, listed, s.has("const"):
		o := single("anyOf", array{s, e.nullChoice()})
		for _, name := range []string{"default", "example", "examples"} {
			if value := s.remove(name); value != nil {
				o.set(name, value)
			}
		}
		return o
	}
	return s.set("type", array{kind, text("null")})
}

// nullChoice returns the schema of null among other choices. A schema that is more than
// a type has a name of its own, since generators number unnamed choices.
func (e *emitter) nullChoice() *object {
	if e.nullable {
		return e.shared(keyNull, func() *object { return e.null().first("description", text("The value null.")) })
	}
	return e.null()
}

// acceptsAll reports whether a schema has only annotations.
func acceptsAll(s *object) bool {
	return !slices.ContainsFunc(s.members, func(m member) bool { return m.name != annotation })
}

// beside returns a schema to which keywords can be added: s itself, or one that
// contains it if it is a $ref.
func (d dialect) beside(s *object) *object {
	if d.bareRef && s.has("$ref") {
		return single("allOf", array{s})
	}
	return s
}

// exampled adds examples to a schema, or the first of them. It returns s.
func (d dialect) exampled(s *object, values ...node) *object {
	switch {
	case len(values) == 0:
	case d.nullable:
		s.set("example", values[0])
	default:
		s.set("examples", array(values))
	}
	return s
}

// nothing returns a schema that accepts no value.
func nothing() *object { return single("not", new(object)) }
