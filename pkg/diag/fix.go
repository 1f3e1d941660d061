package diag

import (
	"cmp"
	"slices"
)

// Fix is a change to one or more files that removes a finding.
type Fix struct {
	Title string // imperative, as an editor shows it: `Rename "maxlength" to "maxLength"`
	Safe  bool   // whether the schema's author certainly meant this
	// Placeholder says that the author has to complete what the fix inserts. Only an
	// editor should offer it. Such a fix is never Safe.
	Placeholder bool
	// Moves says that the fix moves what has no effect to where it has one, so that it
	// is checked from then on.
	Moves bool
	Edits []Edit // sorted, never overlapping
	// Creates are files to write, none of which may exist yet. If one cannot be written,
	// nothing of the fix must be. Such a fix is never Safe.
	Creates []*Source
}

// Edit replaces a range of bytes of a file. An empty range is an insertion, and an
// empty New a removal.
type Edit struct {
	Source *Source
	Span   Span
	New    string
}

// NewFix returns a fix that makes the edits. Of several insertions in one place it makes
// one, in their order. It is nil if an edit is the zero Edit, which stands for one that
// cannot be made.
func NewFix(title string, safe bool, edits ...Edit) *Fix {
	for _, e := range edits {
		if e.Source == nil {
			return nil
		}
	}
	slices.SortStableFunc(edits, compareEdits)
	merged := edits[:1]
	for _, e := range edits[1:] {
		last := &merged[len(merged)-1]
		if e.Span.Start == e.Span.End && e.Source == last.Source && e.Span == last.Span {
			last.New += e.New
		} else {
			merged = append(merged, e)
		}
	}
	return &Fix{Title: title, Safe: safe, Edits: merged}
}

func compareEdits(a, b Edit) int {
	return cmp.Or(cmp.Compare(a.Source.Path, b.Source.Path), cmp.Compare(a.Span.Start, b.Span.Start), cmp.Compare(a.Span.End, b.Span.End))
}

// Edited returns the text of the source with edits of it made. They are sorted by
// their spans and do not overlap.
func (s *Source) Edited(edits []Edit) []byte {
	size := len(s.Text)
	for _, e := range edits {
		size += len(e.New) - int(e.Span.End-e.Span.Start)
	}
	text := make([]byte, 0, size)
	at := int32(0)
	for _, e := range edits {
		text = append(append(text, s.Text[at:e.Span.Start]...), e.New...)
		at = e.Span.End
	}
	return append(text, s.Text[at:]...)
}
