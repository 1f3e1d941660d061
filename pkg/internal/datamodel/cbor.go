package datamodel

import (
	"fmt"
	"math"
	"unicode/utf8"

	"github.com/ipfs/go-cid"

	"github.com/lexsmith/lexsmith/internal/words"
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
		err = cborError(end, "%s of extra data after its end", bytesCount(len(data)-end))
	}
	return err
}

// ReadCBORPrefix is like ReadCBOR for a value that other bytes may follow. It
// returns where the value ends.
func (t *Tape) ReadCBORPrefix(data []byte) (end int, err error) {
	t.reset(data, true)
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
			t.closeContainer(i)
		}
	}
}

// cborValue reads the value that begins at i, of a container only the head. It
// returns where that ends.
func (t *Tape) cborValue(i int) (int, *CBORError) {
	if start, end := t.shortText(i); start > 0 {
		t.cborToken(String, i, start, end)
		return end, nil
	}
	argument, end, err := t.cborHead(i)
	if err != nil {
		return 0, err
	}
	switch major := t.Input[i] >> 5; major {
	case cborUnsigned, cborNegative:
		tok := t.cborToken(Integer, i, i, end)
		if tok.setInt(argument); major == cborNegative {
			tok.setInt(^argument)
		}
		if argument > math.MaxInt64 {
			t.Refuse(LargeInteger, uint32(len(t.Tokens)-1))
		}
	case cborBytes:
		if end, err = t.cborContent(i, end, argument); err != nil {
			return 0, err
		}
		t.cborToken(Bytes, i, end-int(argument), end)
	case cborText:
		if end, err = t.cborString(i, end, argument); err != nil {
			return 0, err
		}
		t.cborToken(String, i, end-int(argument), end)
	case cborArray, cborMap:
		return end, t.cborContainer(i, end, argument)
	case cborTag:
		if argument != cborLink {
			return 0, cborError(i, "tag %d is not allowed (only 42, a link, is)", argument)
		}
		return t.cborLink(i, end)
	case cborSimple:
		switch c := t.Input[i]; {
		case c == cborFalse || c == cborTrue:
			t.cborToken(Boolean, i, i, end).low = uint32(c - cborFalse)
		case c == cborNull:
			t.cborToken(Null, i, i, end)
		case cborHalf <= c && c <= cborDouble:
			t.cborToken(Invalid, i, i, end)
			t.violate(Float, uint32(len(t.Tokens)-1))
		default:
			return 0, cborError(i, "simple value %d is not allowed (only false, true, and null are)", argument)
		}
	}
	return end, nil
}

// cborToken puts a value that has no parts on the tape: its head begins at i, and its
// content, if it has any, at start.
func (t *Tape) cborToken(k Kind, i, start, end int) *Token {
	tok := t.push(k)
	tok.Start, tok.End = uint32(i), uint32(end)
	tok.low, tok.high = uint32(end-start), uint32(start)
	return tok
}

// shortText returns where the text string at i begins, after its head, and ends. Start is
// 0 unless it is well formed and has fewer than 256 bytes: other functions read what is
// longer, or say what is wrong.
func (t *Tape) shortText(i int) (start, end int) {
	data := t.Input
	if i >= len(data)-1 {
		return 0, 0
	}
	switch length := data[i] - cborText<<5; {
	case length < 24:
		start, end = i+1, i+1+int(length)
	case length == 24 && data[i+1] >= 24:
		start, end = i+2, i+2+int(data[i+1])
	default:
		return 0, 0
	}
	if end > len(data) || !isUTF8(data, start, end) {
		return 0, 0
	}
	return start, end
}

// cborHead reads the head of the item that begins at i: its argument, and where the
// head ends.
func (t *Tape) cborHead(i int) (argument uint64, end int, err *CBORError) {
	if i < len(t.Input) {
		if argument := t.Input[i] & 31; argument < 24 {
			return uint64(argument), i + 1, nil
		}
	}
	return t.cborLongHead(i)
}

// cborLongHead is cborHead for a head of several bytes, or one that is wrong.
func (t *Tape) cborLongHead(i int) (argument uint64, end int, err *CBORError) {
	if i >= len(t.Input) {
		return 0, 0, cborError(i, "the data ends where a value or a key is expected")
	}
	first := t.Input[i]
	major, kind := first>>5, first&31
	if kind > 27 {
		if kind == 31 && cborBytes <= major && major <= cborMap {
			return 0, 0, cborError(i, "%s has an indefinite length, which DAG-CBOR does not allow", cborNames[major])
		}
		return 0, 0, cborError(i, "the byte 0x%02x does not begin a DAG-CBOR value", first)
	}
	size := 1 << (kind - 24)
	end = i + 1 + size
	if end > len(t.Input) {
		return 0, 0, cborError(len(t.Input), "the data ends inside a %d-byte head", size+1)
	}
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
		return 0, 0, cborError(i, "%d is not in its shortest form: it takes up %s", argument, bytesCount(size+1))
	}
	return argument, end, nil
}

