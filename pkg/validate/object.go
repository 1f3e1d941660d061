package validate

import (
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
			n = c.names.index(name)
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
