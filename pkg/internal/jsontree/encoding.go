package jsontree

import (
	"strings"
	"unicode/utf8"

	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/internal/wide"
)

// decode finds what is wrong with the encoding of the text. It is false if there is nothing
// to read.
func (r *reader) decode() bool {
	what, help := "file", "save the file as UTF-8 without a byte-order mark"
	if r.source.FirstLine > 0 {
		what, help = "line", "remove it; a byte-order mark is allowed only at the start of a file"
	}
	if e := wide.EncodingOf(r.source.Text); e != nil {
		return r.fail(nil, span(0, e.Width), "the "+what+" is not valid UTF-8; it looks like "+e.Name, "save the file as UTF-8")
	}
	if r.at > 0 {
		f := r.finding(diag.RuleByteOrderMark, nil, span(0, r.at), "the "+what+" begins with a byte-order mark", help)
		f.Fix = r.fix("Remove the byte-order mark", true, 0, r.at, "")
		r.found.Add(f)
	}
	if strings.Trim(r.text[r.at:], Blanks) == "" {
		return r.fail(nil, span(r.at, r.at), "the "+what+" is empty", "add a JSON value")
	}
	if !utf8.ValidString(r.text) {
		r.replaceInvalidUTF8()
	}
	return true
}

// maxInvalidUTF8 is how many places of a file are reported as invalid UTF-8. A
// file with more of them is probably not text.
const maxInvalidUTF8 = 10

// replaceInvalidUTF8 finds each run of bytes that are not valid UTF-8 and replaces
// them by question marks. The last finding covers all that follow.
func (r *reader) replaceInvalidUTF8() {
	text, places := []byte(r.text), 0
	for at := 0; at < len(text); {
		start := at
		c, size := utf8.DecodeRune(text[at:])
		for ; c == utf8.RuneError && size == 1; c, size = utf8.DecodeRune(text[at:]) {
			text[at] = '?'
			at++
		}
		if at == start {
			at += size
			continue
		}
		if places++; places <= maxInvalidUTF8 {
			r.found.Add(r.finding(diag.RuleJSONSyntax, nil, span(start, at), "invalid UTF-8", "save the file as UTF-8"))
		}
	}
	if more := places - maxInvalidUTF8; more > 0 {
		last := &r.found.Findings()[r.found.Len()-1]
		last.Message += ", also in " + words.Count(more, "more place")
		last.Help += ", or move it elsewhere if it is not a text file"
	}
	r.text = string(text)
}
