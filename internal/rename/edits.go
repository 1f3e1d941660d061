package rename

import (
	"encoding/json"
	"slices"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// editor collects the edits of one text.
type editor struct {
	*Rename
	source *diag.Source
	edits  []diag.Edit
}

// replace changes a part of a string, which is all between its quotation marks.
func (e *editor) replace(span diag.Span, text string, start, end int, new string) {
	raw := e.source.Text[span.Start:span.End]
	if len(raw) >= 2 && string(raw[1:len(raw)-1]) == text {
		span.Start, span.End = span.Start+1+int32(start), span.Start+1+int32(end)
	} else { // with escapes
		quoted, err := json.Marshal(text[:start] + new + text[end:])
		if err != nil {
			return
		}
		new = string(quoted)
	}
	e.edits = append(e.edits, diag.Edit{Source: e.source, Span: span, New: new})
}

// value changes a string that names a Lexicon or definition.
func (e *editor) value(v *lexicon.Value, own syntax.NSID) {
	if v != nil && v.Kind == lexicon.KindString {
		if start, end, new, ok := e.name(v.Text, own); ok {
			e.replace(v.Span, v.Text, start, end, new)
		}
	}
}

// sorted returns the edits in the order of the text, each once.
func (e *editor) sorted() []diag.Edit {
	slices.SortFunc(e.edits, func(a, b diag.Edit) int { return int(a.Span.Start - b.Span.Start) })
	return slices.Compact(e.edits)
}

// Schema returns the edits of the file of a Lexicon.
func (r *Rename) Schema(d *lexicon.Document) []diag.Edit { return r.Tree(d.Source, d.Root) }

// Tree returns the edits of the text of a Lexicon with that root, which can be nil: of its id,
// the names of its definitions, and what names others.
func (r *Rename) Tree(source *diag.Source, root *lexicon.Value) []diag.Edit {
	if root == nil {
		return nil
	}
	e := &editor{Rename: r, source: source}
	own := lexicon.IDOf(root)
	if !r.OfDefinition() {
		e.value(root.Field("id"), "")
	} else if own == r.From.NSID {
		if defs := root.Field("defs"); defs != nil {
			e.member(defs)
		}
	}
	for m := range lexicon.Mentions(root) {
		e.value(m.Value, own)
	}
	return e.sorted()
}

// member renames a definition where it is a name in an object.
func (e *editor) member(object *lexicon.Value) {
	for i := range object.Members {
		if m := &object.Members[i]; m.Name == e.From.Name {
			e.replace(m.NameSpan, m.Name, 0, len(m.Name), e.To.Name)
		}
	}
}

// Examples returns the edits of the file of examples of a Lexicon: the names of
// definitions, and each $type.
func (r *Rename) Examples(d *lexicon.Document) []diag.Edit {
	if d.Examples == nil || d.Examples.Root == nil || len(d.Examples.Found) > 0 {
		return nil
	}
	e := &editor{Rename: r, source: d.Examples.Source}
	if r.OfDefinition() && d.ID == r.From.NSID && d.Examples.Root.Kind == lexicon.KindObject {
		e.member(d.Examples.Root)
	}
	e.data(d.Examples.Root)
	return e.sorted()
}

// data changes each $type in a value.
func (e *editor) data(v *lexicon.Value) {
	for i := range v.Members {
		m := &v.Members[i]
		if m.Name == "$type" {
			e.value(m.Value, "")
		}
		e.data(m.Value)
	}
	for _, item := range v.Items {
		e.data(item)
	}
}
