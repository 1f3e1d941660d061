package report

import (
	"unicode"
	"unicode/utf8"
)

// isControl reports whether a character acts on a terminal, breaks or reorders its
// line, or is invisible wherever it is: control characters of ASCII and Latin-1,
// line and paragraph separators, bidirectional controls, fillers and blank symbols,
// annotation and tag characters, and zero-width spaces, including the byte-order
// mark. The joiners that scripts and emoji need are not included; isSelector
// covers variation selectors.
func isControl(r rune) bool {
	switch {
	case r < 0x20, r >= 0x7f && r <= 0x9f:
		return true
	case r < 0x034f:
		return r == 0xad // soft hyphen
	case r >= 0x2028 && r <= 0x202e, r >= 0x2060 && r <= 0x206f:
		return true
	case r >= 0xfff0 && r <= 0xfffc, r >= 0xe0000 && r <= 0xe00ff:
		return true
	}
	switch r {
	case 0x034f, 0x061c, 0x115f, 0x1160, 0x180e, 0x200b, 0x200e, 0x200f, 0x2800, 0x3164, 0xfeff, 0xffa0:
		return true
	}
	return false
}

// isSelector reports whether a character is a variation selector, which only
// modifies the character before it.
func isSelector(r rune) bool {
	return r >= 0xfe00 && r <= 0xfe0f || r >= 0xe0100 && r <= 0xe01ef
}

// hasBase reports whether a text ends with a character that a variation selector
// can modify: not with a space, an ASCII letter or another selector.
func hasBase[T string | []byte](text T) bool {
	r, size := utf8.DecodeLastRuneInString(string(text[max(0, len(text)-utf8.UTFMax):]))
	switch {
	case r == utf8.RuneError && size < 2, isControl(r), isSelector(r), unicode.IsSpace(r):
		return false
	case r < utf8.RuneSelf:
		return r == '#' || r == '*' || r >= '0' && r <= '9' // key caps
	}
	return true
}
