package jsontree

import (
	"bytes"
	"cmp"
	"strings"

	"github.com/lexsmith/lexsmith/pkg/diag"
)

// ReadBroken reads a text that need not be valid JSON, as it is while somebody types.
// It skips what it does not understand and closes what is left open; where brackets are
// missing or too many, the indentation says what they enclose. The result is that of
// ReadJSON for a text without errors; nil where there is no value at all.
//
// A member whose value is not written yet has one that is Missing. A string ends with
// its line at the latest.
func ReadBroken(source *diag.Source) *Value {
	root, balanced := readBroken(source, nil)
	if !balanced && isIndented(source.Text) {
		root, _ = readBroken(source, map[*Value]int{})
	}
	return root
}

// isIndented reports whether more than half of the lines of a text are indented.
func isIndented(text []byte) bool {
	indented := bytes.Count(text, []byte("\n ")) + bytes.Count(text, []byte("\n\t"))
	return 2*indented > bytes.Count(text, []byte("\n"))
}

// readBroken reads a text by its brackets and, with a map for the indentation of the lines
// in which values begin, by that too. It reports whether each bracket has another one.
func readBroken(source *diag.Source, indents map[*Value]int) (root *Value, balanced bool) {
	r := (&Memory{Expected: len(source.Text)}).reader(source)
	r.typing, r.indents = true, indents
	root = r.newValue(nil, 0)
	for c := r.next(nil); c != 0; c = r.next(nil) {
		if r.value(root, c); !root.unread() {
			return root, !r.unclosed && r.next(nil) == 0
		}
		r.at++ // a stray bracket, comma or colon
	}
	return nil, true
}

// moreTyped is more for a text that need not be valid. It skips what is no entry. Without
// its closing bracket, v ends where an object or array around it goes on.
func (r *reader) moreTyped(v *Value) bool {
	for {
		c := r.next(v)
		side := r.side(v, c)
		switch {
		case side > 0 && (c == '}' || c == ']'): // one too many
			r.at++
		case side == 0 && c == v.closing():
			r.close(v)
			return false
		case c == 0, r.made > maxValues, side < 0, r.goesOnAround(v, c):
			v.open, r.unclosed = true, true
			v.Span.End = int32(r.at)
			return false
		case strings.IndexByte("}],:", c) >= 0, (c == '{' || c == '[') && r.depth() == MaxDepth:
			r.at++
		case v.Kind == KindObject && (c == '{' || c == '['):
			r.value(r.newValue(v, 0), c) // it has no name
		default:
			return true
		}
	}
}

// side says where the next token, which begins with c, belongs by its indentation: less than
// 0 for what is around v, more than 0 for what is inside of v. It is 0 where the indentation
// does not count.
func (r *reader) side(v *Value, c byte) int {
	if r.indents == nil || v.parent == nil || c == 0 {
		return 0
	}
	closes := c == '}' || c == ']'
	indent, first := r.indentation(r.at)
	if !first {
		start := int(v.Span.Start) + 1
		if inside := strings.TrimLeft(r.text[start:min(start+longestBlank, len(r.text))], " \t\r"); closes && strings.HasPrefix(inside, "\n") {
			return 1 // v ends on a line of its own
		}
		return 0
	}
	own, known := r.indents[v]
	if !known {
		own, _ = r.indentation(int(v.Span.Start))
		r.indents[v] = own
	}
	switch {
	case own < 0:
		return 0
	case indent == own && !closes:
		return -1 // beside v
	}
	return cmp.Compare(indent, own)
}

// longestBlank is how many bytes may be between a token and the beginning or the end of its
// line for the indentation to count. It bounds the work.
const longestBlank = 1000

// indentation returns how far the line of an offset is indented, and whether nothing else is
// between its beginning and the offset. It is negative where the line is too long to tell.
func (r *reader) indentation(at int) (columns int, first bool) {
	from := max(0, at-longestBlank)
	begin := strings.LastIndexByte(r.text[from:at], '\n')
	if begin < 0 && from > 0 {
		return -1, false
	}
	line := r.text[from+begin+1 : at]
	columns = len(line) - len(strings.TrimLeft(line, " \t"))
	return columns, columns == len(line)
}

// goesOnAround reports whether the next token, which begins with c, belongs to an object
// or array around v.
func (r *reader) goesOnAround(v *Value, c byte) bool {
	if v.Kind == KindObject {
		return c == ']' && r.open[KindArray] > 0
	}
	return r.open[KindObject] > 0 && (c == '}' || c == '"' && r.nameAt(r.at))
}

// typedColon is colon for a text that need not be valid. A missing value has the span of
// the rest of the line behind the colon, as far as it is blank.
func (r *reader) typedColon(v *Value) bool {
	v.Span = span(r.at, r.at)
	if r.next(v) != ':' {
		return false
	}
	r.at++
	v.Span = span(r.at, len(r.text)-len(strings.TrimLeft(r.text[r.at:], " \t")))
	return r.next(v) != '"' || !r.nameAt(r.at)
}

// typedString reads a word, or a string in double quotes. Without a closing quote it ends
// with its line, before what closes the values around it there.
func (r *reader) typedString() (text string) {
	start, n := r.at, quotedLength(r.text[r.at:])
	switch {
	case r.text[start] != '"':
		r.at = r.wordEnd()
		return r.text[start:r.at]
	case n == 0:
		text, _, _ = strings.Cut(r.text[start+1:], "\n")
		text = strings.TrimRight(text, Blanks+",]}")
		r.at += 1 + len(text)
		return text
	}
	r.at += n
	quoted := r.text[start:r.at]
	if strings.IndexByte(quoted, '\\') >= 0 {
		if unquoted, err := unquote(quoted); err == nil {
			return unquoted
		}
	}
	return quoted[1 : n-1]
}

// wordEnd returns the offset behind the next token, which is neither a string nor
// punctuation.
func (r *reader) wordEnd() int {
	if n := strings.IndexAny(r.text[r.at+1:], Blanks+`{}[],:"`); n >= 0 {
		return r.at + 1 + n
	}
	return len(r.text)
}
