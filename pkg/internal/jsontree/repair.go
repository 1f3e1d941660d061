package jsontree

import (
	"strings"

	"github.com/lexsmith/lexsmith/pkg/diag"
)

// canRepair reports whether one more repair can be noted.
func (r *reader) canRepair() bool { return len(r.noted) < diag.MaxFindings }

// note notes a repair inside of a value.
func (r *reader) note(in *Value, start, end int, message, help string, fix *diag.Fix) {
	f := r.finding(diag.RuleJSONSyntax, in, span(start, end), message, help)
	f.Fix = fix
	r.noted = append(r.noted, f)
}

func (r *reader) fix(title string, safe bool, start, end int, text string) *diag.Fix {
	return diag.NewFix(title, safe, diag.Edit{Source: r.source, Span: span(start, end), New: text})
}

// comment passes over a comment, and reports whether there is one.
func (r *reader) comment(in *Value) bool {
	n := commentLength(r.text[r.at:])
	if n == 0 || !r.canRepair() {
		return false
	}
	if !r.typing {
		r.note(in, r.at, r.at+n, "JSON does not allow comments", "remove the comment", r.commentFix(r.at, r.at+n))
	}
	r.at += n
	return true
}

// commentLength returns the length of the comment at the start of a text; 0 when there is
// none.
func commentLength(text string) int {
	switch {
	case strings.HasPrefix(text, "//"):
		line, _, ended := strings.Cut(text, "\n")
		if ended {
			line = strings.TrimSuffix(line, "\r")
		}
		return len(line)
	case strings.HasPrefix(text, "/*"):
		if end := strings.Index(text[2:], "*/"); end >= 0 {
			return end + 4
		}
		return len(text)
	}
	return 0
}

// commentFix removes a comment: the whole line if there is nothing else on it, else the
// comment and the white space before it or, before another value, that behind it. Between
// two tokens without white space it leaves a space. A comment without an end is not removed.
func (r *reader) commentFix(start, end int) *diag.Fix {
	if r.text[start+1] == '*' && !strings.HasSuffix(r.text[start+2:end], "*/") {
		return nil
	}
	before, rest := strings.TrimRight(r.text[:start], " \t"), strings.TrimLeft(r.text[end:], " \t")
	behind, instead := len(r.text)-len(rest), ""
	startsLine := before == "" || before == ByteOrderMark || strings.HasSuffix(before, "\n")
	endsLine := strings.HasPrefix(rest, "\n") || strings.HasPrefix(rest, "\r\n")
	switch {
	case startsLine && endsLine:
		start, end = len(before), behind+strings.IndexByte(rest, '\n')+1
	case endsLine, rest == "", strings.IndexByte(",]}", rest[0]) >= 0:
		start = len(before)
	case len(before) < start:
		end = behind
	case end == behind && !startsLine && strings.IndexByte("{[:,", before[len(before)-1]) < 0:
		instead = " "
	}
	return r.fix("Remove the comment", false, start, end, instead)
}

// missingComma takes the next token, which begins with c, for an entry of v behind a
// missing comma, and reports whether reading continues there. Right behind a string it is
// none: the string may contain quotes that are not escaped. Right behind another value it
// may be one, but ends the reading.
func (r *reader) missingComma(v *Value, c byte) bool {
	e := &anElementEnd
	if v.Kind == KindObject {
		e = &aMemberEnd
	}
	if c == ':' { // what is before it is a name: a bracket or brace is missing
		v.Items, v.Members = v.Items[:max(len(v.Items)-1, 0)], v.Members[:max(len(v.Members)-1, 0)]
	}
	if !r.canRepair() || !r.entryAt(r.at, v) || r.last == r.at && !r.parted(c) {
		return r.unexpected(v, e)
	}
	r.note(v, r.at, r.at+1, "expected "+e.what+", found "+r.firstWord(), e.help, r.fix("Insert a comma", true, r.last, r.last, ","))
	if r.last == r.at {
		return r.stop(r.noted[len(r.noted)-1])
	}
	return true
}

