package lexicon

import (
	"slices"
	"strings"

	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// place is where a schema stands; it decides which types may be there.
type place uint8

const (
	inDefs place = iota
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

var placeNames = [...]string{
	inDefs: "a definition", inProperties: "a property", inItems: "items", inParameters: "parameters",
	inParams: "a parameter", inParamItems: "the items of a parameter", inBody: "a body's schema",
	inMessage: "a message's schema", inRecord: "record", inPermissions: "an entry of permissions",
}

// String names the place in messages.
func (p place) String() string { return placeNames[p] }

// only returns the types that may stand at the place, nil where nearly all may.
func (p place) only() []Type {
	switch p {
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

// items returns the place of the items of an array at the place.
func (p place) items() place {
	if p == inParams {
		return inParamItems
	}
	return inItems
}

// admits reports whether a schema of a type may stand at the place without an
// error of any rule: what a help may advise.
func (p place) admits(t Type, profile Profile) bool {
	if profile == ProfileATProto {
		switch t {
		case TypeNull:
			return false
		case TypeUnknown:
			if p == inParams || p == inParamItems {
				return false
			}
			fallthrough
		case TypeRef, TypeUnion:
			if p == inDefs {
				return false
			}
		}
	}
	if only := p.only(); only != nil {
		return slices.Contains(only, t)
	}
	rule, _, _ := p.misplaced(t, profile)
	return rule == nil
}

// admitted returns all types that the place admits.
func (p place) admitted(profile Profile) []Type {
	types := slices.Clone(p.only())
	if types == nil {
		for t := TypeNull; t < NumTypes; t++ {
			types = append(types, t)
		}
	}
	return slices.DeleteFunc(types, func(t Type) bool { return !p.admits(t, profile) })
}

// typeHelp says, behind words on the field "type" of a schema at the place, what
// it may be.
func (p place) typeHelp(profile Profile) string {
	if p.only() != nil {
		return ": " + syntax.Enumerate(quoted(p.admitted(profile)), "or")
	}
	return `, such as "string" or "object"`
}

func quoted(types []Type) []string {
	names := make([]string, len(types))
	for i, t := range types {
		names[i] = `"` + t.String() + `"`
	}
	return names
}

// misplaced says why a schema of a type may not stand at the place; the rule is
// nil when it may.
func (p place) misplaced(t Type, profile Profile) (rule *Rule, message, help string) {
	if only := p.only(); only != nil {
		if slices.Contains(only, t) {
			return nil, "", ""
		}
		message = p.String() + " must be of type " + syntax.Enumerate(typeWords(p.admitted(profile)), "or") + ", found " + t.String()
		switch p {
		case inParams, inParamItems:
			return ruleParamsPropertyType, message, "a query string holds only booleans, integers, strings and lists of them"
		case inBody:
			return ruleBodySchemaType, message, `wrap it in an object: {"type": "object", "properties": {…}}`
		case inMessage:
			return ruleMessageNotUnion, message, "define the object by name and list it in the refs of a union"
		case inRecord:
			return ruleRecordNotObject, message, `a record is an object: {"type": "object", "properties": {…}}`
		case inParameters:
			return ruleMisplacedType, message, `write "type": "params"`
		}
		return ruleMisplacedType, message, `write "type": "` + only[0].String() + `"`
	}
	switch {
	case t == TypeParams:
		return ruleMisplacedType, "params may stand only in parameters", `use "type": "object" here`
	case t == TypePermission:
		return ruleMisplacedType, "a permission may stand only in the permissions of a permission-set", "move it there"
	case p == inDefs:
		return nil, "", ""
	case t == TypeToken:
		return ruleMisplacedType, "a token may only be a definition", "make this a string and list the token's full name (NSID#name) in knownValues"
	case t == TypeRecord:
		return ruleMisplacedType, "a record may only be a definition", "define it in a file of its own and refer to it"
	case t.Primary():
		return ruleMisplacedType, syntax.Article(t.String()) + " may only be a definition", "define it in a file of its own; here stands a type that describes data"
	}
	return nil, "", ""
}

func typeWords(types []Type) []string {
	names := make([]string, len(types))
	for i, t := range types {
		names[i] = t.String()
	}
	return names
}

// foreignType says how Lexicon writes a type that other languages have, and of
// which type that is; TypeInvalid when it is none of theirs.
func foreignType(name string) (Type, string) {
	switch name {
	case "number", "float", "double":
		return TypeInteger, `use "integer"; the data model has no fractions (a decimal number can be a string)`
	case "int":
		return TypeInteger, `use "integer"`
	case "bool":
		return TypeBoolean, `use "boolean"`
	case "datetime", "date":
		return TypeString, `use "type": "string" with "format": "datetime"`
	case "image":
		return TypeBlob, `use "blob" with "accept": ["image/*"]`
	case "video":
		return TypeBlob, `use "blob" with "accept": ["video/*"]`
	case "audio":
		return TypeBlob, `use "blob" with "accept": ["audio/*"]`
	case "file":
		return TypeBlob, `use "blob"`
	case "any":
		return TypeUnknown, `use "unknown"`
	case "enum":
		return TypeString, `use "string" with "enum" or "knownValues"`
	case "list":
		return TypeArray, `use "array" with "items"`
	case "map", "dict":
		return TypeObject, `use "object"; its property names must be known, "unknown" takes any`
	case "link":
		return TypeCIDLink, `use "cid-link"`
	case "cid":
		return TypeCIDLink, `use "cid-link", or "string" with "format": "cid"`
	case "text":
		return TypeString, `use "string"`
	case "oneOf":
		return TypeUnion, `use "union" with "refs"`
	}
	if syntax.FormatByName(name) != syntax.FormatNone {
		return TypeString, `use "type": "string" with "format": "` + name + `"`
	}
	if strings.HasPrefix(name, "#") {
		return TypeRef, `a reference is written as {"type": "ref", "ref": ` + syntax.Quote(name) + "}"
	}
	return TypeInvalid, ""
}

// unknownTypeHelp says what may have been meant by a type that does not exist.
func unknownTypeHelp(name string, in place, profile Profile) string {
	if t, help := foreignType(name); help != "" && in.admits(t, profile) {
		return help
	}
	candidates := in.admitted(profile)
	if near := syntax.Nearest(name, typeWords(candidates)); near != "" {
		return `did you mean "` + near + `"?`
	}
	return "the types are " + syntax.Enumerate(typeWords(candidates), "and")
}
