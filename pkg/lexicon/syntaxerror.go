package lexicon

import (
	"bytes"
	"errors"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// offsetOf returns the offset in the reader's text at which err stopped it.
func (r *jsonReader) offsetOf(err error) int {
	var own *fault
	if errors.As(err, &own) {
		return int(own.span.Start) - r.base
	}
	var syntactic *jsontext.SyntacticError
	if errors.As(err, &syntactic) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return min(int(syntactic.ByteOffset), len(r.text))
	}
	return len(r.text)
}

// mendable reports whether err is due to a comment or a trailing comma.
func (r *jsonReader) mendable(err error) bool {
	at := r.offsetOf(err)
	return r.comment(at) > 0 || r.trailingComma(at)
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

// mendSyntax puts blanks in the place of each comment and each trailing comma
// and returns a finding for each.
func (r *jsonReader) mendSyntax() (mended Collector) {
	r.text = bytes.Clone(r.text)
	blank := func(start, end int, message, help string) {
		mended.Add(Finding{
			Rule: RuleJSONSyntax, Severity: RuleJSONSyntax.Severity[ProfileV1], Message: message, Help: help,
			Location: Location{Source: r.source, Span: r.span(start, end)},
		})
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
	return mended
}

// explain makes the finding for what ended the reading.
func (r *jsonReader) explain(err error) {
	var own *fault
	if errors.As(err, &own) {
		r.find(own.rule, own.span, own.pointer, own.message, own.help)
		return
	}
	at := r.offsetOf(err)
	if at < len(r.text) && r.text[at] == '?' && r.source.Text[r.base+at] != '?' {
		return // not UTF-8: found already
	}
	at, message, help := r.describe(at)
	r.find(RuleJSONSyntax, r.source.character(r.base+at), pointerOf(err), message, help)
}

// pointerOf returns the pointer at which the reader was when err stopped it.
func pointerOf(err error) string {
	var syntactic *jsontext.SyntacticError
	if errors.As(err, &syntactic) && utf8.ValidString(string(syntactic.JSONPointer)) {
		return string(syntactic.JSONPointer)
	}
	return ""
}

// describe names the fault at the offset by looking at what stands there. The
// offset returned is that of the token which is meant.
func (r *jsonReader) describe(at int) (meant int, message, help string) {
	if at >= len(r.text) {
		return at, "the text ends early", r.missing()
	}
	c := r.text[at]
	if start := r.skipBlanks(int(r.dec.InputOffset())); start < at {
		first := r.text[start]
		switch {
		case first == '"' && c == '\\':
			return at, "this is no escape of JSON", `the escapes are \" \\ \/ \b \f \n \r \t and \u with four hex digits`
		case first == '"':
			return at, "a control character (" + quote(string(rune(c))) + ") must be escaped in a string", `write \n, \t or \u00` + hex2(c) + ", or close the string before it"
		case first == '-' || '0' <= first && first <= '9':
			return at, "a number is not finished", "digits follow a minus sign, a decimal point and an exponent"
		}
		at, c = start, first // the fault is in a word: all of it is meant
	}
	wanted, help := r.wanted(at)
	switch {
	case c == '\'':
		return at, "a string is written with \" in JSON, not with '", "use double quotes"
	case c == ',' && (wanted == wantValue || wanted == wantName):
		return at, "there is nothing before this comma", "remove the comma, or write what is missing"
	}
	return at, "expected " + wanted + ", found " + r.word(at), help
}

// What a text may go on with, as messages say it.
const (
	wantValue = "a JSON value"
	wantName  = "a name in double quotes"
)

// wanted says what should stand at the offset, where a token begins, and how
// to write it.
func (r *jsonReader) wanted(at int) (wanted, help string) {
	last := byte(0)
	if before := bytes.TrimRight(r.text[:at], blanks); len(before) > 0 {
		last = before[len(before)-1]
	}
	kind, tokens := r.dec.StackIndex(r.dec.StackDepth())
	switch {
	case kind == '{' && tokens%2 == 1 && last != ':':
		return "a colon", "a colon stands between a name and its value"
	case kind == '{' && tokens > 0 && tokens%2 == 0 && last != ',':
		return "a comma or }", "a comma stands between two members"
	case kind == '{' && tokens%2 == 0:
		return wantName, "names and strings are written in double quotes"
	case kind == '[' && tokens > 0 && last != ',':
		return "a comma or ]", "a comma stands between two elements"
	}
	return wantValue, "a value is an object, an array, a string in double quotes, a number, true, false or null"
}

// missing says what is still open at the end of the text.
func (r *jsonReader) missing() string {
	var open []byte
	if start := r.skipBlanks(int(r.dec.InputOffset())); start < len(r.text) && r.text[start] == '"' {
		open = append(open, '"')
	}
	for level := r.dec.StackDepth(); level > 0 && len(open) < 8; level-- {
		kind, _ := r.dec.StackIndex(level)
		if kind == '{' {
			open = append(open, '}')
		} else {
			open = append(open, ']')
		}
	}
	switch {
	case len(open) == 0:
		return "write the value to its end"
	case r.dec.StackDepth() > len(open):
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

func quote(s string) string { return syntax.Quote(s) }
