package lexicon

import (
	"slices"
	"strconv"
	"strings"

	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/internal/datamodel"
)

// missing reports that v lacks a field. A key with a similar name, meant, may be the
// author's intent; nil when there is none. The fix is for that case.
func (d *decoder) missing(v *Value, f Field, owner, help string, meant *Member, fix *diag.Fix) {
	finding := diag.Finding{
		Rule: ruleMissingField, Severity: ruleMissingField.Severity[d.profile], Location: d.doc.AtOpening(v),
		Message: "the " + owner[strings.IndexByte(owner, ' ')+1:] + " is missing the required " + strconv.Quote(f.Name) + " field", Help: help, Fix: fix,
	}
	if meant != nil {
		finding.Help = "rename " + words.Quote(meant.Name) + " to " + strconv.Quote(f.Name)
		if strings.EqualFold(meant.Name, f.Name) {
			finding.Help += "; names are case-sensitive"
		} else if meant.Value.Kind != f.Kind {
			finding.Help += ", and make its value " + words.Article(f.typeName())
		}
		finding.Related = []diag.Related{{Location: d.doc.AtKey(meant), Message: "did you mean this field?"}}
		finding.Fix = d.renameField(meant, f, words.Slip(meant.Name, f.Name))
	} else if t := dataType(v); t != "" && v.Parent() == nil {
		finding.Help, finding.Hint = "this looks like data of type "+words.Quote(t)+"; validate it as data", diag.HintDataAsSchema{Type: t}
		if f.Name == "lexicon" {
			finding.Help += `, or add "lexicon": 1 if it is a schema`
			finding.Hint, finding.Fix = diag.HintDataAsSchema{Type: t, Version: true}, d.addVersion(v)
		}
	} else if help == "" && f.Name == "lexicon" {
		finding.Help, finding.Fix = `add "lexicon": 1`, d.addVersion(v)
	} else if help == "" {
		finding.Help = "add " + strings.Replace(words.Article(f.Name), f.Name, strconv.Quote(f.Name), 1) + " " + f.typeName()
		if f.example != "" {
			finding.Help += ", such as " + f.example
		}
	}
	d.found.Add(finding)
}

// dataType returns the $type of a file that is a record or other data, since it has no
// definitions; "" for another file.
func dataType(file *Value) string {
	if t := file.StringField("$type"); t != SchemaType && file.Field("defs") == nil {
		return t
	}
	return ""
}

// nearest returns the member whose name is most similar to that of a missing field, or
// means it in other languages; nil when there is none.
func nearest(members []*Member, f Field) *Member {
	var near *Member
	for _, m := range members {
		if strings.EqualFold(m.Name, f.Name) {
			return m
		}
		if near == nil && (words.Nearest(m.Name, []string{f.Name}) != "" || slices.Contains(foreignNames(m.Name), f.Name) && f.fits(m.Value)) {
			near = m
		}
	}
	return near
}

// typeName names what the value of a field must be.
func (f Field) typeName() string {
	switch {
	case f.Kind == KindNumber:
		return "integer"
	case f.Kind == KindArray:
		return "array of " + Field{Kind: f.Elements}.typeName() + "s"
	}
	return f.Kind.String()
}

func (d *decoder) fieldType(f *Field, v *Value, in Slot) {
	if v.Kind != f.Kind {
		if f.Kind == KindObject && f.Holds == RoleSchema {
			return // schema reports it
		}
		if d.doc.CutOff(v) {
			return
		}
		help, fix := d.wrongType(*f, v, in)
		d.findFixable(ruleWrongType, d.doc.At(v), strconv.Quote(f.Name)+" must be "+words.Article(f.typeName())+", but is "+describe(v), help, fix)
		return
	}
	switch f.Kind {
	case KindNumber:
		d.integerValue(strconv.Quote(f.Name), v)
	case KindArray:
		for _, item := range v.Items {
			if item.Kind != f.Elements {
				if d.tooMany(ruleWrongType) {
					continue
				}
				help, fix := d.nameError(*f, item)
				if f.Name == "refs" && item.Kind == KindObject {
					help = variantHelp(item)
				}
				if help == "" && f.Elements == KindString {
					help = quoteHelp(f.Name, item)
				}
				d.findFixable(ruleWrongType, d.doc.At(item), entryOf(f)+" must be "+words.Article(Field{Kind: f.Elements}.typeName())+", but is "+describe(item), help, fix)
			} else if f.Elements == KindNumber {
				d.integerValue(entryOf(f), item)
			}
		}
	}
}

func entryOf(f *Field) string { return "an entry of " + strconv.Quote(f.Name) }

// wrongType returns help for the value of a field that has the wrong JSON type, and a fix
// if it says in another one what the field needs.
func (d *decoder) wrongType(f Field, v *Value, in Slot) (help string, fix *diag.Fix) {
	unquoted := func() *diag.Fix { return diag.NewFix("Remove the quotation marks", true, d.doc.Replace(v, v.Text)) }
	n, number := datamodel.ParseInteger(v.Text)
	switch {
	case f.Name == "lexicon":
		if v.Kind == KindString && number == datamodel.NumberInteger && n == 1 {
			fix = unquoted()
		}
		return `use "lexicon": 1`, fix
	case f.Kind == KindArray && f.Elements == v.Kind:
		if readable(v, f.Elements) {
			fix = diag.NewFix("Make it a list", true, d.doc.Replace(v, "["+string(d.doc.Text(v))+"]"))
		}
		return "put the value in a list, in square brackets", fix
	case f.Name == "required" || f.Name == "nullable":
		if v.Kind == KindBoolean {
			fix = d.moveFlag(v.Key())
		}
		return listHelp(f.Name, v, in), fix
	case f.Name == "properties" || f.Name == "defs":
		if v.Kind == KindArray && len(v.Items) == 0 {
			return "use {}, not []", nil
		}
		return "use an object, with the names as keys and the schemas as values", nil
	case f.Kind == KindNumber && v.Kind == KindString:
		if number == datamodel.NumberInteger {
			return "write it without quotation marks: " + v.Text, unquoted()
		}
		if bytes := withoutUnit(v.Text); bytes != "" {
			return "use a number without a unit: " + bytes, nil
		}
	case f.Kind == KindBoolean && v.Kind == KindString && (v.Text == "true" || v.Text == "false"):
		return "write it without quotation marks: " + v.Text, unquoted()
	case f.Kind == KindString:
		return quoteHelp(f.Name, v), nil
	}
	return "", nil
}

