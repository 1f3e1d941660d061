package lexicon

import (
	"slices"

	"github.com/lexsmith/lexsmith/internal/words"
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

// maxFields is an upper bound of the number of fields of a shape.
const maxFields = 16

// Role is what an object is in a schema file, which decides what its keys mean.
type Role uint8

// The roles.
const (
	RoleNone        Role = iota // not an object of the language: data, or below an unknown key
	RoleFile                    // the whole file
	RoleDefinitions             // defs: schemas by name
	RoleProperties              // properties: schemas by name
	RoleSchema                  // a schema of any type, or an entry of permissions
	RoleBody                    // input or output
	RoleMessage                 // message
	RoleError                   // an entry of errors
)

// roleShapes are the shapes of the objects of the roles that have one shape each.
var roleShapes = [...]shape{RoleFile: shapeFile, RoleBody: shapeBody, RoleMessage: shapeMessage, RoleError: shapeError}

// Keys says what the keys of one object mean.
type Keys struct {
	fields []Field
	names  Role   // of each value where the keys are names that the author chose
	first  string // the name that comes before all others
}

// Keys returns what the keys of an object of the role mean. A schema whose type
// is missing or unknown has only the fields that all schemas have.
func (r Role) Keys(object *Value) Keys {
	switch r {
	case RoleNone:
		return Keys{}
	case RoleDefinitions:
		return Keys{names: RoleSchema, first: "main"}
	case RoleProperties:
		return Keys{names: RoleSchema}
	}
	return Keys{fields: shapeFields()[r.shape(object)]}
}

// shape returns the shape of an object of the role whose keys are not names.
func (r Role) shape(object *Value) shape {
	if r == RoleSchema {
		return shape(TypeByName(object.StringField("type")))
	}
	return roleShapes[r]
}

// Rank returns the place of a key in the order of the language, counted from 0.
// Keys without a place of their own, names and unknown keys, share the last one.
func (k Keys) Rank(key string) int {
	if k.first != "" && key == k.first {
		return 0
	}
	if i := k.index(key); i >= 0 {
		return i
	}
	return maxFields
}

// Nearest returns the key of the language that was most likely intended by a mistyped one;
// "" when none is similar.
func (k Keys) Nearest(key string) string {
	near, _ := words.NearestFunc(key, k.fields, func(f Field) string { return f.Name })
	return near.Name
}

// Inside returns the role of the value of a key; of each element where the value
// is an array.
func (k Keys) Inside(key string) Role {
	if i := k.index(key); i >= 0 {
		return k.fields[i].Holds
	}
	return k.names
}

// Fields returns the fields of the language that the object can have, in the order in
// which a file is laid out. None is for a name that the author chooses.
func (k Keys) Fields() []Field { return k.fields }

// Has reports whether a key is one of the language here, and not a name or unknown.
func (k Keys) Has(key string) bool { return k.index(key) >= 0 }

func (k Keys) index(key string) int {
	return slices.IndexFunc(k.fields, func(f Field) bool { return f.Name == key })
}

// Field returns the field that a key is; nil for a name and an unknown key.
func (k Keys) Field(key string) *Field {
	if i := k.index(key); i >= 0 {
		return &k.fields[i]
	}
	return nil
}
