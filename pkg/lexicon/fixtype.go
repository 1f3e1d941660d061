package lexicon

import (
	"slices"
	"strings"

	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/internal/jsontree"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// unknownTypeHelp says what may have been intended by a type that does not exist.
func (d *decoder) unknownTypeHelp(name string, in Slot) string {
	if help := d.knownTypeHelp(name, in); help != "" {
		return help
	}
	candidates := in.typeNames(d.profile)
	if len(candidates) == 1 {
		return `use "` + candidates[0] + `"`
	}
	return "use one of " + words.Summarize(candidates)
}

// knownTypeHelp says which known type was intended by one that does not exist; "" if it can
// be any other.
func (d *decoder) knownTypeHelp(name string, in Slot) string {
	profile := d.profile
	if ref := d.meantReference(name); ref != "" && in.admits(TypeRef, profile) {
		return `write a reference as {"type": "ref", "ref": ` + words.Quote(ref) + "}"
	}
	if t := foreignTypeOf(name, profile); t.help != "" && in.admits(t.typ, profile) {
		return t.help
	}
	if element, ok := elementType(name); ok && in.admits(TypeArray, profile) {
		if t := TypeByName(element); t != TypeInvalid && in.items().admits(t, profile) {
			return `use {"type": "array", "items": {"type": "` + element + `"}}`
		}
		return `use {"type": "array", "items": {"type": …}}`
	}
	if element := strings.Trim(name, "?"); element != name && TypeByName(element) != TypeInvalid && in.admits(TypeByName(element), profile) {
		return `use "` + element + `"; a property is optional unless its object lists it in "required"`
	}
	return words.DidYouMean(words.Nearest(name, in.typeNames(profile)))
}

// typeListHelp is the help for a field "type" that is not a string. JSON Schema has a
// list of types there, often with null.
func typeListHelp(t *Value, in Slot, profile diag.Profile) string {
	var others []*Value
	for _, item := range t.Items {
		if item.Text != "null" {
			others = append(others, item)
		}
	}
	if len(others) != 1 || len(t.Items) == 1 || !in.admits(TypeByName(others[0].Text), profile) {
		return "use one type" + in.typeHelp(profile)
	}
	help := `use "type": "` + others[0].Text + `"`
	switch in {
	case SlotProperty:
		return help + ", and add " + words.Quote(t.Parent().Name()) + ` to the object's "nullable" list`
	case SlotParameter, SlotParameterItems:
		return help + "; a query string cannot contain null"
	}
	return help + "; only a property can be null"
}

// rewrite says how a schema with an unknown type is written in the language.
type rewrite struct {
	typ         Type
	safe        bool   // nothing is guessed
	name, value string // a field that the schema needs too, and its JSON text; may be empty
}

// fixType returns a fix for a schema whose type does not exist; nil when it cannot tell
// what was meant, or when more is missing.
func (d *decoder) fixType(schema *Value, in Slot) *diag.Fix {
	const longest = 100 // bytes; bounds the work
	m := schema.Member("type")
	if len(m.Value.Text) > longest {
		return nil
	}
	r := d.meantType(schema, m.Value.Text, in)
	if r.typ == TypeInvalid || !in.admits(r.typ, d.profile) || !r.complete(schema) {
		return nil
	}
	edits := []diag.Edit{d.doc.ReplaceText(m.Value, r.typ.String())}
	written := `"type": "` + r.typ.String() + `"`
	if r.name != "" && schema.Field(r.name) == nil {
		edits = append(edits, d.doc.InsertAfter(m, r.name, r.value))
		written += `, "` + r.name + `": ` + r.value
	}
	return d.typeFix("Write "+written, r.safe, schema, r.typ, in, edits...)
}

// typeFix returns a fix that gives a schema the type that it was meant to have. What cannot
// be checked without the type is fixed with it where that is safe: a fix must not bring
// other errors.
func (d *decoder) typeFix(title string, safe bool, schema *Value, typ Type, in Slot, edits ...diag.Edit) *diag.Fix {
	if d.again {
		return nil
	}
	inner := &decoder{doc: d.doc, def: d.def, profile: d.profile}
	inner.fields(shape(typ), schema, in)
	inner.build(typ, Node{Value: schema, Definition: d.def}, in)
	own := len(edits)
	for _, f := range inner.found.Findings() {
		if f.Severity == diag.Error && f.Fix != nil && f.Fix.Safe {
			edits = append(edits, f.Fix.Edits...)
		}
	}
	if len(edits) > own {
		title += ", and fix the errors in it"
	}
	return diag.NewFix(title, safe, edits...)
}

// meantType returns what a schema with an unknown type was meant to be.
func (d *decoder) meantType(schema *Value, name string, in Slot) rewrite {
	if ref := d.meantReference(name); ref != "" {
		if parsed, _ := ParseReference(ref, d.doc.ID); parsed.NSID == d.doc.ID && !d.defines(parsed.Name) {
			return rewrite{}
		}
		return rewrite{TypeRef, ref == name, "ref", jsontree.Quote(ref)}
	}
	lower := strings.ToLower(name)
	meant := foreignTypeOf(lower, d.profile).rewrite
	switch {
	case lower == "enum":
		return meantEnum(schema)
	case meant.safe || meant.name != "":
		return meant
	case meant.typ == TypeString && FormatByName(name, d.profile) != syntax.FormatNone:
		return rewrite{TypeString, true, "format", jsontree.Quote(name)}
	}
	if element, ok := strings.CutSuffix(name, "[]"); ok {
		return d.meantArray(schema, element, in)
	}
	if meant.typ != TypeInvalid {
		return meant
	}
	near, ok := words.UniqueFunc(name, in.Types(d.profile), Type.String)
	if !ok {
		return rewrite{}
	}
	return rewrite{typ: near, safe: words.Slip(name, near.String())}
}

// meantReference returns the reference that a type which does not exist was meant to be: an
// NSID, with a name or without, or the name of a definition of the file; "" for others.
func (d *decoder) meantReference(typ string) string {
	if d.defines(typ) && typ != d.def.Name {
		return "#" + typ
	}
	if _, err := ParseReference(typ, d.doc.ID); err != nil || strings.HasSuffix(typ, "[]") {
		return ""
	}
	return typ
}

// meantEnum returns the type of a schema that lists its values.
func meantEnum(schema *Value) rewrite {
	for _, f := range []string{"enum", "knownValues"} {
		list := schema.Field(f)
		switch {
		case list == nil || len(list.Items) == 0:
		case list.Items[0].Kind == KindString:
			return rewrite{typ: TypeString, safe: true}
		case list.Items[0].Kind == KindNumber && f == "enum":
			return rewrite{typ: TypeInteger, safe: true}
		}
	}
	return rewrite{}
}

// meantArray returns the array of a type that is written with brackets. Limits beside it
// can be meant for the array or for its elements.
func (d *decoder) meantArray(schema *Value, element string, in Slot) rewrite {
	for i := range schema.Members {
		if name := schema.Members[i].Name; name != "type" && name != "description" {
			return rewrite{}
		}
	}
	items, needs := rewrite{typ: TypeByName(element), safe: true}, ""
	if items.typ == TypeInvalid {
		items = d.meantType(jsontree.NewObject(), element, in.items())
	}
	if items.name != "" {
		needs = `, "` + items.name + `": ` + items.value
	}
	if items.typ == TypeInvalid || !in.items().admits(items.typ, d.profile) || !items.complete(jsontree.NewObject()) {
		return rewrite{}
	}
	return rewrite{TypeArray, items.safe, "items", `{"type": "` + items.typ.String() + `"` + needs + `}`}
}

// complete reports whether a schema has all fields that its new type requires, and what
// is guessed fits those that it has.
func (r rewrite) complete(schema *Value) bool {
	for _, f := range table[r.typ] {
		v := schema.Field(f.Name)
		if v == nil && f.Required && f.Name != r.name || v != nil && !r.safe && !f.fits(v) {
			return false
		}
	}
	return true
}

// fixTypes returns a fix for a schema whose type is a list: of one type, or of one and
// null, which a property can be by another way.
func (d *decoder) fixTypes(schema *Value, in Slot) *diag.Fix {
	types := schema.Field("type")
	if types.Kind != KindArray || len(types.Items) > 2 {
		return nil
	}
	null, typ := false, TypeInvalid
	for _, item := range types.Items {
		switch {
		case item.Kind != KindString:
			return nil
		case item.Text == "null" && len(types.Items) == 2:
			null = true
		case typ == TypeInvalid:
			typ = TypeByName(item.Text)
		default:
			return nil
		}
	}
	if typ == TypeInvalid || !in.admits(typ, d.profile) || !(rewrite{typ: typ, safe: true}).complete(schema) {
		return nil
	}
	title, edits := `Write "type": "`+typ.String()+`"`, []diag.Edit{d.doc.ReplaceText(types, typ.String())}
	if null {
		object := propertyOf(schema)
		if object == nil || object.StringField("type") != "object" {
			return nil
		}
		name, list := schema.Name(), object.Field("nullable")
		if list == nil || !slices.ContainsFunc(list.Items, func(item *Value) bool { return item.Text == name }) {
			edits = append(edits, d.doc.List(object, RoleSchema, "nullable", name))
			title += `, and list ` + words.Quote(name) + ` in "nullable"`
		}
	}
	return d.typeFix(title, true, schema, typ, in, edits...)
}

// wrapReference returns a fix for a schema that is only the text of a reference.
func (d *decoder) wrapReference(v *Value, ref Reference) *diag.Fix {
	if ref.NSID == d.doc.ID && !d.defines(ref.Name) {
		return nil
	}
	safe := strings.Contains(v.Text, "#") // an NSID alone can be the name of something else
	return diag.NewFix("Make it a ref", safe, d.doc.Replace(v, d.doc.Styled(v.Parent(), `{"type": "ref", "ref": `+jsontree.Quote(v.Text)+`}`)))
}

// fixReference returns a fix for a malformed reference that is right but for its
// spelling, or for a # before the name of a definition.
func (d *decoder) fixReference(v *Value) *diag.Fix {
	text := v.Text
	if meant, ok := SuggestReference(text, d.doc.ID); ok {
		text = meant
	} else if d.defines(text) {
		text = "#" + text
	}
	ref, err := ParseReference(text, d.doc.ID)
	if err != nil || ref.NSID == d.doc.ID && !d.defines(ref.Name) {
		return nil
	}
	return diag.NewFix("Write "+words.Quote(text), true, d.doc.ReplaceText(v, text))
}

// defines reports whether the file has a definition with that name, which may not have
// been read yet.
func (d *decoder) defines(name string) bool { return d.doc.Root.Field("defs").Field(name) != nil }
