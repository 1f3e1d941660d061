package validate

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unsafe"

	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// kind is the type of a value in the data model.
type kind uint8

const (
	kindInvalid kind = iota // a value outside the data model: its fault is noted
	kindNull
	kindBoolean
	kindInteger
	kindString
	kindBytes
	kindLink
	kindArray
	kindObject
)

var kindNames = [...]string{"invalid value", "null", "boolean", "integer", "string", "bytes", "cid-link", "array", "object"}

// token is one value, or one key of an object, on a tape.
type token struct {
	kind kind
	flag flag
	// start and end are the place of the value in the text it was read from.
	start, end uint32
	// next is the index of the first token that is not part of the value.
	next uint32
	// num depends on the kind. boolean: 1 for true. integer: its bits.
	// string and key: offset<<32 | length of its text. bytes: how many.
	// link: as string, of the binary CID or the CID's text. array: how many
	// elements. object: the index of its $type value, 0 without one.
	num uint64
}

// flag is what is known of a token beside its kind.
type flag uint8

const (
	flagMade flag = 1 << iota // the text is in tape.made: it was spelled with escapes
	flagBlob                  // a well-formed object of $type blob
	flagList                  // an invalid value that is laid out as an array
)

// tape is a value of the data model, laid out in the order of its text: an
// object is followed by its keys, each key by its value, an array by its
// elements. A tape is filled again and again without allocating.
type tape struct {
	text   []byte // what was read; strings point into it
	made   []byte // texts of strings that were spelled with escapes
	tokens []token
	faults []modelFault
	stack  []frame  // containers that enclose the reader's place
	keys   []uint32 // scratch for finding repeated keys
	steps  []step   // where pointer was last, by depth
	cbor   bool     // text is CBOR, else JSON
}

// frame is a container that is being read.
type frame struct {
	at    uint32 // its token
	count uint32 // members or elements: in JSON those so far, in CBOR those still to come
	names special
}

// special is a set of the keys that mean something in the data model.
type special uint8

const (
	nameType special = 1 << iota
	nameBytes
	nameLink
)

// modelFault is a breach of the data model that does not end the reading.
type modelFault struct {
	what breach
	at   uint32 // token
}

// breach is a way to break the data model.
type breach uint8

const (
	breachFraction breach = iota
	breachLargeInteger
	breachBytesKeys   // $bytes beside other keys
	breachBytesText   // not base64
	breachLinkKeys    // $link beside other keys
	breachLinkText    // not a CID of the data model
	breachTypeText    // $type is not a non-empty string
	breachBlobRef     // a blob's ref is no link
	breachBlobMIME    // a blob's mimeType is not type/subtype
	breachBlobSize    // a blob's size is not an integer from 0 on
	breachReserved    // a CBOR map with a key $bytes or $link
	breachRepeatedKey // a key that the object has before
	breachFloat       // a float in CBOR
	breachLinkCID     // a link in CBOR to a CID of another kind
	breachNoBlobRef   // a blob has no ref
	breachNoBlobMIME  // a blob has no mimeType
	breachNoBlobSize  // a blob has no size
)

func (t *tape) reset(text []byte, cbor bool) {
	t.text, t.cbor = text, cbor
	t.made = t.made[:0]
	t.tokens = t.tokens[:0]
	t.faults = t.faults[:0]
	t.stack = t.stack[:0]
	t.steps = t.steps[:0]
}

// str returns the text of a string or key. It is good until the next reset.
func (t *tape) str(i uint32) string {
	tok := &t.tokens[i]
	offset, length := uint32(tok.num>>32), uint32(tok.num)
	if length == 0 {
		return ""
	}
	if tok.flag&flagMade != 0 {
		return unsafe.String(&t.made[offset], int(length))
	}
	return unsafe.String(&t.text[offset], int(length))
}

func textAt(offset, length int) uint64 { return uint64(offset)<<32 | uint64(length) }

func (t *tape) breach(what breach, at uint32) {
	t.faults = append(t.faults, modelFault{what, at})
}

