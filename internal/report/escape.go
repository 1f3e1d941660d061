package report

import (
	"strconv"
	"unicode/utf8"
)

// isControl reports whether a character acts on a terminal, breaks or reorders its
// line, or is invisible: control characters of ASCII and Latin-1, line and
// paragraph separators, bidirectional controls, and zero-width spaces, including
// the byte-order mark. The joiners that scripts and emoji need are not included.
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

// Escape returns text with each control character and each byte that is not UTF-8
// escaped, such as \x1b, \n or \u202e.
func Escape(text string) string {
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

// appendControl appends the escape of a control character. That of Latin-1 ones is
// \u0085, since \x85 is a byte that is not UTF-8.
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

// appendUnicode appends \u and four hex digits, enough for all control characters.
func appendUnicode(dst []byte, r rune) []byte {
	return append(dst, '\\', 'u', hex[r>>12&15], hex[r>>8&15], hex[r>>4&15], hex[r&15])
}

// escapeJSON appends an encoded JSON text with all control characters escaped. The
// encoder escapes only those below a space. They can only be inside strings.
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

// quoteName returns a name for use in a place: unchanged when it consists of
// letters, digits, "$", "_" and "-", otherwise in quotes.
func quoteName(name string) string {
	for i := range len(name) {
		c := name[i]
		if !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '$' || c == '_' || c == '-') {
			return strconv.Quote(name)
		}
	}
	if name == "" {
		return `""`
	}
	return name
}
