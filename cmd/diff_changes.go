package cmd

import (
	"context"
	"slices"

	"github.com/lexsmith/lexsmith/internal/cli"
	"github.com/lexsmith/lexsmith/internal/report"
	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/compat"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/lint"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// diffReport begins the report of a command that compares. The revisions are what the
// paths of the old side and of the new one begin with, before a colon. More rules are those on
// data.
func (s *session) diffReport(command string, revisions [2]string, more ...*diag.Rule) (*report.Report, error) {
	return s.newReport(command, slices.Concat(lexicon.Rules(), lint.Rules(), compat.Rules(), more), func(o *report.Options) {
		o.Filter, o.OldRevision, o.NewRevision = s.keepNotes, revisions[0], revisions[1]
	})
}

// addChanges compares two catalogs, adds the findings to a report and completes its
// summary.
func (s *session) addChanges(ctx context.Context, old, new *lexicon.Catalog, r *report.Report, summary *report.Summary) (changes compat.Report, err error) {
	changes, err = s.compare(ctx, old, new)
	if err == nil {
		addFindings(old, &changes, r, summary)
	}
	return changes, err
}

// addFindings adds the findings of a comparison to a report and completes its summary.
func addFindings(old *lexicon.Catalog, changes *compat.Report, r *report.Report, summary *report.Summary) {
	r.Add(changes.Findings...)
	r.AddUndecided(changes.Undecided...)
	summary.Omitted += r.OmitAll(changes.Omitted)
	summary.Diff = &report.Diff{Before: old.Files(), Partial: changes.Partial}
}

// noteShared says which copies the references of a side were resolved with although only
// the other side has them.
func (s *session) noteShared(changes compat.Report) {
	for _, only := range []struct {
		ids         []syntax.NSID
		has, lacked string
	}{{changes.OnlyNew, "new", "old"}, {changes.OnlyOld, "old", "new"}} {
		var names []string
		for _, id := range only.ids {
			names = append(names, string(id))
		}
		if names != nil {
			s.Note("only the %s side has %s; references to it on the %s side are compared with the same copy", only.has, words.Summarize(names), only.lacked)
		}
	}
}

// compare returns the changes between two catalogs together with what is wrong
// with either.
func (s *session) compare(ctx context.Context, old, new *lexicon.Catalog) (compat.Report, error) {
	before, err := s.faults(ctx, old)
	if err != nil {
		return compat.Report{}, err
	}
	after, err := s.faults(ctx, new)
	if err != nil {
		return compat.Report{}, err
	}
	return compat.Compare(ctx, old, new, compat.Options{Profile: s.Profile, Old: before, New: after})
}

// faults returns what lint calls an error by default, with the severities asked
// for. Advice on style makes nothing incomparable.
func (s *session) faults(ctx context.Context, side *lexicon.Catalog) (faults compat.Faults, err error) {
	result, err := lint.Lint(ctx, side, lint.Options{Profile: s.Profile, Workers: s.Workers, MinSeverity: diag.Error})
	for _, f := range result.Findings {
		if s.Policy.Apply(&f) {
			faults.Findings = append(faults.Findings, f)
		}
	}
	for _, o := range result.Omitted {
		if s.Policy.Apply(&o.Like) {
			faults.Omitted = append(faults.Omitted, o)
		}
	}
	return faults, err
}

// keepNotes applies the policy to a finding, but never raises a note, which is an error of
// lint that the old side has too, or had.
func (s *session) keepNotes(f *diag.Finding) bool {
	most := f.Severity
	kept := s.Policy.Apply(f)
	if f.Change == nil && most < diag.Error {
		f.Severity = most
	}
	if help := cli.Hint(f.Hint); help != "" {
		f.Help = help
	} else if f.Change != nil && s.byOthers {
		f.Help = ""
	}
	return kept
}
