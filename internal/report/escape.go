package report

import (
	"fmt"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// Escape returns text with each control character, invisible character and byte
// that is not UTF-8 escaped, such as \x1b, \n or \u202e.
func Escape(text string) string { return escape(text, "") }

// EscapeLines is Escape for a text of several lines: it leaves line feeds and tabs.
func EscapeLines(text string) string { return escape(text, "\n\t") }

func escape(text, kept string) string {
	done := 0
	var out []byte
	for i := 0; i < len(text); {
		if c := text[i]; c >= 0x20 && c < 0x7f || strings.IndexByte(kept, c) >= 0 {
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(text[i:])
		switch broken := r == utf8.RuneError && size == 1; {
		case broken:
			out = appendByte(append(out, text[done:i]...), text[i])
			done = i + size
		case isControl(r) || isSelector(r) && !hasBase(text[:i]):
			out = appendControl(append(out, text[done:i]...), r)
			done = i + size
		}
		i += size
	}
	if done == 0 {
		return text
	}
	return string(append(out, text[done:]...))
}

func appendByte(dst []byte, b byte) []byte { return fmt.Appendf(dst, `\x%02x`, b) }

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

// appendUnicode appends \u and four hex digits, or \U and eight.
func appendUnicode(dst []byte, r rune) []byte {
	if r > 0xffff {
		return fmt.Appendf(dst, `\U%08x`, r)
	}
	return fmt.Appendf(dst, `\u%04x`, r)
}

// escapeJSON appends an encoded JSON text with all control and invisible characters
// escaped. The encoder escapes only those below a space. They can only be inside
// strings.
func escapeJSON(dst, text []byte) []byte {
	done := 0
	for i := 0; i < len(text); {
		if c := text[i]; c < 0x7f {
			i++
			continue
		}
		r, size := utf8.DecodeRune(text[i:])
		if isControl(r) || isSelector(r) && !hasBase(text[:i]) {
			dst = append(dst, text[done:i]...)
			if high, low := utf16.EncodeRune(r); high != utf8.RuneError {
				dst = appendUnicode(appendUnicode(dst, high), low)
			} else {
				dst = appendUnicode(dst, r)
			}
			done = i + size
		}
		i += size
	}
	return append(dst, text[done:]...)
}
