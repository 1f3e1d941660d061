package lexicon

import "github.com/lexsmith/lexsmith/pkg/diag"

// Field is a field of the language: a key that the objects of a type, or of a role
// without types, can have.
type Field struct {
	Name     string
	Kind     Kind // KindNumber: an integer of 64 bits
	Elements Kind // what the entries of an array are
	Required bool
	Holds    Role   // what the value is, or each entry of an array
	About    string // what it means, in a sentence or two
}

// Fields returns the fields of the schemas of a type, in the order in which a file is
// laid out; nil for TypeInvalid.
func (t Type) Fields() []Field {
	if t == TypeInvalid {
		return nil
	}
	return describeShape(shape(t))
}

// Fields returns the fields of a file, a body, a message or an error; nil for other
// roles, whose objects have names or depend on their type.
func (r Role) Fields() []Field {
	if s := roleShapes[r]; s != 0 {
		return describeShape(s)
	}
	return nil
}

func describeShape(s shape) []Field {
	all := make([]Field, 0, maxFields)
	for _, f := range shapeFields()[s] {
		all = append(all, Field{f.name, f.kind, f.elements, f.required, f.holds, s.describeField(f.name)})
	}
	return all
}

// Slot is a position of the language that takes a schema. It decides which types are
// allowed. Its text names the slot as in "a property must be an object".
type Slot = slot

// The slots.
const (
	SlotDefinition     Slot = inDefs
	SlotProperty       Slot = inProperties
	SlotItems          Slot = inItems
	SlotParameters     Slot = inParameters
	SlotParameter      Slot = inParams     // a property of params
	SlotParameterItems Slot = inParamItems // the items of an array in params
	SlotBody           Slot = inBody
	SlotMessage        Slot = inMessage
	SlotRecord         Slot = inRecord
	SlotPermission     Slot = inPermissions

	// NumSlots is one more than the greatest Slot.
	NumSlots = inPermissions + 1
)

// Types returns the types that a schema in the slot can have without an error.
func (in slot) Types(profile diag.Profile) []Type {
	var types []Type
	for t := TypeNull; t < NumTypes; t++ {
		if in.admits(t, profile) {
			types = append(types, t)
		}
	}
	return types
}

// Inside returns the slot of the schemas in a field of a schema that is in the slot
// itself. The field is one that holds schemas, or a body or message that does.
func (in slot) Inside(t Type, field string) Slot {
	switch field {
	case "items":
		return in.items()
	case "parameters":
		return inParameters
	case "input", "output":
		return inBody
	case "message":
		return inMessage
	case "record":
		return inRecord
	case "permissions":
		return inPermissions
	}
	if t == TypeParams {
		return inParams
	}
	return inProperties
}
