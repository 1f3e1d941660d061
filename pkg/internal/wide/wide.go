// Package wide recognizes and decodes texts in UTF-16 and UTF-32.
package wide

import (
	"encoding/binary"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// Encoding is an encoding of more than one byte for each ASCII character.
type Encoding struct {
	Name  string
	Width int // bytes of a unit
	order binary.ByteOrder
}

// encodings are told apart by how a text begins: with a byte-order mark, or with
// ASCII characters, as JSON does. UTF-32 comes first because its mark begins with that
// of UTF-16.
var encodings = []Encoding{
	{"UTF-32", 4, binary.LittleEndian},
	{"UTF-32", 4, binary.BigEndian},
	{"UTF-16", 2, binary.LittleEndian},
	{"UTF-16", 2, binary.BigEndian},
}

// EncodingOf returns the encoding of a text that looks like UTF-16 or UTF-32; nil
// for other texts. JSON in UTF-8 has no zero byte and no byte 0xFF.
func EncodingOf(text []byte) *Encoding {
	if len(text) < 2 || text[0] != 0 && text[1] != 0 && text[0] < 0xFE {
		return nil
	}
	isASCII := func(c rune) bool { return 0 < c && c < utf8.RuneSelf }
	for i := range encodings {
		e := &encodings[i]
		start := e.decode(text[:min(2*e.Width, len(text))])
		if len(start) > 0 && start[0] == '\uFEFF' || len(start) == 2 && isASCII(start[0]) && isASCII(start[1]) {
			return e
		}
	}
	return nil
}

// Decode returns a text that looks like UTF-16 or UTF-32 in UTF-8, without a byte-order
// mark; nil for other texts.
func Decode(text []byte) []byte {
	if e := EncodingOf(text); e != nil {
		return []byte(strings.TrimPrefix(string(e.decode(text)), "\uFEFF"))
	}
	return nil
}

func (e *Encoding) decode(text []byte) (decoded []rune) {
	var units []uint16
	for ; len(text) >= e.Width; text = text[e.Width:] {
		if e.Width == 4 {
			decoded = append(decoded, rune(e.order.Uint32(text)))
		} else {
			units = append(units, e.order.Uint16(text))
		}
	}
	return append(decoded, utf16.Decode(units)...)
}
