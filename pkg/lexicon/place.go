package lexicon

import (
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

// typeHelp says what the field "type" of a schema at the place may be.
func (p place) typeHelp() string {
	if only := p.only(); only != nil {
		return `add "type": ` + enumerate(quoted(only), "or")
	}
	return `add "type", such as "string" or "object"`
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
func (p place) misplaced(t Type) (rule *Rule, message, help string) {
	if only := p.only(); only != nil {
		for _, allowed := range only {
			if allowed == t {
				return nil, "", ""
			}
		}
		message = p.String() + " must be of type " + enumerate(typeWords(only), "or") + ", found " + t.String()
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
	case t.Primary():
		return ruleMisplacedType, article(t.String()) + " may only be a definition", "define it in a file of its own and refer to it"
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

// foreignType says how Lexicon writes a type that other languages have; ""
// when it is none of theirs.
func foreignType(name string) string {
	switch name {
	case "number", "float", "double":
		return `use "integer"; the data model has no fractions (a decimal number can be a string)`
	case "int":
		return `use "integer"`
	case "bool":
		return `use "boolean"`
	case "datetime", "date":
		return `use "type": "string" with "format": "datetime"`
	case "image":
		return `use "blob" with "accept": ["image/*"]`
	case "video":
		return `use "blob" with "accept": ["video/*"]`
	case "audio":
		return `use "blob" with "accept": ["audio/*"]`
	case "file":
		return `use "blob"`
	case "any":
		return `use "unknown"`
	case "enum":
		return `use "string" with "enum" or "knownValues"`
	case "list":
		return `use "array" with "items"`
	case "map", "dict":
		return `use "object"; its property names must be known, "unknown" takes any`
	case "link":
		return `use "cid-link"`
	case "cid":
		return `use "cid-link", or "string" with "format": "cid"`
	case "text":
		return `use "string"`
	case "oneOf":
		return `use "union" with "refs"`
	}
	return ""
}

// unknownTypeHelp says what may have been meant by a type that does not exist.
func unknownTypeHelp(name string, in place) string {
	if help := foreignType(name); help != "" {
		return help
	}
	if syntax.FormatByName(name) != syntax.FormatNone {
		return `use "type": "string" with "format": "` + name + `"`
	}
	if strings.HasPrefix(name, "#") {
		return `a reference is written as {"type": "ref", "ref": ` + quote(name) + "}"
	}
	candidates := in.only()
	if candidates == nil {
		for t := TypeNull; t < NumTypes; t++ {
			if rule, _, _ := in.misplaced(t); rule == nil {
				candidates = append(candidates, t)
			}
		}
	}
	if near := syntax.Nearest(name, typeWords(candidates)); near != "" {
		return `did you mean "` + near + `"?`
	}
	return "the types are " + enumerate(typeWords(candidates), "and")
}
