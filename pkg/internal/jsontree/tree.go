package jsontree

import (
	"bytes"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/lexsmith/lexsmith/pkg/diag"
)

// Tree is what a text holds, as far as it could be read.
type Tree struct {
	Source *diag.Source
	Root   *Value // nil when the text contains no JSON at all
	// Partial says that the text could not be read to its end, so that members or
	// elements may be missing.
	Partial bool

	// Of a text that goes on behind Root with what begins like another value, the text
	// with blanks in place of comments, its offset in the source, and where it goes on.
	text         []byte
	base, behind int
}

// Embedded is one of several values in a text. Its positions are those in its own text,
// which the span is of.
type Embedded struct {
	Root *Value
	Span diag.Span
}

// Others returns the values that follow Root, with or without commas between them, and the
// offset of the first; nil if there are none, or anything else is there too.
func (t *Tree) Others() (others []Embedded, offset int32) {
	if t.behind == 0 {
		return nil, 0
	}
	for end := t.behind; ; {
		rest := bytes.TrimLeft(t.text[end:], Blanks+",")
		if len(rest) == 0 {
			return others, int32(t.base + t.behind)
		}
		end = len(t.text) - len(rest)
		raw, err := jsontext.NewDecoder(bytes.NewBuffer(rest), jsontext.AllowDuplicateNames(true)).ReadValue()
		if err != nil {
			return nil, 0
		}
		tree, _ := ReadJSON(&diag.Source{Text: raw})
		span := diag.Span{Start: int32(t.base + end), End: int32(t.base + end + len(raw))}
		others = append(others, Embedded{tree.Root, span})
		end += len(raw)
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
