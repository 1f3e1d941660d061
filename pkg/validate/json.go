package validate

import (
	"encoding/binary"
	"math/bits"
	"unicode/utf8"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// readJSON fills the tape with the one JSON value of text. It reports whether
// text is JSON of at most MaxDepth levels, in UTF-8, without half surrogate
// pairs. What breaks the data model beyond that is in faults; the value as a
// whole is then kindInvalid, so that nothing else is said of it.
//
// It says only yes or no, since it is asked a million times for every time
// that somebody wants to know why: lexicon.CheckJSON explains.
func (t *tape) readJSON(text []byte) bool {
	t.reset(text, false)
	i := blanks(text, 0)
	for {
		// A value begins at i.
		if i >= len(text) {
			return false
		}
		start := i
		switch c := text[i]; c {
		case '{', '[':
			if len(t.stack) == lexicon.MaxDepth {
				return false
			}
			t.stack = append(t.stack, frame{at: uint32(len(t.tokens))})
			i = blanks(text, i+1)
			if c == '{' {
				t.tokens = append(t.tokens, token{kind: kindObject, start: uint32(start)})
				if i < len(text) && text[i] != '}' {
					if i = t.jsonKey(i); i < 0 {
						return false
					}
					continue
				}
			} else {
				t.tokens = append(t.tokens, token{kind: kindArray, start: uint32(start)})
				if i < len(text) && text[i] != ']' {
					continue
				}
			}
		case '"':
			if i = t.jsonString(i); i < 0 {
				return false
			}
			t.tokens[len(t.tokens)-1].next = uint32(len(t.tokens))
			i = t.endElement(i)
		case 't':
			if i = t.word(i, "true", kindBoolean, 1); i < 0 {
				return false
			}
		case 'f':
			if i = t.word(i, "false", kindBoolean, 0); i < 0 {
				return false
			}
		case 'n':
			if i = t.word(i, "null", kindNull, 0); i < 0 {
				return false
			}
		default:
			if i = t.jsonNumber(i); i < 0 {
				return false
			}
			i = t.endElement(i)
		}
		// A value, or an opening bracket, has ended before i.
		for {
			if len(t.stack) == 0 {
				return i == len(text)
			}
			if i >= len(text) {
				return false
			}
			f := &t.stack[len(t.stack)-1]
			object := t.tokens[f.at].kind == kindObject
			if c := text[i]; c == ',' && f.count > 0 {
				i = blanks(text, i+1)
				if object {
					if i = t.jsonKey(i); i < 0 {
						return false
					}
				}
				break
			} else if object != (c == '}') || !object && c != ']' {
				return false
			}
			i = t.closeJSON(i + 1)
		}
	}
}

// endElement counts a value in its container and passes over blanks.
func (t *tape) endElement(i int) int {
	if n := len(t.stack); n > 0 {
		t.stack[n-1].count++
	}
	return blanks(t.text, i)
}

// closeJSON ends the innermost container, whose text ends before i.
func (t *tape) closeJSON(i int) int {
	f := t.stack[len(t.stack)-1]
	t.stack = t.stack[:len(t.stack)-1]
	tok := &t.tokens[f.at]
	tok.end, tok.next = uint32(i), uint32(len(t.tokens))
	if tok.kind == kindArray {
		tok.num = uint64(f.count)
	} else {
		t.closeObject(f)
	}
	return t.endElement(i)
}

// blanks returns the index of the first byte from i on that is no white space.
func blanks(text []byte, i int) int {
	for i < len(text) && text[i] <= ' ' && (text[i] == ' ' || text[i] == '\n' || text[i] == '\r' || text[i] == '\t') {
		i++
	}
	return i
}

// word reads true, false or null; -1 when it is not there.
func (t *tape) word(i int, word string, k kind, num uint64) int {
	end := i + len(word)
	if end > len(t.text) || string(t.text[i:end]) != word {
		return -1
	}
	t.tokens = append(t.tokens, token{kind: k, start: uint32(i), end: uint32(end), next: uint32(len(t.tokens) + 1), num: num})
	return t.endElement(end)
}

// jsonKey reads a key and the colon after it. It returns the index at which
// the value begins, -1 when there is none.
func (t *tape) jsonKey(i int) int {
	if i >= len(t.text) || t.text[i] != '"' {
		return -1
	}
	at := uint32(len(t.tokens))
	if i = t.jsonString(i); i < 0 {
		return -1
	}
	t.noteName(at)
	i = blanks(t.text, i)
	if i >= len(t.text) || t.text[i] != ':' {
		return -1
	}
	return blanks(t.text, i+1)
}

// noteName notes a key that means something in the data model. The value's
// token will be the next one.
func (t *tape) noteName(key uint32) {
	name := t.str(key)
	if len(name) < 5 || name[0] != '$' {
		return
	}
	f := &t.stack[len(t.stack)-1]
	switch name {
	case "$type":
		if f.names&nameType == 0 {
			t.tokens[f.at].num = uint64(key + 1)
		}
		f.names |= nameType
	case "$bytes":
		f.names |= nameBytes
	case "$link":
		f.names |= nameLink
	}
}

const (
	eachByte = 0x0101010101010101
	highBits = 0x8080808080808080
)

// notPlain returns a word with the high bit of each byte of v set that is a
// quotation mark, a backslash, a control character or not ASCII. Above the
// lowest such byte it may be wrong.
func notPlain(v uint64) uint64 {
	quote := v ^ (eachByte * '"')
	slash := v ^ (eachByte * '\\')
	return ((v - eachByte*0x20) | (quote - eachByte) | (slash - eachByte) | v) & highBits
}

// jsonString reads a string token that begins at i. It returns the index after
// it, -1 when it is none.
func (t *tape) jsonString(i int) int {
	text := t.text
	start := i
	i++
	ascii := true
	for {
		for i+8 <= len(text) {
			if stop := notPlain(binary.LittleEndian.Uint64(text[i:])); stop != 0 {
				i += bits.TrailingZeros64(stop) >> 3
				break
			}
			i += 8
		}
		if i >= len(text) {
			return -1
		}
		switch c := text[i]; {
		case c == '"':
			if !ascii && !utf8.Valid(text[start+1:i]) {
				return -1
			}
			t.tokens = append(t.tokens, token{
				kind: kindString, start: uint32(start), end: uint32(i + 1), num: textAt(start+1, i-start-1),
			})
			return i + 1
		case c == '\\':
			return t.escapedString(start, i)
		case c >= utf8.RuneSelf:
			ascii = false
			for i++; i < len(text) && text[i] >= utf8.RuneSelf; {
				i++
			}
		case c < ' ':
			return -1
		default:
			i++
		}
	}
}

// jsonNumber reads a number. It returns the index after it, -1 when it is none.
func (t *tape) jsonNumber(i int) int {
	text := t.text
	start := i
	negative := text[i] == '-'
	if negative {
		i++
	}
	var n uint64
	first := i
	for i < len(text) && '0' <= text[i] && text[i] <= '9' && i-first < 19 {
		n = n*10 + uint64(text[i]-'0')
		i++
	}
	if i == first {
		return -1
	}
	tok := token{kind: kindInteger, start: uint32(start), next: uint32(len(t.tokens) + 1)}
	if i-first == 19 || text[first] == '0' && i-first > 1 || i < len(text) && (text[i] == '.' || text[i]|0x20 == 'e') {
		for i < len(text) && (('0' <= text[i] && text[i] <= '9') || text[i] == '.' || text[i] == '+' || text[i] == '-' || text[i]|0x20 == 'e') {
			i++
		}
		value, number := syntax.ParseInteger(string(text[start:i]))
		switch number {
		case syntax.NumberMalformed:
			return -1
		case syntax.NumberFraction:
			tok.kind = kindInvalid
			t.breach(breachFraction, uint32(len(t.tokens)))
		case syntax.NumberTooLarge:
			tok.kind = kindInvalid
			t.breach(breachLargeInteger, uint32(len(t.tokens)))
		}
		tok.num = uint64(value)
	} else {
		if negative {
			n = -n
		}
		tok.num = n
	}
	tok.end = uint32(i)
	t.tokens = append(t.tokens, tok)
	return i
}
