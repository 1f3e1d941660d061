package lsp

import (
	"context"
	"strings"

	projectfiles "github.com/lexsmith/lexsmith/internal/project"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/format"
)

// format lays out a Lexicon as "lexsmith fmt" does. What the client says about
// tabs does not count: the settings do.
func (f *file) format(_ context.Context, _ documentParams) ([]textEdit, error) {
	if f.document == nil || f.document.Dependency {
		return nil, nil
	}
	layout, err := projectfiles.NewLayouts(f.config).Of(f.path)
	if err != nil {
		return nil, err
	}
	formatted, err := format.Document(f.document, layout)
	if err != nil {
		return nil, err
	}
	if string(formatted) == string(f.text.bytes) {
		return []textEdit{}, nil
	}
	e := difference(f.document.Source, string(formatted))
	return []textEdit{{f.rangeOf(e.Span), e.New}}, nil
}

// difference returns the edit that changes the text of a source: of the lines from the first
// to the last one that differ.
func difference(source *diag.Source, changed string) diag.Edit {
	before, after := strings.SplitAfter(string(source.Text), "\n"), strings.SplitAfter(changed, "\n")
	start := 0
	for len(before) > 0 && len(after) > 0 && before[0] == after[0] {
		start += len(before[0])
		before, after = before[1:], after[1:]
	}
	for len(before) > 0 && len(after) > 0 && before[len(before)-1] == after[len(after)-1] {
		before, after = before[:len(before)-1], after[:len(after)-1]
	}
	end := start + len(strings.Join(before, ""))
	return diag.Edit{Source: source, Span: diag.Span{Start: int32(start), End: int32(end)}, New: strings.Join(after, "")}
}