// cborContent returns where the content of a string ends whose head begins at i.
func (t *Tape) cborContent(i, start int, length uint64) (int, *CBORError) {
	if left := len(t.Input) - start; length > uint64(left) {
		return 0, cborError(i, "%s should be %d bytes long, but only %s", cborNames[t.Input[i]>>5], length, areLeft(left))
	}
	return start + int(length), nil
}

// cborString returns where a text string ends, whose UTF-8 it checks.
func (t *Tape) cborString(i, start int, length uint64) (int, *CBORError) {
	end, err := t.cborContent(i, start, length)
	if err == nil && !isUTF8(t.Input, start, end) {
		err = notUTF8(t.Input[start:end], start)
	}
	return end, err
}

// notUTF8 says which byte of a text string, which begins at start, is not UTF-8.
func notUTF8(text []byte, start int) *CBORError {
	for n := 0; ; {
		r, size := utf8.DecodeRune(text[n:])
		if r == utf8.RuneError && size == 1 {
			return cborError(start+n, "a text string contains the byte 0x%02x, which is not UTF-8", text[n])
		}
		n += size
	}
}

// cborContainer begins the array or map whose head begins at i and ends at end.
func (t *Tape) cborContainer(i, end int, length uint64) *CBORError {
	if len(t.stack) == MaxDepth {
		return &CBORError{Offset: i, TooDeep: true, Reason: fmt.Sprintf("nested more than %d levels deep", MaxDepth)}
	}
	major, each := t.Input[i]>>5, uint64(1)
	if major == cborMap {
		each = 2
	}
	if left := len(t.Input) - end; length > uint64(left)/each {
		return cborError(i, "%s should have a length of %d, but only %s", cborNames[major], length, areLeft(left))
	}
	t.stack = append(t.stack, frame{at: uint32(len(t.Tokens)), count: uint32(length)})
	tok := t.push(Object)
	if tok.Start = uint32(i); major == cborArray {
		tok.Kind, tok.low = Array, uint32(length)
	}
	return nil
}

// cborKey reads the key that begins at i. It returns where the value begins.
func (t *Tape) cborKey(i int) (int, *CBORError) {
	start, end := t.shortText(i)
	if start == 0 {
		var err *CBORError
		if start, end, err = t.longKey(i); err != nil {
			return 0, err
		}
	}
	at := uint32(len(t.Tokens))
	tok := t.cborToken(String, i, start, end)
	f := &t.stack[len(t.stack)-1]
	if f.key != 0 && t.Tokens[f.key].low >= tok.low {
		if err := t.keyOrder(f.key, at); err != nil {
			return 0, err
		}
	}
	f.key = at
	if start < end && t.Input[start] == '$' {
		t.noteName(at)
	}
	return end, nil
}

// longKey returns where the key at i begins, after its head, and ends.
func (t *Tape) longKey(i int) (start, end int, err *CBORError) {
	length, start, err := t.cborHead(i)
	if err != nil {
		return 0, 0, err
	}
	if major := t.Input[i] >> 5; major != cborText {
		return 0, 0, cborError(i, "a map key is %s, but must be a text string", cborNames[major])
	}
	end, err = t.cborString(i, start, length)
	return start, end, err
}

// keyOrder checks two keys that follow each other, of which the second is not longer.
func (t *Tape) keyOrder(first, second uint32) *CBORError {
	before, key, i := t.Text(first), t.Text(second), int(t.Tokens[second].Start)
	switch {
	case len(before) == len(key) && before < key:
		return nil
	case before == key:
		return cborError(i, "the key %s appears twice in this map", words.Quote(key))
	}
	return cborError(i, "the key %s comes after %s, but keys must be sorted by length, then by bytes", words.Quote(key), words.Quote(before))
}

// cborLink reads the content of tag 42, which begins at i: a byte string of a zero
// byte and a binary CID.
func (t *Tape) cborLink(tag, i int) (int, *CBORError) {
	length, start, err := t.cborHead(i)
	if err != nil {
		return 0, err
	}
	if major := t.Input[i] >> 5; major != cborBytes {
		return 0, cborError(i, "%s follows tag 42, but a link must be a byte string", cborNames[major])
	}
	end, err := t.cborContent(i, start, length)
	if err != nil {
		return 0, err
	}
	if length == 0 || t.Input[start] != 0 {
		return 0, cborError(start, "a link does not begin with a zero byte before its CID")
	}
	id := t.Input[start+1 : end]
	t.cborToken(Link, tag, start+1, end)
	if !IsLinkBytes(id) {
		if _, err := cid.Cast(id); err != nil {
			return 0, cborError(start+1, "a link is not a valid CID")
		}
		t.Refuse(LinkCID, uint32(len(t.Tokens)-1))
	}
	return end, nil
}
