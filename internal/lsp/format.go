package lsp

import (
	"context"

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
	return f.difference(string(formatted)), nil
}

// difference returns the edit that makes a new text of the file: of the lines from
// the first to the last one that differ.
func (f *file) difference(changed string) []textEdit {
	before := string(f.text.bytes)
	start := 0
	for i := 0; i < min(len(before), len(changed)) && before[i] == changed[i]; i++ {
		if before[i] == '\n' {
			start = i + 1
		}
	}
	if before == changed {
		return []textEdit{}
	}
	end, most := 0, min(len(before), len(changed))-start
	for i := 1; i <= most && before[len(before)-i] == changed[len(changed)-i]; i++ {
		if i == most || before[len(before)-i-1] == '\n' && changed[len(changed)-i-1] == '\n' {
			end = i
		}
	}
	if end == most { // one text is the other with lines added; both must begin a line
		for end > 0 && !(beginsLine(before, len(before)-end) && beginsLine(changed, len(changed)-end)) {
			end--
		}
	}
	span := diag.Span{Start: int32(start), End: int32(len(before) - end)}
	return []textEdit{{f.rangeOf(span), changed[start : len(changed)-end]}}
}

func beginsLine(text string, at int) bool { return at == 0 || text[at-1] == '\n' }
