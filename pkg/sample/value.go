package sample

import (
	"encoding/base32"
	"slices"
)

// Value is a value of the data model: Null, Bool, Int, String, Bytes, Link,
// Array, Object, or Raw for what is outside of it.
type Value interface{ value() }

// Null is null.
type Null struct{}

// Bool is true or false.
type Bool bool

// Int is an integer.
type Int struct {
	Value    int64
	Spelling string // how JSON spells it; "" for the plain digits
}

// String is a text.
type String struct {
	Text     string
	Spelling string // the JSON token; "" for the usual one
}

// Bytes is a byte string.
type Bytes struct {
	Data     []byte
	Spelling string // the base64 in JSON; "" for the one without padding
}

// Link is a link: the binary form of a CIDv1 with SHA-256.
type Link [36]byte

// Array is a list of values.
type Array []Value

// Object is a list of members; names can repeat.
type Object []Member

// Member is a name and its value.
type Member struct {
	Name     string
	Value    Value
	Spelling string // the JSON token of the name; "" for the usual one
}

// Raw is JSON text without a meaning in the data model: a fraction, an integer
// beyond 64 bits, an unpaired surrogate. CBOR cannot write it.
type Raw string

func (Null) value()   {}
func (Bool) value()   {}
func (Int) value()    {}
func (String) value() {}
func (Bytes) value()  {}
func (Link) value()   {}
func (Array) value()  {}
func (Object) value() {}
func (Raw) value()    {}

// Text returns a String with the usual spelling.
func Text(s string) String { return String{Text: s} }

// Number returns an Int with the usual spelling.
func Number(n int64) Int { return Int{Value: n} }

// Get returns the value of a member, nil when there is none of that name.
func (o Object) Get(name string) Value {
	for _, m := range o {
		if m.Name == name {
			return m.Value
		}
	}
	return nil
}

// Set returns the object with one more member. As with append, both may share memory.
func (o Object) Set(name string, v Value) Object { return append(o, Member{Name: name, Value: v}) }

// With returns the object with the value of a member replaced, or added at the
// end. The object is not changed.
func (o Object) With(name string, v Value) Object {
	c := slices.Clone(o)
	for i := range c {
		if c[i].Name == name {
			c[i].Value = v
			return c
		}
	}
	return c.Set(name, v)
}

// Without returns the object without the members of a name. The object is not
// changed.
func (o Object) Without(name string) Object {
	return slices.DeleteFunc(slices.Clone(o), func(m Member) bool { return m.Name == name })
}

// Unique returns the object without members whose names appear before. It is in the memory of
// the object.
func (o Object) Unique() Object {
	const few = 32 // a search among so few is as fast as a set
	kept := o[:0]
	if len(o) <= few {
		for _, m := range o {
			if kept.Get(m.Name) == nil {
				kept = append(kept, m)
			}
		}
		return kept
	}
	names := make(map[string]bool, len(o))
	for _, m := range o {
		if !names[m.Name] {
			names[m.Name] = true
			kept = append(kept, m)
		}
	}
	return kept
}

var base32Lower = base32.NewEncoding("abcdefghijklmnopqrstuvwxyz234567").WithPadding(base32.NoPadding)

// String returns the CID as text.
func (l Link) String() string { return "b" + base32Lower.EncodeToString(l[:]) }
