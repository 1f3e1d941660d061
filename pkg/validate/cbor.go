package validate

import (
	"math"
	"unicode/utf8"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
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

// readCBOR fills the tape with the one DAG-CBOR value of data, of at most
// MaxDepth levels: every head in its shortest form, no indefinite lengths, keys
// that are texts in UTF-8, each once, the shorter before the longer and else in
// the order of their bytes, no tag but 42, no simple value but null, true and
// false. The error, if any, is a *cborError. What breaks the data model beyond
// that (floats, integers beyond 64 bits, links to CIDs of other kinds) is in
// faults, as with readJSON.
//
// Nothing is allocated by a length that data only announces.
func (t *tape) readCBOR(data []byte) error {
	t.reset(data, true)
	t.keys = t.keys[:0] // for each container of the stack its latest key; 0 before the first
	if len(data) > math.MaxInt32 {
		return cborFault(0, "%d bytes are more than the 2 GiB that one value may have", len(data))
	}
	i := 0
	for {
		// A value begins at i.
		var err *cborError
		if i, err = t.cborValue(i); err != nil {
			return err
		}
		// A value, or the head of a container, has ended before i. The count of
		// a container is what is still to come.
		for {
			n := len(t.stack)
			if n == 0 {
				if i < len(data) {
					return cborFault(i, "%s after the value", count(len(data)-i, "byte"))
				}
				return nil
			}
			f := &t.stack[n-1]
			if f.count > 0 {
				f.count--
				if t.tokens[f.at].kind == kindObject {
					if i, err = t.cborKey(i); err != nil {
						return err
					}
				}
				break
			}
			t.closeCBOR(i)
		}
	}
}

// closeCBOR ends the innermost container, whose bytes end before i.
func (t *tape) closeCBOR(i int) {
	n := len(t.stack) - 1
	f := t.stack[n]
	t.stack, t.keys = t.stack[:n], t.keys[:n]
	tok := &t.tokens[f.at]
	tok.end, tok.next = uint32(i), uint32(len(t.tokens))
	if f.names != 0 {
		t.specialObject(f)
	}
}

// cborValue reads the value that begins at i, of a container only the head. It
// returns where that ends.
func (t *tape) cborValue(i int) (int, *cborError) {
	major, argument, end, err := t.cborHead(i)
	if err != nil {
		return 0, err
	}
	tok := token{start: uint32(i)}
	switch major {
	case cborUnsigned, cborNegative:
		tok.kind, tok.num = kindInteger, argument
		if major == cborNegative {
			tok.num = ^argument
		}
		if argument > math.MaxInt64 {
			tok.kind = kindInvalid
			t.breach(breachLargeInteger, uint32(len(t.tokens)))
		}
	case cborBytes:
		if end, err = t.cborContent(i, end, argument, "a byte string"); err != nil {
			return 0, err
		}
		tok.kind, tok.num = kindBytes, argument
	case cborText:
		first := end
		if end, err = t.cborString(i, end, argument); err != nil {
			return 0, err
		}
		tok.kind, tok.num = kindString, textAt(first, end-first)
	case cborArray, cborMap:
		return t.cborContainer(i, end, major, argument)
	case cborTag:
		if argument != cborLink {
			return 0, cborFault(i, "the tag %d, only 42 (a link) is allowed", argument)
		}
		return t.cborLink(i, end)
	case cborSimple:
		switch c := t.text[i]; {
		case c == cborFalse || c == cborTrue:
			tok.kind, tok.num = kindBoolean, uint64(c-cborFalse)
		case c == cborNull:
			tok.kind = kindNull
		case cborHalf <= c && c <= cborDouble:
			t.breach(breachFloat, uint32(len(t.tokens)))
		default:
			return 0, cborFault(i, "the simple value %d, only false, true and null are allowed", argument)
		}
	}
	t.endCBOR(tok, end)
	return end, nil
}

// endCBOR puts a value that has no parts on the tape.
func (t *tape) endCBOR(tok token, end int) {
	tok.end, tok.next = uint32(end), uint32(len(t.tokens)+1)
	t.tokens = append(t.tokens, tok)
}

// cborHead reads the head of the item that begins at i: its major type, the
// argument, and where the head ends.
func (t *tape) cborHead(i int) (major int, argument uint64, end int, err *cborError) {
	if i >= len(t.text) {
		return 0, 0, 0, cborFault(i, "the data ends where a value or a key must follow")
	}
	if len(t.tokens) >= maxParts {
		return 0, 0, 0, cborFault(i, "more than %d values and keys, which no value may have", maxParts)
	}
	first := t.text[i]
	major, argument = int(first>>5), uint64(first&31)
	if argument < 24 {
		return major, argument, i + 1, nil
	}
	if argument > 27 {
		if argument == 31 && cborBytes <= major && major <= cborMap {
			return 0, 0, 0, cborFault(i, "%s of indefinite length, lengths are written in front", cborNames[major])
		}
		return 0, 0, 0, cborFault(i, "the byte 0x%02x, which begins nothing in DAG-CBOR", first)
	}
	size := 1 << (argument - 24)
	end = i + 1 + size
	if end > len(t.text) {
		return 0, 0, 0, cborFault(len(t.text), "the data ends within a head of %d bytes", size+1)
	}
	argument = 0
	for _, c := range t.text[i+1 : end] {
		argument = argument<<8 | uint64(c)
	}
	// The argument of a simple value is the number of a simple value in one
	// byte, and a float in more.
	shortest := argument > 1<<(4*size)-1
	if size == 1 {
		shortest = argument >= 24
	}
	if !shortest && (major != cborSimple || size == 1) {
		return 0, 0, 0, cborFault(i, "%d is not written in its shortest form, but with %s", argument, count(size+1, "byte"))
	}
	return major, argument, end, nil
}

// cborContent returns where the content of a string ends whose head begins at i.
func (t *tape) cborContent(i, start int, length uint64, what string) (int, *cborError) {
	if left := len(t.text) - start; length > uint64(left) {
		return 0, cborFault(i, "%s of %d bytes, of which %d are there", what, length, left)
	}
	return start + int(length), nil
}

// cborString returns where a text ends, having looked at its UTF-8.
func (t *tape) cborString(i, start int, length uint64) (int, *cborError) {
	end, err := t.cborContent(i, start, length, "a text")
	if err != nil {
		return 0, err
	}
	if text := t.text[start:end]; !utf8.Valid(text) {
		n := 0
		for {
			r, size := utf8.DecodeRune(text[n:])
			if r == utf8.RuneError && size == 1 {
				return 0, cborFault(start+n, "the byte 0x%02x, which is no UTF-8, in a text", text[n])
			}
			n += size
		}
	}
	return end, nil
}

func (t *tape) cborContainer(i, end, major int, length uint64) (int, *cborError) {
	if len(t.stack) == lexicon.MaxDepth {
		return 0, &cborError{at: i, deep: true, what: "nested more than 1000 levels deep"}
	}
	k, num, each := kindArray, length, uint64(1)
	if major == cborMap {
		k, num, each = kindObject, 0, 2
	}
	if left := len(t.text) - end; length > uint64(left)/each {
		return 0, cborFault(i, "%s of length %d, with only %s left", cborNames[major], length, count(left, "byte"))
	}
	t.stack = append(t.stack, frame{at: uint32(len(t.tokens)), count: uint32(length)})
	t.keys = append(t.keys, 0)
	t.tokens = append(t.tokens, token{kind: k, start: uint32(i), num: num})
	return end, nil
}

// cborKey reads the key that begins at i. It returns where the value begins.
func (t *tape) cborKey(i int) (int, *cborError) {
	major, length, start, err := t.cborHead(i)
	if err != nil {
		return 0, err
	}
	if major != cborText {
		return 0, cborFault(i, "the key of a map is %s, keys are texts", cborNames[major])
	}
	end, err := t.cborString(i, start, length)
	if err != nil {
		return 0, err
	}
	at := uint32(len(t.tokens))
	t.tokens = append(t.tokens, token{kind: kindString, start: uint32(i), end: uint32(end), num: textAt(start, end-start)})
	last := &t.keys[len(t.keys)-1]
	if *last != 0 {
		before, key := t.str(*last), t.str(at)
		if len(before) > len(key) || len(before) == len(key) && before >= key {
			if before == key {
				return 0, cborFault(i, "the key %s stands twice in this map", quote(key))
			}
			return 0, cborFault(i, "the key %s stands after %s, shorter keys come first, equally long ones in the order of their bytes", quote(key), quote(before))
		}
	}
	*last = at
	t.noteName(at)
	return end, nil
}

// cborLink reads the content of tag 42, which begins at i: a byte string of a
// zero and a binary CID.
func (t *tape) cborLink(tag, i int) (int, *cborError) {
	major, length, start, err := t.cborHead(i)
	if err != nil {
		return 0, err
	}
	if major != cborBytes {
		return 0, cborFault(i, "%s under tag 42, a link is a byte string", cborNames[major])
	}
	end, err := t.cborContent(i, start, length, "a byte string")
	if err != nil {
		return 0, err
	}
	if length == 0 || t.text[start] != 0 {
		return 0, cborFault(start, "a link without the zero byte in front of its CID")
	}
	id := t.text[start+1 : end]
	tok := token{kind: kindLink, start: uint32(tag), num: textAt(start+1, len(id))}
	if !isLinkBytes(id) {
		if !isCIDBytes(id) {
			return 0, cborFault(start+1, "a link that is no CID")
		}
		tok.kind = kindInvalid
		t.breach(breachLinkCID, uint32(len(t.tokens)))
	}
	t.endCBOR(tok, end)
	return end, nil
}
