package generate

import (
	"encoding/base32"
	"math/rand/v2"
)

// V is a value: Null, Bool, Int, String, Bytes, Link, Array, Object, or Raw for
// what lies outside the data model.
type V interface{ value() }

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

// Link is the binary form of a CID.
type Link [36]byte

// Array is a list of values.
type Array []V

// Object is a list of members; names may repeat.
type Object []Member

// Member is a name and its value.
type Member struct {
	Name     string
	Value    V
	Spelling string // the JSON token of the name; "" for the usual one
}

// Raw is JSON text without a meaning in the data model: a fraction, an integer
// beyond 64 bits, half a surrogate pair. CBOR cannot write it.
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

const (
	codecRaw     = 0x55
	codecDAGCBOR = 0x71
)

func newLink(r *rand.Rand, codec byte) Link {
	l := Link{1, codec, 0x12, 0x20}
	for i := 4; i < len(l); i++ {
		l[i] = byte(r.Uint32())
	}
	return l
}

var base32Lower = base32.NewEncoding("abcdefghijklmnopqrstuvwxyz234567").WithPadding(base32.NoPadding)

// String returns the CID as text.
func (l Link) String() string { return "b" + base32Lower.EncodeToString(l[:]) }

func text(s string) String { return String{Text: s} }

func number(n int64) Int { return Int{Value: n} }

func texts(list ...string) Array {
	var a Array
	for _, s := range list {
		a = append(a, text(s))
	}
	return a
}

// set returns the object with one more member.
func (o Object) set(name string, v V) Object { return append(o, Member{Name: name, Value: v}) }

// one returns one of the choices.
func one[T any](r *rand.Rand, choices ...T) T { return choices[r.IntN(len(choices))] }

// chance reports true once in n times.
func chance(r *rand.Rand, n int) bool { return r.IntN(n) == 0 }
