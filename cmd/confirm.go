package cmd

import (
	"errors"
	"fmt"
	"strings"

	"github.com/lexsmith/lexsmith/internal/report"
	"github.com/lexsmith/lexsmith/pkg/network"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// errNotConfirmed ends a run whose plan was not confirmed.
var errNotConfirmed = errors.New("not confirmed: nothing was written")

// confirm asks whether to go on.
func (o *options) confirm(question string) error {
	fmt.Fprintf(o.streams.Err, "%s [y/N] ", printable(question))
	answer, err := readLine(o.streams.In)
	if err != nil {
		fmt.Fprintln(o.streams.Err)
	}
	switch strings.ToLower(answer) {
	case "y", "yes":
		return nil
	}
	return errNotConfirmed
}

// confirmName asks for a name to be typed. Without a terminal it is read from standard
// input all the same.
func (o *options) confirmName(name string) error {
	if o.streams.Asks {
		fmt.Fprintf(o.streams.Err, "To confirm, type the NSID %s: ", name)
	}
	answer, err := readLine(o.streams.In)
	if err != nil && o.streams.Asks {
		fmt.Fprintln(o.streams.Err)
	}
	if answer != name {
		return fmt.Errorf("%w; to delete %s, type its NSID", errNotConfirmed, name)
	}
	return nil
}

// carryOut shows a plan, makes its writes once it is confirmed, and says which commit
// that made. A JSON report comes last and has it.
func (p *project) carryOut(a account, r *report.Report, summary report.Summary, writes []network.Write, confirm func() error) error {
	text := p.format == string(report.Text)
	if text {
		if err := r.Close(summary); err != nil {
			return err
		}
	}
	if err := confirm(); err != nil {
		return err
	}
	commit, err := a.session.Apply(p.ctx, writes, a.head)
	switch {
	case errors.Is(err, network.ErrSwap):
		return fmt.Errorf("%w: nothing was written; run the command again", err)
	case err != nil:
		return err
	}
	if !text {
		summary.Plan.Written, summary.Plan.Commit = true, commit.String()
		return r.Close(summary)
	}
	if !p.quiet {
		verb := "wrote"
		if writes[0].Action == network.Delete {
			verb = "deleted"
		}
		_, err = fmt.Fprintf(p.streams.Out, "%s %s in commit %s\n", verb, syntax.Count(len(writes), "record"), commit)
	}
	return err
}
