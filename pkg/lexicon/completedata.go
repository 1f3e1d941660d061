package lexicon

import (
	"slices"
	"strconv"
)

// DataType returns the definition that the $type of an object names; nil when there is
// none, or it is not loaded.
func (c *Catalog) DataType(v *Value) *Definition {
	name := text(v, "$type")
	if name == "" {
		return nil
	}
	ref, err := ParseReference(name, "")
	if err != nil {
		return nil
	}
	return c.Definition(ref)
}

// SchemaOf returns the schema of a value in data, with references followed; nil when
// it is not known. The $type of the root says which record the data is.
func (c *Catalog) SchemaOf(v *Value) Schema {
	if v == nil {
		return nil
	}
	if v.parent == nil {
		return c.variant(v)
	}
	var s Schema
	switch around := c.SchemaOf(v.parent).(type) {
	case *Array:
		s = around.Items
	case *Object:
		if p := around.Property(v.name()); p != nil {
			s = p.Schema
		}
	}
	if s == nil {
		return nil
	}
	s = Resolve(s)
	switch s.(type) {
	case *Union, *Unknown:
		if variant := c.variant(v); variant != nil {
			return variant
		}
	}
	return s
}

// variant returns the object that a value names by its $type.
func (c *Catalog) variant(v *Value) Schema {
	def := c.DataType(v)
	if def == nil {
		return nil
	}
	switch s := def.Schema.(type) {
	case *Object:
		return s
	case *Record:
		if s.Object != nil {
			return s.Object
		}
	}
	return nil
}

// CompleteData is Complete for data whose $type names a record.
func (c Completer) CompleteData(offset int32) Completion {
	return c.complete(offset, RoleNone, (*completion).dataKeys, (*completion).dataValues)
}

// dataKeys adds the properties of the object at the place, the required ones first.
func (c *completion) dataKeys() {
	object := c.place.Object
	schema := c.Catalog.SchemaOf(object)
	written := func(name string) bool {
		m := object.Member(name)
		return m != nil && m != c.place.Member
	}
	if _, ok := schema.(*Union); ok && !written("$type") {
		c.key(CandidateKey, "$type", "The variant of the union that this object is.", `"$"`)
	}
	s, ok := schema.(*Object)
	if !ok {
		return
	}
	for _, required := range []bool{true, false} {
		for _, p := range s.Properties {
			if !written(p.Name) && slices.Contains(s.Required, p.Name) == required {
				c.key(CandidateProperty, p.Name, p.Schema.Base().Description, dataTemplate(p.Schema))
			}
		}
	}
}

// dataTemplate returns the value to begin with; see key.
func dataTemplate(s Schema) string {
	switch Resolve(s).(type) {
	case *String:
		return `"$"`
	case *CIDLink:
		return `{ "\$link": "$" }`
	case *Bytes:
		return `{ "\$bytes": "$" }`
	case *Array:
		return "[$]"
	case *Union:
		return `{ "\$type": "$" }`
	case *Object, *Record, *Unknown:
		return "{ $ }"
	case *Blob:
		return `{ "\$type": "blob", "ref": { "\$link": "$" }, "mimeType": "$", "size": $ }`
	}
	return "$"
}

// dataValues adds the values that the schema of a member names.
func (c *completion) dataValues(m *Member) {
	if m.Name == "$type" {
		c.typeNames()
		return
	}
	schema := c.Catalog.SchemaOf(m.Value)
	if c.place.List != nil {
		schema = c.Catalog.SchemaOf(c.place.List)
		if a, ok := schema.(*Array); ok {
			schema = Resolve(a.Items)
		}
	}
	switch s := schema.(type) {
	case *Boolean:
		c.literal("true")
		c.literal("false")
	case *Integer:
		for _, n := range s.Enum {
			c.literal(strconv.FormatInt(n, 10))
		}
		if s.Default.Set {
			c.literal(s.Default.String())
		}
	case *String:
		for _, text := range append(append([]string{}, s.Enum...), s.KnownValues...) {
			c.add(CandidateValue, text, "")
		}
		for _, o := range []Opt[string]{s.Const, s.Default} {
			if o.Set && !c.has(o.Value) {
				c.add(CandidateValue, o.Value, "")
			}
		}
	}
	c.withoutWritten()
}

// typeNames adds the variants of the union at the place or, at the root, all records.
func (c *completion) typeNames() {
	object := c.place.Object
	if object.parent == nil {
		for _, d := range c.Catalog.Documents() {
			if main := d.Main(); main != nil && main.Schema.Type() == TypeRecord && c.Catalog.Document(d.ID) == d {
				c.add(CandidateReference, string(d.ID), main.Schema.Base().Description).Target = main
			}
		}
		return
	}
	var schema Schema
	switch around := c.Catalog.SchemaOf(object.parent).(type) {
	case *Array:
		schema = Resolve(around.Items)
	case *Object:
		if p := around.Property(object.name()); p != nil {
			schema = Resolve(p.Schema)
		}
	}
	if union, ok := schema.(*Union); ok {
		for _, l := range union.Refs {
			candidate := c.add(CandidateReference, l.String(), "")
			if candidate.Target = l.Target; l.Target != nil {
				candidate.About = l.Target.Schema.Base().Description
			}
		}
	}
}
