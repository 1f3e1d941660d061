package jsontree

import (
	"bytes"
	"strings"

	"github.com/lexsmith/lexsmith/pkg/diag"
)

// commentFix removes a comment: the whole line if there is nothing else on it, else the
// comment and the white space before it or, before another value, that behind it. Between
// two tokens without white space it leaves a space. A comment without an end is not removed.
func (p *repairer) commentFix(start, end int) *diag.Fix {
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
	rest, instead := text[after:], ""
	line := bytes.HasPrefix(rest, []byte("\n")) || bytes.HasPrefix(rest, []byte("\r\n"))
	switch lineStart := before == 0 || text[before-1] == '\n'; {
	case lineStart && line:
		start, end = before, after+bytes.IndexByte(rest, '\n')+1
	case line || len(rest) == 0 || strings.IndexByte(",]}", rest[0]) >= 0:
		start = before
	case before < start:
		end = after
	case end == after && start > 0 && strings.IndexByte("\n{[:,", text[start-1]) < 0:
		instead = " "
	}
	return p.fix("Remove the comment", false, start, end, instead)
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

// trailingComma reports whether nothing but Blanks and comments is between the comma at
// the offset and the next closing bracket.
func (r *jsonReader) trailingComma(at int) bool {
	at = r.skip(at + 1)
	return at < len(r.text) && (r.text[at] == ']' || r.text[at] == '}')
}

// skip returns the offset of the next token at or after an offset, behind Blanks and
// comments.
func (r *jsonReader) skip(at int) int {
	for at < len(r.text) {
		switch n := commentLength(r.text[at:]); {
		case n > 0:
			at += n
		case strings.IndexByte(Blanks, r.text[at]) >= 0:
			at++
		default:
			return at
		}
	}
	return at
}
