package format

import (
	"bytes"
	"slices"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// layout says how a value is printed.
type layout struct {
	width  int  // columns on one line
	broken bool // takes more than one line even where there is room
	filled bool // an array of numbers: several on one line
}

// measurer decides on the layout of the values of a text.
type measurer struct {
	text []byte
	of   map[*lexicon.Value]layout // of the objects and arrays that are not empty
}

// measure returns the layout of a value, and notes it for all objects and arrays in
// it.
func (b *measurer) measure(v *lexicon.Value) layout {
	var decided layout
	switch {
	case len(v.Members) > 0:
		decided = b.object(v)
	case len(v.Items) > 0:
		decided = b.array(v)
	default:
		return layout{width: width(b.scalar(v))}
	}
	b.of[v] = decided
	return decided
}

// scalar returns the spelling of a value with nothing inside.
func (b *measurer) scalar(v *lexicon.Value) []byte {
	switch spelled := b.text[v.Span.Start:v.Span.End]; v.Kind {
	case lexicon.KindNumber:
		return number(spelled)
	case lexicon.KindObject:
		return []byte("{}")
	case lexicon.KindArray:
		return []byte("[]")
	default:
		return spelled
	}
}

// key returns the key of a member as the text spells it, with the quotation marks,
// and its columns with those of the colon.
func (b *measurer) key(m *lexicon.Member) (spelled []byte, columns int) {
	spelled = b.text[m.NameSpan.Start:m.NameSpan.End]
	return spelled, width(spelled) + len(": ")
}

// object lays out an object. It is broken where the text begins a line before its
// first key, or has a blank line between two members. A blank line belongs to the
// member after it, and moves with that; at the start of an object there is none.
func (b *measurer) object(v *lexicon.Value) layout {
	decided := layout{
		width:  len("{  }") + len(", ")*(len(v.Members)-1),
		broken: bytes.ContainsAny(b.text[v.Span.Start:v.Members[0].NameSpan.Start], "\n\r"),
	}
	for i := range v.Members {
		_, columns := b.key(&v.Members[i])
		inner := b.measure(v.Members[i].Value)
		decided.width += columns + inner.width
		decided.broken = decided.broken || inner.broken || b.blankBefore(v, i)
	}
	return decided
}

// array lays out an array. It is broken where it has several elements and all are
// objects, or all are arrays, of more than one part each. Blank lines stay, but do
// not break it unless its elements are numbers.
func (b *measurer) array(v *lexicon.Value) layout {
	decided := layout{
		width:  len("[]") + len(", ")*(len(v.Items)-1),
		filled: !slices.ContainsFunc(v.Items, func(item *lexicon.Value) bool { return item.Kind != lexicon.KindNumber }),
	}
	alike, broken := len(v.Items) > 1, false
	for i, item := range v.Items {
		inner := b.measure(item)
		decided.width += inner.width
		alike = alike && item.Kind == v.Items[0].Kind && len(item.Members)+len(item.Items) > 1
		broken = broken || inner.broken || decided.filled && b.blankBefore(v, i)
	}
	decided.broken = alike || broken
	return decided
}

// blankBefore reports whether the text has a blank line before a member or element,
// not the first.
func (b *measurer) blankBefore(v *lexicon.Value, i int) bool {
	switch {
	case i == 0:
		return false
	case v.Kind == lexicon.KindObject:
		return b.blankAfter(v.Members[i-1].Value.Span.End)
	}
	end := v.Items[i-1].Span.End
	return b.blankAfter(end + int32(bytes.IndexByte(b.text[end:], ',')))
}

// blankAfter reports whether a blank line follows the line on which the offset
// lies, which is before or on a comma.
func (b *measurer) blankAfter(offset int32) bool {
	rest, ended := skipLineEnd(bytes.TrimLeft(b.text[offset:], ", \t"))
	if !ended {
		return false
	}
	_, ended = skipLineEnd(bytes.TrimLeft(rest, " \t"))
	return ended
}

// skipLineEnd returns the text without the end of a line at its start, and
// whether there was one.
func skipLineEnd(text []byte) (rest []byte, ended bool) {
	rest = bytes.TrimPrefix(bytes.TrimPrefix(text, []byte("\r")), []byte("\n"))
	return rest, len(rest) < len(text)
}
