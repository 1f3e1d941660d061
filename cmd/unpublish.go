package cmd

import (
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	config "github.com/lexsmith/lexsmith/internal/project"
	"github.com/lexsmith/lexsmith/internal/registry"
	"github.com/lexsmith/lexsmith/internal/report"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
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
	l, err := p.loadLocal(nil)
	if err != nil {
		return nil
	}
	names := make([]string, len(l.ids))
	for i, id := range l.ids {
		names[i] = string(id)
	}
	return names
}

func runUnpublish(o *unpublishOptions) error {
	p, err := o.open()
	if err != nil {
		return err
	}
	if err := o.ask(o.options); err != nil {
		return err
	}
	client, err := o.client()
	if err != nil {
		return err
	}
	account, err := o.enter(o.options, client, o.dryRun)
	defer account.leave(p.ctx)
	if err != nil {
		return err
	}
	r, err := p.diffReport("unpublish", [2]string{publishedRevision})
	if err != nil {
		return err
	}
	entries, summary, err := o.plan(p, client, account.did, r)
	if err != nil {
		return err
	}
	if o.dryRun {
		return r.Close(summary)
	}
	steps, err := registry.Steps(entries, nil)
	if err != nil {
		return err
	}
	w := writing{project: p, account: account, report: r, summary: summary, steps: steps, verb: "deleted"}
	return w.carryOut(func() error {
		for _, id := range o.ids {
			if err := o.confirmName(string(id)); err != nil {
				return err
			}
		}
		return nil
	})
}

// plan compares what the account publishes with what is left.
func (o *unpublishOptions) plan(p *project, client *network.Client, account syntax.DID, r *report.Report) (entries []registry.Publication, summary report.Summary, err error) {
	listed, err := client.List(p.ctx, account)
	if err != nil {
		return nil, summary, err
	}
	all := slices.Clone(o.ids)
	for _, l := range listed {
		all = append(all, l.NSID)
	}
	slices.Sort(all)
	all = slices.Compact(all)
	progress := newProgress(p.streams)
	states, err := registry.Look(p.ctx, registry.WithoutDNS{Network: client}, all, nil, func(syntax.DID) syntax.DID { return account }, progress.lookups)
	progress.end()
	if err != nil {
		return nil, summary, err
	}
	layouts := config.NewLayouts(p.config)
	var sides [2][]*lexicon.Document
	plan := &report.Plan{Unverified: o.noVerify, CIDs: true}
	for _, s := range states {
		deleted := slices.Contains(o.ids, s.NSID)
		switch {
		case deleted && !s.Remote.Defined():
			err = errors.Join(err, fmt.Errorf("%s is not published by %s", s.NSID, account))
		case deleted:
			e := registry.Publication{State: s, Action: registry.Delete}
			entries = append(entries, e)
			plan.Entries = append(plan.Entries, describePublished(&e))
		}
		for i := range sides {
			if s.Published == nil {
				continue
			}
			d, err := p.publishedDocument(s.Published, layouts)
			if err != nil {
				return nil, summary, err
			}
			if i == 0 || !deleted {
				sides[i] = append(sides[i], d)
			}
		}
	}
	if err != nil {
		return nil, summary, err
	}
	plan.Words = syntax.Count(len(entries), "Lexicon") + " to delete"
	summary = report.Summary{Files: len(entries), Plan: plan}
	err = p.addChanges(lexicon.NewCatalog(sides[0]...), lexicon.NewCatalog(sides[1]...), r, &summary)
	return entries, summary, err
}
