package datamodel

import (
	"encoding/binary"
	"math/bits"
	"unicode/utf8"
)

// Masks for eight bytes at once.
const (
	eachByte = 0x0101010101010101
	highBits = 0x8080808080808080
)

// isUTF8 reports whether the bytes of text from start up to, not including, end are
// UTF-8. What follows them is read, but does not count: so a short text takes no more
// than one step.
func isUTF8(text []byte, start, end int) bool {
	if start < 0 {
		return false // never: but now the compiler need not check it for every word
	}
	for start < end {
		if start > len(text)-8 {
			return utf8.Valid(text[start:end])
		}
		v := binary.LittleEndian.Uint64(text[start : start+8])
		high := v & highBits
		if high == 0 {
			start += 8
			continue
		}
		if ascii := bits.TrailingZeros64(high) >> 3; ascii > 0 {
			start += ascii
			continue
		}
		size := sizeOfRune(v)
		if size == 0 || size > end-start {
			return false
		}
		start += size
	}
	return true
}

// sizeOfRune returns how many bytes the character takes that v begins with, which is
// not ASCII, if it is UTF-8; otherwise 0. The first byte is the lowest.
func sizeOfRune(v uint64) int {
	switch {
	case v&0xc0e0 == 0x80c0 && v&0x1e != 0: // not spelled longer than necessary
		return 2
	case v&0xc0c0f0 == 0x8080e0 && v&0x200f != 0 && v&0x200f != 0x200d: // and no surrogate
		return 3
	case v&0xc0c0c0f8 == 0x808080f0 && v&0x3007 != 0 && (v&7 < 4 || v&0x3007 == 4): // at most U+10FFFF
		return 4
	}
	return 0
}

// skipPlain returns the index of the first byte from i on that is a quotation mark, a
// backslash or a control character. Ascii reports whether all bytes before it are ASCII.
func skipPlain(text []byte, i int) (end int, ascii bool) {
	var seen uint64
	if i < 0 {
		return 0, false // never: but now the compiler need not check it for every word
	}
	for ; i <= len(text)-8; i += 8 {
		v := binary.LittleEndian.Uint64(text[i : i+8])
		// The high bit of each byte that ends the text: above the lowest one it may be wrong.
		quote, slash := v^(eachByte*'"'), v^(eachByte*'\\')
		ends := ((v - eachByte*' ') | (quote - eachByte) | (slash - eachByte)) &^ v & highBits
		if ends != 0 {
			seen |= v & (ends&-ends - 1)
			return i + bits.TrailingZeros64(ends)>>3, seen&highBits == 0
		}
		seen |= v
	}
	for ; i < len(text) && text[i] >= ' ' && text[i] != '"' && text[i] != '\\'; i++ {
		seen |= uint64(text[i])
	}
	return i, seen&highBits == 0
}