// sortFaults puts the faults into the order of the text. They come as objects
// end, and pointers are cheap in order only.
func (t *tape) sortFaults() {
	slices.SortStableFunc(t.faults, func(a, b modelFault) int { return cmp.Compare(a.at, b.at) })
}

// typeOf returns the $type of an object; "" when it has none or a broken one.
func (t *tape) typeOf(i uint32) string {
	if at := uint32(t.tokens[i].num); t.tokens[i].kind == kindObject && at != 0 && t.tokens[at].kind == kindString {
		return t.str(at)
	}
	return ""
}

// member returns the index of the value under a key of the object at i; 0 when
// it has no such key.
func (t *tape) member(i uint32, name string) uint32 {
	end := t.tokens[i].next
	for k := i + 1; k < end; k = t.tokens[k+1].next {
		if t.str(k) == name {
			return k + 1
		}
	}
	return 0
}

// fewKeys is up to how many keys are compared each with each.
const fewKeys = 12

// closeObject ends the object at the top of the stack: it looks for repeated
// keys and for what $type, $bytes and $link demand.
func (t *tape) closeObject(f frame) {
	t.repeatedKeys(f)
	if f.names != 0 {
		t.specialObject(f)
	}
}

func (t *tape) repeatedKeys(f frame) {
	end := uint32(len(t.tokens))
	if f.count <= fewKeys {
		for k := f.at + 1; k < end; k = t.tokens[k+1].next {
			length := uint32(t.tokens[k].num)
			for other := f.at + 1; other < k; other = t.tokens[other+1].next {
				if uint32(t.tokens[other].num) == length && t.str(other) == t.str(k) {
					t.breach(breachRepeatedKey, k)
					break
				}
			}
		}
		return
	}
	t.keys = t.keys[:0]
	for k := f.at + 1; k < end; k = t.tokens[k+1].next {
		t.keys = append(t.keys, k)
	}
	slices.SortFunc(t.keys, func(a, b uint32) int {
		if c := strings.Compare(t.str(a), t.str(b)); c != 0 {
			return c
		}
		return int(a) - int(b)
	})
	for n := 1; n < len(t.keys); n++ {
		if t.str(t.keys[n-1]) == t.str(t.keys[n]) {
			t.breach(breachRepeatedKey, t.keys[n])
		}
	}
}

// pointer returns the JSON Pointer of the value at i; of a key, that of its
// value.
func (t *tape) pointer(i uint32) string {
	var b strings.Builder
	t.walkTo(i, func(key, n uint32) {
		b.WriteByte('/')
		if key == 0 {
			b.WriteString(strconv.Itoa(int(n)))
		} else {
			b.WriteString(syntax.EscapePointer(t.str(key)))
		}
	})
	return b.String()
}

// walkTo names each step from the root to the value at i, or to the key at i:
// the token of a member's key, or 0 and the number of an element.
func (t *tape) walkTo(i uint32, visit func(key, n uint32)) {
	for depth, at := 0, uint32(0); at != i; depth++ {
		list := t.tokens[at].kind == kindArray || t.tokens[at].flag&flagList != 0
		s := t.step(depth, at, i, list)
		if list {
			visit(0, s.before)
			at = s.child
			continue
		}
		visit(s.child, 0)
		if s.child == i {
			break
		}
		at = s.child + 1
	}
}

// step is a child of a container: an element, or the key of a member.
type step struct {
	container, child uint32 // tokens
	before           uint32 // children before it
}

// step finds the child of the container at that holds the token at i. It goes on
// from where the last search at that depth ended, so that the pointers of many
// values, in order, cost no more than one walk.
func (t *tape) step(depth int, at, i uint32, list bool) step {
	if depth == len(t.steps) {
		t.steps = append(t.steps, step{})
	}
	s := &t.steps[depth]
	if s.container != at || s.child > i || s.child == 0 {
		*s = step{container: at, child: at + 1}
	}
	key := uint32(1)
	if list {
		key = 0
	}
	for t.tokens[s.child+key].next <= i {
		s.child = t.tokens[s.child+key].next
		s.before++
	}
	return *s
}
