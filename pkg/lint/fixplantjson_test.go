package lint

import (
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

func (p *planter) missingComma() []diag.Edit {
	spans := entries(p.around(2))
	i := p.IntN(len(spans) - 1)
	return []diag.Edit{{Source: p.d.Source, Span: diag.Span{Start: spans[i].End, End: spans[i].End + 1}, New: one(p, "", " ", "\n")}}
}

func (p *planter) trailingComma() []diag.Edit {
	spans := entries(p.around(1))
	end := spans[len(spans)-1].End
	return []diag.Edit{{Source: p.d.Source, Span: diag.Span{Start: end, End: end}, New: ","}}
}

func (p *planter) comment() []diag.Edit {
	spans := entries(p.around(1))
	start := spans[p.IntN(len(spans))].Start
	return []diag.Edit{{Source: p.d.Source, Span: diag.Span{Start: start, End: start}, New: one(p, "/* why */", "// why\n", "/* a */ // b\n")}}
}

func (p *planter) singleQuotes() []diag.Edit {
	s := p.node(func(lexicon.Schema) bool { return true })
	if s == nil {
		return nil
	}
	v := s.Base().Value.Field("type")
	return []diag.Edit{p.d.Replace(v, "'"+v.Text+"'")}
}

func (p *planter) byteOrderMark() []diag.Edit {
	return []diag.Edit{{Source: p.d.Source, New: "\uFEFF"}}
}

// entry returns an object or array with at least n entries.
func (p *planter) around(n int) *lexicon.Value {
	var all []*lexicon.Value
	var walk func(v *lexicon.Value)
	walk = func(v *lexicon.Value) {
		if len(v.Members)+len(v.Items) >= n {
			all = append(all, v)
		}
		for i := range v.Members {
			walk(v.Members[i].Value)
		}
		for _, item := range v.Items {
			walk(item)
		}
	}
	walk(p.d.Root)
	return one(p, all...)
}

// entries returns the spans of the entries of an object or array.
func entries(v *lexicon.Value) []diag.Span {
	var spans []diag.Span
	for _, m := range v.Members {
		spans = append(spans, diag.Span{Start: m.NameSpan.Start, End: m.Value.Span.End})
	}
	for _, item := range v.Items {
		spans = append(spans, item.Span)
	}
	return spans
}
