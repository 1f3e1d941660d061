package lexicon

import (
	"strings"

	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/diag"
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
