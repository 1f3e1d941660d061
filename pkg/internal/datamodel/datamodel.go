// Package datamodel reads values of the AT Protocol data model. Its readers of
// JSON and DAG-CBOR fill the same Tape, which is used for one value after
// another without allocating.
//
//	var tape datamodel.Tape
//	if tape.ReadJSON(text) && tape.Conforms() {
//		fmt.Println(tape.TypeOf(0))
//	}
//
// A text that is malformed as JSON or DAG-CBOR is refused. One that is well
// formed but breaks a rule of the data model, such as a fraction, is read to its
// end and has Violations.
package datamodel

import (
	"fmt"
	"strings"
	"unsafe"

	"github.com/ipfs/go-cid"
)

// MaxDepth is how many levels of objects and arrays a value may have.
const MaxDepth = 1000

// MaxTokens returns how many values and keys a value of so many bytes may have. A token
// takes 20 bytes: with this, a tape takes 19 MiB, and twice the text at most.
func MaxTokens(size int) int { return 960_000 + size/10 }

// Kind is the type of a value in the data model.
type Kind uint8

// The kinds.
const (
	Invalid Kind = iota // a value outside the data model: it has a Violation
	Null
	Boolean
	Integer
	String
	Bytes
	Link
	Array
	Object
)

var kindNames = [...]string{"invalid value", "null", "boolean", "integer", "string", "bytes", "cid-link", "array", "object"}

// String returns the name that Lexicons have for the kind; "invalid value" for
// Invalid.
func (k Kind) String() string { return kindNames[k] }

// Token is one value, or one key of an object, on a tape.
type Token struct {
	Kind Kind
	flag flag
	// Start and End are the place of the value in the text it was read from.
	Start, End uint32
	// Next is the index of the first token that is not part of the value.
	Next uint32
	// low and high depend on the kind. Boolean: 1 for true. Integer: its bits.
	// String and key: the length of its text, and its offset. Bytes: how many.
	// Link: as String, of the binary CID or the CID's text. Array: how many
	// elements. Object: the index of its $type value, 0 without one.
	low, high uint32
}

// flag is what is known of a token beside its kind.
type flag uint8

const (
	flagMade      flag = 1 << iota // the text is in Tape.made: it was spelled with escapes
	flagBlob                       // a well-formed object of $type blob
	flagList                       // an invalid value that is laid out as an array
	flagCanonical                  // a Link of JSON in its canonical spelling
)

// Bool returns the value of a Boolean.
func (t *Token) Bool() bool { return t.low == 1 }

// Int returns the value of an Integer.
func (t *Token) Int() int64 { return int64(uint64(t.high)<<32 | uint64(t.low)) }

func (t *Token) setInt(bits uint64) { t.low, t.high = uint32(bits), uint32(bits>>32) }

// Len returns the number of bytes of Bytes, or of elements of an Array.
func (t *Token) Len() int { return int(t.low) }

// TypeIndex returns the index of the $type value of an Object; 0 when it has
// none, or one that is not a non-empty string.
func (t *Token) TypeIndex() uint32 { return t.low }

// IsBlob reports whether the value is a well-formed blob.
func (t *Token) IsBlob() bool { return t.flag&flagBlob != 0 }

// IsObject reports whether the value is an Object other than a blob.
func (t *Token) IsObject() bool { return t.Kind == Object && t.flag&flagBlob == 0 }

// JSONType returns the name of the type that the value at i has in JSON.
func (t *Tape) JSONType(i uint32) string {
	switch tok := &t.Tokens[i]; tok.Kind {
	case Null, Boolean, String, Array:
		return tok.Kind.String()
	case Integer:
		return "number"
	case Invalid:
		switch {
		case tok.flag&flagList != 0:
			return Array.String()
		case tok.Next == i+1 && (t.CBOR || tok.Start < uint32(len(t.Input)) && t.Input[tok.Start] != '{'):
			return "number"
		}
	}
	return Object.String()
}

// IsEscaped reports whether a String was spelled with escapes, so that its
// characters are elsewhere in the text than in its value.
func (t *Token) IsEscaped() bool { return t.flag&flagMade != 0 }

// Tape is a value of the data model, laid out in the order of its text: an
// object is followed by its keys, each key by its value, an array by its
// elements. The zero value is ready for use.
type Tape struct {
	Input  []byte // what was read; strings point into it
	Tokens []Token
	CBOR   bool // Input is DAG-CBOR, else JSON or laid out by hand
	// AnyMIME accepts the MIME type */* of a blob, which servers write that cannot tell it.
	AnyMIME bool

	made       []byte // texts of strings that were spelled with escapes
	violations []Violation
	stack      []frame  // containers that enclose the reader's place
	keys       []uint32 // scratch for finding repeated keys
	steps      []step   // where Path was last, by depth
}

// Violation is one way in which a value breaks the data model, though its text
// is well formed.
type Violation struct {
	Kind ViolationKind
	At   uint32 // token
}

// ViolationKind is a rule of the data model that can be broken.
type ViolationKind uint8

