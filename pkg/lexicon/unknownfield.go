package lexicon

import (
	"slices"
	"strconv"
	"strings"

	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/diag"
)

// unknownField reports a key that the shape does not have, by the most specific rule
// for it.
func (d *decoder) unknownField(s shape, in Slot, m *Member, set *fieldSet) {
	at := d.doc.AtKey(m)
	typ := TypeInvalid
	if s < NumTypes {
		typ = Type(s)
	}
	switch {
	case typ == TypeQuery && (m.Name == "input" || slices.Contains(foreignNames(m.Name), "input")):
		d.find(ruleInputOnQuery, at, "a query cannot have an input", `make the query a procedure, or move the fields of the input to "parameters"`)
		return
	case typ == TypeParams && m.Name == "nullable":
		d.findFixable(ruleNullableOnParams, at, `a params object cannot have "nullable"`, `remove it; a parameter that is not listed in "required" can be omitted`, d.removeKey(m))
		return
	case typ == TypePermission && set.nearest(m.Name) == "":
		d.unknownParameter(m)
		return
	case d.tooMany(RuleUnexpectedField):
		return
	}
	applies, message := "", "unknown field "+words.Quote(m.Name)+" in "+s.String()
	if typ != TypeInvalid {
		applies = typesWith(m.Name, d.profile)
		if typ != TypeParams {
			message += " definition"
		}
	}
	if applies != "" {
		message = words.Quote(m.Name) + " does not apply to " + typ.String() + " schemas"
	}
	help, fix := d.unknownFieldHelp(s, in, m, set, applies)
	d.findFixable(RuleUnexpectedField, at, message, help, fix)
}

// unknownFieldHelp says what to write instead of a key that a schema does not have.
// Applies lists the types that have it.
func (d *decoder) unknownFieldHelp(s shape, in Slot, m *Member, set *fieldSet, applies string) (help string, fix *diag.Fix) {
	if help := flagHelp(m, in); help != "" && s < NumTypes {
		return help, d.flagFix(m)
	}
	names := foreignNames(m.Name)
	if s == shapeError && slices.Contains([]string{"message", "detail", "details", "reason"}, m.Name) {
		names = []string{"description"}
	}
	for _, name := range names {
		switch {
		case !set.missing(name):
		case name == "knownValues":
			return `use "knownValues", or "enum" for a closed set`, nil
		default:
			return "use " + strconv.Quote(name), d.renameField(m, *set.Field(name), false)
		}
	}
	if m.Value.Len() > 0 {
		for _, name := range append(names, set.Nearest(m.Name)) {
			if set.index(name) >= 0 && !set.missing(name) {
				return d.mergeHelp(m, set.Field(name))
			}
		}
	}
	if s == shapeFile && m.Name == "type" && TypeByName(m.Value.Text).Primary() {
		if defs := m.Value.Parent().Field("defs"); defs == nil || defs.Field("main") == nil {
			return `move it into a "main" definition in "defs"`, nil
		}
	}
	if help := d.foreignField(m, in); help != "" {
		return d.removeHelp(m, help)
	}
	if applies != "" {
		help, fix = d.removeHelp(m, "remove it; it applies only to "+applies+" schemas")
		return help, set.unless(m, fix)
	}
	if near := set.nearest(m.Name); near != "" && (near != "$type" || m.Value.Text == SchemaType) {
		if _, ok := words.UniqueFunc(m.Name, set.fields, func(f Field) string { return f.Name }); ok {
			fix = d.renameField(m, *set.Field(near), words.Slip(m.Name, near))
		}
		return "did you mean " + strconv.Quote(near) + "?", fix
	}
	help, fix = d.removeHelp(m, "remove it; it has no effect")
	return help, set.unless(m, fix)
}

// unless returns the fix that removes a key, unless it may mean a field that is missing, or
// be a part of a schema out of its place.
func (s *fieldSet) unless(m *Member, fix *diag.Fix) *diag.Fix {
	if s.lacks || s.loose && slices.ContainsFunc(shapeFields()[:], func(fields []Field) bool { return Keys{fields: fields}.Has(m.Name) }) {
		return nil
	}
	return fix
}

// removeHelp returns help that may advise to remove a key, with the fix that does. What has
// content is to be moved instead.
func (d *decoder) removeHelp(m *Member, help string) (string, *diag.Fix) {
	why, remove := strings.CutPrefix(help, "remove it; ")
	switch {
	case !remove:
		return help, nil
	case m.Value.Len() > 0:
		return "move it to where it has an effect; " + strings.Replace(why, "it has no effect", "it has none here", 1), nil
	}
	return help, d.removeKey(m)
}

// mergeHelp returns help and a fix for a key with content that means a field which the
// object has already.
func (d *decoder) mergeHelp(m *Member, f *Field) (help string, fix *diag.Fix) {
	help = "move its content into " + strconv.Quote(f.Name)
	target := m.Value.Parent().Field(f.Name)
	if f.Holds != RoleDefinitions && f.Holds != RoleProperties || m.Value.Kind != KindObject || target.Kind != KindObject || clash(target, m.Value.AllMembers()) {
		return help, nil
	}
	edits := d.doc.MoveInto(target, "", m.Value.AllMembers(), []*Member{m})
	return help, moving("Move its content into "+strconv.Quote(f.Name), words.Slip(m.Name, f.Name), edits)
}

// flagHelp is the help for a boolean key that says whether a property is required or
// nullable, which in Lexicon the object says; "" for other keys.
func flagHelp(m *Member, in Slot) string {
	list, yes := flagOf(m)
	schema := m.Value.Parent()
	switch {
	case list == "" || m.Value.Kind != KindBoolean:
		return ""
	case list == "nullable" && in == SlotParameter:
		return "remove it; a query string cannot contain null"
	case in != SlotProperty && in != SlotParameter:
		return "remove it; only a property can be " + list
	}
	owner := "the object's"
	if in == SlotParameter {
		owner = "the params object's"
	}
	owner += " " + strconv.Quote(list) + " list"
	listed := lists(propertyOf(schema), list, schema.Name())
	switch {
	case yes && listed:
		return "remove it; " + owner + " has " + words.Quote(schema.Name()) + " already"
	case yes:
		return "add " + words.Quote(schema.Name()) + " to " + owner + " instead"
	case listed:
		return "remove either this key, or " + words.Quote(schema.Name()) + " from " + owner
	}
	return "remove it; a property is not " + list + " unless its object lists it in " + strconv.Quote(list)
}
