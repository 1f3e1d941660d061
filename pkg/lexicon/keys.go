package lexicon

import (
	"slices"

	"github.com/lexsmith/lexsmith/internal/words"
)

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
