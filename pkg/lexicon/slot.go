package lexicon

import (
	"slices"
	"strconv"

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

// slots says what the slots take.
var slots = [NumSlots]struct {
	name   string     // in messages
	only   []Type     // the types that are allowed; nil for almost all
	schema string     // how to write a schema; "" for the general form
	rule   *diag.Rule // of a schema of another type, and its help
	help   string
}{
	SlotDefinition: {name: "a definition"},
	SlotProperty:   {name: "a property"},
	SlotItems:      {name: `the schema in "items"`},
	SlotParameters: {
		name: `the schema in "parameters"`, only: []Type{TypeParams}, schema: `use {"type": "params", "properties": {…}}`,
		rule: ruleMisplacedType, help: `use "type": "params"`,
	},
	SlotParameter: {
		name: "a parameter", only: []Type{TypeBoolean, TypeInteger, TypeString, TypeUnknown, TypeArray},
		rule: ruleParamsPropertyType, help: oneOfTheseTypes,
	},
	SlotParameterItems: {
		name: "the items of a parameter", only: []Type{TypeBoolean, TypeInteger, TypeString, TypeUnknown},
		rule: ruleParamsPropertyType, help: oneOfTheseTypes,
	},
	SlotBody: {
		name: "the schema of a body", only: []Type{TypeObject, TypeRef, TypeUnion},
		rule: ruleBodySchemaType, help: `wrap it in an object: {"type": "object", "properties": {…}}`,
	},
	SlotMessage: {
		name: "the schema of a message", only: []Type{TypeUnion}, schema: `use {"type": "union", "refs": […]}`,
		rule: ruleMessageNotUnion, help: "define the message as a named object, and list it in the refs of a union",
	},
	SlotRecord: {
		name: `the schema in "record"`, only: []Type{TypeObject}, schema: `use {"type": "object", "properties": {…}}`,
		rule: ruleRecordNotObject, help: `use an object: {"type": "object", "properties": {…}}`,
	},
	SlotPermission: {
		name: `an entry of "permissions"`, only: []Type{TypePermission},
		rule: ruleMisplacedType, help: `use "type": "permission"`,
	},
}

const oneOfTheseTypes = "use one of these types; a query string cannot represent any other type"

// String names the slot in messages.
func (in Slot) String() string { return slots[in].name }

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
	rule, _, _ := in.misplaced(t, profile)
	return rule == nil
}

// Types returns the types that a schema in the slot can have without an error, the common
// ones first.
func (in Slot) Types(profile diag.Profile) []Type {
	types := slices.Clone(slots[in].only)
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
	if slots[in].only == nil {
		return `, such as "string" or "object"`
	}
	return ": " + words.ListFunc(in.typeNames(profile), "or", strconv.Quote)
}

// misplaced says why a schema of a type is not allowed in the slot; the rule is nil
// when it is.
func (in Slot) misplaced(t Type, profile diag.Profile) (rule *diag.Rule, message, help string) {
	if slot := slots[in]; slot.only != nil {
		if slices.Contains(slot.only, t) {
			return nil, "", ""
		}
		message = in.String() + " must be of type " + words.Enumerate(in.typeNames(profile), "or") + ", not " + t.String()
		return slot.rule, message, slot.help
	}
	switch {
	case t == TypeParams:
		return ruleMisplacedType, `params are allowed only in "parameters"`, `use "type": "object"`
	case t == TypePermission:
		return ruleMisplacedType, `a permission is allowed only in the "permissions" of a permission set`, "move it to a permission set"
	case in == SlotDefinition || t != TypeToken && !t.Primary():
		return nil, "", ""
	}
	help = "define it in its own file, and use a type that describes data here"
	switch t {
	case TypeToken:
		help = "use a string, and list the full name of the token (NSID#name) in the string's knownValues"
	case TypeRecord:
		help = "define it in its own file, and refer to it"
	}
	return ruleMisplacedType, words.Article(t.String()) + " is allowed only directly under \"defs\"", help
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
