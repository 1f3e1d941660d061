package jsontree

import (
	"bytes"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/lexsmith/lexsmith/pkg/diag"
)

// The methods below make the edits of fixes the way a careful author would type them:
// a new entry is laid out as its neighbors are, and nothing else changes. An edit that
// cannot be made is the zero Edit.

// Edit replaces a span. A text that could not be read to its end is not edited: the
// positions of what is open there are not known.
func (t *Tree) Edit(span diag.Span, text string) diag.Edit {
	if t.Partial {
		return diag.Edit{}
	}
	return diag.Edit{Source: t.Source, Span: span, New: text}
}

// Rename gives a member another name. No other member of the object may have its name,
// which would count then.
func (t *Tree) Rename(m *Member, name string) diag.Edit {
	if m.repeated {
		return diag.Edit{}
	}
	return t.Edit(m.NameSpan, Quote(name))
}

// Replace puts other JSON text in the place of a value.
func (t *Tree) Replace(v *Value, text string) diag.Edit { return t.Edit(v.Span, text) }

// ReplaceText puts another string in the place of a value.
func (t *Tree) ReplaceText(v *Value, text string) diag.Edit { return t.Replace(v, Quote(text)) }

// Remove removes a value from the object or array around it, with its name and with a
// comma. There must be no comment between it and its neighbors, and no other member of the
// object with its name, which would count then.
func (t *Tree) Remove(v *Value) diag.Edit {
	if v.parent == nil {
		return diag.Edit{}
	}
	return t.remove(v.parent, int(v.index), int(v.index))
}

// RemoveEntry removes an element of an array, or the member that is the array where it
// is the only one.
func (t *Tree) RemoveEntry(item *Value) diag.Edit {
	if list := item.parent; len(list.Items) == 1 {
		return t.Remove(list)
	}
	return t.Remove(item)
}

// remove removes the entries first to last of an object or array.
func (t *Tree) remove(around *Value, first, last int) diag.Edit {
	span := around.inside()
	switch {
	case first > 0:
		span = diag.Span{Start: around.entry(first - 1).End, End: around.entry(last).End}
	case last+1 < around.Len():
		span = diag.Span{Start: around.entry(first).Start, End: around.entry(last + 1).Start}
	}
	end := span.Start
	for i := first; i <= last; i++ {
		entry := around.entry(i)
		if !t.blank(end, entry.Start) || around.Kind == KindObject && around.Members[i].repeated {
			return diag.Edit{}
		}
		end = entry.End
	}
	if !t.blank(end, span.End) {
		return diag.Edit{}
	}
	return t.Edit(span, "")
}

// removeAll removes members of an object, which are in its order.
func (t *Tree) removeAll(members []*Member) []diag.Edit {
	var edits []diag.Edit
	for len(members) > 0 {
		first, n := members[0].Value, 1
		for n < len(members) && members[n].Value.index == first.index+int32(n) {
			n++
		}
		edits = append(edits, t.remove(first.parent, int(first.index), int(first.index)+n-1))
		members = members[n:]
	}
	return edits
}

// MoveInto adds members as they are written at the end of an object, behind the text of
// another one unless that is "", and removes others from where they are.
func (t *Tree) MoveInto(object *Value, first string, members, removed []*Member) []diag.Edit {
	around, i := object, object.Len()-1
	if i < 0 {
		around, i = members[0].Value.parent, int(members[0].Value.index)
	}
	text := t.written(first, members, t.separator(around, i))
	return append(t.removeAll(removed), t.insert(object, object.Len(), text))
}

// Wrap puts members of an object, which are in its order, into a new object that is a
// member of that name, behind the text of another one unless that is "".
func (t *Tree) Wrap(name, first string, members []*Member) []diag.Edit {
	m := members[0]
	if m.repeated {
		return []diag.Edit{{}}
	}
	object := m.Value.parent
	between, inside := t.separator(object, int(m.Value.index)), ""
	if strings.Contains(between, "\n") {
		inside = between
	}
	text := Quote(name) + t.Colon(object) + "{" + inside + t.written(first, members, between) + inside + "}"
	return append(t.removeAll(members[1:]), t.Edit(object.entry(int(m.Value.index)), text))
}

