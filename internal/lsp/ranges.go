package lsp

import (
	"context"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

type foldingRange struct {
	StartLine uint32 `json:"startLine"`
	EndLine   uint32 `json:"endLine"`
}

func (f *file) folds(_ context.Context, _ documentParams) ([]foldingRange, error) {
	folds := []foldingRange{}
	var walk func(v *lexicon.Value)
	walk = func(v *lexicon.Value) {
		if len(v.Members)+len(v.Items) > 0 {
			r := f.rangeOf(v.Span)
			if r.End.Line > r.Start.Line+1 { // the closing bracket stays visible
				folds = append(folds, foldingRange{r.Start.Line, r.End.Line - 1})
			}
		}
		for i := range v.Members {
			walk(v.Members[i].Value)
		}
		for _, item := range v.Items {
			walk(item)
		}
	}
	if root := f.tree(); root != nil {
		walk(root)
	}
	return folds, nil
}

type selectionParams struct {
	documentParams
	Positions []position `json:"positions"`
}

type selectionRange struct {
	Range  textRange       `json:"range"`
	Parent *selectionRange `json:"parent,omitempty"`
}

func (f *file) selections(_ context.Context, p selectionParams) ([]selectionRange, error) {
	all := make([]selectionRange, len(p.Positions))
	for i, at := range p.Positions {
		all[i] = *f.selection(f.offset(at))
	}
	return all, nil
}

// selection returns the texts around an offset: the word, the string, the member,
// the object, and so on to the whole file.
func (f *file) selection(offset int32) *selectionRange {
	spans := []diag.Span{{Start: 0, End: int32(len(f.text.bytes))}}
	add := func(s diag.Span) {
		if last := spans[len(spans)-1]; s != last && last.Start <= s.Start && s.End <= last.End {
			spans = append(spans, s)
		}
	}
	holds := func(s diag.Span) bool { return s.Start <= offset && offset <= s.End && s.Start < s.End }
	for v := f.tree(); v != nil && holds(v.Span); {
		add(v.Span)
		var next *lexicon.Value
		for i := range v.Members {
			m := &v.Members[i]
			whole := diag.Span{Start: m.NameSpan.Start, End: m.Value.Span.End}
			if !holds(whole) {
				continue
			}
			add(whole)
			if holds(m.NameSpan) {
				add(m.NameSpan)
				add(inside(f.text.bytes, m.NameSpan))
			} else if holds(m.Value.Span) {
				next = m.Value
			}
			break
		}
		for _, item := range v.Items {
			if holds(item.Span) {
				next = item
				break
			}
		}
		if v.Kind == lexicon.KindString {
			add(inside(f.text.bytes, v.Span))
		}
		v = next
	}
	var r *selectionRange
	for _, s := range spans {
		r = &selectionRange{f.rangeOf(s), r}
	}
	return r
}
