package jsontree

import "strings"

// moreTyped is more for a text that need not be valid. Without its closing bracket, v ends
// where an object or array around it goes on.
func (r *reader) moreTyped(v *Value) bool {
	for {
		switch c := r.next(v); {
		case c == v.closing():
			r.close(v)
			return false
		case c == 0, r.made > MaxValues, r.goesOnAround(v, c):
			v.open = true
			v.Span.End = int32(r.at)
			return false
		case strings.IndexByte("}],:", c) < 0:
			return true
		}
		r.at++
	}
}

// goesOnAround reports whether the next token, which begins with c, belongs to an object
// or array around v.
func (r *reader) goesOnAround(v *Value, c byte) bool {
	if v.Kind == KindObject {
		return c == ']' && r.open[KindArray] > 0
	}
	return r.open[KindObject] > 0 && (c == '}' || c == '"' && r.nameAt(r.at))
}

// missing reports whether the value of a member, behind the colon, is missing because
// another member comes next. Its span is the rest of the line, as far as it is blank.
func (r *reader) missing(v *Value) bool {
	rest := r.text[r.at:]
	v.Span = span(r.at, len(r.text)-len(strings.TrimLeft(rest, " \t")))
	return r.next(v) == '"' && r.nameAt(r.at)
}

// typedString reads a string in double quotes. Without a closing quote it ends with its
// line, before what closes the values around it there.
func (r *reader) typedString() string {
	n := quotedLength(r.text[r.at:])
	if n == 0 {
		line, _, _ := strings.Cut(r.text[r.at+1:], "\n")
		line = strings.TrimRight(line, Blanks+",]}")
		r.at += 1 + len(line)
		return line
	}
	inner := r.text[r.at+1 : r.at+n-1]
	r.at += n
	if strings.IndexByte(inner, '\\') >= 0 {
		if text, err := unquote(inner); err == nil {
			return text
		}
	}
	return inner
}

// word returns the offset behind the next token, which is neither a string nor punctuation.
func (r *reader) word() int {
	if n := strings.IndexAny(r.text[r.at+1:], Blanks+`{}[],:"`); n >= 0 {
		return r.at + 1 + n
	}
	return len(r.text)
}
