package validate

import (
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// Compile prepares the schemas of a catalog. Errors in the schemas do not matter
// until a value reaches them.
func Compile(c *lexicon.Catalog, options Options) *Schemas {
	s := &Schemas{
		catalog: c, options: options,
		definitions: map[*lexicon.Definition]checker{},
		types:       map[string]checker{},
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
			s.types[def.Reference().String()] = checker
		}
	}
	return s
}

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
		return &nullChecker{from(schema)}
	case *lexicon.Boolean:
		return &booleanChecker{from(schema)}
	case *lexicon.Integer:
		return &integerChecker{from(schema), newClosedSet(schema.Enum)}
	case *lexicon.String:
		return newStringChecker(schema, &s.options)
	case *lexicon.Bytes:
		return &bytesChecker{from(schema)}
	case *lexicon.CIDLink:
		return &linkChecker{from(schema)}
	case *lexicon.Blob:
		return newBlobChecker(schema, s.options.Legacy)
	case *lexicon.Array:
		c := &arrayChecker{origin: from(schema)}
		known(c)
		c.items = s.compile(schema.Items)
		return c
	case *lexicon.Object:
		c := &objectChecker{}
		if known(c); def != nil {
			c.typeName = def.Reference().String()
		}
		s.object(c, schema)
		if def == nil && c.names.index("$type") < 0 {
			return &refChecker{from[lexicon.Schema](schema), c}
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
		return &unknownChecker{from(schema), s.options.Profile}
	case *lexicon.Record:
		if def != nil {
			c := &recordChecker{origin: from(schema), typeName: def.Reference().String()}
			if known(c); schema.Object != nil {
				c.object = &objectChecker{}
				s.object(c.object, schema.Object)
			}
			return c
		}
	case *lexicon.Invalid:
		return invalid(schema, "is not valid")
	case *lexicon.Token, *lexicon.Query, *lexicon.Procedure, *lexicon.Subscription, *lexicon.PermissionSet, *lexicon.Space, *lexicon.Permission:
	default:
		panic("validate: cannot compile " + schema.Type().String())
	}
	return invalid(schema, "is "+schema.Type().Phrase()+", which does not describe data")
}

func (s *Schemas) object(c *objectChecker, schema *lexicon.Object) {
	c.node, c.extra, c.report = schema, RuleExtraField, s.options.ExtraFields
	s.properties(c, schema.Properties, schema.Required)
	for _, name := range schema.Nullable {
		if i := c.names.index(name); i >= 0 {
			c.properties[i].nullable = true
		}
	}
	c.plainType = c.names.index("$type") < 0
}

func (s *Schemas) params(schema *lexicon.Params) *objectChecker {
	c := &objectChecker{origin: from[lexicon.Schema](schema), extra: RuleUnknownParam, report: true}
	s.properties(c, schema.Properties, schema.Required)
	for i := range c.properties {
		if p := &c.properties[i]; p.checker == nil { // required without a schema
			p.checker, p.nullable = &paramChecker{from(schema)}, false
		}
	}
	return c
}

func (s *Schemas) properties(c *objectChecker, properties []*lexicon.Property, required []string) {
	for _, p := range properties {
		field := propertyChecker{checker: s.compile(p.Schema)}
		if s.options.Watch[p.Schema] {
			field.watched = p.Schema
		}
		c.add(p.Name, field)
	}
	for _, name := range required {
		i := c.names.index(name)
		if i < 0 {
			i = c.add(name, propertyChecker{nullable: true})
		}
		c.properties[i].required = true
	}
	for i := range c.properties {
		if c.properties[i].required {
			c.required = append(c.required, i)
		}
	}
}

// ref returns the checker of what a ref leads to, through other named refs.
func (s *Schemas) ref(schema *lexicon.Ref) checker {
	target, last := schema.Resolve()
	switch {
	case target != nil:
		c := s.definition(target)
		if object, ok := c.(*objectChecker); ok {
			return &refChecker{from[lexicon.Schema](schema), object}
		}
		return c
	case last.Link == nil:
		return invalid(last, "is an invalid ref")
	case last.Link.Target == nil:
		return s.missing(last, last.Link)
	}
	return invalid(last, "is a circular reference")
}

// missing returns the checker of a link to a definition that is not there.
func (s *Schemas) missing(schema lexicon.Schema, l *lexicon.Link) checker {
	if d := s.catalog.Document(l.NSID); d != nil && !d.Partial || l.NSID == schema.Base().Document().ID {
		return invalid(schema, "is a ref to "+short(l.Reference.String())+", which is not defined")
	}
	return &missingChecker{from(schema), l.Reference, s.options.AllowUnknown}
}

func (s *Schemas) union(c *unionChecker, schema *lexicon.Union) {
	c.node, c.open = schema, !schema.Closed
	c.any = c.open && schema.Bare() && s.options.Profile == diag.ProfileV1
	c.hidden = schema.HidesRefs()
	var names []string
	for _, l := range schema.Refs {
		names = append(names, l.Reference.String())
		if l.Target == nil {
			c.variants = append(c.variants, s.missing(schema, l))
		} else {
			c.variants = append(c.variants, s.variant(schema, l.Target))
		}
	}
	c.names = newClosedSet(names)
}

// variant returns the checker of a definition as a variant of a union, which
// must be an object or a record itself.
func (s *Schemas) variant(union *lexicon.Union, target *lexicon.Definition) checker {
	switch target.Schema.(type) {
	case *lexicon.Object, *lexicon.Record, *lexicon.Invalid:
		return s.definition(target)
	}
	return invalid(union, "is a union variant that is "+target.Schema.Type().Phrase()+" instead of an object or record")
}
