package validate

import "github.com/lexsmith/lexsmith/pkg/lexicon"

var ruleRefTypeMismatch = &lexicon.Rule{
	Code: "ref-type-mismatch", Group: "validate", Severity: lexicon.Always(lexicon.Warning),
	Summary: "$type contradicts the schema of a plain ref",
	Reason: "A plain ref has one target, so its value does not need $type, and one that names another type is a mistake in the data or in the schema. " +
		"Remove it. The value is checked against the target of the ref all the same.",
	Spec: "When $type is required; Field types > ref",
	Page: "specs/lexicon#ref",
	Bad: makerRef + `-- data --
{"maker": {"$type": "com.example.shop", "name": "Ada"}}`,
	Good: makerRef + `-- data --
{"maker": {"name": "Ada"}}`,
}

const makerRef = `-- schema --
"main": {"type": "object", "properties": {"maker": {"type": "ref", "ref": "#person"}}},
"person": {"type": "object", "properties": {"name": {"type": "string"}}}
`

// refChecker is a plain ref to an object, which needs no $type but should not
// contradict one.
type refChecker struct {
	node   lexicon.Schema // the ref, or the object itself when it is the root
	object *objectChecker
}

func (c *refChecker) schema() lexicon.Schema { return c.node }

func (c *refChecker) check(r *run, i uint32) bool {
	if name := r.TypeOf(i); name != "" && name != c.object.typeName && name != "blob" {
		if r.quick {
			return false
		}
		if at := r.Tokens[i].TypeIndex(); name == c.object.typeName+"#main" {
			r.typeMain(at, c.node, name)
		} else {
			r.report(finding{
				rule: ruleRefTypeMismatch, at: at, schema: c.node, field: "ref",
				message:  "is " + quote(name) + ", but the schema refers to " + quote(c.object.typeName),
				help:     "remove $type: a plain ref does not need it",
				expected: c.object.typeName, actual: name,
			})
		}
	}
	return c.object.check(r, i)
}

// ref returns the checker of what a ref leads to, through other named refs.
func (s *Schemas) ref(schema *lexicon.Ref) checker {
	target, last := schema.Resolve()
	switch {
	case target != nil:
		c := s.definition(target)
		if object, ok := c.(*objectChecker); ok {
			return &refChecker{schema, object}
		}
		return c
	case last.Link == nil:
		return &invalidChecker{last, "is a ref that is not valid"}
	case last.Link.Target == nil:
		return s.missing(last, last.Link)
	}
	return &invalidChecker{last, "is a circular reference"}
}

// missing returns the checker of a link to a definition that is not there.
func (s *Schemas) missing(schema lexicon.Schema, l *lexicon.Link) checker {
	if d := s.catalog.Document(l.NSID); d != nil && !d.Partial || l.NSID == schema.Base().Document().ID {
		return &invalidChecker{schema, "is a ref to " + l.Reference.String() + ", which is not defined"}
	}
	return &missingChecker{schema, l.Reference, s.options.AllowUnknown}
}
