package lsp

import (
	"slices"
	"strconv"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// dataType returns the definition that the $type of an object names; nil when there is
// none, or it is not loaded.
func dataType(c *lexicon.Catalog, v *lexicon.Value) *lexicon.Definition {
	name := v.StringField("$type")
	if name == "" {
		return nil
	}
	ref, err := lexicon.ParseReference(name, "")
	if err != nil {
		return nil
	}
	return c.Definition(ref)
}

// schemaOf returns the schema of a value in data, with references followed; nil when
// it is not known. The $type of the root says which record the data is.
func schemaOf(c *lexicon.Catalog, v *lexicon.Value) lexicon.Schema {
	if v == nil {
		return nil
	}
	if v.Parent() == nil {
		return variant(c, v)
	}
	s := declared(c, v)
	switch s.(type) {
	case *lexicon.Union, *lexicon.Unknown:
		if variant := variant(c, v); variant != nil {
			return variant
		}
	}
	return s
}

// declared returns the schema of a value that is in another one, regardless of its $type.
func declared(c *lexicon.Catalog, v *lexicon.Value) lexicon.Schema {
	switch around := schemaOf(c, v.Parent()).(type) {
	case *lexicon.Array:
		return lexicon.Resolve(around.Items)
	case *lexicon.Object:
		if p := around.Property(v.Name()); p != nil {
			return lexicon.Resolve(p.Schema)
		}
	}
	return nil
}

// variant returns the object that a value names by its $type.
func variant(c *lexicon.Catalog, v *lexicon.Value) lexicon.Schema {
	def := dataType(c, v)
	if def == nil {
		return nil
	}
	switch s := def.Schema.(type) {
	case *lexicon.Object:
		return s
	case *lexicon.Record:
		if s.Object != nil {
			return s.Object
		}
	}
	return nil
}

// dataKeys adds the properties of the object at the cursor, the required ones first.
func (c *completion) dataKeys() {
	schema := schemaOf(c.catalog, c.cursor.object)
	if _, ok := schema.(*lexicon.Union); ok && !c.written("$type") {
		c.key(candidateKey, "$type", "The variant of the union that this object is.", `"$"`)
	}
	s, ok := schema.(*lexicon.Object)
	if !ok {
		return
	}
	for _, required := range []bool{true, false} {
		for _, p := range s.Properties {
			if !c.written(p.Name) && slices.Contains(s.Required, p.Name) == required {
				c.key(candidateProperty, p.Name, p.Schema.Base().Description, dataTemplate(p.Schema))
			}
		}
	}
}

// dataTemplate returns the value to begin with; see fill.
func dataTemplate(s lexicon.Schema) string {
	switch lexicon.Resolve(s).(type) {
	case *lexicon.String:
		return `"$"`
	case *lexicon.CIDLink:
		return `{ "\$link": "$" }`
	case *lexicon.Bytes:
		return `{ "\$bytes": "$" }`
	case *lexicon.Array:
		return "[$]"
	case *lexicon.Union:
		return `{ "\$type": "$" }`
	case *lexicon.Object, *lexicon.Record, *lexicon.Unknown:
		return "{ $ }"
	case *lexicon.Blob:
		return `{ "\$type": "blob", "ref": { "\$link": "$" }, "mimeType": "$", "size": $ }`
	}
	return "$"
}

// dataValues adds the values that the schema of a member names.
func (c *completion) dataValues(m *lexicon.Member) {
	if m.Name == "$type" {
		c.typeNames()
		return
	}
	schema := schemaOf(c.catalog, m.Value)
	if c.cursor.list != nil {
		schema = schemaOf(c.catalog, c.cursor.list)
		if a, ok := schema.(*lexicon.Array); ok {
			schema = lexicon.Resolve(a.Items)
		}
	}
	switch s := schema.(type) {
	case *lexicon.Boolean:
		c.literal("true")
		c.literal("false")
	case *lexicon.Integer:
		for _, n := range s.Enum {
			c.literal(strconv.FormatInt(n, 10))
		}
		if s.Default.Set {
			c.literal(s.Default.String())
		}
	case *lexicon.String:
		c.addAll(slices.Concat(s.Enum, s.KnownValues)...)
		for _, o := range []lexicon.Opt[string]{s.Const, s.Default} {
			if o.Set && !c.has(o.Value) {
				c.addAll(o.Value)
			}
		}
	}
	c.withoutWritten()
}

// typeNames adds the variants of the union at the cursor or, at the root, all records.
func (c *completion) typeNames() {
	object := c.cursor.object
	if object.Parent() == nil {
		c.records()
		return
	}
	if union, ok := declared(c.catalog, object).(*lexicon.Union); ok {
		for _, l := range union.Refs {
			candidate := c.add(candidateReference, l.String(), "")
			if candidate.target = l.Target; l.Target != nil {
				candidate.about = l.Target.Schema.Base().Description
			}
		}
	}
}
