package jsontree

import (
	"bytes"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/lexsmith/lexsmith/pkg/diag"
)

// repairer finds comments, trailing commas, missing commas and single quotes in a text
// that is not JSON, up to the first error of another kind, and repairs the reader's copy
// of the text without moving anything in it.
type repairer struct {
	*jsonReader
	found []diag.Finding

	at   int    // offset of the next token
	last int    // offset behind the last token
	open []byte // the brackets that are open: '{' and '['
	want token
}

// token is a kind of token that can come next.
type token uint8

const (
	tokenValue token = iota
	tokenName
	tokenColon
	tokenComma // or the end of what is open
	tokenNone  // the text is complete
)

// repair returns a finding for each thing that it has repaired, or could not repair in
// place, in the order of the text. It leaves the rest as it is once there are MaxFindings.
func (r *jsonReader) repair() []diag.Finding {
	p := &repairer{jsonReader: r}
	r.text = bytes.Clone(r.text)
	for len(p.found) < diag.MaxFindings && p.next() {
	}
	return p.found
}

// placeRepaired notes which of the repaired things are in v, a value that has just been
// read, and in no value inside it.
func (r *jsonReader) placeRepaired(v *Value) {
	for ; r.next < len(r.repaired) && r.repaired[r.next].Span.Start < v.Span.End; r.next++ {
		r.waiting = append(r.waiting, r.next)
	}
	for last := len(r.waiting) - 1; last >= 0; last-- {
		f := &r.repaired[r.waiting[last]]
		if f.Span.Start < v.Span.Start {
			break
		}
		f.Value, f.Pointer = v, v.Pointer()
		r.waiting = r.waiting[:last]
	}
}

// next handles the next token or comment. It is false at the end of the text and at an
// error of another kind.
func (p *repairer) next() bool {
	for p.at < len(p.text) && strings.IndexByte(Blanks, p.text[p.at]) >= 0 {
		p.at++
	}
	if p.at == len(p.text) {
		return false
	}
	if n := commentLength(p.text[p.at:]); n > 0 {
		p.find(p.at, p.at+n, "JSON does not allow comments", "remove the comment", p.commentFix(p.at, p.at+n))
		p.blank(p.at, p.at+n)
		p.at += n
		return true
	}
	c := p.text[p.at]
	switch {
	case c == ',' && (p.want == tokenComma || p.first()) && p.trailingComma(p.at):
		p.find(p.at, p.at+1, "JSON does not allow a trailing comma", "remove the comma",
			p.fix("Remove the comma", true, p.at, p.at+1, ""))
		p.blank(p.at, p.at+1)
		p.at++
		return true
	case (c == '}' || c == ']') && (p.want == tokenComma || p.first()):
		return p.close()
	case c == ',' && p.want == tokenComma:
		p.token(1)
		p.want = p.entry()
		return true
	case c == ':' && p.want == tokenColon:
		p.token(1)
		p.want = tokenValue
		return true
	case p.want == tokenComma:
		return p.missingComma()
	case p.want == tokenName:
		return p.text[p.at] == '\'' && p.singleQuoted() || c == '"' && p.string()
	case p.want == tokenValue:
		return p.value(c)
	}
	return false
}

// value handles a token where a value is expected.
func (p *repairer) value(c byte) bool {
	switch c {
	case '{', '[':
		if len(p.open) > MaxDepth {
			return false
		}
		p.open = append(p.open, c)
		p.token(1)
		p.want = p.entry()
		return true
	case '"':
		return p.string()
	case '\'':
		return p.singleQuoted()
	}
	n := bareLength(p.text[p.at:])
	if n == 0 {
		return false
	}
	p.token(n)
	p.complete()
	return true
}

// bareLength returns the length of the number or word at the start of a text.
func bareLength(text []byte) int {
	n := 0
	for n < len(text) && strings.IndexByte(Blanks+`{}[]:,"'/`, text[n]) < 0 {
		n++
	}
	return n
}

// close handles a closing bracket.
func (p *repairer) close() bool {
	if len(p.open) == 0 || !p.closes(p.at) {
		return false
	}
	p.open = p.open[:len(p.open)-1]
	p.token(1)
	p.want = tokenValue // which this completes
	p.complete()
	return true
}

// string handles a string in double quotes, a name or a value.
func (p *repairer) string() bool {
	n := quoted(p.text[p.at:])
	if n > 0 {
		p.token(n)
		p.complete()
	}
	return n > 0
}

// quoted returns the length of the string at the start of a text, up to the second
// occurrence of its first character in the same line; 0 when it has no end.
func quoted(text []byte) int {
	for i := 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '\n':
			return 0
		case text[0]:
			return i + 1
		}
	}
	return 0
}

