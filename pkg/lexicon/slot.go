package lexicon

import (
	"slices"
	"strings"

	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// slot is a position of the language that takes a schema. It decides which types
// are allowed.
type slot uint8

const (
	inDefs slot = iota
	inProperties
	inItems
	inParameters
	inParams     // a property of params
	inParamItems // the items of an array in params
	inBody
	inMessage
	inRecord
	inPermissions
)

var slotNames = [...]string{
	inDefs: "a definition", inProperties: "a property", inItems: "items", inParameters: "parameters",
	inParams: "a parameter", inParamItems: "the items of a parameter", inBody: "the schema of a body",
	inMessage: "the schema of a message", inRecord: "record", inPermissions: "an entry of permissions",
}

// String names the slot in messages.
func (in slot) String() string { return slotNames[in] }

// only returns the types that the slot allows; nil for slots that allow almost all.
func (in slot) only() []Type {
	switch in {
	case inParameters:
		return []Type{TypeParams}
	case inParams:
		return []Type{TypeBoolean, TypeInteger, TypeString, TypeUnknown, TypeArray}
	case inParamItems:
		return []Type{TypeBoolean, TypeInteger, TypeString, TypeUnknown}
	case inBody:
		return []Type{TypeObject, TypeRef, TypeUnion}
	case inMessage:
		return []Type{TypeUnion}
	case inRecord:
		return []Type{TypeObject}
	case inPermissions:
		return []Type{TypePermission}
	}
	return nil
}

// items returns the slot of the items of an array in the slot.
func (in slot) items() slot {
	if in == inParams {
		return inParamItems
	}
	return inItems
}

// admits reports whether a schema of a type in the slot breaks no rule of severity
// error, so that a help can suggest it.
func (in slot) admits(t Type, profile Profile) bool {
	if profile == ProfileATProto {
		switch t {
		case TypeNull:
			return false
		case TypeUnknown:
			if in == inParams || in == inParamItems {
				return false
			}
			fallthrough
		case TypeRef, TypeUnion:
			if in == inDefs {
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

// admitted returns the names of all types that the slot admits.
func (in slot) admitted(profile Profile) []string {
	types := in.only()
	if types == nil {
		for t := TypeNull; t < NumTypes; t++ {
			types = append(types, t)
		}
	}
	var names []string
	for _, t := range types {
		if in.admits(t, profile) {
			names = append(names, t.String())
		}
	}
	return names
}

// typeHelp says, after words about the field "type" of a schema in the slot, what
// it can be.
func (in slot) typeHelp(profile Profile) string {
	if in.only() == nil {
		return `, such as "string" or "object"`
	}
	names := in.admitted(profile)
	for i, name := range names {
		names[i] = `"` + name + `"`
	}
	return ": " + syntax.Enumerate(names, "or")
}

// misplaced says why a schema of a type is not allowed in the slot; the rule is nil
// when it is.
func (in slot) misplaced(t Type, profile Profile) (rule *Rule, message, help string) {
	if only := in.only(); only != nil {
		if slices.Contains(only, t) {
			return nil, "", ""
		}
		message = in.String() + " must be of type " + syntax.Enumerate(in.admitted(profile), "or") + ", found " + t.String()
		switch in {
		case inParams, inParamItems:
			return ruleParamsPropertyType, message, "use one of these types: a query string cannot contain anything else"
		case inBody:
			return ruleBodySchemaType, message, `wrap it in an object: {"type": "object", "properties": {…}}`
		case inMessage:
			return ruleMessageNotUnion, message, "define the message as a named object, and list it in the refs of a union"
		case inRecord:
			return ruleRecordNotObject, message, `use an object: {"type": "object", "properties": {…}}`
		}
		return ruleMisplacedType, message, `write "type": "` + only[0].String() + `"`
	}
	switch {
	case t == TypeParams:
		return ruleMisplacedType, "params are allowed only in parameters", `use "type": "object"`
	case t == TypePermission:
		return ruleMisplacedType, "a permission is allowed only in the permissions of a permission-set", "move it there"
	case in == inDefs:
		return nil, "", ""
	}
	message = syntax.Article(t.String()) + " is allowed only as a definition"
	switch {
	case t == TypeToken:
		return ruleMisplacedType, message, "use a string, and list the full name of the token (NSID#name) in its knownValues"
	case t == TypeRecord:
		return ruleMisplacedType, message, "define it in a file of its own, and refer to it"
	case t.Primary():
		return ruleMisplacedType, message, "define it in a file of its own, and use a type that describes data here"
	}
	return nil, "", ""
}

// foreignType says how Lexicon writes a type of other languages, and which type
// that is; TypeInvalid for names that no language uses.
func foreignType(name string) (Type, string) {
	switch strings.ToLower(name) {
	case "number", "float", "double":
		return TypeInteger, `use "integer": the data model has no fractions (a decimal number can be a string)`
	case "int":
		return TypeInteger, `use "integer"`
	case "bool":
		return TypeBoolean, `use "boolean"`
	case "datetime", "date-time", "date":
		return TypeString, `use "type": "string" with "format": "datetime"`
	case "url":
		return TypeString, `use "type": "string" with "format": "uri"`
	case "image", "video", "audio":
		return TypeBlob, `use "blob" with "accept": ["` + strings.ToLower(name) + `/*"]`
	case "file":
		return TypeBlob, `use "blob"`
	case "any":
		return TypeUnknown, `use "unknown"`
	case "enum":
		return TypeString, `use "string" with "enum" or "knownValues"`
	case "obj":
		return TypeObject, `use "object"`
	case "list":
		return TypeArray, `use "array" with "items"`
	case "map", "dict":
		return TypeObject, `use "object" if the names of the properties are known, or else "unknown"`
	case "link":
		return TypeCIDLink, `use "cid-link"`
	case "cid":
		return TypeCIDLink, `use "cid-link", or "string" with "format": "cid"`
	case "text", "str":
		return TypeString, `use "string"`
	case "oneof":
		return TypeUnion, `use "union" with "refs"`
	}
	if syntax.FormatByName(name) != syntax.FormatNone {
		return TypeString, `use "type": "string" with "format": "` + name + `"`
	}
	if strings.HasPrefix(name, "#") {
		return TypeRef, `write a reference as {"type": "ref", "ref": ` + syntax.Quote(name) + "}"
	}
	return TypeInvalid, ""
}

// unknownTypeHelp says what may have been intended by a type that does not exist.
func unknownTypeHelp(name string, in slot, profile Profile) string {
	if t, help := foreignType(name); help != "" && in.admits(t, profile) {
		return help
	}
	candidates := in.admitted(profile)
	if near := syntax.Nearest(name, candidates); near != "" {
		return `did you mean "` + near + `"?`
	}
	if len(candidates) == 1 {
		return `use "` + candidates[0] + `"`
	}
	return "use " + syntax.Enumerate(candidates, "or")
}