// quoteHelp is the help for a number or boolean where a field, or an entry of one, must be
// a string; "" for other values, and for fields that no such string suits.
func quoteHelp(field string, v *Value) string {
	values := field == "default" || field == "const" || field == "enum"
	if v.Kind != KindNumber && v.Kind != KindBoolean || !values && field != "knownValues" && field != "description" {
		return "" // it cannot be right as a string either
	}
	help := "write it in quotation marks: " + strconv.Quote(cut(v.Text))
	switch {
	case values && readable(v, KindNumber):
		help += `, or use "type": "integer"`
	case values && v.Kind == KindBoolean && field != "enum":
		help += `, or use "type": "boolean"`
	}
	return help
}

// variantHelp is the help for an entry of refs that is a schema instead of a reference.
func variantHelp(schema *Value) string {
	for _, name := range []string{"ref", "$ref"} {
		if ref := schema.StringField(name); ref != "" {
			return "write only the reference: " + words.Quote(ref)
		}
	}
	return `give the variant a definition of its own, and write the reference to it, such as "#thing"`
}

// withoutUnit returns the number of bytes that a text such as "1 MB" or "512KiB" means; ""
// for other texts.
func withoutUnit(text string) string {
	unit := strings.TrimLeft(text, "0123456789")
	n, number := datamodel.ParseInteger(text[:len(text)-len(unit)])
	unit, binary := strings.CutSuffix(strings.TrimSuffix(strings.ToLower(strings.TrimSpace(unit)), "b"), "i")
	power := slices.Index([]string{"", "k", "m", "g"}, unit)
	if number != datamodel.NumberInteger || n > 1<<20 || power < 0 {
		return ""
	}
	for range power {
		if n *= 1000; binary {
			n += n / 1000 * 24
		}
	}
	return strconv.FormatInt(n, 10)
}

// listHelp is the help for a field "required" or "nullable" that is not a list.
func listHelp(list string, v *Value, in Slot) string {
	help := "list the names of the " + list + " properties"
	if v.Kind == KindBoolean && v.Text == "true" && (in == SlotProperty || in == SlotParameter) {
		if lists(propertyOf(v.Parent()), list, v.Parent().Name()) {
			return "remove it; the object that contains " + words.Quote(v.Parent().Name()) + " lists it already"
		}
		help += "; to make " + words.Quote(v.Parent().Name()) + " itself " + list + ", list it in the object that contains it"
	}
	return help
}

func (d *decoder) integerValue(name string, v *Value) {
	_, number := datamodel.ParseInteger(v.Text)
	if number == datamodel.NumberInteger || d.tooMany(ruleWrongType) {
		return
	}
	switch number {
	case datamodel.NumberFraction:
		d.find(ruleWrongType, d.doc.At(v), name+" must be an integer, but is "+cut(v.Text), "use an integer; the data model does not support floating-point numbers")
	case datamodel.NumberTooLarge:
		d.find(ruleWrongType, d.doc.At(v), name+" must fit in 64 bits, but is "+cut(v.Text), "use a number from -2^63 to 2^63-1")
	}
}

// describe names a value of a wrong type in a message: its kind and, for scalars, the
// value.
func describe(v *Value) string {
	switch v.Kind {
	case KindString:
		return "the string " + words.Quote(v.Text)
	case KindNumber:
		return "the number " + cut(v.Text)
	case KindBoolean:
		return v.Text
	case KindNull:
		return "null"
	}
	return words.Article(v.Kind.String())
}

// cut shortens a number for a message.
func cut(number string) string {
	if len(number) > 40 {
		return number[:40] + "…"
	}
	return number
}

// The functions below read one field of an object. A field of a wrong type counts as
// absent.

func readText(v *Value, name string) Opt[string] {
	if f := v.Field(name); f != nil && f.Kind == KindString {
		return Some(f.Text)
	}
	return Opt[string]{}
}

func readBoolean(v *Value, name string) Opt[bool] {
	if f := v.Field(name); f != nil && f.Kind == KindBoolean {
		return Some(f.Text == "true")
	}
	return Opt[bool]{}
}

func readInteger(v *Value, name string) Opt[int64] {
	if f := v.Field(name); f != nil && f.Kind == KindNumber {
		if n, number := datamodel.ParseInteger(f.Text); number == datamodel.NumberInteger {
			return Some(n)
		}
	}
	return Opt[int64]{}
}

func readTexts(v *Value, name string) []string {
	return readEntries(v, name, KindString, func(text string) string { return text })
}

func readIntegers(v *Value, name string) []int64 {
	return readEntries(v, name, KindNumber, func(text string) int64 { n, _ := datamodel.ParseInteger(text); return n })
}

func readEntries[T any](v *Value, name string, kind Kind, read func(text string) T) []T {
	f := v.Field(name)
	if f == nil || f.Kind != KindArray {
		return nil
	}
	all := make([]T, 0, len(f.Items))
	for _, item := range f.Items {
		if readable(item, kind) {
			all = append(all, read(item.Text))
		}
	}
	return all
}
