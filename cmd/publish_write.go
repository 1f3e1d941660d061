package cmd

import (
	"context"
	"fmt"

	"github.com/lexsmith/lexsmith/internal/registry"
	"github.com/lexsmith/lexsmith/internal/report"
	"github.com/lexsmith/lexsmith/internal/words"
)

// comparePublication reports what a plan for an account changes, and describes the plan.
func (p *session) comparePublication(ctx context.Context, plan *registry.Publication, r *report.Report, unverified bool) (summary report.Summary, err error) {
	summary.Files = len(plan.Plan)
	old, new, err := plan.Sides(p.Config)
	if err == nil {
		_, err = p.addChanges(ctx, old, new, r, &summary)
	}
	summary.Plan = plan.Report(r.VerdictOn)
	summary.Plan.Unverified, summary.Plan.CIDs = unverified, true
	return summary, err
}

// writing is what carryOut does.
type writing struct {
	plan    *registry.Publication
	account *registry.Account
	verb    string // what is done to the records, in the past tense
	confirm func() error
	retry   bool // see registry.Account.Apply
}

// carryOut shows the plan, makes its writes once it is confirmed, and says which commits
// that made. A JSON report comes last and has the last commit.
func (p *session) carryOut(ctx context.Context, w writing, r *report.Report, summary report.Summary) error {
	if p.text() {
		if err := r.Close(summary); err != nil {
			return err
		}
	}
	if err := w.confirm(); err != nil {
		return err
	}
	records, err := w.account.Apply(ctx, w.plan, w.retry)
	if err != nil {
		if records > 0 {
			err = fmt.Errorf("%w; %s %s before that, run the command again for the rest", err, w.verb, words.Count(records, "record"))
		}
		return err
	}
	commit := registry.CIDText(w.account.Head)
	if !p.text() {
		summary.Plan.Written, summary.Plan.Commit = true, commit
		return r.Close(summary)
	}
	if p.Quiet {
		return nil
	}
	where := " in commit " + commit
	switch {
	case commit == "" && w.verb == "deleted":
		where = "; the server did not confirm it, but no longer has them"
	case commit == "":
		where = "; the server did not confirm it, but has them"
	case len(w.plan.Steps) > 1:
		where = fmt.Sprintf(" in %d commits, the last one %s", len(w.plan.Steps), commit)
	}
	_, err = fmt.Fprintf(p.Out, "%s %s%s\n", w.verb, words.Count(records, "record"), where)
	return err
}
