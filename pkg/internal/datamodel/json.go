package datamodel

import (
	"encoding/binary"
	"math/bits"
	"unicode/utf8"

	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// ReadJSON fills the tape with the one JSON value of text. It reports whether text
// is JSON in UTF-8 without unpaired surrogates, of at most MaxDepth levels. What
// else breaks the data model is in Violations; the value concerned is then
// Invalid, so that nothing more is said about it.
//
// It answers only yes or no, since for every text that needs an explanation there
// are a million that do not. The tape points into text.
func (t *Tape) ReadJSON(text []byte) bool {
	t.reset(text, false)
	i := SkipBlanks(text, 0)
	for {
		// A value begins at i.
		if i >= len(text) {
			return false
		}
		start := i
		switch c := text[i]; c {
		case '{', '[':
			if len(t.stack) == MaxDepth {
				return false
			}
			t.stack = append(t.stack, frame{at: uint32(len(t.Tokens))})
			i = SkipBlanks(text, i+1)
			if c == '{' {
				t.Tokens = append(t.Tokens, Token{Kind: Object, Start: uint32(start)})
				if i < len(text) && text[i] != '}' {
					if i = t.jsonKey(i); i < 0 {
						return false
					}
					continue
				}
			} else {
				t.Tokens = append(t.Tokens, Token{Kind: Array, Start: uint32(start)})
				if i < len(text) && text[i] != ']' {
					continue
				}
			}
		case '"':
			if i = t.jsonString(i); i < 0 {
				return false
			}
			t.Tokens[len(t.Tokens)-1].Next = uint32(len(t.Tokens))
			i = t.endElement(i)
		case 't':
			if i = t.word(i, "true", Boolean, 1); i < 0 {
				return false
			}
		case 'f':
			if i = t.word(i, "false", Boolean, 0); i < 0 {
				return false
			}
		case 'n':
			if i = t.word(i, "null", Null, 0); i < 0 {
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
			object := t.Tokens[f.at].Kind == Object
			if c := text[i]; c == ',' && f.count > 0 {
				i = SkipBlanks(text, i+1)
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

// endElement counts a value in its container and skips blanks.
func (t *Tape) endElement(i int) int {
	if n := len(t.stack); n > 0 {
		t.stack[n-1].count++
	}
	return SkipBlanks(t.Input, i)
}

// closeJSON ends the innermost container, whose text ends before i.
func (t *Tape) closeJSON(i int) int {
	f := t.stack[len(t.stack)-1]
	t.stack = t.stack[:len(t.stack)-1]
	tok := &t.Tokens[f.at]
	tok.End, tok.Next = uint32(i), uint32(len(t.Tokens))
	if tok.Kind == Array {
		tok.low = f.count
	} else {
		if f.names&alikeKeys != 0 {
			t.repeatedKeys(f)
		}
		if f.names&^alikeKeys != 0 {
			t.specialObject(f)
		}
	}
	return t.endElement(i)
}

// SkipBlanks returns the index of the first byte from i on that is not white
// space.
func SkipBlanks(text []byte, i int) int {
	for i < len(text) && text[i] <= ' ' && (text[i] == ' ' || text[i] == '\n' || text[i] == '\r' || text[i] == '\t') {
		i++
	}
	return i
}

// word reads true, false or null; -1 when something else is there.
func (t *Tape) word(i int, word string, k Kind, value uint32) int {
	end := i + len(word)
	if end > len(t.Input) || string(t.Input[i:end]) != word {
		return -1
	}
	t.Tokens = append(t.Tokens, Token{Kind: k, Start: uint32(i), End: uint32(end), Next: uint32(len(t.Tokens) + 1), low: value})
	return t.endElement(end)
}

// jsonKey reads a key and the colon after it. It returns the index at which
// the value begins, -1 when there is none.
func (t *Tape) jsonKey(i int) int {
	if i >= len(t.Input) || t.Input[i] != '"' {
		return -1
	}
	at := uint32(len(t.Tokens))
	if i = t.jsonString(i); i < 0 {
		return -1
	}
	f, key := &t.stack[len(t.stack)-1], &t.Tokens[at]
	first, last := t.Input[key.Start+1], t.Input[key.End-2]
	alike := uint64(1) << ((uint32(first) + uint32(last)*10 + key.low*25) & 63)
	switch {
	case key.flag != 0: // an escape can stand for any character
		f.names |= alikeKeys
		t.noteName(at)
	case first == '$':
		t.noteName(at)
	}
	if f.seen&alike != 0 {
		f.names |= alikeKeys
	}
	f.seen |= alike
	i = SkipBlanks(t.Input, i)
	if i >= len(t.Input) || t.Input[i] != ':' {
		return -1
	}
	return SkipBlanks(t.Input, i+1)
}

// noteName notes a key that means something in the data model. The value's
// token will be the next one.
func (t *Tape) noteName(key uint32) {
	name := t.Text(key)
	if len(name) < 5 || name[0] != '$' {
		return
	}
	f := &t.stack[len(t.stack)-1]
	switch name {
	case "$type":
		if f.names&nameType == 0 {
			t.Tokens[f.at].low = key + 1
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
// it, -1 when there is none.
func (t *Tape) jsonString(i int) int {
	text := t.Input
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
			t.Tokens = append(t.Tokens, Token{
				Kind: String, Start: uint32(start), End: uint32(i + 1), low: uint32(i - start - 1), high: uint32(start + 1),
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

// jsonNumber reads a number. It returns the index after it, -1 when there is none.
func (t *Tape) jsonNumber(i int) int {
	text := t.Input
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
	tok := Token{Kind: Integer, Start: uint32(start), Next: uint32(len(t.Tokens) + 1)}
	if i-first == 19 || text[first] == '0' && i-first > 1 || i < len(text) && (text[i] == '.' || text[i]|0x20 == 'e') {
		for i < len(text) && (('0' <= text[i] && text[i] <= '9') || text[i] == '.' || text[i] == '+' || text[i] == '-' || text[i]|0x20 == 'e') {
			i++
		}
		value, number := syntax.ParseInteger(string(text[start:i]))
		switch number {
		case syntax.NumberMalformed:
			return -1
		case syntax.NumberFraction:
			tok.Kind = Invalid
			t.violate(Fraction, uint32(len(t.Tokens)))
		case syntax.NumberTooLarge:
			tok.Kind = Invalid
			t.violate(LargeInteger, uint32(len(t.Tokens)))
		}
		tok.setInt(uint64(value))
	} else {
		if negative {
			n = -n
		}
		tok.setInt(n)
	}
	tok.End = uint32(i)
	t.Tokens = append(t.Tokens, tok)
	return i
}

// CountTokens returns how many tokens a tape needs for a JSON text, without reading it:
// one for each value and key. Of a text that is not JSON it is about right.
func CountTokens(text []byte) int {
	n := 1
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '"':
			for i++; i < len(text) && text[i] != '"'; i++ {
				if text[i] == '\\' {
					i++
				}
			}
		case ',', ':':
			n++
		case '[', '{':
			if next := SkipBlanks(text, i+1); next < len(text) && text[next] != ']' && text[next] != '}' {
				n++
			}
		}
	}
	return n
}
