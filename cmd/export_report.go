package cmd

import (
	"context"
	"slices"

	"github.com/lexsmith/lexsmith/internal/project"
	"github.com/lexsmith/lexsmith/internal/report"
	"github.com/lexsmith/lexsmith/pkg/convert"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/lint"
)

// report reports what stops the export of a selection, or why there is none. It goes to
// standard error when the document goes to standard output.
func (x *exportRun) report(ctx context.Context, set *project.Schemas, refs []lexicon.Reference, selection *convert.Selection, failed error) error {
	r, err := x.newReport("export", slices.Concat(lexicon.Rules(), lint.Rules()), func(options *report.Options) {
		if x.options.output == "" {
			x.toStderr(options)
		}
	})
	if err != nil {
		return err
	}
	cut := unread(set, refs) // a definition named by --ref can be in a truncated file
	switch {
	case failed == nil:
		findings, err := x.blockers(ctx, set, selection)
		if err != nil {
			return err
		}
		r.Add(findings...)
	case len(cut) > 0:
		r.Add(cut...)
	default:
		return failed
	}
	if err := r.Close(report.Summary{Files: set.Files(), Skipped: set.Skipped()}); err != nil {
		return err
	}
	if set.Unreadable != nil {
		return set.Unreadable
	}
	if err := x.status(r); err != nil {
		return err
	}
	return failed
}

// blockers returns the findings that stop the export of a selection: those of
// lint from --fail-on on, and unless they are allowed the unresolved references.
func (x *exportRun) blockers(ctx context.Context, set *project.Schemas, s *convert.Selection) ([]diag.Finding, error) {
	all, err := lint.Lint(ctx, set.Catalog, lint.Options{Profile: x.Profile, Workers: x.Workers, ExplicitFiles: set.Named, Dependency: true})
	if err != nil {
		return nil, err
	}
	blockers := s.Blockers(all.Findings, convert.BlockerOptions{
		Unresolved:      lint.RuleUnresolvedExternalRef,
		AllowUnresolved: x.options.allowUnresolved,
		Blocks: func(f *diag.Finding) bool {
			effective := *f
			return x.Policy.Apply(&effective) && effective.Severity >= x.threshold
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
func unread(set *project.Schemas, refs []lexicon.Reference) []diag.Finding {
	var found []diag.Finding
	for _, ref := range refs {
		if d := set.Document(ref.NSID); d != nil && d.Partial && set.Definition(ref) == nil {
			found = append(found, d.Found...)
		}
	}
	return diag.SortFindings(found)
}
