package cmd

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/lexsmith/lexsmith/internal/registry"
	"github.com/lexsmith/lexsmith/internal/report"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/lint"
	"github.com/lexsmith/lexsmith/pkg/network"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// publishOptions says what to publish, and as whom.
type publishOptions struct {
	*options
	networkOptions
	loginOptions
	paths         []string
	yes           bool
	dryRun        bool
	allowBreaking bool
	skipDNSCheck  bool
}

func newPublish(o *options, run func(*publishOptions) error) *cobra.Command {
	b := &publishOptions{options: o}
	c := &cobra.Command{
		Use:   "publish [PATH...]",
		Short: "Publish Lexicons on the network",
		Example: `lexsmith publish --dry-run                       show what would be published
lexsmith publish --identifier alice.example.com
lexsmith publish com/example/thing.json --identifier alice.example.com
lexsmith publish --identifier alice.example.com --password-file app.txt --yes`,
		Long: `Shows a plan first: which Lexicons will be created and updated, the CID of each record,
and whether each update is compatible, as "lexsmith diff" reports it. Each record is the
file unchanged, plus "$type". Either all records are written, in one commit, or none are.
More than 200 records take several commits, with Lexicons written after the ones they
refer to; if the command stops in between, run it again. If the repository has changed
since the plan was made, nothing is written; with --yes, the command tries again if none
of the records in the plan has changed.

Nothing is published, and the exit status is 1, if lint finds errors with the profile
atproto, if anything that "lexsmith pull" would fetch with a Lexicon is neither published
nor part of the plan, if a change is breaking (see --allow-breaking), if DNS points to a
different account (see --skip-dns-check), or if an integer is too large for servers.

The app password is read from the environment variable ` + passwordVariable + ` or from
the file given by --password-file; otherwise, you are asked for it. The session is not
stored. Without a terminal, confirm the plan with --yes.`,
		Args: usage(func(args []string) error {
			b.paths = args
			return b.check()
		}),
		RunE: func(*cobra.Command, []string) error { return run(b) },
	}
	flags := c.Flags()
	flags.SortFlags = false
	b.loginOptions.addTo(flags)
	flags.BoolVarP(&b.yes, "yes", "y", false, "publish without asking for confirmation")
	flags.BoolVar(&b.dryRun, "dry-run", false, "only show the plan; no password is needed")
	flags.BoolVar(&b.allowBreaking, "allow-breaking", false, "publish even breaking changes")
	flags.BoolVar(&b.skipDNSCheck, "skip-dns-check", false, "publish even if DNS points to a different account")
	b.networkOptions.addTo(flags)
	o.addFormat(c, report.Text, report.JSON)
	return c
}

// check refuses flags with which the plan cannot be confirmed.
func (o *publishOptions) check() error {
	switch {
	case o.yes || o.dryRun:
	case o.format == string(report.JSON):
		return errors.New("--format json requires --yes or --dry-run")
	case !o.streams.Asks:
		return errors.New("cannot ask for confirmation without a terminal; use --yes to publish, or --dry-run to see the plan")
	}
	return o.loginOptions.check()
}

func runPublish(o *publishOptions) error {
	o.profile = diag.ProfileATProto.String()
	p, err := o.open()
	if err != nil {
		return err
	}
	l, err := p.loadLocal(o.paths)
	if err != nil {
		return err
	}
	b := &publication{publishOptions: o, project: p, local: l}
	if b.report, err = p.diffReport("publish", [2]string{publishedRevision}); err != nil {
		return err
	}
	if invalid, err := b.lint(); invalid || err != nil {
		return cmp.Or(err, errFindings)
	}
	err = b.begin()
	defer func() { b.account.leave(p.ctx) }()
	if err != nil {
		return err
	}
	refused, err := b.plan()
	if err != nil {
		return err
	}
	return b.finish(refused)
}

// publication is a run of publish.
type publication struct {
	*publishOptions
	project *project
	local   *local
	report  *report.Report
	summary report.Summary

	client  *network.Client
	account account
	entries []registry.Publication
	steps   [][]network.Write

	breaking bool // which is why the plan is refused
}

// lint reports the errors of the schemas, if there are any.
func (b *publication) lint() (invalid bool, err error) {
	p := b.project
	result, err := lint.Lint(p.ctx, b.local.Catalog, lint.Options{
		Profile: p.profile, Workers: p.jobs, MinSeverity: diag.Error, ExplicitFiles: b.local.named,
	})
	if err != nil {
		return false, err
	}
	var found []diag.Finding
	for _, f := range result.Findings {
		if p.keep(&f) && f.Severity == diag.Error {
			found = append(found, f)
		}
	}
	if len(found) == 0 {
		return false, nil
	}
	b.report.Add(found...)
	return true, b.report.Close(report.Summary{
		Files: b.local.Files(), Plan: &report.Plan{Words: "nothing was written: the Lexicons are invalid"},
	})
}

// begin logs in, or finds out who would.
func (b *publication) begin() (err error) {
	if b.client, err = b.networkOptions.client(); err != nil {
		return err
	}
	if b.dryRun && b.identifier == "" {
		return nil
	}
	if !b.dryRun {
		if err := b.ask(b.options); err != nil {
			return err
		}
	}
	b.account, err = b.enter(b.options, b.client, b.dryRun)
	return err
}

