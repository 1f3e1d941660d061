package jsontree

import "github.com/lexsmith/lexsmith/pkg/diag"

// Tree is what a text holds, as far as it could be read.
type Tree struct {
	Source *diag.Source
	Root   *Value // nil when the text contains no JSON at all
	// Partial says that the text could not be read to its end, so that members or
	// elements may be missing.
	Partial bool

	behind int // offset of what follows Root, if that begins like another value
}

// Others returns the values that follow Root, with or without commas between them, and the
// offset of the first; nil if there are none, or anything else is there too.
func (t *Tree) Others() (others []*Value, offset int32) {
	if t.behind == 0 {
		return nil, 0
	}
	r := new(Memory).reader(t.Source)
	for r.at = t.behind; ; {
		switch c := r.next(nil); {
		case len(r.noted) > 0:
			return nil, 0
		case r.at == len(r.text):
			return others, int32(t.behind)
		case c == ',':
			r.at++
		default:
			v := r.newValue(nil, 0)
			r.value(v, c)
			others = append(others, v)
		}
	}
}

// Text returns the JSON text of a value.
func (t *Tree) Text(v *Value) []byte { return t.Source.Text[v.Span.Start:v.Span.End] }

// CutOff reports whether the text ends, or is malformed, inside of v, a value of the
// document, which may then have members or entries that could not be read.
func (t *Tree) CutOff(v *Value) bool {
	return t.Partial && int(v.Span.End) == len(t.Source.Text)
}

// At returns the location of a value of the document.
func (t *Tree) At(v *Value) diag.Location {
	if v == nil {
		return diag.Location{Source: t.Source}
	}
	return diag.Location{Source: t.Source, Span: v.Span, Pointer: v.Pointer(), Value: v}
}

// AtKey returns the location of the name of a member. Its pointer is that of the value.
func (t *Tree) AtKey(m *Member) diag.Location {
	return diag.Location{Source: t.Source, Span: m.NameSpan, Pointer: m.Value.Pointer(), Value: m.Value}
}

// AtOpening returns the location of an object that lacks something. Its span is the
// opening brace.
func (t *Tree) AtOpening(v *Value) diag.Location {
	at := t.At(v)
	if v != nil {
		at.Span.End = at.Span.Start + 1
	}
	return at
}
