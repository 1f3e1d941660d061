package lexicon

import (
	"bytes"
	"strings"
)

// repairer finds comments, trailing commas, missing commas and single quotes in a text
// that is not JSON, up to the first error of another kind, and repairs the reader's copy
// of the text without moving anything in it.
type repairer struct {
	*jsonReader
	found []Finding

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
func (r *jsonReader) repair() []Finding {
	p := &repairer{jsonReader: r}
	r.text = bytes.Clone(r.text)
	for len(p.found) < MaxFindings && p.next() {
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
	for p.at < len(p.text) && strings.IndexByte(blanks, p.text[p.at]) >= 0 {
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
		return p.close(c)
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
	n := 0
	for p.at+n < len(p.text) && strings.IndexByte(blanks+`{}[]:,"'/`, p.text[p.at+n]) < 0 {
		n++
	}
	if n == 0 {
		return false
	}
	p.token(n)
	p.complete()
	return true
}

// close handles a closing bracket.
func (p *repairer) close(c byte) bool {
	if len(p.open) == 0 || p.open[len(p.open)-1] != c-2 { // the brackets are 2 apart in ASCII
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

// singleQuoted handles a string in single quotes.
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
	if strings.Contains(inside, `"`) || strings.Contains(inside, `\'`) {
		return false // needs another length
	}
	p.text[start], p.text[end-1] = '"', '"'
	return p.string()
}

// missingComma handles a name or value where a comma is expected. In an object a name is
// only what a colon follows, and in an array that is none.
func (p *repairer) missingComma() bool {
	c := p.text[p.at]
	text, object := c == '"' || c == '\'', p.open[len(p.open)-1] == '{'
	colon := text && p.beforeColonAt(p.at)
	if object != colon || !object && !text && strings.IndexByte("{[-0123456789tfn", c) < 0 {
		return false
	}
	last := p.last
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
	n := quoted(p.text[at:])
	rest := bytes.TrimLeft(p.text[at+n:], blanks)
	return n > 0 && len(rest) > 0 && rest[0] == ':'
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

func (p *repairer) find(start, end int, message, help string, fix *Fix) {
	p.found = append(p.found, Finding{
		Rule: RuleJSONSyntax, Severity: RuleJSONSyntax.Severity[ProfileV1], Message: message, Help: help,
		Location: Location{Source: p.source, Span: p.span(start, end)}, Fix: fix,
	})
}

func (r *jsonReader) fix(title string, safe bool, start, end int, text string) *Fix {
	return NewFix(title, safe, Edit{r.source, r.span(start, end), text})
}

// commentFix removes a comment: the whole line if there is nothing else on it, else the
// comment and the white space before it or, before another value, that behind it. A
// comment without an end is not removed.
func (p *repairer) commentFix(start, end int) *Fix {
	text := p.source.Text[p.base:]
	if text[start+1] == '*' && !bytes.HasSuffix(text[start+2:end], []byte("*/")) {
		return nil
	}
	before, after := start, end
	for before > 0 && isSpace(text[before-1]) {
		before--
	}
	for after < len(text) && isSpace(text[after]) {
		after++
	}
	rest := text[after:]
	line := bytes.HasPrefix(rest, []byte("\n")) || bytes.HasPrefix(rest, []byte("\r\n"))
	switch lineStart := before == 0 || text[before-1] == '\n'; {
	case lineStart && line:
		start, end = before, after+bytes.IndexByte(rest, '\n')+1
	case line || len(rest) == 0 || strings.IndexByte(",]}", rest[0]) >= 0:
		start = before
	case before < start:
		end = after
	}
	return p.fix("Remove the comment", false, start, end, "")
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' }

// blank replaces a part of the text by spaces. Lines stay.
func (p *repairer) blank(start, end int) {
	for i := start; i < end; i++ {
		if p.text[i] != '\n' {
			p.text[i] = ' '
		}
	}
}

// commentLength returns the length of the comment at the start of a text; 0 when there is
// none.
func commentLength(text []byte) int {
	switch {
	case bytes.HasPrefix(text, []byte("//")):
		line, _, ended := bytes.Cut(text, []byte("\n"))
		if ended {
			line = bytes.TrimSuffix(line, []byte("\r"))
		}
		return len(line)
	case bytes.HasPrefix(text, []byte("/*")):
		if end := bytes.Index(text[2:], []byte("*/")); end >= 0 {
			return end + 4
		}
		return len(text)
	}
	return 0
}

// trailingComma reports whether nothing but blanks and comments is between the comma at
// the offset and the next closing bracket.
func (r *jsonReader) trailingComma(at int) bool {
	for at++; at < len(r.text); at++ {
		c := r.text[at]
		if c == ']' || c == '}' {
			return true
		}
		if n := commentLength(r.text[at:]); n > 0 {
			at += n - 1
		} else if strings.IndexByte(blanks, c) < 0 {
			return false
		}
	}
	return false
}
