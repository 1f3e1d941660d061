package lexicon

import (
	"slices"
	"strconv"

	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// foreignField says how Lexicon writes what other schema languages write with a
// key that Lexicon does not have; "" when it is none of theirs.
func foreignField(name string) string {
	switch name {
	case "pattern":
		return "Lexicon has no patterns; a format or a length limit may serve"
	case "additionalProperties":
		return "a Lexicon object always takes further fields"
	case "minItems":
		return `Lexicon writes "minLength"`
	case "maxItems":
		return `Lexicon writes "maxLength"`
	case "uniqueItems":
		return "Lexicon cannot demand that elements differ"
	case "oneOf", "anyOf":
		return `Lexicon writes {"type": "union", "refs": […]}`
	case "allOf":
		return "Lexicon cannot merge schemas: write the fields out"
	case "$ref":
		return `Lexicon writes {"type": "ref", "ref": …}`
	case "$defs", "definitions":
		return `Lexicon writes "defs"`
	case "title":
		return `Lexicon has only "description"`
	case "example", "examples":
		return `say it in the "description"`
	case "deprecated":
		return `begin the "description" with "Deprecated"`
	case "optional":
		return `a property is optional unless the object lists it in "required"`
	case "values":
		return `Lexicon writes "enum" or "knownValues"`
	case "maximumSize":
		return `Lexicon writes "maxSize"`
	}
	return ""
}

// unknownField finds a key that the shape does not have: the most specific rule
// for it, with the spelling or the place that was meant. Known are the fields
// of the shape, present says which of them the object has.
func (d *decoder) unknownField(s shape, m *Member, known []field, present *[maxFields]bool) {
	at := d.doc.AtKey(m)
	typ := TypeInvalid
	if s < NumTypes {
		typ = Type(s)
	}
	switch {
	case typ == TypeQuery && m.Name == "input":
		d.find(ruleInputOnQuery, at, "a query has no input", "make it a procedure, or move the fields to parameters")
		return
	case typ == TypeParams && m.Name == "nullable":
		d.find(ruleNullableOnParams, at, "params have no nullable", "a query string cannot hold null: leave the parameter out instead")
		return
	}
	if d.tooMany(ruleUnexpectedField) {
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
	applies := ""
	if s < NumTypes {
		applies = typesWith(m.Name)
	}
	switch {
	case typ != TypeInvalid && (m.Name == "nullable" || m.Name == "required") && m.Value.Kind == KindBoolean:
		d.find(ruleUnexpectedField, at, m.Name+" is not a field of "+typ.String(), "list the property in "+strconv.Quote(m.Name)+" of the object that has it")
	case foreignField(m.Name) != "":
		d.find(ruleUnexpectedField, at, syntax.Quote(m.Name)+" is not a field of "+s.String(), foreignField(m.Name))
	case applies != "":
		d.find(ruleUnexpectedField, at, m.Name+" does not apply to "+typ.String(), "it has no effect here; it belongs to "+applies)
	case near != "":
		d.find(ruleUnexpectedField, at, syntax.Quote(m.Name)+" is not a field of "+s.String(), "did you mean "+strconv.Quote(near)+"?")
	default:
		d.find(ruleUnexpectedField, at, syntax.Quote(m.Name)+" is not a field of "+s.String(), "it has no effect: remove it")
	}
}
