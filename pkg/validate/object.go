package validate

import (
	"strconv"

	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/internal/datamodel"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// RuleMissingRequired is broken by objects that lack a required field.
var RuleMissingRequired = &diag.Rule{
	Code: "missing-required", Group: "validate", Severity: diag.Always(diag.Error),
	Summary: "a required field is missing",
	Reason:  "Every value must contain a required field, although it may be empty or 0. Names are case-sensitive: Name and name are different fields.",
	Spec:    "Field types > object, params: required", Page: "specs/lexicon#object",
	Examples: requiredName + inData + `{«"Name": "Lamp"|"name": ""»}`,
}

const requiredName = inSchema + `{"type": "object", "required": ["name"], "properties": {"name": {"type": "string"}}}`

// RuleExtraField is reported with Options.ExtraFields only.
var RuleExtraField = &diag.Rule{
	Code: "extra-field", Group: "validate", Severity: diag.Always(diag.Warning),
	Summary: "the field is not defined in the schema",
	Reason: "Extra fields are allowed and kept, but a later revision of the schema may define the field with a different type. " +
		"The rule is checked only on request. It finds misspelled names of optional fields.",
	Spec: "Validation rules, 2 and 3", Page: "specs/lexicon#lexicon-evolution",
	Examples: optionalSize + inData + `{«"sise"|"size"»: 3}`,
}

const optionalSize = inSchema + `{"type": "object", "properties": {"size": {"type": "integer"}}}`

// RuleUnknownParam is for parameters what RuleExtraField is for fields, and always
// reported.
var RuleUnknownParam = &diag.Rule{
	Code: "unknown-param", Group: "validate", Severity: diag.Always(diag.Warning),
	Summary: "the method has no parameter of that name",
	Reason:  "A server ignores unknown parameters, so the call does not do what its author intended. Usually the name is misspelled.",
	Spec:    "Field types > params; Validation rules, 2", Page: "specs/lexicon#params",
	Examples: limitQuery + "\n-- query string --\n«lmit|limit»=50",
}

const limitQuery = inSchema + `{"type": "query", "parameters": {
  "type": "params",
  "properties": {"limit": {"type": "integer"}}
}}`

// objectChecker is a schema of type object, or params, prepared for many values.
type objectChecker struct {
	origin[lexicon.Schema] // *lexicon.Object or *lexicon.Params
	names                  closedSet[string]
	properties             []propertyChecker // by the index of their names
	required               []int             // the properties that are required, in their order
	typeName               string            // what $type may say on a plain ref to it; "" for an inline object
	extra                  *diag.Rule
	report                 bool // whether fields that the schema does not define are reported
	plainType              bool // whether $type is a field without a schema
}

// propertyChecker is a property. Names that are required without having a
// schema are properties too: any value will do.
type propertyChecker struct {
	checker  checker // nil: any value
	nullable bool
	required bool
	watched  lexicon.Schema // its schema, if Options.Watch has it
}

// add adds a property and returns its index.
func (c *objectChecker) add(name string, p propertyChecker) int {
	c.properties = append(c.properties, p)
	return c.names.add(name)
}

func (c *objectChecker) check(r *run, i uint32) bool {
	tok := &r.Tokens[i]
	if !tok.IsObject() {
		return r.wrongType(i, c.node, lexicon.TypeObject, "an object")
	}
	present := 0 // required properties, those that are repeated more than once
	end, typeAt := tok.Next, tok.TypeIndex()
	next := 0 // property, where values have them in the order of the schema
	for k := i + 1; k < end; k = r.Tokens[k+1].Next {
		if k+1 == typeAt && c.plainType {
			continue
		}
		name, n := r.Text(k), next
		if n >= len(c.names.list) || c.names.list[n] != name {
			n = c.names.indexFrom(name, next)
		}
		if n < 0 {
			if c.report && !c.extraField(r, i, k) {
				return false
			}
			continue
		}
		next = n + 1
		p := &c.properties[n]
		if p.required {
			present++
		}
		if p.watched != nil {
			r.watched = append(r.watched, Watched{p.watched, r.JSONType(k + 1)})
		}
		if p.checker != nil && !r.value(p.checker, k+1, p.nullable) {
			return false
		}
	}
	return present == len(c.required) && r.Conforms() || c.missing(r, i)
}

// paramChecker is a parameter that the schema does not describe: it can have any
// value that a query string can carry.
type paramChecker struct{ origin[*lexicon.Params] }

func (c *paramChecker) check(r *run, i uint32) bool {
	tok := &r.Tokens[i]
	if tok.Kind != datamodel.Array {
		return isParam(tok.Kind) || r.wrongType(i, c.node, lexicon.TypeString, "a boolean, an integer, a string, or an array of these")
	}
	for k := i + 1; k < tok.Next; k = r.Tokens[k].Next {
		if kind := r.Tokens[k].Kind; !isParam(kind) && kind != datamodel.Invalid &&
			!r.wrongType(k, c.node, lexicon.TypeString, "a boolean, an integer, or a string") {
			return false
		}
	}
	return true
}

// mostMissing is how many missing fields of an object are reported one by one. What
// an object lacks can be as long as the schema, however short the object is.
const mostMissing = 64

// missing reports the required properties that an object lacks.
func (c *objectChecker) missing(r *run, i uint32) bool {
	if r.quick {
		return false
	}
	present := map[string]bool{}
	for k := i + 1; k < r.Tokens[i].Next; k = r.Tokens[k+1].Next {
		present[r.Text(k)] = true
	}
	n := 0
	for _, at := range c.required {
		name := c.names.list[at]
		if present[name] {
			continue
		}
		if n++; n > mostMissing {
			continue
		}
		r.report(RuleMissingRequired, func() finding {
			help := ""
			if k := r.alike(i, name); k != 0 {
				help = "rename " + quote(r.Text(k)) + " to " + quote(name)
			}
			return c.lacks(i, "the required "+quote(name)+" "+c.noun(), help, name)
		})
	}
	if n -= mostMissing; n > 0 {
		r.report(RuleMissingRequired, func() finding {
			return c.lacks(i, strconv.Itoa(n)+" more required "+c.noun()+"s", "", nil)
		})
	}
	return true
}

// lacks is the finding on an object without something that is required.
func (c *objectChecker) lacks(i uint32, what, help string, expected any) finding {
	f := finding{at: i, opening: true, schema: c.node, field: "required", message: "is missing " + what, help: help, expected: expected}
	if c.node.Type() == lexicon.TypeParams {
		f.subject = "the request"
	}
	return f
}

// noun is how messages call a property.
func (c *objectChecker) noun() string {
	if c.node.Type() == lexicon.TypeParams {
		return "parameter"
	}
	return "field"
}

// searched is how many keys or names there may be for a mistyped one to be looked
// for among them: a suggestion is not worth going through more.
const searched = 64

// alike returns the key of the object at i that is spelled nearly like a name; 0
// when there is none, or when the object has too many keys.
func (r *run) alike(i uint32, name string) uint32 {
	if !r.hasFewKeys(i) {
		return 0
	}
	for k := i + 1; k < r.Tokens[i].Next; k = r.Tokens[k+1].Next {
		if one := [...]string{name}; words.Nearest(r.Text(k), one[:]) != "" {
			return k
		}
	}
	return 0
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

// extraField reports the field at k of the object at i, which the schema does
// not define. $type belongs to every object.
func (c *objectChecker) extraField(r *run, i, k uint32) bool {
	name := r.Text(k)
	if name == "$type" && c.extra == RuleExtraField {
		return true
	}
	if params, ok := c.node.(*lexicon.Params); ok && !r.value(&paramChecker{from(params)}, k+1, false) {
		return false
	}
	return r.report(c.extra, func() finding {
		f := finding{at: k + 1, place: k, schema: c.node, field: "properties", message: "is not defined in the schema"}
		if c.extra == RuleUnknownParam {
			f.message = "is not a parameter of the method"
		}
		if near := words.Nearest(name, c.names.list); r.hasFewKeys(i) && r.Member(i, near) == 0 {
			f.help = words.DidYouMean(near)
		}
		return f
	})
}
