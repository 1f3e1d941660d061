package lexicon

import (
	"slices"
	"strconv"
)

// DataType returns the definition that the $type of an object names; nil when there is
// none, or it is not loaded.
func (c *Catalog) DataType(v *Value) *Definition {
	name := v.StringField("$type")
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
	if v.Parent() == nil {
		return c.variant(v)
	}
	s := c.declared(v)
	switch s.(type) {
	case *Union, *Unknown:
		if variant := c.variant(v); variant != nil {
			return variant
		}
	}
	return s
}

// declared returns the schema of a value that is in another one, regardless of its $type.
func (c *Catalog) declared(v *Value) Schema {
	switch around := c.SchemaOf(v.Parent()).(type) {
	case *Array:
		return Resolve(around.Items)
	case *Object:
		if p := around.Property(v.Name()); p != nil {
			return Resolve(p.Schema)
		}
	}
	return nil
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
	schema := c.Catalog.SchemaOf(c.place.Object)
	if _, ok := schema.(*Union); ok && !c.written("$type") {
		c.key(CandidateKey, "$type", "The variant of the union that this object is.", `"$"`)
	}
	s, ok := schema.(*Object)
	if !ok {
		return
	}
	for _, required := range []bool{true, false} {
		for _, p := range s.Properties {
			if !c.written(p.Name) && slices.Contains(s.Required, p.Name) == required {
				c.key(CandidateProperty, p.Name, p.Schema.Base().Description, dataTemplate(p.Schema))
			}
		}
	}
}

// dataTemplate returns the value to begin with; see fill.
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
	if object.Parent() == nil {
		c.loaded(func(def *Definition) bool { return def.Name == "main" && def.Schema.Type() == TypeRecord })
		return
	}
	if union, ok := c.Catalog.declared(object).(*Union); ok {
		for _, l := range union.Refs {
			candidate := c.add(CandidateReference, l.String(), "")
			if candidate.Target = l.Target; l.Target != nil {
				candidate.About = l.Target.Schema.Base().Description
			}
		}
	}
}
