package lsp

import (
	"strings"

	"github.com/lexsmith/lexsmith/internal/build"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// severities are the severities of the protocol. Infos are hints, which editors
// show without getting in the way.
var severities = [...]int{diag.Error: 1, diag.Warning: 2, diag.Info: 4, diag.Off: 4}

// unnecessary is the tag of what an editor shows faded.
const unnecessary = 1

// diagnostic translates a finding.
func (s *snapshot) diagnostic(f *diag.Finding) diagnostic {
	d := diagnostic{
		Range:           s.underlined(f.Location),
		Severity:        severities[f.Severity],
		Code:            f.Rule.Code,
		CodeDescription: &codeDescription{build.RulePage(f.Rule.Code)},
		Source:          "lexsmith",
		Message:         strings.Join(append([]string{f.Message}, f.Consequences()...), "\n"),
	}
	if f.Help != "" {
		d.Message += "\nhelp: " + f.Help
	}
	if f.Rule.Code == "unused-def" {
		d.Tags = []int{unnecessary}
	}
	if s.client.TextDocument.PublishDiagnostics.RelatedInformation {
		for _, r := range f.Related {
			if r.Source != nil && s.catalog.DocumentAt(r.Source.Path) != nil {
				d.RelatedInformation = append(d.RelatedInformation, relatedInformation{s.location(r.Source, r.Span), r.Message})
			}
		}
		if f.Data != nil && f.Data.Constraint.Source != nil {
			at := f.Data.Constraint
			d.RelatedInformation = append(d.RelatedInformation, relatedInformation{s.location(at.Source, at.Span), "the constraint in " + f.Data.Schema})
		}
	}
	return d
}

// underlined returns the range to mark for a finding. Of a schema that takes several
// lines that is its name, else what there is of it on the first line.
func (s *snapshot) underlined(at diag.Location) textRange {
	r := s.rangeIn(at.Source, at.Span)
	if r.Start.Line == r.End.Line || at.Source.FirstLine > 0 {
		return r
	}
	if key := lexicon.ValueAt(at).Key(); key != nil && at.Span == key.Value.Span {
		return s.rangeIn(at.Source, key.NameSpan)
	}
	t := s.textOf(at.Source)
	_, end := t.line(int(r.Start.Line))
	r.End = t.position(end, s.encoding)
	return r
}
