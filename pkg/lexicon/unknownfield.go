package lexicon

import (
	"slices"
	"strconv"

	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// foreign says how Lexicon writes what other schema languages express with a key.
type foreign struct {
	same []string // fields that mean the same
	help string   // for objects that have none of these fields
	idle bool     // removing the key loses nothing: Lexicon cannot say it
}

// foreignField returns the zero value for a key that no other language has.
func foreignField(name string) foreign {
	switch name {
	case "min":
		return foreign{same: []string{"minimum", "minLength"}}
	case "max":
		return foreign{same: []string{"maximum", "maxLength"}}
	case "minItems":
		return foreign{same: []string{"minLength"}, help: `use "minLength"`}
	case "maxItems":
		return foreign{same: []string{"maxLength"}, help: `use "maxLength"`}
	case "maximumSize":
		return foreign{same: []string{"maxSize"}, help: `use "maxSize"`}
	case "mimeTypes":
		return foreign{same: []string{"accept"}}
	case "title":
		return foreign{same: []string{"description"}, help: `use "description"`}
	case "pattern":
		return foreign{help: "remove it: Lexicon has no patterns, but a format or a length limit may help", idle: true}
	case "additionalProperties":
		return foreign{help: "remove it: a Lexicon object always accepts further fields", idle: true}
	case "uniqueItems":
		return foreign{help: "remove it: Lexicon cannot require distinct elements", idle: true}
	case "oneOf", "anyOf":
		return foreign{help: `use {"type": "union", "refs": […]}`}
	case "allOf":
		return foreign{help: "write out the fields: Lexicon cannot merge schemas"}
	case "$ref":
		return foreign{help: `use {"type": "ref", "ref": …}`}
	case "$defs", "definitions":
		return foreign{help: `use "defs"`}
	case "example", "examples":
		return foreign{help: `put it in the "description"`}
	case "deprecated":
		return foreign{help: `begin the "description" with "Deprecated"`}
	case "optional":
		return foreign{help: `remove it: a property is optional unless its object lists it in "required"`}
	case "values":
		return foreign{help: `use "enum" or "knownValues"`}
	}
	return foreign{}
}

// unknownField reports a key that the shape does not have, by the most specific rule
// for it. The fields of the shape are known, and present says which of them the
// object has. If it lacks one that is required, the key may be meant for that.
func (d *decoder) unknownField(s shape, m *Member, known []field, present *[maxFields]bool, lacks bool) {
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
		d.findFixable(ruleNullableOnParams, at, "params cannot have nullable", "remove it: a parameter that is not in required can be left out", d.removeKey(m))
		return
	}
	near, ok := syntax.NearestFunc(m.Name, known, func(f field) string { return f.name })
	if ok && present[slices.IndexFunc(known, func(f field) bool { return f.name == near.name })] {
		ok = false
	}
	if typ == TypePermission && !ok {
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
	other := foreignField(m.Name)
	same := slices.IndexFunc(known, func(f field) bool { return slices.Contains(other.same, f.name) })
	message, help := "unknown field "+syntax.Quote(m.Name)+" in "+s.String(), ""
	var fix *Fix
	switch {
	case typ != TypeInvalid && (m.Name == "nullable" || m.Name == "required") && m.Value.Kind == KindBoolean:
		message = m.Name + " does not apply to " + typ.String()
		help, fix = "list the property in "+strconv.Quote(m.Name)+" of the object that has it", d.flagFix(m)
	case same >= 0 && !present[same]:
		help, fix = "use "+strconv.Quote(known[same].name), d.renameField(m, known[same], false)
	case other.help != "":
		help = other.help
		if m.Name == "optional" && m.Value.Kind == KindBoolean {
			fix = d.flagFix(m)
		} else if other.idle {
			fix = d.removeKey(m)
		}
	case applies != "":
		message = m.Name + " does not apply to " + typ.String()
		help, fix = "remove it: it applies to "+applies+" only", d.removeKey(m)
	case ok:
		help, fix = "did you mean "+strconv.Quote(near.name)+"?", d.renameField(m, near, syntax.Slip(m.Name, near.name))
	default:
		help = "remove it: it has no effect"
		if !lacks {
			fix = d.removeKey(m)
		}
	}
	d.findFixable(RuleUnexpectedField, at, message, help, fix)
}