// parted reports whether c, right behind the last value, begins another token.
func (r *reader) parted(c byte) bool {
	before := r.text[r.last-1]
	return before == '}' || before == ']' || before != '"' && before != '\'' && strings.IndexByte(`{["'`, c) >= 0
}

// singleQuoted accepts the string in single quotes that is next: the value in, or a name in
// the object in. Where an apostrophe may have ended it, there is no fix for it, and none
// for others on its line: which quotes belong together is not certain. That, and quotes
// inside of it, end the reading.
func (r *reader) singleQuoted(in *Value) bool {
	n := quotedLength(r.text[r.at:])
	if n == 0 || !r.canRepair() {
		return r.unexpected(in, &aValue)
	}
	start, end := r.at, r.at+n
	inside := string(r.source.Text[start+1 : end-1])
	doubleQuotes := strings.NewReplacer(`\\`, `\\`, `\"`, `\"`, `\'`, `'`, `"`, `\"`)
	r.note(in, start, start+1, singleQuotes, "use double quotes", r.fix("Use double quotes", true, start, end, `"`+doubleQuotes.Replace(inside)+`"`))
	certain := r.endsAt(end, in)
	if !certain {
		line := strings.LastIndexByte(r.text[:start], '\n')
		for i := len(r.noted) - 1; i >= 0 && int(r.noted[i].Span.Start) > line; i-- {
			if r.noted[i].Message == singleQuotes {
				r.noted[i].Fix = nil
			}
		}
	}
	if !certain || strings.Contains(inside, `"`) || strings.Contains(inside, `\'`) {
		return r.stop(r.noted[len(r.noted)-1])
	}
	return true
}

// endsAt reports whether the value in, or a name in the object in, certainly ends at an
// offset: what can follow it does.
func (r *reader) endsAt(at int, in *Value) bool {
	at = r.skip(at)
	around := in.parent
	switch {
	case in.Kind == KindObject:
		return r.byteAt(at) == ':'
	case around == nil:
		return at == len(r.text)
	case r.byteAt(at) == ',':
		at = r.skip(at + 1)
	case r.byteAt(at) != around.closing():
		return false
	}
	return r.byteAt(at) == around.closing() || r.entryAt(at, around)
}

// entryAt reports whether an entry of v begins at an offset: a name with a colon, or a
// value that is whole or opens a bracket.
func (r *reader) entryAt(at int, v *Value) bool {
	if v.Kind == KindObject {
		return r.nameAt(at)
	}
	for r.byteAt(at) == '[' {
		if at = r.skip(at + 1); r.byteAt(at) == ']' {
			return true
		}
	}
	switch r.byteAt(at) {
	case '"', '\'':
		return quotedLength(r.text[at:]) > 0 && !r.nameAt(at)
	case '{':
		at = r.skip(at + 1)
		return r.byteAt(at) == '}' || r.nameAt(at)
	}
	n, ok := literalLength(r.text[at:])
	end := at + n
	return ok && (end == len(r.text) || strings.IndexByte(Blanks+",]}/", r.text[end]) >= 0)
}

// nameAt reports whether a string with a colon behind it begins at an offset.
func (r *reader) nameAt(at int) bool {
	if c := r.byteAt(at); c != '"' && c != '\'' {
		return false
	}
	n := quotedLength(r.text[at:])
	return n > 0 && r.byteAt(r.skip(at+n)) == ':'
}

// skip returns the offset of the next token at or after an offset.
func (r *reader) skip(at int) int {
	ahead := reader{text: r.text, at: at, typing: true}
	ahead.next(nil)
	return ahead.at
}

// byteAt returns the byte at an offset; 0 at the end of the text.
func (r *reader) byteAt(at int) byte {
	if at < len(r.text) {
		return r.text[at]
	}
	return 0
}
