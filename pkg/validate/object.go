package validate

import (
	"slices"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// RuleMissingRequired is broken by objects that lack a required field.
var RuleMissingRequired = &lexicon.Rule{
	Code: "missing-required", Group: "validate", Severity: lexicon.Always(lexicon.Error),
	Summary: "a required field is missing",
	Reason:  "A required field is in every value, though it may be empty or 0. Names are case-sensitive: Name is not the field name.",
	Spec:    "Field types > object, params: required",
	Page:    "specs/lexicon#object",
	Bad: requiredName + `-- data --
{"Name": "Lamp"}`,
	Good: requiredName + `-- data --
{"name": ""}`,
}

const requiredName = `-- schema --
{"type": "object", "required": ["name"], "properties": {"name": {"type": "string"}}}
`

// RuleExtraField is reported with Options.ExtraFields only.
var RuleExtraField = &lexicon.Rule{
	Code: "extra-field", Group: "validate", Severity: lexicon.Always(lexicon.Warning),
	Summary: "the field is not defined in the schema",
	Reason: "Extra fields are allowed and kept, but a later revision of the schema may give the name another type. " +
		"The rule is only checked on request. It finds mistyped names of optional fields.",
	Spec: "Validation rules, 2 and 3",
	Page: "specs/lexicon#lexicon-evolution",
	Bad: optionalSize + `-- data --
{"sise": 3}`,
	Good: optionalSize + `-- data --
{"size": 3}`,
}

const optionalSize = `-- schema --
{"type": "object", "properties": {"size": {"type": "integer"}}}
`

// RuleUnknownParam is for parameters what RuleExtraField is for fields, and always
// reported.
var RuleUnknownParam = &lexicon.Rule{
	Code: "unknown-param", Group: "validate", Severity: lexicon.Always(lexicon.Warning),
	Summary: "the method has no parameter of that name",
	Reason:  "A server ignores a parameter that it does not know, so the call does something else than its author meant. Usually the name is mistyped.",
	Spec:    "Field types > params; Validation rules, 2",
	Page:    "specs/lexicon#params",
	Bad: limitQuery + `-- query string --
lmit=50`,
	Good: limitQuery + `-- query string --
limit=50`,
}

const limitQuery = `-- schema --
{"type": "query", "parameters": {
  "type": "params",
  "properties": {"limit": {"type": "integer"}}
}}
`

// objectChecker is a schema of type object, or params, prepared for many values.
type objectChecker struct {
	node       lexicon.Schema // *lexicon.Object or *lexicon.Params
	properties []propertyChecker
	byName     map[string]int // nil while there are few
	required   []uint64       // the set of required properties, see propertyChecker
	typeName   string         // what $type may say on a plain ref to it; "" for an inline object
	extra      *lexicon.Rule
	report     bool // whether fields that the schema does not define are reported
}

// propertyChecker is a property. Names that are required without having a
// schema are properties too: any value will do.
type propertyChecker struct {
	name     string
	checker  checker // nil: any value
	nullable bool
	word     int    // of the set of required properties, in which it has a bit
	bit      uint64 // 0: not required
}

// manyProperties is from how many properties on a map beats a search.
const manyProperties = 20

func (s *Schemas) object(c *objectChecker, schema *lexicon.Object) {
	c.node, c.extra, c.report = schema, RuleExtraField, s.options.ExtraFields
	s.properties(c, schema.Properties, schema.Required)
	for _, name := range schema.Nullable {
		if i := c.index(name); i >= 0 {
			c.properties[i].nullable = true
		}
	}
}

func (s *Schemas) params(schema *lexicon.Params) *objectChecker {
	c := &objectChecker{node: schema, extra: RuleUnknownParam, report: true}
	s.properties(c, schema.Properties, schema.Required)
	for i := range c.properties {
		if p := &c.properties[i]; p.checker == nil { // required without a schema
			p.checker, p.nullable = &paramChecker{schema}, false
		}
	}
	return c
}

func (s *Schemas) properties(c *objectChecker, properties []*lexicon.Property, required []string) {
	for _, p := range properties {
		c.add(propertyChecker{name: p.Name, checker: s.compile(p.Schema)})
	}
	bits := 0
	for _, name := range required {
		i := c.index(name)
		if i < 0 {
			i = c.add(propertyChecker{name: name, nullable: true})
		}
		if p := &c.properties[i]; p.bit == 0 { // else it is named twice
			if p.word, p.bit = bits/64, 1<<(bits%64); p.word == len(c.required) {
				c.required = append(c.required, 0)
			}
			c.required[p.word] |= p.bit
			bits++
		}
	}
}

// add adds a property and returns its index.
func (c *objectChecker) add(p propertyChecker) int {
	n := len(c.properties)
	if c.properties = append(c.properties, p); n+1 == manyProperties {
		c.byName = make(map[string]int, 2*manyProperties)
		for i := range c.properties {
			c.byName[c.properties[i].name] = i
		}
	}
	if c.byName != nil {
		c.byName[p.name] = n
	}
	return n
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
		return r.wrongType(i, c.node, lexicon.TypeObject, "an object")
	}
	var few [1]uint64
	seen := few[:]
	if len(c.required) > 1 {
		seen = make([]uint64, len(c.required))
	}
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
		seen[p.word] |= p.bit
		if p.checker != nil && !r.value(p.checker, k+1, p.nullable) {
			return false
		}
	}
	return c.required == nil || slices.Equal(seen, c.required) || c.missing(r, i, seen)
}

