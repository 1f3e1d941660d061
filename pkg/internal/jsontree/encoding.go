package jsontree

import (
	"bytes"
	"encoding/binary"
	"unicode/utf16"
	"unicode/utf8"
)

// wideEncoding is an encoding of more than one byte for each ASCII character.
type wideEncoding struct {
	name  string
	width int // bytes of a unit
	order binary.ByteOrder
}

// wideEncodings are told apart by how a text begins: with a byte-order mark, or with
// ASCII characters, as JSON does. UTF-32 comes first because its mark begins with that
// of UTF-16.
var wideEncodings = []wideEncoding{
	{"UTF-32", 4, binary.LittleEndian},
	{"UTF-32", 4, binary.BigEndian},
	{"UTF-16", 2, binary.LittleEndian},
	{"UTF-16", 2, binary.BigEndian},
}

// wideEncodingOf returns the encoding of a text that looks like UTF-16 or UTF-32; nil
// for other texts. JSON in UTF-8 has no zero byte and no byte 0xFF.
func wideEncodingOf(text []byte) *wideEncoding {
	if len(text) < 2 || text[0] != 0 && text[1] != 0 && text[0] < 0xFE {
		return nil
	}
	for i := range wideEncodings {
		e := &wideEncodings[i]
		if len(text) >= e.width && e.unit(text) == 0xFEFF || len(text) >= 2*e.width && e.isASCII(text) && e.isASCII(text[e.width:]) {
			return e
		}
	}
	return nil
}

// isASCII reports whether a text begins with an ASCII character.
func (e *wideEncoding) isASCII(text []byte) bool {
	c := e.unit(text)
	return 0 < c && c < utf8.RuneSelf
}

// unit returns the first unit of a text.
func (e *wideEncoding) unit(text []byte) uint32 {
	if e.width == 4 {
		return e.order.Uint32(text)
	}
	return uint32(e.order.Uint16(text))
}

// DecodeWide returns a text that looks like UTF-16 or UTF-32 in UTF-8, without a byte-order
// mark; nil for other texts.
func DecodeWide(text []byte) []byte {
	if e := wideEncodingOf(text); e != nil {
		return e.decode(text)
	}
	return nil
}

// decode returns a text in UTF-8, without a byte-order mark.
func (e *wideEncoding) decode(text []byte) []byte {
	decoded := make([]byte, 0, len(text)/e.width)
	for ; len(text) >= e.width; text = text[e.width:] {
		c := rune(e.unit(text))
		if e.width == 2 && utf16.IsSurrogate(c) && len(text) >= 4 {
			if pair := utf16.DecodeRune(c, rune(e.unit(text[2:]))); pair != utf8.RuneError {
				c, text = pair, text[2:]
			}
		}
		decoded = utf8.AppendRune(decoded, c)
	}
	return bytes.TrimPrefix(decoded, ByteOrderMark)
}