// plan looks up what is published, and reports whether the plan is refused.
func (b *publication) plan() (refused bool, err error) {
	p := b.project
	var from registry.Network = b.client
	if b.skipDNSCheck {
		from = registry.WithoutDNS{Network: from}
	}
	records, err := b.local.records()
	if err != nil {
		return false, err
	}
	progress := newProgress(p.streams)
	defer progress.end()
	states, err := registry.Look(p.ctx, from, b.local.ids, records, func(dns syntax.DID) syntax.DID { return cmp.Or(b.account.did, dns) }, progress.lookups)
	if err != nil {
		return false, err
	}
	documents := make([]*lexicon.Document, len(b.local.ids))
	for i, id := range b.local.ids {
		documents[i] = b.local.Document(id)
	}
	b.entries = registry.PlanPublications(documents, records, states)
	if b.account.did != "" {
		registry.CheckAuthority(b.entries, b.account.did)
	}
	if err := b.checkReferences(); err != nil {
		return false, err
	}
	if b.steps, err = registry.Steps(b.entries, registry.Refers); err != nil {
		return false, err
	}
	old, err := p.publishedCatalog(states, b.local.Catalog)
	if err != nil {
		return false, err
	}
	progress.end()
	if err := p.addChanges(old, b.local.Catalog, b.report, &b.summary); err != nil {
		return false, err
	}
	failOn, _ := diag.SeverityByName(p.failOn)
	breaking := b.report.Worst() >= failOn && !b.allowBreaking
	b.describe()
	refused = b.refused()
	b.breaking = breaking && !refused
	return refused || breaking, nil
}

// checkReferences refuses what others could not resolve.
func (b *publication) checkReferences() error {
	return registry.CheckReferences(b.project.ctx, b.client, b.entries, registry.Refers, b.account.did, b.project.profile)
}

func (b *publication) refused() bool {
	return slices.ContainsFunc(b.entries, func(e registry.Publication) bool { return e.Refused != "" })
}

// describe makes the plan for the report.
func (b *publication) describe() {
	plan := &report.Plan{Unverified: b.noVerify, CIDs: true}
	counts := map[registry.Action]int{}
	for _, e := range b.entries {
		counts[e.Action]++
		entry := describePublished(&e)
		if e.Action == registry.Update && e.Published != nil {
			entry.Verdict = b.report.VerdictOn(e.NSID, b.summary.Diff)
		}
		entry.Path = e.Document.Source.Path
		plan.Entries = append(plan.Entries, entry)
	}
	plan.Words = countActions([]actionWords{
		{"created", "to create", counts[registry.Create]},
		{"updated", "to update", counts[registry.Update]},
		{"unchanged", "unchanged", counts[registry.Keep]},
	}, true)
	if len(b.steps) > 1 {
		plan.Words += fmt.Sprintf(", in %d commits", len(b.steps))
	}
	b.summary.Files, b.summary.Plan = len(b.entries), plan
}

// describePublished describes what happens to a published Lexicon.
func describePublished(e *registry.Publication) report.PlanEntry {
	entry := report.PlanEntry{Action: string(e.Action), NSID: string(e.NSID), CID: cidText(e.CID), OldCID: cidText(e.Remote), Reason: e.Refused}
	if e.Account != "" {
		entry.URI = network.RecordURI(e.Account, e.NSID)
	}
	if e.Invalid != nil && e.Refused == "" {
		entry.Reason = "the published record is invalid: " + e.Invalid.Error()
	}
	switch {
	case e.Refused != "":
		entry.Shown = report.Always
	case e.Action == registry.Keep:
		entry.Shown = report.WithAll
	}
	return entry
}

// finish shows the plan, and carries it out once it is confirmed.
func (b *publication) finish(refused bool) error {
	if refused || b.dryRun || len(b.steps) == 0 {
		b.summary.Plan.Written = !refused && !b.dryRun
		err := b.report.Close(b.summary)
		if b.breaking {
			b.project.note("to publish breaking changes, add --allow-breaking")
		}
		if err == nil && refused {
			err = errFindings
		}
		b.noteDNS()
		return err
	}
	w := writing{project: b.project, account: b.account, report: b.report, summary: b.summary, steps: b.steps, verb: "wrote"}
	if b.yes {
		w.again = func() (bool, error) {
			err := b.checkReferences()
			return !b.refused(), err
		}
	}
	err := w.carryOut(func() error {
		if b.yes {
			return nil
		}
		return b.confirm(fmt.Sprintf("Publish as %s (%s)?", b.identifier, b.account.did))
	})
	if err != nil {
		return err
	}
	b.noteDNS()
	return nil
}

// noteDNS says which DNS records are missing.
func (b *publication) noteDNS() {
	if b.skipDNSCheck {
		return
	}
	value := "did=…"
	if b.account.did != "" {
		value = network.TXTValue(b.account.did)
	}
	var missing []string
	for _, e := range b.entries {
		if e.DNS != "" {
			continue
		}
		record := network.TXTName(e.NSID) + " TXT " + value
		if unusable := registry.UnusableTXT(e.NoDNS); unusable != "" {
			record += " (now: " + unusable + ")"
		}
		missing = append(missing, record)
	}
	slices.Sort(missing)
	for _, record := range slices.Compact(missing) {
		b.project.note("the Lexicons cannot be found yet; create this DNS record: %s", record)
	}
}
