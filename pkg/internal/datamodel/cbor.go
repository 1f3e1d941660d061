package datamodel

import (
	"fmt"
	"math"
	"unicode/utf8"

	"github.com/ipfs/go-cid"

	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// The major types of CBOR, the upper three bits of the first byte of an item.
const (
	cborUnsigned = iota
	cborNegative
	cborBytes
	cborText
	cborArray
	cborMap
	cborTag
	cborSimple
)

const (
	cborFalse  = 0xf4
	cborTrue   = 0xf5
	cborNull   = 0xf6
	cborHalf   = 0xf9
	cborDouble = 0xfb
	cborLink   = 42 // the tag of a link
)

// ReadCBOR fills the tape with the one DAG-CBOR value of data. It is an error
// unless
//   - every head has its shortest form, and no length is indefinite,
//   - keys are UTF-8 texts, each once, shorter ones first and those of the same
//     length in the order of their bytes,
//   - the only tag is 42, and the only simple values are null, true and false,
//   - there are at most MaxDepth levels, and MaxTokens values and keys.
//
// The error is a *CBORError. What else breaks the data model (floats, integers
// beyond 64 bits, links to CIDs of other kinds) is in Violations.
//
// The tape points into data. Nothing is allocated for a length that data only
// announces.
func (t *Tape) ReadCBOR(data []byte) error {
	end, err := t.ReadCBORPrefix(data)
	if err == nil && end < len(data) {
		err = cborError(end, "extra data after the value: %s", bytesCount(len(data)-end))
	}
	return err
}

// ReadCBORPrefix is like ReadCBOR for a value that other bytes may follow. It
// returns where the value ends.
func (t *Tape) ReadCBORPrefix(data []byte) (end int, err error) {
	t.reset(data, true)
	t.keys = t.keys[:0] // for each container of the stack its latest key; 0 before the first
	if len(data) > math.MaxInt32 {
		return 0, cborError(0, "it is %d bytes long, but at most 2 GiB are allowed for one value", len(data))
	}
	const large = 1 << 16
	if most := MaxTokens(len(data)); len(data) > large {
		count, at := countCBOR(data, most)
		if count > most {
			return 0, &CBORError{Offset: at, TooMany: true, Reason: fmt.Sprintf("more than %d values and keys, the limit for a value of this size", most)}
		}
		t.Reserve(count)
	}
	i := 0
	for {
		// A value begins at i.
		var err *CBORError
		if i, err = t.cborValue(i); err != nil {
			return 0, err
		}
		// A value, or the head of a container, has ended before i. The count of
		// a container is what is still to come.
		for {
			n := len(t.stack)
			if n == 0 {
				return i, nil
			}
			f := &t.stack[n-1]
			if f.count > 0 {
				f.count--
				if t.Tokens[f.at].Kind == Object {
					if i, err = t.cborKey(i); err != nil {
						return 0, err
					}
				}
				break
			}
			t.closeCBOR(i)
		}
	}
}

// closeCBOR ends the innermost container, whose bytes end before i.
func (t *Tape) closeCBOR(i int) {
	n := len(t.stack) - 1
	f := t.stack[n]
	t.stack, t.keys = t.stack[:n], t.keys[:n]
	tok := &t.Tokens[f.at]
	tok.End, tok.Next = uint32(i), uint32(len(t.Tokens))
	if f.names != 0 {
		t.specialObject(f)
	}
}

// cborValue reads the value that begins at i, of a container only the head. It
// returns where that ends.
func (t *Tape) cborValue(i int) (int, *CBORError) {
	major, argument, end, err := t.cborHead(i)
	if err != nil {
		return 0, err
	}
	tok := Token{Start: uint32(i)}
	switch major {
	case cborUnsigned, cborNegative:
		tok.Kind = Integer
		if tok.setInt(argument); major == cborNegative {
			tok.setInt(^argument)
		}
		if argument > math.MaxInt64 {
			tok.Kind = Invalid
			t.violate(LargeInteger, uint32(len(t.Tokens)))
		}
	case cborBytes:
		if end, err = t.cborContent(i, end, argument, "a byte string"); err != nil {
			return 0, err
		}
		tok.Kind, tok.low = Bytes, uint32(argument)
	case cborText:
		first := end
		if end, err = t.cborString(i, end, argument); err != nil {
			return 0, err
		}
		tok.Kind, tok.low, tok.high = String, uint32(end-first), uint32(first)
	case cborArray, cborMap:
		return t.cborContainer(i, end, major, argument)
	case cborTag:
		if argument != cborLink {
			return 0, cborError(i, "tag %d is not allowed (only 42, a link, is)", argument)
		}
		return t.cborLink(i, end)
	case cborSimple:
		switch c := t.Input[i]; {
		case c == cborFalse || c == cborTrue:
			tok.Kind, tok.low = Boolean, uint32(c-cborFalse)
		case c == cborNull:
			tok.Kind = Null
		case cborHalf <= c && c <= cborDouble:
			t.violate(Float, uint32(len(t.Tokens)))
		default:
			return 0, cborError(i, "simple value %d is not allowed (only false, true, and null are)", argument)
		}
	}
	t.endCBOR(tok, end)
	return end, nil
}

// endCBOR puts a value that has no parts on the tape.
func (t *Tape) endCBOR(tok Token, end int) {
	tok.End, tok.Next = uint32(end), uint32(len(t.Tokens)+1)
	t.Tokens = append(t.Tokens, tok)
}

// cborHead reads the head of the item that begins at i: its major type, the
// argument, and where the head ends.
func (t *Tape) cborHead(i int) (major int, argument uint64, end int, err *CBORError) {
	if i >= len(t.Input) {
		return 0, 0, 0, cborError(i, "the data ends where a value or a key is expected")
	}
	first := t.Input[i]
	major, argument = int(first>>5), uint64(first&31)
	if argument < 24 {
		return major, argument, i + 1, nil
	}
	if argument > 27 {
		if argument == 31 && cborBytes <= major && major <= cborMap {
			return 0, 0, 0, cborError(i, "%s has an indefinite length, which DAG-CBOR does not allow", cborNames[major])
		}
		return 0, 0, 0, cborError(i, "the byte 0x%02x does not begin a DAG-CBOR value", first)
	}
	size := 1 << (argument - 24)
	end = i + 1 + size
	if end > len(t.Input) {
		return 0, 0, 0, cborError(len(t.Input), "the data ends inside a %d-byte head", size+1)
	}
	argument = 0
	for _, c := range t.Input[i+1 : end] {
		argument = argument<<8 | uint64(c)
	}
	// The argument of a simple value is the number of a simple value in one
	// byte, and a float in more.
	shortest := argument > 1<<(4*size)-1
	if size == 1 {
		shortest = argument >= 24
	}
	if !shortest && (major != cborSimple || size == 1) {
		return 0, 0, 0, cborError(i, "%d is not in its shortest form: it takes up %s", argument, bytesCount(size+1))
	}
	return major, argument, end, nil
}

// cborContent returns where the content of a string ends whose head begins at i.
func (t *Tape) cborContent(i, start int, length uint64, what string) (int, *CBORError) {
	if left := len(t.Input) - start; length > uint64(left) {
		return 0, cborError(i, "%s should be %d bytes long, but only %s", what, length, areLeft(left))
	}
	return start + int(length), nil
}

// cborString returns where a text string ends, whose UTF-8 it checks.
func (t *Tape) cborString(i, start int, length uint64) (int, *CBORError) {
	end, err := t.cborContent(i, start, length, "a text string")
	if err != nil {
		return 0, err
	}
	if text := t.Input[start:end]; !utf8.Valid(text) {
		n := 0
		for {
			r, size := utf8.DecodeRune(text[n:])
			if r == utf8.RuneError && size == 1 {
				return 0, cborError(start+n, "a text string contains the byte 0x%02x, which is not UTF-8", text[n])
			}
			n += size
		}
	}
	return end, nil
}

func (t *Tape) cborContainer(i, end, major int, length uint64) (int, *CBORError) {
	if len(t.stack) == MaxDepth {
		return 0, &CBORError{Offset: i, TooDeep: true, Reason: fmt.Sprintf("nested more than %d levels deep", MaxDepth)}
	}
	k, elements, each := Array, length, uint64(1)
	if major == cborMap {
		k, elements, each = Object, 0, 2
	}
	if left := len(t.Input) - end; length > uint64(left)/each {
		return 0, cborError(i, "%s should have a length of %d, but only %s", cborNames[major], length, areLeft(left))
	}
	t.stack = append(t.stack, frame{at: uint32(len(t.Tokens)), count: uint32(length)})
	t.keys = append(t.keys, 0)
	t.Tokens = append(t.Tokens, Token{Kind: k, Start: uint32(i), low: uint32(elements)})
	return end, nil
}

// cborKey reads the key that begins at i. It returns where the value begins.
func (t *Tape) cborKey(i int) (int, *CBORError) {
	major, length, start, err := t.cborHead(i)
	if err != nil {
		return 0, err
	}
	if major != cborText {
		return 0, cborError(i, "a map key is %s, but must be a text string", cborNames[major])
	}
	end, err := t.cborString(i, start, length)
	if err != nil {
		return 0, err
	}
	at := uint32(len(t.Tokens))
	t.Tokens = append(t.Tokens, Token{Kind: String, Start: uint32(i), End: uint32(end), low: uint32(end - start), high: uint32(start)})
	last := &t.keys[len(t.keys)-1]
	if *last != 0 {
		before, key := t.Text(*last), t.Text(at)
		if len(before) > len(key) || len(before) == len(key) && before >= key {
			if before == key {
				return 0, cborError(i, "the key %s appears twice in this map", syntax.Quote(key))
			}
			return 0, cborError(i, "the key %s comes after %s, but keys must be sorted by length, then by bytes", syntax.Quote(key), syntax.Quote(before))
		}
	}
	*last = at
	if start < end && t.Input[start] == '$' {
		t.noteName(at)
	}
	return end, nil
}

// cborLink reads the content of tag 42, which begins at i: a byte string of a zero
// byte and a binary CID.
func (t *Tape) cborLink(tag, i int) (int, *CBORError) {
	major, length, start, err := t.cborHead(i)
	if err != nil {
		return 0, err
	}
	if major != cborBytes {
		return 0, cborError(i, "%s follows tag 42, but a link must be a byte string", cborNames[major])
	}
	end, err := t.cborContent(i, start, length, "a byte string")
	if err != nil {
		return 0, err
	}
	if length == 0 || t.Input[start] != 0 {
		return 0, cborError(start, "a link does not begin with a zero byte before its CID")
	}
	id := t.Input[start+1 : end]
	tok := Token{Kind: Link, Start: uint32(tag), low: uint32(len(id)), high: uint32(start + 1)}
	if !IsLinkBytes(id) {
		if _, err := cid.Cast(id); err != nil {
			return 0, cborError(start+1, "a link is not a valid CID")
		}
		tok.Kind = Invalid
		t.violate(LinkCID, uint32(len(t.Tokens)))
	}
	t.endCBOR(tok, end)
	return end, nil
}