// The kinds of violations.
const (
	Fraction     ViolationKind = iota // a number that is not whole
	LargeInteger                      // an integer beyond 64 bits
	BytesKeys                         // $bytes beside other keys
	BytesText                         // $bytes is not base64
	LinkKeys                          // $link beside other keys
	LinkText                          // $link is not a CID of the data model
	TypeText                          // $type is not a non-empty string
	BlobRef                           // a blob's ref is not a link
	BlobCodec                         // a blob's ref does not have the codec raw
	BlobMIME                          // a blob's mimeType is not type/subtype
	BlobSize                          // a blob's size is not an integer of at least 0
	NoBlobRef                         // a blob has no ref
	NoBlobMIME                        // a blob has no mimeType
	NoBlobSize                        // a blob has no size
	ReservedKey                       // a CBOR map with a key $bytes or $link
	RepeatedKey                       // a key that the object has before
	Float                             // a float in CBOR
	LinkCID                           // a link in CBOR to a CID of another kind
)

// frame is a container that is being read.
type frame struct {
	at      uint32 // its token
	count   uint32 // members or elements: in JSON those so far, in CBOR those still to come
	names   keyNames
	closing byte   // in JSON, its closing bracket
	key     uint32 // in CBOR, its latest key; 0 before the first
	seen    uint64 // a bit for each length and ends that a key has had
}

// keyNames is a set of the keys that mean something in the data model.
type keyNames uint8

const (
	nameType keyNames = 1 << iota
	nameBytes
	nameLink
	alikeKeys // two keys may be the same
)

// step is a child of a container: an element, or the key of a member.
type step struct {
	container, child uint32 // tokens
	before           uint32 // children before it
}

func (t *Tape) reset(input []byte, cbor bool) {
	t.Input, t.CBOR = input, cbor
	t.made = t.made[:0]
	t.Tokens = t.Tokens[:0]
	t.violations = t.violations[:0]
	t.stack = t.stack[:0]
	t.steps = t.steps[:0]
}

// push appends a token without parts, of which the kind and Next are set.
func (t *Tape) push(k Kind) *Token {
	n := len(t.Tokens)
	if n == cap(t.Tokens) {
		t.Tokens = append(t.Tokens, Token{})
	}
	t.Tokens = t.Tokens[:n+1]
	tok := &t.Tokens[n]
	*tok = Token{Kind: k, Next: uint32(n + 1)}
	return tok
}

// Reserve makes room for a number of tokens, so that a large tape need not grow.
func (t *Tape) Reserve(tokens int) {
	if tokens > cap(t.Tokens) {
		t.Tokens = make([]Token, 0, tokens)
	}
}

// Release lets go of the input, which the tape would keep alive, and of memory that
// few values need.
func (t *Tape) Release() {
	const usual = 1 << 15 // tokens
	if t.Input = nil; cap(t.Tokens) > usual || cap(t.made) > 24*usual {
		*t = Tape{AnyMIME: t.AnyMIME}
	}
}

// Text returns the text of a String or key. It is good until the tape is filled
// again.
func (t *Tape) Text(i uint32) string {
	tok := &t.Tokens[i]
	offset, length := tok.high, tok.low
	if length == 0 {
		return ""
	}
	if tok.flag&flagMade != 0 {
		return unsafe.String(&t.made[offset], int(length))
	}
	return unsafe.String(&t.Input[offset], int(length))
}

// Content returns the bytes of a Bytes value, or the binary CID of a Link, that was read
// from CBOR. They are part of Input.
func (t *Tape) Content(i uint32) []byte {
	tok := &t.Tokens[i]
	return t.Input[tok.End-tok.low : tok.End]
}

// LinkID returns the CID of a Link.
func (t *Tape) LinkID(i uint32) cid.Cid {
	var id cid.Cid
	var err error
	if t.CBOR {
		id, err = cid.Cast(t.Content(i))
	} else {
		id, err = DecodeCID(t.Text(i))
	}
	if err != nil {
		panic(fmt.Sprintf("datamodel: %q was read as a CID: %v", t.Text(i), err))
	}
	return id
}

// TypeOf returns the $type of an object; "" when it has none or a broken one.
func (t *Tape) TypeOf(i uint32) string {
	if at := t.Tokens[i].TypeIndex(); t.Tokens[i].Kind == Object && at != 0 && t.Tokens[at].Kind == String {
		return t.Text(at)
	}
	return ""
}

// MemberText returns a copy of the text under a key of the object at i; "" when there is
// none.
func (t *Tape) MemberText(i uint32, name string) string {
	if at := t.Member(i, name); at != 0 && t.Tokens[at].Kind == String {
		return strings.Clone(t.Text(at))
	}
	return ""
}

// Member returns the index of the value under a key of the object at i; 0 when
// it has no such key.
func (t *Tape) Member(i uint32, name string) uint32 {
	tokens := t.Tokens
	for k, end := i+1, tokens[i].Next; k < end; k = tokens[k+1].Next {
		if int(tokens[k].low) == len(name) && t.Text(k) == name {
			return k + 1
		}
	}
	return 0
}
