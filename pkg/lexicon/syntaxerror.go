package lexicon

import (
	"bytes"
	"errors"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// offsetOf returns the offset in the reader's text at which err stopped it.
func (r *jsonReader) offsetOf(err error) int {
	var trailing *trailingError
	if errors.As(err, &trailing) {
		return trailing.offset
	}
	var syntax *jsontext.SyntacticError
	if errors.As(err, &syntax) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return min(int(syntax.ByteOffset), len(r.text))
	}
	return len(r.text)
}

// mendable reports whether err is due to a comment or a trailing comma.
func (r *jsonReader) mendable(err error) bool {
	at := r.offsetOf(err)
	return err != errStop && (r.comment(at) > 0 || r.trailingComma(at))
}

// comment returns the length of the comment that begins at the offset; 0 when
// there is none.
func (r *jsonReader) comment(at int) int {
	rest := r.text[at:]
	switch {
	case bytes.HasPrefix(rest, []byte("//")):
		if end := bytes.IndexByte(rest, '\n'); end >= 0 {
			return len(bytes.TrimSuffix(rest[:end], []byte("\r")))
		}
		return len(rest)
	case bytes.HasPrefix(rest, []byte("/*")):
		if end := bytes.Index(rest, []byte("*/")); end >= 0 {
			return end + 2
		}
		return len(rest)
	}
	return 0
}

// trailingComma reports whether a comma with nothing but blanks and comments
// before the next closing bracket stands at the offset.
func (r *jsonReader) trailingComma(at int) bool {
	if at >= len(r.text) || r.text[at] != ',' {
		return false
	}
	for at++; at < len(r.text); at++ {
		switch c := r.text[at]; {
		case strings.IndexByte(blanks, c) >= 0:
		case c == ']' || c == '}':
			return true
		case r.comment(at) > 0:
			at += r.comment(at) - 1
		default:
			return false
		}
	}
	return false
}

// mendSyntax makes a finding for each comment and each trailing comma and puts
// blanks in their place.
func (r *jsonReader) mendSyntax() {
	r.text = bytes.Clone(r.text)
	blank := func(start, end int, message, help string) {
		r.find(ruleJSONSyntax, r.span(start, end), "", message, help)
		for i := start; i < end; i++ {
			if r.text[i] != '\n' {
				r.text[i] = ' '
			}
		}
	}
	inString := false
	for i := 0; i < len(r.text); i++ {
		switch c := r.text[i]; {
		case inString:
			if c == '\\' {
				i++
			} else if c == '"' || c == '\n' {
				inString = false
			}
		case c == '"':
			inString = true
		case c == '/' && r.comment(i) > 0:
			blank(i, i+r.comment(i), "JSON has no comments", "remove it; a description can say the same")
		case c == ',' && r.trailingComma(i):
			blank(i, i+1, "JSON allows no comma after the last element", "remove the comma")
		}
	}
}

// explain makes the finding for what ended the reading.
func (r *jsonReader) explain(err error) {
	if err == errStop {
		return
	}
	at := r.offsetOf(err)
	message, help := r.describe(err, at)
	span := r.source.character(r.base + at)
	r.find(ruleJSONSyntax, span, r.place(err), message, help)
}

// place returns the pointer at which the reader was when err stopped it.
func (r *jsonReader) place(err error) string {
	var syntax *jsontext.SyntacticError
	if errors.As(err, &syntax) && utf8.ValidString(string(syntax.JSONPointer)) {
		return string(syntax.JSONPointer)
	}
	return ""
}

// describe names the fault at the offset by looking at what stands there.
func (r *jsonReader) describe(err error, at int) (message, help string) {
	var trailing *trailingError
	if errors.As(err, &trailing) {
		return "there is text after the end of the JSON value", "a file holds one JSON value: remove what follows it"
	}
	if at >= len(r.text) {
		return "the text ends early", r.missing()
	}
	before := bytes.TrimRight(r.text[:at], blanks)
	last := byte(0)
	if len(before) > 0 {
		last = before[len(before)-1]
	}
	switch c := r.text[at]; {
	case c == '\'':
		return "a string is written with \" in JSON, not with '", "use double quotes"
	case c == ',' && (last == ',' || last == '[' || last == '{' || last == ':'):
		return "there is nothing before this comma", "remove the comma, or write what is missing"
	case c == ',':
		return "a comma cannot stand here", "remove it"
	case c < ' ':
		return "a control character (" + quote(string(rune(c))) + ") must be escaped in a string", `write \n, \t or \u00` + hex2(c) + ", or close the string before it"
	case c == '}' || c == ']':
		if last == ':' {
			return "a value is missing before " + quote(string(c)), "write the value"
		}
		return "this " + quote(string(c)) + " closes nothing that is open here", "check the brackets before it"
	case c == '"' && last != 0 && strings.IndexByte("{[:,", last) < 0:
		return "a comma is missing before this string", "add one"
	case (c == '{' || c == '[') && last != 0 && strings.IndexByte("[:,", last) < 0:
		return "a comma or a colon is missing before " + quote(string(c)), "add it"
	case isNameByte(c) && (last == '{' || last == ','):
		return "expected a string in double quotes, found " + r.word(at), "names and strings are written in double quotes"
	case isNameByte(c):
		return "expected a JSON value, found " + r.word(at), "a value is an object, an array, a string in double quotes, a number, true, false or null"
	case last == '"' && c != ':':
		return "expected : or , or a closing bracket, found " + r.word(at), ""
	}
	return "this is no JSON: unexpected " + r.word(at), ""
}

// missing says which brackets are still open at the end of the text.
func (r *jsonReader) missing() string {
	if r.dec == nil || r.dec.StackDepth() == 0 {
		return "write the value to its end"
	}
	var open []byte
	for level := r.dec.StackDepth(); level > 0 && len(open) < 8; level-- {
		kind, _ := r.dec.StackIndex(level)
		if kind == '{' {
			open = append(open, '}')
		} else {
			open = append(open, ']')
		}
	}
	if r.dec.StackDepth() > len(open) {
		return strconv.Itoa(r.dec.StackDepth()) + " brackets are still open"
	}
	return "close what is open: " + string(open)
}

func isNameByte(c byte) bool {
	return c == '_' || c == '$' || c == '.' || '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z'
}

// word quotes the word that begins at the offset, or the one character there.
func (r *jsonReader) word(at int) string {
	end := at
	for end < len(r.text) && end < at+20 && isNameByte(r.text[end]) {
		end++
	}
	if end == at {
		_, size := utf8.DecodeRune(r.text[at:])
		end = at + size
	}
	return quote(string(r.text[at:end]))
}

func hex2(c byte) string {
	const digits = "0123456789abcdef"
	return string([]byte{digits[c>>4], digits[c&15]})
}

// quote quotes a text out of a file for a message: control characters are
// escaped, long texts are cut.
func quote(s string) string {
	const most = 60
	if len(s) > most {
		cut := most
		for cut > 0 && !utf8.RuneStart(s[cut]) {
			cut--
		}
		return strconv.Quote(s[:cut]) + "…"
	}
	return strconv.Quote(s)
}
