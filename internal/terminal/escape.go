// Package terminal prepares texts for a terminal: it escapes, wraps, aligns and cuts them.
package terminal

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/rivo/uniseg"
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
		broken := r == utf8.RuneError && size == 1
		if broken || isControl(r) || isSelector(r) && !hasBase(text[:i]) {
			out = append(out, text[done:i]...)
			if done = i + size; broken {
				out = appendByte(out, text[i])
			} else {
				out = appendControl(out, r)
			}
		}
		i += size
	}
	if done == 0 {
		return text
	}
	return string(append(out, text[done:]...))
}

// appendByte appends the escape of a byte.
func appendByte(dst []byte, b byte) []byte { return fmt.Appendf(dst, `\x%02x`, b) }

// appendControl appends the escape of a control character. That of Latin-1 ones is
// \u0085, since \x85 is a byte that is not UTF-8.
func appendControl(dst []byte, r rune) []byte {
	if r < utf8.RuneSelf && !strings.ContainsRune("\n\r\t", r) {
		return appendByte(dst, byte(r))
	}
	quoted := strconv.QuoteRuneToASCII(r)
	return append(dst, quoted[1:len(quoted)-1]...)
}

// EscapeJSON appends an encoded JSON text with all control and invisible characters
// escaped. The encoder escapes only those below a space. They can only be inside
// strings.
func EscapeJSON(dst, text []byte) []byte {
	done := 0
	for i := 0; i < len(text); {
		if c := text[i]; c < 0x7f {
			i++
			continue
		}
		r, size := utf8.DecodeRune(text[i:])
		if isControl(r) || isSelector(r) && !hasBase(text[:i]) {
			dst = append(dst, text[done:i]...)
			for _, unit := range utf16.AppendRune(nil, r) {
				dst = fmt.Appendf(dst, `\u%04x`, unit)
			}
			done = i + size
		}
		i += size
	}
	return append(dst, text[done:]...)
}

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

// Wrap breaks paragraphs into lines of at most width columns, as far as their
// words are short enough. Indented lines and blank lines stay as they are.
func Wrap(text string, width int) string {
	var b strings.Builder
	column := 0
	endLine := func() {
		if column > 0 {
			b.WriteByte('\n')
			column = 0
		}
	}
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		if line == "" || strings.HasPrefix(line, " ") {
			endLine()
			b.WriteString(line + "\n")
			continue
		}
		for _, word := range strings.Fields(line) {
			length := uniseg.StringWidth(word)
			if column > 0 && column+1+length > width {
				endLine()
			}
			if column > 0 {
				b.WriteByte(' ')
				column++
			}
			b.WriteString(word)
			column += length
		}
	}
	return strings.TrimSuffix(b.String(), "\n")
}
