package report

import "unicode/utf8"

// isControl reports whether a character acts on a terminal, breaks or reorders
// the line it stands in, or cannot be seen: control characters of ASCII and
// Latin-1, line and paragraph separators, bidirectional controls, and spaces
// without width, a byte-order mark among them. The joiners that scripts and
// emoji need are not.
func isControl(r rune) bool {
	switch {
	case r < 0x20, r >= 0x7f && r <= 0x9f:
		return true
	case r < 0x061c:
		return false
	case r >= 0x2028 && r <= 0x202e, r >= 0x2066 && r <= 0x206f:
		return true
	}
	switch r {
	case 0x061c, 0x200b, 0x200e, 0x200f, 0x2060, 0xfeff:
		return true
	}
	return false
}

// escape returns text with each control character and each byte that is not
// UTF-8 replaced by its spelling, such as \x1b, \n or \u202e.
func escape(text string) string {
	i := 0
	for i < len(text) {
		r, size := utf8.DecodeRuneInString(text[i:])
		if isControl(r) || r == utf8.RuneError && size == 1 {
			break
		}
		i += size
	}
	if i == len(text) {
		return text
	}
	out := append(make([]byte, 0, len(text)+16), text[:i]...)
	for i < len(text) {
		r, size := utf8.DecodeRuneInString(text[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			out = appendByte(out, text[i])
		case isControl(r):
			out = appendControl(out, r)
		default:
			out = append(out, text[i:i+size]...)
		}
		i += size
	}
	return string(out)
}

const hex = "0123456789abcdef"

func appendByte(dst []byte, b byte) []byte {
	return append(dst, '\\', 'x', hex[b>>4], hex[b&15])
}

// appendControl appends the spelling of a control character. Those of Latin-1
// are spelled \u0085, since \x85 is a byte that is not UTF-8.
func appendControl(dst []byte, r rune) []byte {
	switch {
	case r == '\n':
		return append(dst, '\\', 'n')
	case r == '\r':
		return append(dst, '\\', 'r')
	case r == '\t':
		return append(dst, '\\', 't')
	case r < utf8.RuneSelf:
		return appendByte(dst, byte(r))
	}
	return appendUnicode(dst, r)
}

// appendUnicode appends \u and four hex digits. All control characters have
// such a spelling.
func appendUnicode(dst []byte, r rune) []byte {
	return append(dst, '\\', 'u', hex[r>>12&15], hex[r>>8&15], hex[r>>4&15], hex[r&15])
}

// escapeJSON appends an encoded JSON text in which no control character stands
// raw. JSON spells only those below a space, so the others are spelled here;
// they can only stand inside strings.
func escapeJSON(dst, text []byte) []byte {
	done := 0
	for i := 0; i < len(text); {
		if c := text[i]; c < 0x7f {
			i++
			continue
		}
		r, size := utf8.DecodeRune(text[i:])
		if isControl(r) {
			dst = appendUnicode(append(dst, text[done:i]...), r)
			done = i + size
		}
		i += size
	}
	return append(dst, text[done:]...)
}
