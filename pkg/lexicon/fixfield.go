package lexicon

import (
	"slices"
	"strings"
	"unicode"

	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/diag"
)

// fits reports whether a value has the JSON type that a field needs.
func (f Field) fits(v *Value) bool {
	if v.Kind != f.Kind {
		return false
	}
	switch f.Kind {
	case KindNumber:
		return readable(v, KindNumber)
	case KindArray:
		return !slices.ContainsFunc(v.Items, func(item *Value) bool { return !readable(item, f.Elements) })
	}
	return true
}

// renameField returns a fix that gives a misspelled key the name of a field; nil when the
// value does not fit the field.
func (d *decoder) renameField(m *Member, f Field, safe bool) *diag.Fix {
	if !f.fits(m.Value) {
		return nil
	}
	return diag.NewFix("Rename "+words.Quote(m.Name)+" to "+words.Quote(f.Name), safe, d.doc.Rename(m, f.Name))
}

// removeKey returns a fix that removes a key without effect; nil when there is something
// in its value, which an author never wants to lose.
func (d *decoder) removeKey(m *Member) *diag.Fix {
	if m.Value.Len() > 0 {
		return nil
	}
	return diag.NewFix("Remove "+words.Quote(m.Name), false, d.doc.Remove(m.Value))
}

// addVersion returns a fix that adds the version of the language to a file; nil when the
// file is not a Lexicon in other respects.
func (d *decoder) addVersion(file *Value) *diag.Fix {
	if defs := file.Field("defs"); defs == nil || defs.Kind != KindObject {
		return nil
	}
	return diag.NewFix(`Add "lexicon": 1`, true, d.doc.Insert(file, RoleFile, "lexicon", "1"))
}

// addType returns a fix that adds the type to a schema without one, if the keys that it
// has tell which.
func (d *decoder) addType(schema *Value, in Slot) *diag.Fix {
	meant := TypeInvalid
	for i := range schema.Members {
		typ := typeByField(schema.Members[i].Name)
		if typ == TypeObject && in == SlotParameters {
			typ = TypeParams
		}
		switch {
		case typ == TypeInvalid:
		case meant != TypeInvalid:
			return nil
		default:
			meant = typ
		}
	}
	if meant == TypeInvalid || !in.admits(meant, d.profile) {
		return nil
	}
	add := d.doc.Insert(schema, RoleSchema, "type", `"`+meant.String()+`"`)
	return d.typeFix(`Add "type": "`+meant.String()+`"`, true, schema, meant, in, add)
}

// nameError returns help and a fix for an entry of a list of errors that is only the name
// of one.
func (d *decoder) nameError(f Field, entry *Value) (help string, fix *diag.Fix) {
	if f.Holds != RoleError || entry.Kind != KindString || entry.Text == "" || strings.ContainsFunc(entry.Text, unicode.IsSpace) {
		return "", nil
	}
	object := `{"name": ` + string(d.doc.Text(entry)) + "}"
	return `use {"name": ` + words.Quote(entry.Text) + "}", diag.NewFix("Make it an object", true, d.doc.Replace(entry, d.doc.Styled(entry.Parent(), object)))
}

// moveFlag returns a fix for one of the keys required, nullable and optional with a
// boolean, in the schema of a property: the object around lists the property, or does
// not. It is nil where that would contradict what the object says, or is elsewhere.
func (d *decoder) moveFlag(m *Member) *diag.Fix {
	property := m.Value.Parent()
	object := propertyOf(property)
	if object == nil {
		return nil
	}
	list, wanted := flagOf(m)
	if list == "nullable" && object.StringField("type") == "params" {
		return nil
	}
	entries := object.Field(list)
	if entries != nil && (entries.Kind != KindArray || len(entries.Items) > mostListed) {
		return nil
	}
	name := property.Name()
	listed := lists(object, list, name)
	remove := d.doc.Remove(m.Value)
	switch {
	case wanted == listed:
		return diag.NewFix("Remove "+words.Quote(m.Name)+", which is redundant", true, remove)
	case listed, list == "required" && property.Field("default") != nil:
		return nil
	}
	return diag.NewFix("List "+words.Quote(name)+" in "+words.Quote(list), true, remove, d.doc.List(object, RoleSchema, list, name))
}

// flagOf returns the list of an object that a boolean key of a property means, and whether
// the property should be in it; "" for other keys.
func flagOf(m *Member) (list string, wanted bool) {
	wanted = m.Value.Text == "true"
	switch m.Name {
	case "required", "nullable":
		return m.Name, wanted
	case "optional":
		return "required", !wanted
	}
	return "", false
}

// mostListed is the number of entries up to which a list is searched for a name, which
// bounds the work for each key.
const mostListed = 1000

// lists reports whether a list of an object has an entry; false for one of more than
// mostListed.
func lists(v *Value, list, entry string) bool {
	entries := v.Field(list)
	return entries != nil && len(entries.Items) <= mostListed &&
		slices.ContainsFunc(entries.Items, func(item *Value) bool { return item.Kind == KindString && item.Text == entry })
}

// propertyOf returns the object, or the params, that has the schema v as a property; nil
// when v is not one.
func propertyOf(v *Value) *Value {
	properties := v.Parent()
	if properties == nil || properties.Parent() == nil || properties.Parent().Field("properties") != properties {
		return nil
	}
	object := properties.Parent()
	if typ := object.StringField("type"); typ != "object" && typ != "params" {
		return nil
	}
	return object
}

// flagFix returns a fix for a boolean key that belongs in a list of the object around.
// Where there is no such object the key has no effect.
func (d *decoder) flagFix(m *Member) *diag.Fix {
	object := propertyOf(m.Value.Parent())
	if object == nil || m.Name == "nullable" && object.StringField("type") == "params" {
		return d.removeKey(m)
	}
	return d.moveFlag(m)
}