// missing reports the required properties that an object lacks.
func (c *objectChecker) missing(r *run, i uint32, seen []uint64) bool {
	for n := range c.properties {
		p := &c.properties[n]
		if p.bit&^seen[p.word] == 0 {
			continue
		}
		if r.quick {
			return false
		}
		if r.skips(RuleMissingRequired) {
			continue
		}
		help := ""
		if k := r.alike(i, p.name); k != 0 {
			help = "rename " + quote(r.Text(k)) + " to " + quote(p.name)
		}
		r.report(finding{
			rule: RuleMissingRequired, at: i, opening: true, schema: c.node, field: "required",
			message: "is missing the required field " + quote(p.name), help: help, expected: p.name,
		})
	}
	return true
}

// searched is how many keys or names there may be for a mistyped one to be looked
// for among them: a suggestion is not worth going through more.
const searched = 256

// nearest returns the name that a mistyped one most likely means; "" when there is
// none, or when there are too many names.
func nearest(name string, names []string) string {
	if len(names) > searched {
		return ""
	}
	return syntax.Nearest(name, names)
}

// hasFewKeys reports whether the object at i has so few keys that a suggestion is
// worth looking for.
func (r *run) hasFewKeys(i uint32) bool {
	k, end := i+1, r.Tokens[i].Next
	for n := 0; k < end && n < searched; n++ {
		k = r.Tokens[k+1].Next
	}
	return k == end
}

// alike returns the key of the object at i that is spelled nearly like a name; 0
// when there is none.
func (r *run) alike(i uint32, name string) uint32 {
	if !r.hasFewKeys(i) {
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
// not define. $type belongs to every object.
func (c *objectChecker) extraField(r *run, i, k uint32) bool {
	name := r.Text(k)
	if name == "$type" && c.extra == RuleExtraField {
		return true
	}
	if r.quick {
		return false
	}
	if params, ok := c.node.(*lexicon.Params); ok {
		r.value(&paramChecker{params}, k+1, false)
	}
	if r.skips(c.extra) {
		return true
	}
	f := finding{rule: c.extra, at: k + 1, place: k, schema: c.node, field: "properties", message: "is not defined in the schema"}
	if c.extra == RuleUnknownParam {
		f.message = "is not a parameter of the method"
	}
	if len(c.properties) <= searched && r.hasFewKeys(i) {
		if near := nearest(name, c.names()); near != "" && r.Member(i, near) == 0 {
			f.help = didYouMean(near)
		}
	}
	r.report(f)
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
