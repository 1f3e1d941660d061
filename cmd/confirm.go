package cmd

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/lexsmith/lexsmith/internal/cli"
	"github.com/lexsmith/lexsmith/internal/report"
	"github.com/lexsmith/lexsmith/pkg/network"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// confirmName asks for a name to be typed. Without a terminal it is read from standard
// input all the same.
func (g *globals) confirmName(ctx context.Context, name string) error {
	if g.Asks {
		fmt.Fprintf(g.Err, "To confirm, type the NSID %s: ", name)
	}
	answer, err := g.ReadLine(ctx)
	if ctx.Err() != nil {
		return err
	}
	if err != nil && g.Asks {
		fmt.Fprintln(g.Err)
	}
	if answer != name {
		return fmt.Errorf("%w; to delete %s, type its NSID", cli.ErrNotConfirmed, name)
	}
	return nil
}

// writing carries out a plan.
type writing struct {
	project *session
	account account
	report  *report.Report
	summary report.Summary
	steps   [][]network.Write
	verb    string // what was done to the records, in the past tense
	// again reports whether the plan still holds after the repository has changed; nil
	// where nobody is to try again.
	again func() (bool, error)
}

// errMoved ends a run whose plan is out of date.
var errMoved = fmt.Errorf("%w: nothing was written; run the command again", network.ErrSwap)

// retries is how often a step is tried again after the repository has changed.
const retries = 3

// carryOut shows the plan, makes its writes once it is confirmed, and says which commits
// that made. A JSON report comes last and has the last commit.
func (w *writing) carryOut(ctx context.Context, confirm func() error) error {
	p := w.project
	text := p.format == string(report.Text)
	if text {
		if err := w.report.Close(w.summary); err != nil {
			return err
		}
	}
	if err := confirm(); err != nil {
		return err
	}
	records := 0
	for _, step := range w.steps {
		if err := w.write(ctx, step); err != nil {
			if records > 0 {
				err = fmt.Errorf("%w; %s %s before that, run the command again for the rest", err, w.verb, syntax.Count(records, "record"))
			}
			return err
		}
		records += len(step)
	}
	commit := cidText(w.account.head)
	if !text {
		w.summary.Plan.Written, w.summary.Plan.Commit = true, commit
		return w.report.Close(w.summary)
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
	case len(w.steps) > 1:
		where = fmt.Sprintf(" in %d commits, the last one %s", len(w.steps), commit)
	}
	_, err := fmt.Fprintf(p.Out, "%s %s%s\n", w.verb, syntax.Count(records, "record"), where)
	return err
}

// write makes the writes of a step. It starts from the commit that the plan saw or that the
// step before made.
func (w *writing) write(ctx context.Context, step []network.Write) error {
	a, ctx := &w.account, ctx
	for tried := 0; ; tried++ {
		if tried > 0 || !a.head.Defined() {
			var same bool
			var err error
			if a.head, err = a.session.Head(ctx); err == nil {
				same, err = a.session.Unmoved(ctx, step)
			}
			if err == nil && same && tried > 0 {
				same, err = w.again()
			}
			if err != nil || !same {
				return cmp.Or(err, errMoved)
			}
		}
		commit, err := a.session.Apply(ctx, step, a.head)
		switch {
		case err == nil:
			a.head = commit
			return nil
		case errors.Is(err, network.ErrExpired):
			return fmt.Errorf("%w: nothing was written; run the command again", err)
		case !errors.Is(err, network.ErrSwap):
			return err
		case w.again == nil || tried == retries:
			return errMoved
		}
	}
}