// singleQuoted handles a string in single quotes. Where an apostrophe may have ended it,
// there is no fix for it, and none for others on its line: which quotes belong together is
// not certain.
func (p *repairer) singleQuoted() bool {
	n := quoted(p.text[p.at:])
	if n == 0 {
		return false
	}
	start, end := p.at, p.at+n
	inside := string(p.source.Text[p.base+start+1 : p.base+end-1])
	doubleQuotes := strings.NewReplacer(`\\`, `\\`, `\"`, `\"`, `\'`, `'`, `"`, `\"`)
	p.find(start, start+1, messageSingleQuotes, "use double quotes",
		p.fix("Use double quotes", true, start, end, `"`+doubleQuotes.Replace(inside)+`"`))
	if !p.ends(end) {
		line := p.base + bytes.LastIndexByte(p.text[:start], '\n')
		for i := len(p.found) - 1; i >= 0 && int(p.found[i].Span.Start) > line; i-- {
			if p.found[i].Message == messageSingleQuotes {
				p.found[i].Fix = nil
			}
		}
		return false
	}
	if strings.Contains(inside, `"`) || strings.Contains(inside, `\'`) {
		return false // needs another length
	}
	p.text[start], p.text[end-1] = '"', '"'
	return p.string()
}

// ends reports whether a name or value certainly ends at the offset: what can follow it
// does.
func (p *repairer) ends(at int) bool {
	at = p.skip(at)
	switch {
	case p.want == tokenName:
		return at < len(p.text) && p.text[at] == ':'
	case at == len(p.text) || len(p.open) == 0:
		return at == len(p.text) && len(p.open) == 0
	case p.text[at] == ',':
		at = p.skip(at + 1)
	case !p.closes(at):
		return false
	}
	return p.closes(at) || p.entryAt(at)
}

// closes reports whether the bracket that was opened last is closed at the offset.
func (p *repairer) closes(at int) bool {
	return at < len(p.text) && p.text[at] == p.open[len(p.open)-1]+2 // the brackets are 2 apart in ASCII
}

// entryAt reports whether an entry of what is open begins at the offset: a name with a
// colon, or a value that is whole or opens a bracket.
func (p *repairer) entryAt(at int) bool {
	if p.open[len(p.open)-1] == '{' {
		return p.beforeColonAt(at)
	}
	for at < len(p.text) && p.text[at] == '[' {
		if at = p.skip(at + 1); at < len(p.text) && p.text[at] == ']' {
			return true
		}
	}
	if at == len(p.text) {
		return false
	}
	switch p.text[at] {
	case '"', '\'':
		return quoted(p.text[at:]) > 0 && !p.beforeColonAt(at)
	case '{':
		at = p.skip(at + 1)
		return at < len(p.text) && (p.text[at] == '}' || p.beforeColonAt(at))
	}
	end := at + bareLength(p.text[at:])
	return jsontext.Value(p.text[at:end]).IsValid() && (end == len(p.text) || strings.IndexByte(`"':[{`, p.text[end]) < 0)
}

// missingComma handles an entry where a comma is expected. Right behind a string there is
// none: the string may contain quotes that are not escaped.
func (p *repairer) missingComma() bool {
	last, object := p.last, p.open[len(p.open)-1] == '{'
	if last == p.at && p.text[last-1] == '"' || !p.entryAt(p.at) {
		return false
	}
	p.find(p.at, p.at+1, "expected "+wantComma(object)+", found "+p.word(p.at), helpComma(object),
		p.fix("Insert a comma", true, last, last, ","))
	if last == p.at {
		return false // there is no white space to put it
	}
	p.text[last] = ','
	p.want = p.entry()
	return true
}

// beforeColonAt reports whether a colon follows the string at the offset.
func (p *repairer) beforeColonAt(at int) bool {
	if c := p.text[at]; c != '"' && c != '\'' {
		return false
	}
	n := quoted(p.text[at:])
	end := p.skip(at + n)
	return n > 0 && end < len(p.text) && p.text[end] == ':'
}

// first reports whether the next token is the first one in an object or array.
func (p *repairer) first() bool {
	return len(p.open) > 0 && p.last > 0 && p.text[p.last-1] == p.open[len(p.open)-1] && p.want != tokenColon
}

// token passes over a token of n bytes.
func (p *repairer) token(n int) {
	p.at += n
	p.last = p.at
}

// complete says that a name or a value has come to its end.
func (p *repairer) complete() {
	switch {
	case p.want == tokenName:
		p.want = tokenColon
	case len(p.open) == 0:
		p.want = tokenNone
	default:
		p.want = tokenComma
	}
}

// entry returns what comes next behind an opening bracket or a comma.
func (p *repairer) entry() token {
	if p.open[len(p.open)-1] == '{' {
		return tokenName
	}
	return tokenValue
}

func (p *repairer) find(start, end int, message, help string, fix *diag.Fix) {
	p.found = append(p.found, diag.Finding{
		Rule: diag.RuleJSONSyntax, Severity: diag.RuleJSONSyntax.Severity[diag.ProfileV1], Message: message, Help: help,
		Location: diag.Location{Source: p.source, Span: p.span(start, end)}, Fix: fix,
	})
}

func (r *jsonReader) fix(title string, safe bool, start, end int, text string) *diag.Fix {
	return diag.NewFix(title, safe, diag.Edit{Source: r.source, Span: r.span(start, end), New: text})
}
