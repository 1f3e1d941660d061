package lexicon

import (
	"slices"
	"sync"

	"github.com/lexsmith/lexsmith/pkg/internal/words"
)

// shape is a kind of JSON object in a schema file: one for each Type, and those
// that have no type of their own.
type shape uint8

const (
	shapeFile shape = NumTypes + iota
	shapeBody
	shapeMessage
	shapeError

	numShapes = NumTypes + iota
)

// field is a field of a shape.
type field struct {
	name     string
	kind     Kind // KindNumber: an integer of 64 bits
	elements Kind // what the entries of an array must be
	required bool
	holds    Role // what its value is, or each entry of an array
}

// maxFields is an upper bound of the number of fields of a shape.
const maxFields = 16

func optional(name string, kind Kind) field { return field{name: name, kind: kind} }
func required(name string, kind Kind) field { return field{name: name, kind: kind, required: true} }
func list(name string, elements Kind) field {
	return field{name: name, kind: KindArray, elements: elements}
}

// of returns the field with what its value is, or each entry of an array.
func (f field) of(role Role) field { f.holds = role; return f }

// object returns a field whose value is an object with keys of the language.
func object(name string, role Role) field { return optional(name, KindObject).of(role) }

// needed returns the field as a required one.
func (f field) needed() field { f.required = true; return f }

// common has the fields of every definition and of every schema.
var common = []field{required("type", KindString), optional("description", KindString)}

// fieldsOf returns the fields of a shape beside the common ones, in the order in
// which a file is laid out: the one table behind wrong types, missing and unknown
// fields, and key order.
func fieldsOf(s shape) []field {
	switch s {
	case shapeFile:
		return []field{
			optional("$schema", KindString), optional("$type", KindString), required("lexicon", KindNumber),
			required("id", KindString), optional("revision", KindNumber), optional("description", KindString),
			object("defs", RoleDefinitions).needed(),
		}
	case shapeBody:
		return []field{optional("description", KindString), required("encoding", KindString), object("schema", RoleSchema)}
	case shapeMessage:
		return []field{optional("description", KindString), object("schema", RoleSchema).needed()}
	case shapeError:
		return []field{required("name", KindString), optional("description", KindString)}
	}
	switch Type(s) {
	case TypeBoolean:
		return []field{optional("default", KindBoolean), optional("const", KindBoolean)}
	case TypeInteger:
		return []field{
			optional("minimum", KindNumber), optional("maximum", KindNumber), list("enum", KindNumber),
			optional("default", KindNumber), optional("const", KindNumber),
		}
	case TypeString:
		return []field{
			optional("format", KindString), optional("maxLength", KindNumber), optional("minLength", KindNumber),
			optional("maxGraphemes", KindNumber), optional("minGraphemes", KindNumber), list("knownValues", KindString),
			list("enum", KindString), optional("default", KindString), optional("const", KindString),
		}
	case TypeBytes:
		return []field{optional("minLength", KindNumber), optional("maxLength", KindNumber)}
	case TypeBlob:
		return []field{list("accept", KindString), optional("maxSize", KindNumber)}
	case TypeArray:
		return []field{object("items", RoleSchema).needed(), optional("minLength", KindNumber), optional("maxLength", KindNumber)}
	case TypeObject:
		return []field{list("required", KindString), list("nullable", KindString), object("properties", RoleProperties).needed()}
	case TypeParams:
		return []field{list("required", KindString), object("properties", RoleProperties).needed()}
	case TypeRef:
		return []field{required("ref", KindString)}
	case TypeUnion:
		return []field{list("refs", KindString).needed(), optional("closed", KindBoolean)}
	case TypeRecord:
		return []field{required("key", KindString), object("record", RoleSchema).needed()}
	case TypeQuery:
		return []field{object("parameters", RoleSchema), object("output", RoleBody), list("errors", KindObject).of(RoleError)}
	case TypeProcedure:
		return []field{
			object("parameters", RoleSchema), object("input", RoleBody), object("output", RoleBody),
			list("errors", KindObject).of(RoleError),
		}
	case TypeSubscription:
		return []field{object("parameters", RoleSchema), object("message", RoleMessage), list("errors", KindObject).of(RoleError)}
	case TypePermissionSet:
		return []field{
			optional("title", KindString), optional("title:lang", KindObject), optional("detail", KindString),
			optional("detail:lang", KindObject), list("permissions", KindObject).of(RoleSchema).needed(),
		}
	case TypePermission:
		return []field{
			required("resource", KindString), list("collection", KindString), list("action", KindString),
			list("lxm", KindString), optional("aud", KindString), optional("inheritAud", KindBoolean),
		}
	}
	return nil
}

// fields returns all fields of a shape. What a string or a ref is comes before its
// description.
func (s shape) fields() []field {
	own, before := fieldsOf(s), 0
	switch {
	case s >= NumTypes:
		return own
	case s == shape(TypeString), s == shape(TypeRef):
		before = 1
	}
	return slices.Concat(common[:1], own[:before], common[1:], own[before:])
}

// shapeFields returns fields() of every shape, indexed by shape. It is made on first
// use.
var shapeFields = sync.OnceValue(func() *[numShapes][]field {
	var all [numShapes][]field
	for s := range all {
		all[s] = shape(s).fields()
	}
	return &all
})

// String names the shape in messages.
func (s shape) String() string {
	switch s {
	case shapeFile:
		return "a Lexicon"
	case shapeBody:
		return "a body"
	case shapeMessage:
		return "a message"
	case shapeError:
		return "an error"
	}
	if Type(s) == TypeParams {
		return "a params object"
	}
	return words.Article(Type(s).String())
}

// typesWith lists the types that have a field of that name, for a message.
func typesWith(name string) string {
	var types []string
	for t := TypeNull; t < NumTypes; t++ {
		for _, f := range fieldsOf(shape(t)) {
			if f.name == name {
				types = append(types, t.String())
			}
		}
	}
	return words.Summarize(types)
}

// fieldExample returns a value of a required field as JSON; "" when its type says
// enough.
func fieldExample(name string) string {
	switch name {
	case "id":
		return `"com.example.thing"`
	case "key":
		return `"tid"`
	case "record":
		return `{"type": "object", "properties": {}}`
	case "items":
		return `{"type": "integer"}`
	case "encoding":
		return `"application/json"`
	case "ref":
		return `"#thing"`
	case "refs":
		return `["#thing"]`
	}
	return ""
}
