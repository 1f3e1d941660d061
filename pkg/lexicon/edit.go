package lexicon

import (
	"bytes"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/lexsmith/lexsmith/pkg/diag"
)

// The methods below make the edits of fixes the way a careful author would type them:
// a new entry is laid out as its neighbors are, and nothing else changes. An edit that
// cannot be made is the zero Edit.

// edit replaces a span. A text that could not be read to its end is not edited: the
// positions of what is open there are not known.
func (d *Document) edit(span diag.Span, text string) diag.Edit {
	if d.Partial {
		return diag.Edit{}
	}
	return diag.Edit{Source: d.Source, Span: span, New: text}
}

// Rename gives a member another name. No other member of the object may have its name,
// which would count then.
func (d *Document) Rename(m *Member, name string) diag.Edit {
	if m.repeated {
		return diag.Edit{}
	}
	return d.edit(m.NameSpan, quoteJSON(name))
}

// Replace puts other JSON text in the place of a value.
func (d *Document) Replace(v *Value, text string) diag.Edit { return d.edit(v.Span, text) }

// ReplaceText puts another string in the place of a value.
func (d *Document) ReplaceText(v *Value, text string) diag.Edit { return d.Replace(v, quoteJSON(text)) }

// Remove removes a value from the object or array around it, with its name and with a
// comma. There must be no comment between it and its neighbors, and no other member of the
// object with its name, which would count then.
func (d *Document) Remove(v *Value) diag.Edit {
	if v.parent == nil {
		return diag.Edit{}
	}
	return d.remove(v.parent, int(v.index), int(v.index))
}

// remove removes the entries first to last of an object or array.
func (d *Document) remove(around *Value, first, last int) diag.Edit {
	if d.Partial {
		return diag.Edit{}
	}
	span := diag.Span{Start: around.Span.Start + 1, End: around.Span.End - 1}
	switch {
	case first > 0:
		span = diag.Span{Start: around.entry(first - 1).End, End: around.entry(last).End}
	case last+1 < around.entries():
		span = diag.Span{Start: around.entry(first).Start, End: around.entry(last + 1).Start}
	}
	end := span.Start
	for i := first; i <= last; i++ {
		entry := around.entry(i)
		if !d.blank(end, entry.Start) || around.Kind == KindObject && around.Members[i].repeated {
			return diag.Edit{}
		}
		end = entry.End
	}
	if !d.blank(end, span.End) {
		return diag.Edit{}
	}
	return d.edit(span, "")
}

// removeAll removes members of an object, which are in its order.
func (d *Document) removeAll(members []*Member) []diag.Edit {
	var edits []diag.Edit
	for len(members) > 0 {
		first, n := members[0].Value, 1
		for n < len(members) && members[n].Value.index == first.index+int32(n) {
			n++
		}
		edits = append(edits, d.remove(first.parent, int(first.index), int(first.index)+n-1))
		members = members[n:]
	}
	return edits
}

// moveInto adds members as they are written at the end of an object, behind the text of
// another one unless that is "", and removes others from where they are.
func (d *Document) moveInto(object *Value, first string, members, removed []*Member) []diag.Edit {
	around, i := object, object.entries()-1
	if i < 0 {
		around, i = members[0].Value.parent, int(members[0].Value.index)
	}
	text := d.written(first, members, d.separator(around, i))
	return append(d.removeAll(removed), d.insert(object, object.entries(), text))
}

// wrap puts members of an object, which are in its order, into a new object that is a
// member of that name, behind the text of another one unless that is "".
func (d *Document) wrap(name, first string, members []*Member) []diag.Edit {
	m := members[0]
	if m.repeated {
		return []diag.Edit{{}}
	}
	object := m.Value.parent
	between, inside := d.separator(object, int(m.Value.index)), ""
	if strings.Contains(between, "\n") {
		inside = between
	}
	text := quoteJSON(name) + d.colon(object) + "{" + inside + d.written(first, members, between) + inside + "}"
	return append(d.removeAll(members[1:]), d.edit(object.entry(int(m.Value.index)), text))
}

// written returns members as they are written, with white space between them, behind the
// text of another one unless that is "".
func (d *Document) written(first string, members []*Member, between string) string {
	var texts []string
	if first != "" {
		texts = append(texts, first)
	}
	for _, m := range members {
		texts = append(texts, string(d.Source.Text[m.NameSpan.Start:m.Value.Span.End]))
	}
	return strings.Join(texts, ","+between)
}

