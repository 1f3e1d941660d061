package validate

import (
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// Options says what validation accepts and reports beyond the specification.
type Options struct {
	Profile diag.Profile
	// Legacy accepts legacy blobs (cid and mimeType) and datetimes without a
	// timezone, each with an info.
	Legacy bool
	// AllowUnknown accepts any object where the schema is not loaded.
	AllowUnknown bool
	// ExtraFields reports fields that the schema does not define.
	ExtraFields bool
	// DatetimePractice reports datetimes that are not UTC with Z, or have less
	// than millisecond precision.
	DatetimePractice bool
	// MaxValueSize replaces the constant of that name, unless it is zero.
	MaxValueSize int
	// MaxFindings is how many findings of each rule are kept for a value; the
	// others are counted. Zero means diag.MaxFindings.
	MaxFindings int
}

// Schemas is a catalog compiled for validation: every reference is a pointer,
// every set and bound is prepared. It is safe for many goroutines.
type Schemas struct {
	catalog *lexicon.Catalog
	options Options
	// definitions has the checker of every definition.
	definitions map[*lexicon.Definition]checker
	intended    intended
	// types has what a $type can name: records, and objects by nsid#name.
	types map[string]*namedType
}

// namedType is a definition that $type can name.
type namedType struct {
	definition *lexicon.Definition
	checker    checker
}

// checker is a compiled schema.
type checker interface {
	// check checks the value at i, which is neither null nor invalid. In a
	// quick run it returns false at the first thing to say; in a full run it
	// reports everything and returns true.
	check(r *run, i uint32) bool
	// schema returns the schema that it was made from.
	schema() lexicon.Schema
}

// Compile prepares the schemas of a catalog. Errors in the schemas do not matter
// until a value reaches them.
func Compile(c *lexicon.Catalog, options Options) *Schemas {
	s := &Schemas{
		catalog: c, options: options,
		definitions: map[*lexicon.Definition]checker{},
		types:       map[string]*namedType{},
	}
	for _, d := range c.Documents() {
		for _, def := range d.Defs {
			s.definition(def)
		}
	}
	for def, checker := range s.definitions {
		if def != c.Definition(def.Reference()) {
			continue // another file with the same id beats it
		}
		switch def.Schema.(type) {
		case *lexicon.Object, *lexicon.Record, *lexicon.Invalid:
			s.types[def.Reference().String()] = &namedType{def, checker}
		}
	}
	return s
}

// Catalog returns the catalog that was compiled.
func (s *Schemas) Catalog() *lexicon.Catalog { return s.catalog }

// definition returns the checker of a definition. Named refs are followed: the
// checker is that of what they lead to.
func (s *Schemas) definition(def *lexicon.Definition) checker {
	if c, ok := s.definitions[def]; ok {
		return c
	}
	c := s.make(def.Schema, def)
	s.definitions[def] = c
	return c
}

// compile makes the checker of a schema inside a definition.
func (s *Schemas) compile(schema lexicon.Schema) checker { return s.make(schema, nil) }

// make makes the checker of a schema, which is that of def unless def is nil. A
// definition may contain itself, so it is known before its parts are compiled.
func (s *Schemas) make(schema lexicon.Schema, def *lexicon.Definition) checker {
	known := func(c checker) {
		if def != nil {
			s.definitions[def] = c
		}
	}
	switch schema := schema.(type) {
	case *lexicon.Null:
		return &nullChecker{schema}
	case *lexicon.Boolean:
		return &booleanChecker{schema}
	case *lexicon.Integer:
		return newIntegerChecker(schema)
	case *lexicon.String:
		c := newStringChecker(schema)
		if c.format == syntax.FormatDatetime {
			c.legacy, c.practice = s.options.Legacy, s.options.DatetimePractice
		}
		return c
	case *lexicon.Bytes:
		return &bytesChecker{schema}
	case *lexicon.CIDLink:
		return &linkChecker{schema}
	case *lexicon.Blob:
		return newBlobChecker(schema, s.options.Legacy)
	case *lexicon.Array:
		c := &arrayChecker{node: schema}
		known(c)
		c.items = s.compile(schema.Items)
		return c
	case *lexicon.Object:
		c := &objectChecker{}
		if known(c); def != nil {
			c.typeName = def.Reference().String()
		}
		s.object(c, schema)
		if def == nil && c.index("$type", 0) < 0 {
			return &refChecker{schema, c}
		}
		return c
	case *lexicon.Params:
		return s.params(schema)
	case *lexicon.Ref:
		return s.ref(schema)
	case *lexicon.Union:
		c := &unionChecker{}
		known(c)
		s.union(c, schema)
		return c
	case *lexicon.Unknown:
		return &unknownChecker{schema, s.options.Profile}
	case *lexicon.Record:
		if def != nil {
			c := &recordChecker{node: schema, typeName: def.Reference().String()}
			if known(c); schema.Object != nil {
				c.object = &objectChecker{}
				s.object(c.object, schema.Object)
			}
			return c
		}
	case *lexicon.Invalid:
		return &invalidChecker{node: schema, why: "is not valid"}
	case *lexicon.Token, *lexicon.Query, *lexicon.Procedure, *lexicon.Subscription, *lexicon.PermissionSet, *lexicon.Permission:
	default:
		panic("validate: cannot compile " + schema.Type().String())
	}
	return &invalidChecker{node: schema, why: "is " + schema.Type().Phrase() + ", which does not describe data"}
}
