package datamodel

import (
	"unicode/utf16"
	"unicode/utf8"
)

// escapedString reads the string token that begins at start and has its first
// backslash at i. Ascii says that all bytes before that are ASCII. It returns the index
// after the token, -1 when there is none.
func (t *Tape) escapedString(start, i int, ascii bool) int {
	begin, copied := len(t.made), start+1
	for i < len(t.Input) && t.Input[i] == '\\' {
		t.made = append(t.made, t.Input[copied:i]...)
		if i = t.escape(i); i < 0 {
			return -1
		}
		copied = i
		end, plain := skipPlain(t.Input, i)
		i, ascii = end, ascii && plain
	}
	// Escapes are ASCII and stand for whole characters, so the text is UTF-8 if what
	// it is spelled with is.
	if i >= len(t.Input) || t.Input[i] != '"' || !ascii && !isUTF8(t.Input, start+1, i) {
		return -1
	}
	t.made = append(t.made, t.Input[copied:i]...)
	tok := t.push(String)
	tok.flag, tok.Start, tok.End = flagMade, uint32(start), uint32(i+1)
	tok.low, tok.high = uint32(len(t.made)-begin), uint32(begin)
	return i + 1
}

// escape appends the character that the escape at i stands for. It returns the
// index after the escape, -1 when there is none.
func (t *Tape) escape(i int) int {
	if i+1 >= len(t.Input) {
		return -1
	}
	c := t.Input[i+1]
	switch c {
	case '"', '\\', '/':
	case 'b':
		c = '\b'
	case 'f':
		c = '\f'
	case 'n':
		c = '\n'
	case 'r':
		c = '\r'
	case 't':
		c = '\t'
	case 'u':
		r := hex4(t.Input, i)
		if r < 0 {
			return -1
		}
		i += 6
		if utf16.IsSurrogate(r) {
			r = utf16.DecodeRune(r, hex4(t.Input, i))
			if r == utf8.RuneError {
				return -1
			}
			i += 6
		}
		t.made = utf8.AppendRune(t.made, r)
		return i
	default:
		return -1
	}
	t.made = append(t.made, c)
	return i + 2
}

// hex4 reads an escape of the form \u0123 at i; -1 when there is none.
func hex4(text []byte, i int) rune {
	if i+6 > len(text) || text[i] != '\\' || text[i+1] != 'u' {
		return -1
	}
	var r rune
	for _, c := range text[i+2 : i+6] {
		switch {
		case '0' <= c && c <= '9':
			c -= '0'
		case 'a' <= c|0x20 && c|0x20 <= 'f':
			c = c | 0x20 - 'a' + 10
		default:
			return -1
		}
		r = r<<4 | rune(c)
	}
	return r
}

// EscapedOffsets returns where in a valid JSON string, given without its quotes, each byte
// of the text that it stands for is spelled, and as the last element the length of the
// string.
func EscapedOffsets(text []byte) []int {
	t := Tape{Input: text}
	offsets := make([]int, 0, len(text)+1)
	for i := 0; i < len(text); {
		next, bytes := i+1, 1
		if text[i] == '\\' {
			t.made = t.made[:0]
			next = t.escape(i)
			bytes = len(t.made)
		}
		for range bytes {
			offsets = append(offsets, i)
		}
		i = next
	}
	return append(offsets, len(text))
}
