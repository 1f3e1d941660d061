package lexicon

import (
	"strconv"
	"strings"
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
	Span    Span
	Text    string   // a string's text with escapes resolved; a number or boolean as it is spelled
	Items   []*Value // elements of an array
	Members []Member // members of an object, in the order of the text, repeated names included

	parent *Value
	index  int32 // in Items or Members of the parent
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
	for i := range v.Members {
		if v.Members[i].Name == name {
			return &v.Members[i]
		}
	}
	return nil
}

// Pointer returns the JSON Pointer (RFC 6901) of v within its text.
func (v *Value) Pointer() string {
	if v == nil || v.parent == nil {
		return ""
	}
	var path []*Value
	for w := v; w.parent != nil; w = w.parent {
		path = append(path, w)
	}
	var b strings.Builder
	for i := len(path) - 1; i >= 0; i-- {
		w := path[i]
		b.WriteByte('/')
		if w.parent.Kind == KindArray {
			b.WriteString(strconv.Itoa(int(w.index)))
			continue
		}
		b.WriteString(pointerEscapes.Replace(w.parent.Members[w.index].Name))
	}
	return b.String()
}

var pointerEscapes = strings.NewReplacer("~", "~0", "/", "~1")

// opening returns the span of the first byte of v: the brace of an object that
// lacks something.
func (v *Value) opening() Span { return Span{v.Span.Start, v.Span.Start + 1} }
