package format

import (
	"bytes"
	"slices"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// node is a value as it is to be printed.
type node struct {
	key      []byte // as the text spells it, with the quotation marks; nil outside objects
	keyWidth int    // columns of the key
	rank     int    // place of the key among its siblings

	scalar   []byte // spelling of a string, number or word; nil for an object or array
	open     byte   // '{' or '[' of an object or array
	children []node

	width  int  // columns on one line, without the key
	broken bool // takes more than one line even where there is room
	filled bool // an array of numbers: several on one line
	blank  bool // a blank line comes before it
}

// builder makes nodes of the values of a text.
type builder struct {
	text []byte
	keep bool // keys stay in the order of the text
}

func (b *builder) node(v *lexicon.Value, role lexicon.Role) node {
	switch v.Kind {
	case lexicon.KindObject:
		return b.object(v, role)
	case lexicon.KindArray:
		return b.array(v, role)
	case lexicon.KindNumber:
		scalar := number(b.text[v.Span.Start:v.Span.End])
		return node{scalar: scalar, width: len(scalar)}
	}
	scalar := b.text[v.Span.Start:v.Span.End]
	return node{scalar: scalar, width: width(scalar)}
}

// object makes the node of an object. It is broken where the text begins a line
// before its first key, or has a blank line between two members. A blank line
// belongs to the member after it, and moves with that; at the start of an object
// there is none.
func (b *builder) object(v *lexicon.Value, role lexicon.Role) node {
	n := node{open: '{', width: len("{}")}
	if len(v.Members) == 0 {
		return n
	}
	keys := role.Keys(v)
	n.children = make([]node, len(v.Members))
	n.broken = bytes.ContainsAny(b.text[v.Span.Start:v.Members[0].NameSpan.Start], "\n\r")
	n.width = len("{  }") + len(", ")*(len(v.Members)-1)
	for i := range v.Members {
		m := &v.Members[i]
		child := b.node(m.Value, keys.Inside(m.Name))
		child.key = b.text[m.NameSpan.Start:m.NameSpan.End]
		child.keyWidth = width(child.key) + len(": ")
		child.rank = keys.Rank(m.Name)
		child.blank = i > 0 && b.blankAfter(v.Members[i-1].Value.Span.End)
		n.width += child.keyWidth + child.width
		n.broken = n.broken || child.broken || child.blank
		n.children[i] = child
	}
	if !b.keep {
		slices.SortStableFunc(n.children, func(x, y node) int { return x.rank - y.rank })
		n.children[0].blank = false
	}
	return n
}

// array makes the node of an array. It is broken where it has several elements
// and all are objects, or all are arrays, of more than one part each. Blank lines
// stay, but do not break it unless its elements are numbers.
func (b *builder) array(v *lexicon.Value, role lexicon.Role) node {
	n := node{open: '[', width: len("[]")}
	if len(v.Items) == 0 {
		return n
	}
	n.children = make([]node, len(v.Items))
	n.filled = !slices.ContainsFunc(v.Items, func(item *lexicon.Value) bool { return item.Kind != lexicon.KindNumber })
	n.width += len(", ") * (len(v.Items) - 1)
	n.broken = len(v.Items) > 1
	for i, item := range v.Items {
		child := &n.children[i]
		*child = b.node(item, role)
		child.blank = i > 0 && b.blankAfter(v.Items[i-1].Span.End+int32(bytes.IndexByte(b.text[v.Items[i-1].Span.End:], ',')))
		n.width += child.width
		n.broken = n.broken && child.open == n.children[0].open && len(child.children) > 1
	}
	n.broken = n.broken || slices.ContainsFunc(n.children, func(child node) bool {
		return child.broken || n.filled && child.blank
	})
	return n
}

// blankAfter reports whether a blank line follows the line on which the offset
// lies, which is before or on a comma.
func (b *builder) blankAfter(offset int32) bool {
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
	switch {
	case bytes.HasPrefix(text, []byte("\r\n")):
		return text[2:], true
	case bytes.HasPrefix(text, []byte("\n")), bytes.HasPrefix(text, []byte("\r")):
		return text[1:], true
	}
	return text, false
}