// written returns members as they are written, with white space between them, behind the
// text of another one unless that is "".
func (t *Tree) written(first string, members []*Member, between string) string {
	var texts []string
	if first != "" {
		texts = append(texts, first)
	}
	for _, m := range members {
		texts = append(texts, string(t.Source.Text[m.NameSpan.Start:m.Value.Span.End]))
	}
	return strings.Join(texts, ","+between)
}

// Append adds a string to an array.
func (t *Tree) Append(list *Value, text string) diag.Edit {
	return t.insert(list, list.Len(), Quote(text))
}

// InsertAt adds a member with a JSON text as its value to an object, before the member
// with an index or, where there is none, at the end.
func (t *Tree) InsertAt(object *Value, i int, name, value string) diag.Edit {
	return t.insert(object, i, t.member(object, name, value))
}

// InsertAfter adds a member with a JSON text as its value behind another one of the
// same object.
func (t *Tree) InsertAfter(m *Member, name, value string) diag.Edit {
	object := m.Value.parent
	return t.insertAfter(object, int(m.Value.index), t.member(object, name, value))
}

// insert adds the text of an entry to an object or array, before entry i or at the end.
func (t *Tree) insert(around *Value, i int, text string) diag.Edit {
	switch n := around.Len(); {
	case n > 0 && i >= n:
		return t.insertAfter(around, n-1, text)
	case n > 0:
		at := around.entry(i).Start
		return t.Edit(diag.Span{Start: at, End: at}, text+","+t.separator(around, i))
	}
	inside := around.inside()
	if !t.blank(inside.Start, inside.End) {
		return diag.Edit{}
	}
	return t.Edit(inside, text)
}

func (t *Tree) insertAfter(around *Value, i int, text string) diag.Edit {
	at := around.entry(i).End
	return t.Edit(diag.Span{Start: at, End: at}, ","+t.separator(around, i)+text)
}

// member returns the text of a member as the others of the object are written.
func (t *Tree) member(object *Value, name, value string) string {
	return Quote(name) + t.Colon(object) + t.Styled(object, value)
}

// Styled returns a JSON text without white space where what is around has none.
func (t *Tree) Styled(around *Value, text string) string {
	if t.Colon(around) != ":" {
		return text
	}
	compact := jsontext.Value(text)
	_ = compact.Compact() // the text is valid
	return string(compact)
}

// Len returns the number of members of an object, or of elements of an array.
func (v *Value) Len() int { return len(v.Members) + len(v.Items) }

// inside returns the span between the brackets of an object or array.
func (v *Value) inside() diag.Span { return diag.Span{Start: v.Span.Start + 1, End: v.Span.End - 1} }

// entry returns the span of an element of an array, or of a member of an object with its
// name.
func (v *Value) entry(i int) diag.Span {
	if v.Kind == KindArray {
		return v.Items[i].Span
	}
	m := &v.Members[i]
	return diag.Span{Start: m.NameSpan.Start, End: m.Value.Span.End}
}

// blank reports whether there is nothing but white space, and at most one comma, between
// two offsets. The end is before the start where a text was not read to its end.
func (t *Tree) blank(start, end int32) bool {
	rest := bytes.Trim(t.Source.Text[min(start, end):end], Blanks)
	return len(rest) == 0 || len(rest) == 1 && rest[0] == ','
}

// separator returns the white space between a comma and entry i of an object or array:
// at most one line break and the indentation behind it.
func (t *Tree) separator(around *Value, i int) string {
	const most = 256 // bytes; bounds the work
	end := int(around.entry(i).Start)
	before := string(t.Source.Text[max(end-most, 0):end])
	before = before[len(strings.TrimRight(before, Blanks)):]
	line := strings.LastIndexByte(before, '\n')
	switch {
	case line > 0 && before[line-1] == '\r':
		return before[line-1:]
	case line >= 0:
		return before[line:]
	case i > 0:
		return before
	case around.Len() > 1:
		return t.separator(around, 1)
	}
	return t.Colon(around)[1:]
}

// Colon returns the colon and the space that are between a name and its value in an
// object, or around an array.
func (t *Tree) Colon(around *Value) string {
	for around != nil && len(around.Members) == 0 {
		around = around.parent
	}
	if around != nil {
		m := &around.Members[0]
		if m.Value.Span.Start-m.NameSpan.End == 1 {
			return ":"
		}
	}
	return ": "
}

// Quote returns a text as a JSON string.
func Quote(text string) string {
	quoted, _ := jsontext.AppendQuote(nil, text) // text that is not UTF-8 has U+FFFD instead
	return string(quoted)
}
