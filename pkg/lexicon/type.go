package lexicon

import (
	"strconv"
	"strings"

	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/diag"
)

// Type is the type of a schema node: the value of its field "type".
type Type uint8

// The types of the specification, then the later additions.
const (
	TypeInvalid Type = iota // a node that could not be read
	TypeNull
	TypeBoolean
	TypeInteger
	TypeString
	TypeBytes
	TypeCIDLink
	TypeBlob
	TypeArray
	TypeObject
	TypeParams
	TypeToken
	TypeRef
	TypeUnion
	TypeUnknown
	TypeRecord
	TypeQuery
	TypeProcedure
	TypeSubscription
	TypePermissionSet
	TypeSpace
	TypePermission

	// NumTypes is one more than the greatest Type.
	NumTypes = iota
)

// types has the name of each type, and what it is for.
var types = [NumTypes]struct{ name, about string }{
	TypeInvalid:       {name: "invalid"},
	TypeNull:          {"null", "The value null."},
	TypeBoolean:       {"boolean", "true or false."},
	TypeInteger:       {"integer", "A signed 64-bit integer."},
	TypeString:        {"string", "Unicode text. Limit it by length or format, or list its values."},
	TypeBytes:         {"bytes", `Raw bytes, in JSON {"$bytes": "base64"}.`},
	TypeCIDLink:       {"cid-link", `A link to content by its CID, in JSON {"$link": "cid"}.`},
	TypeBlob:          {"blob", "A file that is stored separately from the record, such as an image, with its type and size."},
	TypeArray:         {"array", "A list whose elements share one schema."},
	TypeObject:        {"object", "An object with named properties. Data can contain other properties too."},
	TypeParams:        {"params", "The parameters of an HTTP query string."},
	TypeToken:         {"token", "A named value without data, for use in knownValues. Its description says what it means."},
	TypeRef:           {"ref", "A reference to a definition, in this Lexicon or another."},
	TypeUnion:         {"union", "One of several objects or records, distinguished by $type."},
	TypeUnknown:       {"unknown", "Any value of the data model."},
	TypeRecord:        {"record", "An object that can be stored in a repository."},
	TypeQuery:         {"query", "A method that reads: HTTP GET."},
	TypeProcedure:     {"procedure", "A method that changes something: HTTP POST."},
	TypeSubscription:  {"subscription", "A stream of messages over WebSocket."},
	TypePermissionSet: {"permission-set", "Permissions that an application requests together."},
	TypeSpace:         {"space", "A kind of space: a set of records that only its members can access."},
	TypePermission:    {"permission", "An entry of a permission set."},
}

// String returns the name in schemas; "invalid" for TypeInvalid.
func (t Type) String() string { return types[t].name }

// TypeByName returns the type with that name, which is case-sensitive; TypeInvalid when
// there is none.
func TypeByName(name string) Type {
	for t := TypeNull; t < NumTypes; t++ {
		if types[t].name == name {
			return t
		}
	}
	return TypeInvalid
}

// Phrase returns what a message says that a definition of the type is: "a string",
// "a permission set", `of type "bytes"` for a name that is not a noun, or "not valid".
func (t Type) Phrase() string {
	switch t {
	case TypeInvalid:
		return "not valid"
	case TypeNull, TypeBytes, TypeCIDLink, TypeUnknown, TypeParams:
		return "of type " + strconv.Quote(t.String())
	}
	return words.Article(strings.ReplaceAll(t.String(), "-", " "))
}

// Primary reports whether a file can have only one definition of such a type, its main
// one: record, query, procedure, subscription, permission-set and space.
func (t Type) Primary() bool { return t >= TypeRecord && t <= TypeSpace }

// Since returns the first profile that has the type; the later ones have it too.
func (t Type) Since() diag.Profile {
	if t == TypeSpace {
		return diag.ProfileATProto
	}
	return diag.ProfileV1
}

// Describe says what a type of a profile is for, in a sentence or two, and which profile has
// it if that one does not.
func (t Type) Describe(p diag.Profile) string {
	switch {
	case t >= NumTypes:
		return ""
	case t == TypeUnknown && p == diag.ProfileATProto:
		return "Any object of the data model, but not a blob, bytes, or a link."
	}
	return describeSince(types[t].about, t.Since(), p)
}
