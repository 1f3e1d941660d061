package lexicon

import (
	"slices"

	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/diag"
)

// Slot is a position of the language that takes a schema. It decides which types are
// allowed. Its text names the slot as in "a property must be an object".
type Slot uint8

// The slots.
const (
	SlotDefinition Slot = iota
	SlotProperty
	SlotItems
	SlotParameters
	SlotParameter      // a property of params
	SlotParameterItems // the items of an array in params
	SlotBody
	SlotMessage
	SlotRecord
	SlotPermission

	// NumSlots is one more than the greatest Slot.
	NumSlots = iota
)

var slotNames = [...]string{
	SlotDefinition: "a definition", SlotProperty: "a property", SlotItems: `the schema in "items"`, SlotParameters: `the schema in "parameters"`,
	SlotParameter: "a parameter", SlotParameterItems: "the items of a parameter", SlotBody: "the schema of a body",
	SlotMessage: "the schema of a message", SlotRecord: `the schema in "record"`, SlotPermission: `an entry of "permissions"`,
}

// String names the slot in messages.
func (in Slot) String() string { return slotNames[in] }

// only returns the types that the slot allows; nil for slots that allow almost all.
func (in Slot) only() []Type {
	switch in {
	case SlotParameters:
		return []Type{TypeParams}
	case SlotParameter:
		return []Type{TypeBoolean, TypeInteger, TypeString, TypeUnknown, TypeArray}
	case SlotParameterItems:
		return []Type{TypeBoolean, TypeInteger, TypeString, TypeUnknown}
	case SlotBody:
		return []Type{TypeObject, TypeRef, TypeUnion}
	case SlotMessage:
		return []Type{TypeUnion}
	case SlotRecord:
		return []Type{TypeObject}
	case SlotPermission:
		return []Type{TypePermission}
	}
	return nil
}

// items returns the slot of the items of an array in the slot.
func (in Slot) items() Slot {
	if in == SlotParameter {
		return SlotParameterItems
	}
	return SlotItems
}

// admits reports whether a schema of a type in the slot breaks no rule of severity
// error, so that a help can suggest it.
func (in Slot) admits(t Type, profile diag.Profile) bool {
	if t.Since() > profile {
		return false
	}
	if profile == diag.ProfileATProto {
		switch t {
		case TypeNull:
			return false
		case TypeUnknown:
			if in == SlotParameter || in == SlotParameterItems {
				return false
			}
			fallthrough
		case TypeRef, TypeUnion:
			if in == SlotDefinition {
				return false
			}
		}
	}
	if only := in.only(); only != nil {
		return slices.Contains(only, t)
	}
	rule, _, _ := in.misplaced(t, profile)
	return rule == nil
}

// Types returns the types that a schema in the slot can have without an error, the common
// ones first.
func (in Slot) Types(profile diag.Profile) []Type {
	types := in.only()
	if types == nil {
		types = []Type{
			TypeString, TypeInteger, TypeBoolean, TypeObject, TypeArray, TypeRef, TypeUnion, TypeBlob, TypeRecord, TypeQuery,
			TypeProcedure, TypeSubscription, TypePermissionSet, TypeSpace, TypeToken, TypeBytes, TypeCIDLink, TypeUnknown, TypeNull,
		}
	}
	return slices.DeleteFunc(types, func(t Type) bool { return !in.admits(t, profile) })
}

func (in Slot) typeNames(profile diag.Profile) []string {
	var names []string
	for _, t := range in.Types(profile) {
		names = append(names, t.String())
	}
	return names
}

// typeHelp says, after words about the field "type" of a schema in the slot, what
// it can be.
func (in Slot) typeHelp(profile diag.Profile) string {
	if in.only() == nil {
		return `, such as "string" or "object"`
	}
	names := in.typeNames(profile)
	for i, name := range names {
		names[i] = `"` + name + `"`
	}
	return ": " + words.Enumerate(names, "or")
}

// schemaHelp says how to write a schema in the slot.
func (in Slot) schemaHelp() string {
	switch in {
	case SlotParameters:
		return `use {"type": "params", "properties": {…}}`
	case SlotRecord:
		return `use {"type": "object", "properties": {…}}`
	case SlotMessage:
		return `use {"type": "union", "refs": […]}`
	}
	return `write a schema as {"type": …}`
}

// misplaced says why a schema of a type is not allowed in the slot; the rule is nil
// when it is.
func (in Slot) misplaced(t Type, profile diag.Profile) (rule *diag.Rule, message, help string) {
	if only := in.only(); only != nil {
		if slices.Contains(only, t) {
			return nil, "", ""
		}
		message = in.String() + " must be of type " + words.Enumerate(in.typeNames(profile), "or") + ", not " + t.String()
		switch in {
		case SlotParameter, SlotParameterItems:
			return ruleParamsPropertyType, message, "use one of these types; a query string cannot represent any other type"
		case SlotBody:
			return ruleBodySchemaType, message, `wrap it in an object: {"type": "object", "properties": {…}}`
		case SlotMessage:
			return ruleMessageNotUnion, message, "define the message as a named object, and list it in the refs of a union"
		case SlotRecord:
			return ruleRecordNotObject, message, `use an object: {"type": "object", "properties": {…}}`
		}
		return ruleMisplacedType, message, `use "type": "` + only[0].String() + `"`
	}
	switch {
	case t == TypeParams:
		return ruleMisplacedType, `params are allowed only in "parameters"`, `use "type": "object"`
	case t == TypePermission:
		return ruleMisplacedType, `a permission is allowed only in the "permissions" of a permission set`, "move it to a permission set"
	case in == SlotDefinition || t != TypeToken && !t.Primary():
		return nil, "", ""
	}
	message = words.Article(t.String()) + " is allowed only directly under \"defs\""
	switch {
	case t == TypeToken:
		return ruleMisplacedType, message, "use a string, and list the full name of the token (NSID#name) in the string's knownValues"
	case t == TypeRecord:
		return ruleMisplacedType, message, "define it in its own file, and refer to it"
	}
	return ruleMisplacedType, message, "define it in its own file, and use a type that describes data here"
}

// Inside returns the slot of the schemas in a field of a schema that is in the slot
// itself. The field is one that holds schemas, or a body or message that does.
func (in Slot) Inside(t Type, field string) Slot {
	switch field {
	case "items":
		return in.items()
	case "parameters":
		return SlotParameters
	case "input", "output":
		return SlotBody
	case "message":
		return SlotMessage
	case "record":
		return SlotRecord
	case "permissions":
		return SlotPermission
	}
	if t == TypeParams {
		return SlotParameter
	}
	return SlotProperty
}
