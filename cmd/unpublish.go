package cmd

import (
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/lexsmith/lexsmith/internal/registry"
	"github.com/lexsmith/lexsmith/internal/report"
	"github.com/lexsmith/lexsmith/pkg/network"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// unpublishOptions says what to delete, and as whom.
type unpublishOptions struct {
	*options
	networkOptions
	loginOptions
	ids    []syntax.NSID
	dryRun bool
}

func newUnpublish(o *options, run func(*unpublishOptions) error) *cobra.Command {
	u := &unpublishOptions{options: o}
	c := &cobra.Command{
		Use:   "unpublish NSID...",
		Short: "Delete published Lexicons",
		Example: `lexsmith unpublish com.example.thing --identifier alice.example.com
lexsmith unpublish com.example.thing --identifier alice.example.com --dry-run`,
		Long: `Deletes the records of Lexicons from the account, in one step. Data that uses a deleted
Lexicon can no longer be validated, and schemas that refer to it can no longer be
resolved. The command therefore shows what "lexsmith diff" reports for the removal,
including the other Lexicons of the account that are affected, and asks you to type each
NSID to confirm. Files are not touched.

Pass the account and the password as for "lexsmith publish".`,
		Args:              usage(u.parse),
		RunE:              func(*cobra.Command, []string) error { return run(u) },
		ValidArgsFunction: offer(u.argumentNames),
	}
	flags := c.Flags()
	flags.SortFlags = false
	u.loginOptions.addTo(flags)
	flags.BoolVar(&u.dryRun, "dry-run", false, "only show the plan; no password is needed")
	u.networkOptions.addTo(flags)
	o.addFormat(c, report.Text, report.JSON)
	return c
}

// parse reads the arguments.
func (o *unpublishOptions) parse(args []string) error {
	if len(args) == 0 {
		return errors.New("no Lexicon given; pass its NSID")
	}
	for _, text := range args {
		id, err := syntax.ParseNSID(text)
		if err != nil {
			return fmt.Errorf("%s is not a valid NSID: %s", syntax.Quote(text), syntax.Reason(err))
		}
		o.ids = append(o.ids, id)
	}
	slices.Sort(o.ids)
	o.ids = slices.Compact(o.ids)
	if len(o.ids) > network.MaxWrites {
		return fmt.Errorf("cannot delete %d records in one step (at most %d)", len(o.ids), network.MaxWrites)
	}
	return o.check()
}

// argumentNames returns what the arguments can be: the Lexicons of the project.
func (o *unpublishOptions) argumentNames(*cobra.Command, []string) []string {
	o.quiet = true
	p, err := o.open()
	if err != nil {
		return nil
	}
	own, err := p.loadPublishable(nil)
	if err != nil {
		return nil
	}
	return sortedNames(slices.Values(own.IDs))
}

func runUnpublish(o *unpublishOptions) error {
	p, err := o.open()
	if err != nil {
		return err
	}
	client, account, err := o.begin(p, &o.networkOptions, true, o.dryRun)
	if err != nil {
		return err
	}
	defer account.Logout(p.ctx)
	progress := newProgress(p.streams)
	plan, err := registry.PlanDeletion(p.ctx, client, account.DID, o.ids, progress.lookups)
	progress.end()
	if err != nil {
		return err
	}
	r, err := p.diffReport("unpublish", [2]string{registry.PublishedRevision})
	if err != nil {
		return err
	}
	summary, err := p.comparePublication(plan, r, o.noVerify)
	if err != nil {
		return err
	}
	summary.Plan.Words = syntax.Count(len(plan.Plan), "Lexicon") + " to delete"
	if o.dryRun {
		return r.Close(summary)
	}
	return p.carryOut(writing{account: account, steps: plan.Steps, verb: "deleted", confirm: func() error {
		for _, id := range o.ids {
			if err := o.confirmName(string(id)); err != nil {
				return err
			}
		}
		return nil
	}}, r, summary)
}