// RemoveEntry removes an element of an array, or the member that is the array where it
// is the only one.
func (d *Document) RemoveEntry(item *Value) diag.Edit {
	if list := item.parent; len(list.Items) == 1 {
		return d.Remove(list)
	}
	return d.Remove(item)
}

// Append adds a string to an array.
func (d *Document) Append(list *Value, text string) diag.Edit {
	return d.insert(list, list.entries(), quoteJSON(text))
}

// Insert adds a member with a JSON text as its value to an object of a role, in the
// place that the order of the language gives it.
func (d *Document) Insert(object *Value, role Role, name, value string) diag.Edit {
	const most = 1000 // members; bounds the work
	keys := role.Keys(object)
	rank, i := keys.Rank(name), 0
	for i < min(len(object.Members), most) && keys.Rank(object.Members[i].Name) <= rank {
		i++
	}
	return d.insert(object, i, d.member(object, name, value))
}

// InsertAfter adds a member with a JSON text as its value behind another one of the
// same object.
func (d *Document) InsertAfter(m *Member, name, value string) diag.Edit {
	object := m.Value.parent
	at, text := m.Value.Span.End, ","+d.separator(object, int(m.Value.index))+d.member(object, name, value)
	return d.edit(diag.Span{Start: at, End: at}, text)
}

// List adds a text to the array that is a field of an object, which may be absent.
func (d *Document) List(object *Value, role Role, field, text string) diag.Edit {
	list := object.Field(field)
	switch {
	case list == nil:
		return d.Insert(object, role, field, "["+quoteJSON(text)+"]")
	case list.Kind != KindArray:
		return diag.Edit{}
	}
	return d.Append(list, text)
}

// insert adds the text of an entry to an object or array, before entry i or at the end.
func (d *Document) insert(around *Value, i int, text string) diag.Edit {
	last := around.entries() - 1
	switch {
	case d.Partial:
		return diag.Edit{}
	case last < 0:
		inside := diag.Span{Start: around.Span.Start + 1, End: around.Span.End - 1}
		if !d.blank(inside.Start, inside.End) {
			return diag.Edit{}
		}
		return d.edit(inside, text)
	case i > last:
		at := around.entry(last).End
		return d.edit(diag.Span{Start: at, End: at}, ","+d.separator(around, last)+text)
	}
	at := around.entry(i).Start
	return d.edit(diag.Span{Start: at, End: at}, text+","+d.separator(around, i))
}

// member returns the text of a member as the others of the object are written.
func (d *Document) member(object *Value, name, value string) string {
	return quoteJSON(name) + d.colon(object) + d.styled(object, value)
}

// styled returns a JSON text without white space where what is around has none.
func (d *Document) styled(around *Value, text string) string {
	if d.colon(around) != ":" {
		return text
	}
	compact := jsontext.Value(text)
	_ = compact.Compact() // the text is valid
	return string(compact)
}

// entries returns the number of members of an object, or of elements of an array.
func (v *Value) entries() int { return len(v.Members) + len(v.Items) }

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
// two offsets.
func (d *Document) blank(start, end int32) bool {
	rest := bytes.Trim(d.Source.Text[start:end], blanks)
	return len(rest) == 0 || len(rest) == 1 && rest[0] == ','
}

// separator returns the white space between a comma and entry i of an object or array:
// at most one line break and the indentation behind it.
func (d *Document) separator(around *Value, i int) string {
	const most = 256 // bytes; bounds the work
	end := int(around.entry(i).Start)
	before := string(d.Source.Text[max(end-most, 0):end])
	before = before[len(strings.TrimRight(before, blanks)):]
	line := strings.LastIndexByte(before, '\n')
	switch {
	case line > 0 && before[line-1] == '\r':
		return before[line-1:]
	case line >= 0:
		return before[line:]
	case i > 0:
		return before
	case around.entries() > 1:
		return d.separator(around, 1)
	}
	return d.colon(around)[1:]
}

// colon returns the colon and the space that are between a name and its value in an
// object, or around an array.
func (d *Document) colon(around *Value) string {
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

// quoteJSON returns a text as a JSON string.
func quoteJSON(text string) string {
	quoted, _ := jsontext.AppendQuote(nil, text) // text that is not UTF-8 has U+FFFD instead
	return string(quoted)
}
