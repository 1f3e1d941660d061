package jsontree

import "strings"

// moreTyped is more for a text that need not be valid. It skips what is no entry. Without
// its closing bracket, v ends where an object or array around it goes on.
func (r *reader) moreTyped(v *Value) bool {
	for {
		switch c := r.next(v); {
		case c == v.closing():
			r.close(v)
			return false
		case c == 0, r.made > maxValues, r.goesOnAround(v, c):
			v.open = true
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
