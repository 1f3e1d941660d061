package convert

// dialect holds the differences between the forms of JSON Schema.
type dialect struct {
	// nullable says that the dialect has the keyword nullable beside type in
	// place of a type null.
	nullable bool
	// noConst says that there is no keyword const: an enum of one value is used.
	noConst bool
	// noExamples says that a schema may not have examples.
	noExamples bool
	// lonelyRef says that keywords beside $ref are ignored.
	lonelyRef bool
	// int64Format says that integers have the format int64. Validators of plain
	// JSON Schema do not know that format, and some refuse it.
	int64Format bool
	// discriminator says that oneOf can name the property that decides it.
	discriminator bool
	// binary says that a body of bytes is a string of format binary.
	binary bool
}

func draft2020() *dialect { return &dialect{} }

func draft07() *dialect { return &dialect{lonelyRef: true} }

func openAPI31() *dialect { return &dialect{int64Format: true, discriminator: true} }

func openAPI30() *dialect {
	return &dialect{
		nullable: true, noConst: true, noExamples: true, lonelyRef: true, int64Format: true, discriminator: true, binary: true,
	}
}

// constant adds to a schema that its value must be n.
func (d *dialect) constant(s *object, n node) *object {
	if d.noConst {
		return s.set("enum", array{n})
	}
	return s.set("const", n)
}

// null returns a schema of null alone.
func (d *dialect) null() *object {
	if d.nullable {
		return single("type", text("string")).set("nullable", boolean(true)).set("enum", array{null{}})
	}
	return single("type", text("null"))
}

// orNull returns a schema that accepts null and everything that s accepts.
func (d *dialect) orNull(s *object) *object {
	kind, _ := s.get("type").(text)
	combined := s.has("enum", "const", "not", "allOf", "anyOf", "oneOf", "$ref")
	switch {
	case acceptsAll(s), kind == "null", s.has("nullable"):
		return s
	case len(s.members) == 1 && s.has("anyOf"):
		return s.set("anyOf", append(s.get("anyOf").(array), d.null()))
	case kind == "" || combined:
		return single("anyOf", array{s, d.null()})
	case d.nullable:
		return s.set("nullable", boolean(true))
	}
	return s.set("type", array{kind, text("null")})
}

// acceptsAll reports whether a schema has only annotations.
func acceptsAll(s *object) bool {
	for _, m := range s.members {
		if m.name != "description" && m.name != annotation {
			return false
		}
	}
	return true
}

// nothing returns a schema that accepts no value.
func nothing() *object { return single("not", new(object)) }
