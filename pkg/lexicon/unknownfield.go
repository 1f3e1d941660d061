package lexicon

import (
	"slices"
	"strconv"

	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// foreignField says how Lexicon writes what other schema languages express with a
// key; "" for keys that none of them has.
func foreignField(name string) string {
	switch name {
	case "pattern":
		return "remove it: Lexicon has no patterns, but a format or a length limit may help"
	case "additionalProperties":
		return "remove it: a Lexicon object always accepts further fields"
	case "minItems":
		return `use "minLength"`
	case "maxItems":
		return `use "maxLength"`
	case "uniqueItems":
		return "remove it: Lexicon cannot require distinct elements"
	case "oneOf", "anyOf":
		return `use {"type": "union", "refs": […]}`
	case "allOf":
		return "write out the fields: Lexicon cannot merge schemas"
	case "$ref":
		return `use {"type": "ref", "ref": …}`
	case "$defs", "definitions":
		return `use "defs"`
	case "title":
		return `use "description"`
	case "example", "examples":
		return `put it in the "description"`
	case "deprecated":
		return `begin the "description" with "Deprecated"`
	case "optional":
		return `remove it: a property is optional unless its object lists it in "required"`
	case "values":
		return `use "enum" or "knownValues"`
	case "maximumSize":
		return `use "maxSize"`
	}
	return ""
}

// unknownField reports a key that the shape does not have, by the most specific rule
// for it. The fields of the shape are known, and present says which of them the
// object has.
func (d *decoder) unknownField(s shape, m *Member, known []field, present *[maxFields]bool) {
	at := d.doc.AtKey(m)
	typ := TypeInvalid
	if s < NumTypes {
		typ = Type(s)
	}
	switch {
	case typ == TypeQuery && m.Name == "input":
		d.find(ruleInputOnQuery, at, "a query cannot have an input", "make it a procedure, or move the fields to parameters")
		return
	case typ == TypeParams && m.Name == "nullable":
		d.find(ruleNullableOnParams, at, "params cannot have nullable", "remove it: a parameter that is not in required can be left out")
		return
	}
	names := make([]string, len(known))
	for i, f := range known {
		names[i] = f.name
	}
	near := syntax.Nearest(m.Name, names)
	if i := slices.Index(names, near); i >= 0 && present[i] {
		near = ""
	}
	if typ == TypePermission && near == "" {
		d.unknownParameter(m)
		return
	}
	if d.tooMany(RuleUnexpectedField) {
		return
	}
	applies := ""
	if s < NumTypes {
		applies = typesWith(m.Name)
	}
	switch {
	case typ != TypeInvalid && (m.Name == "nullable" || m.Name == "required") && m.Value.Kind == KindBoolean:
		d.find(RuleUnexpectedField, at, m.Name+" does not apply to "+typ.String(), "list the property in "+strconv.Quote(m.Name)+" of the object that has it")
	case foreignField(m.Name) != "":
		d.find(RuleUnexpectedField, at, "unknown field "+syntax.Quote(m.Name)+" in "+s.String(), foreignField(m.Name))
	case applies != "":
		d.find(RuleUnexpectedField, at, m.Name+" does not apply to "+typ.String(), "remove it: it applies to "+applies+" only")
	case near != "":
		d.find(RuleUnexpectedField, at, "unknown field "+syntax.Quote(m.Name)+" in "+s.String(), "did you mean "+strconv.Quote(near)+"?")
	default:
		d.find(RuleUnexpectedField, at, "unknown field "+syntax.Quote(m.Name)+" in "+s.String(), "remove it: it has no effect")
	}
}
