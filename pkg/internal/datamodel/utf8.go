package datamodel

import (
	"encoding/binary"
	"math/bits"
	"unicode/utf8"
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
