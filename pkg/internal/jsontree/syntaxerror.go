package jsontree

import (
	"bytes"
	"encoding/hex"
	"errors"
	"io"
	"strconv"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/internal/words"
)

// fault ends the reading of a text where jsontext itself would continue.
type fault struct {
	rule          *diag.Rule
	span          diag.Span
	message, help string
	fix           *diag.Fix
}

func (f *fault) Error() string { return f.message }

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

// explain adds the finding for the error that ended the reading. If that is one of those
// that could not be repaired in place, it has the fix of that one.
func (r *jsonReader) explain(err error) {
	var own *fault
	if errors.As(err, &own) {
		at := diag.Location{Source: r.source, Span: own.span, Pointer: r.broken.Pointer(), Value: r.broken}
		r.found.Add(diag.Finding{Rule: own.rule, Severity: own.rule.Severity[diag.ProfileV1], Message: own.message, Help: own.help, Location: at, Fix: own.fix})
		return
	}
	at := r.offsetOf(err)
	if at < len(r.text) && r.text[at] == '?' && r.source.Text[r.base+at] != '?' {
		return // invalid UTF-8, which is found already
	}
	at, message, help := r.describe(at)
	f := diag.Finding{
		Rule: diag.RuleJSONSyntax, Severity: diag.RuleJSONSyntax.Severity[diag.ProfileV1], Message: message, Help: help,
		Location: diag.Location{Source: r.source, Span: r.source.Character(r.base + at), Pointer: pointerOf(err), Value: r.broken},
	}
	if last := len(r.repaired) - 1; last >= 0 && r.repaired[last].Span.Start == f.Span.Start {
		f.Fix = r.repaired[last].Fix
	}
	r.found.Add(f)
}

// pointerOf returns the pointer at which jsontext met the error.
func pointerOf(err error) string {
	var syntactic *jsontext.SyntacticError
	if errors.As(err, &syntactic) && utf8.ValidString(string(syntactic.JSONPointer)) {
		return string(syntactic.JSONPointer)
	}
	return ""
}

// describe says what is wrong at the offset by looking at the text. The offset it
// returns is that of the token to blame.
func (r *jsonReader) describe(at int) (token int, message, help string) {
	if at >= len(r.text) {
		return at, "unexpected end of the JSON text", r.missing()
	}
	c := r.text[at]
	if start := r.nextToken(); start < at {
		first := r.text[start]
		switch {
		case first == '"' && c == '\\':
			return at, "invalid escape sequence", `use \" \\ \/ \b \f \n \r \t, or \u with four hex digits`
		case first == '"':
			return at, "unescaped control character " + words.Quote(string(rune(c))) + " in a string",
				`write \n, \t, or \u00` + hex.EncodeToString([]byte{c}) + ", or close the string before it"
		case first == '-' || '0' <= first && first <= '9':
			return at, "incomplete number", "write digits after a minus sign, a decimal point, and an exponent"
		}
		at, c = start, first // a misspelled word is wrong as a whole
	}
	wanted, help := r.wanted(at)
	switch {
	case c == '\'':
		return at, messageSingleQuotes, "use double quotes"
	case c == ',' && wanted == wantValue:
		return at, "unexpected comma", "remove the comma, or add the missing value before it"
	case c == ',' && wanted == wantName:
		return at, "unexpected comma", "remove the comma, or add the missing member before it"
	}
	return at, "expected " + wanted + ", found " + r.word(at), help
}

// What can come next in a text, for messages.
const (
	wantValue = "a JSON value"
	wantName  = "a name in double quotes"
)

const messageSingleQuotes = "strings must be in double quotes, not single quotes"

// wantComma says that the next entry of an object or array must follow a comma.
func wantComma(object bool) string {
	if object {
		return `"," or "}"`
	}
	return `"," or "]"`
}

func helpComma(object bool) string {
	if object {
		return "add a comma between the two members"
	}
	return "add a comma between the two elements"
}

// wanted says what is expected at the offset, where a token begins, and how to
// write it.
func (r *jsonReader) wanted(at int) (wanted, help string) {
	last := byte(0)
	if before := bytes.TrimRight(r.text[:at], Blanks); len(before) > 0 {
		last = before[len(before)-1]
	}
	kind, tokens := r.dec.StackIndex(r.dec.StackDepth())
	switch {
	case kind == '{' && tokens%2 == 1 && last != ':':
		return "a colon", "add a colon between the name and its value"
	case kind == '{' && tokens > 0 && tokens%2 == 0 && last != ',':
		return wantComma(true), helpComma(true)
	case kind == '{' && tokens%2 == 0:
		return wantName, "write names and strings in double quotes"
	case kind == '[' && tokens > 0 && last != ',':
		return wantComma(false), helpComma(false)
	}
	return wantValue, "write an object, an array, a string in double quotes, a number, true, false, or null"
}

// missing says how to complete a text that ends too early.
func (r *jsonReader) missing() string {
	var open []byte
	if start := r.nextToken(); start < len(r.text) && r.text[start] == '"' {
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
		return "complete the JSON value"
	case r.dec.StackDepth() > len(open):
		return "close the " + strconv.Itoa(r.dec.StackDepth()) + " objects and arrays that are still open"
	}
	if rest, ok := bytes.CutPrefix(open, []byte{'"'}); !ok {
		return `add the missing closing "` + string(open) + `"`
	} else if len(rest) > 0 {
		return `close the string, then add the missing closing "` + string(rest) + `"`
	}
	return "close the string"
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
	return words.Quote(string(r.text[at:end]))
}
