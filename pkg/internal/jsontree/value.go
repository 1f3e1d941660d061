package jsontree

import (
	"slices"
	"strconv"

	"github.com/lexsmith/lexsmith/pkg/diag"
)

// maxValues is the number of JSON values that a schema file may have: each takes a
// hundred bytes or more in memory.
const maxValues = 1 << 20

// MaxDepth is the number of levels of objects and arrays that a text may have.
const MaxDepth = 1000

// Blanks are the characters that JSON allows between tokens.
const Blanks = " \t\r\n"

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

// String returns the name of the kind in JSON: "object", "array", …
func (k Kind) String() string { return kindNames[k] }

// Value is a JSON value of a schema file and its position. Values are read-only.
type Value struct {
	Kind  Kind
	index int32 // in Items or Members of the parent
	Span  diag.Span
	Text  string // of a string, with escapes resolved; of a number or boolean, as written
	// Contents is never nil: values with nothing inside share an empty one.
	*Contents
	parent *Value
}

// Contents is what is inside an array or object. Most values are neither, so it takes
// no room in them.
type Contents struct {
	Items   []*Value // elements of an array
	Members []Member // members of an object, in the order of the text, including repeated names

	indexes map[string]int32 // of Members that are not Duplicate; nil while there are few
	open    bool             // ReadBroken found no closing bracket
}

// nothing is the contents of values that are not arrays or objects, or are empty.
var nothing Contents

// Member is a name and a value of an object.
type Member struct {
	Name     string
	NameSpan diag.Span // with the quotation marks
	Value    *Value
	// Duplicate says that an earlier member of the object has the same name.
	// Lookups ignore such a member.
	Duplicate bool
	repeated  bool // a later member has the same name, which counts if this one goes
}

// Field returns the value of the first member with that name; nil when there is none,
// or v is nil or not an object.
func (v *Value) Field(name string) *Value {
	if m := v.Member(name); m != nil {
		return m.Value
	}
	return nil
}

// StringField returns the text of the member with that name; "" when there is none,
// or it is not a string.
func (v *Value) StringField(name string) string {
	if f := v.Field(name); f != nil && f.Kind == KindString {
		return f.Text
	}
	return ""
}

// Member returns the first member with that name; nil when there is none.
func (v *Value) Member(name string) *Member {
	switch {
	case v == nil:
		return nil
	case v.indexes != nil:
		if i, ok := v.indexes[name]; ok && int(i) < len(v.Members) { // the last may have been removed
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

// manyMembers is the number of members from which a map finds them faster than a search.
const manyMembers = 16

// indexLast makes the last member known to Member.
func (v *Value) indexLast() {
	n := len(v.Members) - 1
	if v.indexes == nil {
		if n+1 < manyMembers {
			return
		}
		v.indexes, n = make(map[string]int32, 2*manyMembers), 0
	}
	for ; n < len(v.Members); n++ {
		if m := &v.Members[n]; !m.Duplicate {
			v.indexes[m.Name] = int32(n)
		}
	}
}

// AllMembers returns all members.
func (v *Value) AllMembers() []*Member {
	all := make([]*Member, len(v.Members))
	for i := range v.Members {
		all[i] = &v.Members[i]
	}
	return all
}

// Names returns the members without those that are Duplicate.
func (v *Value) Names() []*Member {
	return slices.DeleteFunc(v.AllMembers(), func(m *Member) bool { return m.Duplicate })
}

// Parent returns the object or array around v; nil for the root of a text.
func (v *Value) Parent() *Value { return v.parent }

// Key returns the member whose value v is; nil for an element and for the root.
func (v *Value) Key() *Member {
	if v == nil || v.parent == nil || v.parent.Kind != KindObject || int(v.index) >= len(v.parent.Members) {
		return nil
	}
	return &v.parent.Members[v.index]
}

// Name returns the name of the member that v is. A member whose value could not be
// read is no longer among the members of its object, but still behind them.
func (v *Value) Name() string { return v.parent.Members[:v.index+1][v.index].Name }

// Path returns the steps from the root of the text to v: names of members and indices
// of elements.
func (v *Value) Path() []string { return v.path(0) }

// path returns the path to v with room for more steps.
func (v *Value) path(more int) []string {
	switch {
	case v == nil || v.parent == nil:
		return make([]string, 0, more)
	case v.parent.Kind == KindArray:
		return append(v.parent.path(more+1), strconv.Itoa(int(v.index)))
	}
	return append(v.parent.path(more+1), v.Name())
}

// maxPointer is the maximum length of a pointer, in bytes. Without a limit, many
// findings below one long name would take memory out of proportion to the text.
const maxPointer = 4096

// Pointer returns the JSON Pointer (RFC 6901) of v in its text. If that is longer than
// 4096 bytes, it returns the pointer of the nearest value around v with a shorter one.
func (v *Value) Pointer() string {
	pointer := make([]byte, 0, 128)
	for _, step := range v.Path() {
		before := len(pointer)
		if len(step) <= maxPointer {
			pointer = append(append(pointer, '/'), diag.EscapePointer(step)...)
		}
		if len(pointer) == before || len(pointer) > maxPointer {
			return string(pointer[:before])
		}
	}
	return string(pointer)
}

// Open reports whether v is an object or array that ReadBroken found no end of.
func (v *Value) Open() bool { return v.open }

// Missing reports whether v is not written yet, see ReadBroken.
func (v *Value) Missing() bool { return v.Kind == KindNull && v.Text == "" }

// unread reports whether the text ended, or was malformed, before v began.
func (v *Value) unread() bool { return v.Span.End == 0 }

// closing returns the bracket that ends v.
func (v *Value) closing() byte {
	if v.Kind == KindArray {
		return ']'
	}
	return '}'
}

// NewObject returns an empty object that is in no text.
func NewObject() *Value { return &Value{Kind: KindObject, Contents: &nothing} }

// ByteOrderMark is what some editors put before a text.
const ByteOrderMark = "\uFEFF"

func span(start, end int) diag.Span { return diag.Span{Start: int32(start), End: int32(end)} }
