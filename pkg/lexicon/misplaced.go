package lexicon

import (
	"slices"
	"strconv"

	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/diag"
)

// misplacement is members of an object that belong in a field of it.
type misplacement struct {
	field   string
	what    string // the members, in a message; "": their names
	safe    bool
	typ     Type // of the schema that the field holds; TypeInvalid where it is not one
	members []*Member
}

// misplaced reports keys of an object that are one level too high: they belong in a field
// that it lacks, or that is incomplete. It returns the other unknown keys.
func (d *decoder) misplaced(s shape, v *Value, in Slot, set *fieldSet, unknown []*Member) []*Member {
	if len(unknown) == 0 || d.doc.CutOff(v) || v.Parent() == nil && dataType(v) != "" {
		return unknown
	}
	m := d.misplacement(s, v, in, unknown)
	target := v.Field(m.field)
	switch {
	case len(m.members) == 0:
		return unknown
	case target == nil && nearest(unknown, *set.Field(m.field)) != nil:
		return unknown
	case target != nil && !m.fits(target):
		return unknown
	}
	moved := make(map[*Member]bool, len(m.members))
	hasType := target.Field("type") != nil
	for _, u := range m.members {
		moved[u] = true
		hasType = hasType || u.Name == "type"
	}
	rest := slices.DeleteFunc(slices.Clone(unknown), func(u *Member) bool { return moved[u] })
	rule, at := RuleUnexpectedField, d.doc.AtKey(m.members[0])
	if f := set.index(m.field); target == nil && set.fields[f].Required {
		rule, at, set.present[f] = ruleMissingField, d.doc.AtOpening(v), true
	}
	if d.tooMany(rule) {
		return rest
	}
	into := " into " + strconv.Quote(m.field)
	names := words.ListFunc(m.members, "and", func(m *Member) string { return words.Quote(m.Name) })
	if m.what == "" {
		m.what = names + " belong"
		if len(m.members) == 1 {
			m.what += "s"
		}
	}
	first, help := "", "move "+names+into
	if m.typ != TypeInvalid && !hasType {
		first = `"type"` + d.doc.Colon(v) + `"` + m.typ.String() + `"`
		help += `: {"type": "` + m.typ.String() + `", …}`
	}
	var edits []diag.Edit
	if target == nil {
		edits = d.doc.Wrap(m.field, first, m.members)
	} else {
		edits = d.doc.MoveInto(target, first, m.members, m.members)
	}
	d.findFixable(rule, at, m.what+" in "+strconv.Quote(m.field), help, moving("Move "+names+into, m.safe, edits))
	return rest
}

// fits reports whether the members can be added to the field.
func (m *misplacement) fits(target *Value) bool {
	typ := target.StringField("type")
	return target.Kind == KindObject && !clash(target, m.members) && (m.typ == TypeInvalid || typ == "" || typ == m.typ.String())
}

func (d *decoder) misplacement(s shape, v *Value, in Slot, unknown []*Member) misplacement {
	switch s {
	case shapeFile:
		return d.named("defs", SlotDefinition, v, unknown)
	case shapeBody:
		return d.unwrapped("schema", "the body's schema belongs", SlotBody, unknown)
	case shapeMessage:
		return d.unwrapped("schema", "the message's schema belongs", SlotMessage, unknown)
	case shape(TypeRecord):
		return d.unwrapped("record", "the record's fields belong", SlotRecord, unknown)
	case shape(TypeQuery):
		return misplacement{"output", "the fields of the output belong", true, TypeInvalid, fieldsAmong(unknown, shapeBody)}
	case shape(TypeSubscription):
		return misplacement{"message", "the fields of the message belong", true, TypeInvalid, fieldsAmong(unknown, shapeMessage)}
	case shape(TypeObject):
		if in != SlotDefinition || v.Field("properties") == nil { // else they can be definitions, too
			return d.named("properties", SlotProperty, v, unknown)
		}
	case shape(TypeParams):
		return d.named("properties", SlotParameter, v, unknown)
	}
	return misplacement{}
}

// named returns the schemas among unknown keys that belong in a field whose keys are names,
// without those whose name is there already.
func (d *decoder) named(field string, in Slot, v *Value, unknown []*Member) misplacement {
	m := misplacement{field: field, safe: in == SlotDefinition}
	for _, u := range unknown {
		typ := TypeByName(u.Value.StringField("type"))
		if typ != TypeInvalid && in.admits(typ, d.profile) && !holdsObject(u.Name) && v.Field(field).Field(u.Name) == nil {
			m.members = append(m.members, u)
		}
	}
	return m
}

// unwrapped returns the fields among unknown keys that make a whole schema, which belongs
// in a field.
func (d *decoder) unwrapped(field, what string, in Slot, unknown []*Member) misplacement {
	typ := TypeInvalid
	for _, u := range unknown {
		switch {
		case u.Name == "type" && u.Value.Kind == KindString:
			typ = TypeByName(u.Value.Text)
		case typ == TypeInvalid:
			typ = typeByField(u.Name)
		}
	}
	if typ == TypeInvalid || !in.admits(typ, d.profile) {
		return misplacement{}
	}
	return misplacement{field, what, true, typ, fieldsAmong(unknown, shape(typ))}
}

// fieldsAmong returns the fields of a shape among unknown keys, if they are all that it
// requires but "type".
func fieldsAmong(unknown []*Member, s shape) (members []*Member) {
	for _, f := range s.fields() {
		i := slices.IndexFunc(unknown, func(u *Member) bool { return u.Name == f.Name })
		switch {
		case i >= 0 && f.fits(unknown[i].Value):
			members = append(members, unknown[i])
		case i >= 0 || f.Required && f.Name != "type":
			return nil
		}
	}
	slices.SortFunc(members, func(a, b *Member) int { return int(a.NameSpan.Start - b.NameSpan.Start) })
	return members
}

// clash reports whether an object has the name of a member already.
func clash(object *Value, members []*Member) bool {
	return slices.ContainsFunc(members, func(m *Member) bool { return object.Field(m.Name) != nil })
}

// moving returns a fix that moves something.
func moving(title string, safe bool, edits []diag.Edit) *diag.Fix {
	fix := diag.NewFix(title, safe, edits...)
	if fix != nil {
		fix.Moves = true
	}
	return fix
}
