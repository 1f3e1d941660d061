package validate

import (
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// objectChecker is a schema of type object, or params, prepared for many values.
type objectChecker struct {
	node       lexicon.Schema // *lexicon.Object or *lexicon.Params
	properties []propertyChecker
	byName     map[string]int // nil while there are few
	// required has the indexes of required properties that have no bit.
	required []int
	all      uint64 // bits of the other required properties
	typeName string // what $type may say on a plain ref to it; "" for an inline object
	extra    *lexicon.Rule
	report   bool // whether fields that the schema does not name are reported
}

// propertyChecker is a property. Names that are required without having a
// schema are properties too: any value will do.
type propertyChecker struct {
	name     string
	checker  checker // nil: any value
	nullable bool
	bit      uint64 // in the set of required properties; 0: not one of them
}

// manyProperties is from how many properties on a map beats a search.
const manyProperties = 20

func (s *Schemas) object(c *objectChecker, schema *lexicon.Object) {
	c.node, c.extra, c.report = schema, ruleExtraField, s.options.ExtraFields
	s.properties(c, schema.Properties, schema.Required)
	for _, name := range schema.Nullable {
		if i := c.index(name); i >= 0 {
			c.properties[i].nullable = true
		}
	}
}

func (s *Schemas) params(schema *lexicon.Params) *objectChecker {
	c := &objectChecker{node: schema, extra: ruleUnknownParam, report: true}
	s.properties(c, schema.Properties, schema.Required)
	return c
}

func (s *Schemas) properties(c *objectChecker, properties []*lexicon.Property, required []string) {
	for _, p := range properties {
		c.properties = append(c.properties, propertyChecker{name: p.Name, checker: s.compile(p.Schema)})
	}
	bits := 0
	for _, name := range required {
		i := c.index(name)
		if i < 0 {
			c.properties = append(c.properties, propertyChecker{name: name, nullable: true})
			i = len(c.properties) - 1
		}
		switch p := &c.properties[i]; {
		case p.bit != 0: // named twice
		case bits < 64:
			p.bit = 1 << bits
			c.all |= p.bit
			bits++
		default:
			c.required = append(c.required, i)
		}
	}
	if len(c.properties) >= manyProperties {
		c.byName = make(map[string]int, len(c.properties))
		for i, p := range c.properties {
			c.byName[p.name] = i
		}
	}
}

// index returns the index of a property; -1 when there is none of that name.
func (c *objectChecker) index(name string) int {
	if c.byName != nil {
		if i, ok := c.byName[name]; ok {
			return i
		}
		return -1
	}
	for i := range c.properties {
		if c.properties[i].name == name {
			return i
		}
	}
	return -1
}

func (c *objectChecker) schema() lexicon.Schema { return c.node }

func (c *objectChecker) check(r *run, i uint32) bool {
	tok := &r.Tokens[i]
	if !tok.IsObject() {
		return r.wrongType(i, c.node, "an object")
	}
	seen := uint64(0)
	end := tok.Next
	for k := i + 1; k < end; k = r.Tokens[k+1].Next {
		n := c.index(r.Text(k))
		if n < 0 {
			if c.report && !c.extraField(r, i, k) {
				return false
			}
			continue
		}
		p := &c.properties[n]
		seen |= p.bit
		if p.checker != nil && !r.value(p.checker, k+1, p.nullable) {
			return false
		}
	}
	if seen == c.all && c.required == nil {
		return true
	}
	return c.missing(r, i, seen)
}

// missing reports the required properties that an object lacks.
func (c *objectChecker) missing(r *run, i uint32, seen uint64) bool {
	for n := range c.properties {
		p := &c.properties[n]
		if p.bit&^seen == 0 && !c.absent(r, i, n) {
			continue
		}
		if r.quick {
			return false
		}
		f := r.report(ruleMissingRequired, i, c.node, "required", "needs the field "+quote(p.name), "")
		f.Span.End = min(f.Span.End, f.Span.Start+1) // where it lacks: the opening brace
		if k := r.alike(i, p.name, f); k != 0 {
			f.Help = "rename " + quote(r.Text(k)) + " to " + quote(p.name)
		}
	}
	return true
}

// absent reports whether property n is required, has no bit, and is not there.
func (c *objectChecker) absent(r *run, i uint32, n int) bool {
	for _, required := range c.required {
		if required == n {
			return r.Member(i, c.properties[n].name) == 0
		}
	}
	return false
}

// searchedKeys is how many keys an object may have for a mistyped one to be
// looked for among them: a suggestion is not worth going through more.
const searchedKeys = 256

// suggests reports whether a finding on the object at i is worth a suggestion:
// whether it is kept, and the keys are few.
func (r *run) suggests(f *lexicon.Finding, i uint32) bool {
	if f == &r.spare {
		return false
	}
	k, end := i+1, r.Tokens[i].Next
	for n := 0; k < end && n < searchedKeys; n++ {
		k = r.Tokens[k+1].Next
	}
	return k == end
}

// alike returns the key of the object at i that is spelled nearly like a name,
// for a finding; 0 when there is none.
func (r *run) alike(i uint32, name string, f *lexicon.Finding) uint32 {
	if !r.suggests(f, i) {
		return 0
	}
	for k := i + 1; k < r.Tokens[i].Next; k = r.Tokens[k+1].Next {
		if syntax.Nearest(r.Text(k), []string{name}) != "" {
			return k
		}
	}
	return 0
}

// extraField reports the field at k of the object at i, which the schema does
// not name. $type belongs to every object.
func (c *objectChecker) extraField(r *run, i, k uint32) bool {
	name := r.Text(k)
	if name == "$type" && c.extra == ruleExtraField {
		return true
	}
	if r.quick {
		return false
	}
	what := "is a field that the schema does not name"
	if c.extra == ruleUnknownParam {
		what = "is no parameter of the method"
	}
	f := r.report(c.extra, k+1, c.node, "properties", what, "")
	r.move(f, k)
	if r.suggests(f, i) {
		if near := syntax.Nearest(name, c.names()); near != "" && r.Member(i, near) == 0 {
			f.Help = "did you mean " + quote(near) + "?"
		}
	}
	return true
}

// names returns the names of the properties.
func (c *objectChecker) names() []string {
	names := make([]string, len(c.properties))
	for n, p := range c.properties {
		names[n] = p.name
	}
	return names
}
