package lexicon

import (
	"slices"
	"strconv"

	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// Kind is the type of a JSON value.
type Kind uint8

// The kinds of JSON values.
const (
	KindNull Kind = iota
	KindBoolean
	KindNumber
	KindString
	KindArray
	KindObject
)

var kindNames = [...]string{"null", "boolean", "number", "string", "array", "object"}

// String returns the name that JSON has for the kind: "object", "array", …
func (k Kind) String() string { return kindNames[k] }

// Value is a JSON value of a schema file and the place where it stands.
// Values are read-only.
type Value struct {
	Kind    Kind
	index   int32 // in Items or Members of the parent
	Span    Span
	Text    string   // a string's text with escapes resolved; a number or boolean as it is spelled
	Items   []*Value // elements of an array
	Members []Member // members of an object, in the order of the text, repeated names included

	byName map[string]int32 // the first member of each name; nil while there are few
	parent *Value
}

// Member is a name and a value of an object.
type Member struct {
	Name     string
	NameSpan Span // with the quotation marks
	Value    *Value
	// Duplicate says that the object has the name before; such a member is
	// never looked up.
	Duplicate bool
}

// Field returns the value of the first member of that name; nil when there is
// none or v is no object. A nil Value has no fields.
func (v *Value) Field(name string) *Value {
	if m := v.Member(name); m != nil {
		return m.Value
	}
	return nil
}

// Member returns the first member of that name; nil when there is none.
func (v *Value) Member(name string) *Member {
	if v == nil {
		return nil
	}
	if v.byName != nil {
		if i, ok := v.byName[name]; ok && int(i) < len(v.Members) {
			return &v.Members[i]
		}
		return nil
	}
	for i := range v.Members {
		if v.Members[i].Name == name {
			return &v.Members[i]
		}
	}
	return nil
}

// names returns the members without the repeated ones.
func (v *Value) names() []*Member {
	var names []*Member
	for i := range v.Members {
		if m := &v.Members[i]; !m.Duplicate {
			names = append(names, m)
		}
	}
	return names
}

// Parent returns the object or array around v; nil for the root of a text.
func (v *Value) Parent() *Value { return v.parent }

// Path returns the steps from the root of the text to v: names of members and
// numbers of elements.
func (v *Value) Path() []string {
	var path []string
	for w := v; w != nil && w.parent != nil; w = w.parent {
		if w.parent.Kind == KindArray {
			path = append(path, strconv.Itoa(int(w.index)))
		} else {
			path = append(path, w.name())
		}
	}
	slices.Reverse(path)
	return path
}

// name returns the name of the member that v is. A member whose value could not be
// read is no longer among the members of its object, but still behind them.
func (v *Value) name() string { return v.parent.Members[:v.index+1][v.index].Name }

// maxPointer is the most bytes that a pointer has: without a limit many faults
// below one long name would take memory out of proportion to the text.
const maxPointer = 4096

// Pointer returns the JSON Pointer (RFC 6901) of v within its text; that of the
// nearest value around it that has one of at most 4096 bytes.
func (v *Value) Pointer() string {
	if v == nil || v.parent == nil {
		return ""
	}
	path := make([]*Value, 0, 24) // few schemas are deeper: no allocation
	for w := v; w.parent != nil; w = w.parent {
		path = append(path, w)
	}
	pointer := make([]byte, 0, 128)
	for _, w := range slices.Backward(path) {
		before := len(pointer)
		pointer = append(pointer, '/')
		if w.parent.Kind == KindArray {
			pointer = strconv.AppendInt(pointer, int64(w.index), 10)
		} else if name := w.name(); len(name) <= maxPointer {
			pointer = append(pointer, syntax.EscapePointer(name)...)
		} else {
			return string(pointer[:before])
		}
		if len(pointer) > maxPointer {
			return string(pointer[:before])
		}
	}
	return string(pointer)
}

// unread reports whether the text ended or broke before any of v was read.
func (v *Value) unread() bool { return v.Span.End == 0 }

// manyMembers is the number of members from which Member uses a map.
const manyMembers = 16

// indexLast makes the last member of an object known to Member.
func (v *Value) indexLast() {
	first := len(v.Members) - 1
	switch {
	case len(v.Members) < manyMembers:
		return
	case v.byName == nil:
		v.byName, first = make(map[string]int32, 2*manyMembers), 0
	}
	for i := first; i < len(v.Members); i++ {
		if m := &v.Members[i]; !m.Duplicate {
			v.byName[m.Name] = int32(i)
		}
	}
}
