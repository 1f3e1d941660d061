package jsontree

import (
	"cmp"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/diag"
)

// expectation is what can come next in a text.
type expectation struct {
	what, help string
	entry      string // what is missing if a comma comes instead
}

var (
	aValue       = expectation{"a JSON value", "write an object, an array, a string in double quotes, a number, true, false, or null", "value"}
	aName        = expectation{"a name in double quotes", "write names and strings in double quotes", "member"}
	aColon       = expectation{what: "a colon", help: "add a colon between the name and its value"}
	aMemberEnd   = expectation{what: `"," or "}"`, help: "add a comma between the two members"}
	anElementEnd = expectation{what: `"," or "]"`, help: "add a comma between the two elements"}
)

const singleQuotes = "strings must be in double quotes, not single quotes"

// unexpected fails at the next token, which is not what is expected in a value.
func (r *reader) unexpected(in *Value, e *expectation) bool {
	if r.at == len(r.text) {
		return r.cutOff(in, "")
	}
	message, help := "expected "+e.what+", found "+r.firstWord(), e.help
	switch c := r.text[r.at]; {
	case r.replaced(r.at):
		r.failed = true // invalid UTF-8, which is found already
		return false
	case c == '\'':
		message, help = singleQuotes, "use double quotes"
	case c == ',' && e.entry != "":
		message, help = "unexpected comma", "remove the comma, or add the missing "+e.entry+" before it"
	case strings.HasPrefix(r.text[r.at:], "“"), strings.HasPrefix(r.text[r.at:], "”"):
		help = `use straight double quotes (")`
	case e == &aColon && strings.HasPrefix(r.text[r.at:], "=>"):
		help = `write ":" instead of "=>"`
	case e == &aColon && (c == '=' || c == ';'):
		help = `write ":" instead`
	case c == ';' && (e == &aMemberEnd || e == &anElementEnd):
		help = `write "," instead`
		if r.byteAt(r.skip(r.at+1)) == in.closing() {
			help = "remove it"
		}
	case c == ']' && e == &aMemberEnd, c == '}' && e == &anElementEnd:
		help = "write " + strconv.Quote(string(in.closing())) + " instead"
		for around := in.parent; around != nil; around = around.parent {
			if around.closing() == c {
				help = "close the " + in.Kind.String() + " with " + strconv.Quote(string(in.closing())) + " first"
			}
		}
	case e == &aValue:
		help = cmp.Or(literalHelp(r.text[r.at:]), help)
	}
	return r.fail(in, r.source.Character(r.at), message, help)
}

// literalHelp says how JSON writes the literal of another language that begins a text; ""
// when it begins with none.
func literalHelp(text string) string {
	for _, l := range [...]struct{ foreign, json string }{
		{"True", "true"}, {"TRUE", "true"}, {"False", "false"}, {"FALSE", "false"},
		{"None", "null"}, {"nil", "null"}, {"NULL", "null"}, {"Null", "null"}, {"undefined", "null"},
	} {
		if rest, ok := strings.CutPrefix(text, l.foreign); ok && (rest == "" || strings.IndexByte(" \t\r\n,]}", rest[0]) >= 0) {
			return "write " + l.json
		}
	}
	return ""
}

// replaced reports whether the byte at an offset was not valid UTF-8.
func (r *reader) replaced(at int) bool { return r.text[at] == '?' && r.source.Text[at] != '?' }

// firstWord quotes the word that is next, or the one character.
func (r *reader) firstWord() string {
	rest := r.text[r.at:min(r.at+20, len(r.text))]
	n := len(rest) - len(strings.TrimLeft(rest, "_$.0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"))
	_, size := utf8.DecodeRuneInString(rest)
	return words.Quote(rest[:max(n, size)])
}

// cutOff fails at the end of the text, inside of a value. The help begins with what to do
// first.
func (r *reader) cutOff(in *Value, help string) bool {
	closing := ""
	for v := in; v != nil && r.depth() <= 8; v = v.parent {
		if v.Kind == KindObject || v.Kind == KindArray {
			closing += string(v.closing())
		}
	}
	switch {
	case r.depth() > 8:
		help = "close the " + strconv.Itoa(r.depth()) + " objects and arrays that are still open"
	case closing == "" && help == "":
		help = "complete the JSON value"
	case help == "":
		help = `add the missing closing "` + closing + `"`
	case closing != "":
		help += `, then add the missing closing "` + closing + `"`
	}
	return r.fail(in, span(len(r.text), len(r.text)), "unexpected end of the JSON text", help)
}

// fail ends the reading with a finding.
func (r *reader) fail(in *Value, span diag.Span, message, help string) bool {
	return r.stop(r.finding(diag.RuleJSONSyntax, in, span, message, help))
}

// stop ends the reading with a finding, and forgets repairs that did not help. It returns
// false.
func (r *reader) stop(f diag.Finding) bool {
	for len(r.noted) > 0 && r.noted[len(r.noted)-1].Span.Start >= f.Span.Start {
		r.noted = r.noted[:len(r.noted)-1]
	}
	r.noted, r.failed = append(r.noted, f), true
	return false
}

// finding returns a finding on a span of the source in a value; nil is the whole text.
func (r *reader) finding(rule *diag.Rule, in *Value, span diag.Span, message, help string) diag.Finding {
	at := diag.Location{Source: r.source, Span: span, Pointer: in.Pointer(), Value: in}
	return diag.Finding{Rule: rule, Severity: rule.Severity[diag.ProfileV1], Message: message, Help: help, Location: at}
}
