package cmd

import (
	"slices"

	"github.com/lexsmith/lexsmith/internal/report"
	"github.com/lexsmith/lexsmith/pkg/convert"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/lint"
)

// newReport starts the report. It is written to standard error when the document
// is written to standard output.
func (o *exportOptions) newReport(p *project) (*report.Report, error) {
	return p.newReport("export", slices.Concat(lexicon.Rules(), lint.Rules()), func(options *report.Options) {
		if o.output == "" {
			p.toStderr(options)
		}
	})
}

// blockers returns the findings that stop the export of a selection: those of
// lint from --fail-on on, and unless they are allowed the unresolved references.
func (o *exportOptions) blockers(p *project, set *schemas, s *convert.Selection) ([]diag.Finding, error) {
	all, err := lint.Lint(p.ctx, set.Catalog, lint.Options{Profile: p.profile, Workers: p.jobs, ExplicitFiles: set.named, Dependency: true})
	if err != nil {
		return nil, err
	}
	failOn, _ := diag.SeverityByName(p.failOn)
	blockers := s.Blockers(all.Findings, convert.BlockerOptions{
		Unresolved:      lint.RuleUnresolvedExternalRef,
		AllowUnresolved: o.allowUnresolved,
		Blocks: func(f *diag.Finding) bool {
			effective := *f
			return p.policy.Apply(&effective) && effective.Severity >= failOn
		},
	})
	for i := range blockers {
		if f := &blockers[i]; f.Rule == lint.RuleUnresolvedExternalRef {
			f.Help, f.Hint = "load the Lexicon with -L, or use --allow-unresolved to accept any data where it is referenced", nil
		}
	}
	return blockers, nil
}

// unread returns the findings on truncated Lexicons in which a definition named
// by --ref is missing.
func unread(set *schemas, refs []lexicon.Reference) []diag.Finding {
	var found []diag.Finding
	for _, ref := range refs {
		if d := set.Document(ref.NSID); d != nil && d.Partial && set.Definition(ref) == nil {
			found = append(found, d.Found...)
		}
	}
	return diag.SortFindings(found)
}
