package cmd

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/lexsmith/lexsmith/internal/cli"
	"github.com/lexsmith/lexsmith/internal/registry"
	"github.com/lexsmith/lexsmith/internal/report"
	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/network"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// unpublishOptions says what to delete, and as whom.
type unpublishOptions struct {
	*globals
	networkOptions
	loginOptions
	ids    []syntax.NSID
	dryRun bool
}

func newUnpublish(g *globals) *cobra.Command {
	u := &unpublishOptions{globals: g}
	c := &cobra.Command{
		Use:        "unpublish NSID...",
		Short:      "Delete published Lexicons",
		SuggestFor: []string{"delete"},
		Example: `lexsmith unpublish com.example.thing --identifier alice.example.com
lexsmith unpublish com.example.thing --identifier alice.example.com --dry-run`,
		Long: `Deletes the records of Lexicons from the account, in one step. Data that uses a deleted
Lexicon can no longer be validated, and schemas that refer to it can no longer be
resolved. The command therefore shows what "lexsmith diff" reports for the removal,
including the other Lexicons of the account that are affected, and asks you to type each
NSID to confirm. Files are not touched.

Pass the account and the password as for "lexsmith publish".`,
		Args:              cli.Args(func(_ *cobra.Command, args []string) error { return u.parse(args) }),
		RunE:              g.run(func(ctx context.Context, p *session) error { return runUnpublish(ctx, p, u) }),
		ValidArgsFunction: cli.Offer(u.argumentNames),
	}
	flags := cli.Flags(c)
	u.loginOptions.addTo(flags)
	flags.BoolVar(&u.dryRun, "dry-run", false, "only show the plan; no password is needed")
	u.networkOptions.addTo(flags)
	g.addFormat(c, report.Text, report.JSON)
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
			return fmt.Errorf("%s is not a valid NSID: %s", words.Quote(text), syntax.Reason(err))
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
func (o *unpublishOptions) argumentNames(c *cobra.Command, _ []string) []string {
	o.Quiet = true
	p, err := o.open(c.Context())
	if err != nil {
		return nil
	}
	own, err := p.loadPublishable(c.Context(), nil)
	if err != nil {
		return nil
	}
	return sortedNames(slices.Values(own.IDs))
}

func runUnpublish(ctx context.Context, p *session, o *unpublishOptions) error {
	client, account, err := o.begin(ctx, p, &o.networkOptions, true, o.dryRun)
	if err != nil {
		return err
	}
	defer account.Logout(ctx)
	progress := cli.NewProgress(&p.Streams)
	plan, err := registry.PlanDeletion(ctx, registry.PublishOptions{
		Survey: registry.Survey{Network: client, Account: account.DID, Progress: progress.Lookups}, Profile: p.Profile,
	}, o.ids)
	progress.End()
	if err != nil {
		return err
	}
	r, err := p.diffReport("unpublish", [2]string{registry.PublishedRevision})
	if err != nil {
		return err
	}
	summary, err := p.comparePublication(ctx, plan, r, o.noVerify)
	if err != nil {
		return err
	}
	summary.Plan.Words = words.Count(len(plan.Plan), "Lexicon") + " to delete"
	if o.dryRun {
		return r.Close(summary)
	}
	return p.carryOut(ctx, plan, account, r, summary, func() error {
		for _, id := range o.ids {
			if err := o.confirmName(ctx, string(id)); err != nil {
				return err
			}
		}
		return nil
	})
}

// confirmName asks for a name to be typed. Without a terminal it is read from standard
// input all the same.
func (g *globals) confirmName(ctx context.Context, name string) error {
	if g.Asks {
		fmt.Fprintf(g.Err, "To confirm, type the NSID %s: ", name)
	}
	answer, err := g.ReadLine(ctx)
	if ctx.Err() != nil {
		fmt.Fprintln(g.Err)
		return context.Cause(ctx)
	}
	if err != nil && g.Asks {
		fmt.Fprintln(g.Err)
	}
	if answer != name {
		return fmt.Errorf("%w; to delete %s, type its NSID", cli.ErrNotConfirmed, name)
	}
	return nil
}
