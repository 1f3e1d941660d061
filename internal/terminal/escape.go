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

	"github.com/lexsmith/lexsmith/internal/words"
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
		if broken || words.Invisible(r) || words.Selector(r) && !hasBase(text[:i]) {
			out = append(out, text[done:i]...)
			done = i + size
			if broken || r < utf8.RuneSelf && !strings.ContainsRune("\n\r\t", r) {
				out = fmt.Appendf(out, `\x%02x`, text[i])
			} else { // also Latin-1 ones: \x85 is a byte that is not UTF-8
				quoted := strconv.QuoteRuneToASCII(r)
				out = append(out, quoted[1:len(quoted)-1]...)
			}
		}
		i += size
	}
	if done == 0 {
		return text
	}
	return string(append(out, text[done:]...))
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
		if words.Invisible(r) || words.Selector(r) && !hasBase(text[:i]) {
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

// hasBase reports whether a text ends with a character that a variation selector
// can modify: not with a space, an ASCII letter or another selector.
func hasBase[T string | []byte](text T) bool {
	r, size := utf8.DecodeLastRuneInString(string(text[max(0, len(text)-utf8.UTFMax):]))
	switch {
	case r == utf8.RuneError && size < 2, words.Invisible(r), words.Selector(r), unicode.IsSpace(r):
		return false
	case r < utf8.RuneSelf:
		return r == '#' || r == '*' || r >= '0' && r <= '9' // key caps
	}
	return true
}

// Wrap breaks paragraphs into lines of at most width columns, as far as their
// words are short enough. Indented lines and blank lines stay as they are.
func Wrap(text string, width int) string {
	var lines []string
	column := 0 // of the end of the last line; 0 when no more words can be added to it
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		if line == "" || strings.HasPrefix(line, " ") {
			lines, column = append(lines, line), 0
			continue
		}
		for word := range strings.FieldsSeq(line) {
			length := uniseg.StringWidth(word)
			if column > 0 && column+1+length <= width {
				lines[len(lines)-1] += " " + word
				column += 1 + length
			} else {
				lines, column = append(lines, word), length
			}
		}
	}
	return strings.Join(lines, "\n")
}
