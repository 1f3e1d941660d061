package cmd

import (
	"context"

	"github.com/lexsmith/lexsmith/internal/project"
	"github.com/lexsmith/lexsmith/internal/report"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lint"
)

// lintRevision is what lint finds in the schemas of a git revision.
type lintRevision struct {
	baseline *lint.Baseline
	omitted  map[omission]int
	commits  *report.Base
	checked  string // revision of the schemas that are checked; "" for the working tree
}

// omission is a kind of findings of which some were dropped.
type omission struct {
	rule     *diag.Rule
	severity diag.Severity
	nsid     string
}

// loadNew reads the schemas at paths, and lints them as they are in a revision.
func (s *session) loadNew(ctx context.Context, revision string, paths []string) (*project.Schemas, *lintRevision, error) {
	both, err := s.sidesOf(ctx, newAgainst("--new-from", revision), false, paths)
	if err != nil {
		return nil, nil, err
	}
	old, new, err := both.load(ctx)
	if err != nil {
		return nil, nil, err
	}
	before, err := lint.Lint(ctx, old, s.lintOptions(both.old.named()))
	if err != nil {
		return nil, nil, err
	}
	k := &lintRevision{lint.NewBaseline(before.Findings), map[omission]int{}, both.commits(), both.new.revision}
	for _, o := range before.Omitted {
		k.omitted[omission{o.Like.Rule, o.Like.Severity, o.Like.NSID}] += o.Count
	}
	return &project.Schemas{Catalog: new, Named: both.new.named()}, k, nil
}

// named reports whether all paths of a side are files.
func (s *side) named() bool {
	for _, input := range s.inputs {
		if !input.Dependency && isFolder(input) {
			return false
		}
	}
	return true
}

// remove removes what is known from a result, and counts those that would be shown
// otherwise.
func (k *lintRevision) remove(result lint.Result, shows func(*diag.Finding) bool) (fresh lint.Result, known *int) {
	fresh.Findings = k.baseline.New(result.Findings)
	for _, o := range result.Omitted {
		kind := omission{o.Like.Rule, o.Like.Severity, o.Like.NSID}
		old := min(k.omitted[kind], o.Count)
		k.omitted[kind] -= old
		if o.Count -= old; o.Count > 0 {
			fresh.Omitted = append(fresh.Omitted, o)
		}
	}
	n := count(result.Findings, shows) - count(fresh.Findings, shows)
	return fresh, &n
}

func count(findings []diag.Finding, which func(*diag.Finding) bool) int {
	n := 0
	for _, f := range findings {
		if which(&f) {
			n++
		}
	}
	return n
}
