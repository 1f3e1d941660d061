package cmd

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/lexsmith/lexsmith/internal/cli"
	"github.com/lexsmith/lexsmith/internal/registry"
	"github.com/lexsmith/lexsmith/internal/report"
	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/lint"
	"github.com/lexsmith/lexsmith/pkg/network"
)

// publishOptions says what to publish, and as whom.
type publishOptions struct {
	*globals
	networkOptions
	loginOptions
	paths         []string
	yes           bool
	dryRun        bool
	allowBreaking bool
	skipDNSCheck  bool
}

func newPublish(g *globals) *cobra.Command {
	b := &publishOptions{globals: g}
	c := &cobra.Command{
		Use:        "publish [PATH...]",
		Short:      "Publish Lexicons on the network",
		SuggestFor: []string{"push", "upload"},
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
		Args: cli.Args(func(_ *cobra.Command, args []string) error {
			b.paths = args
			return b.check()
		}),
		RunE: func(c *cobra.Command, _ []string) error { return runPublish(c.Context(), b) },
	}
	flags := cli.Flags(c)
	b.loginOptions.addTo(flags)
	flags.BoolVarP(&b.yes, "yes", "y", false, "publish without asking for confirmation")
	flags.BoolVar(&b.dryRun, "dry-run", false, "only show the plan; no password is needed")
	flags.BoolVar(&b.allowBreaking, "allow-breaking", false, "publish even breaking changes")
	flags.BoolVar(&b.skipDNSCheck, "skip-dns-check", false, "publish even if DNS points to a different account")
	b.networkOptions.addTo(flags)
	g.addFormat(c, report.Text, report.JSON)
	return c
}

// check refuses flags with which the plan cannot be confirmed.
func (o *publishOptions) check() error {
	switch {
	case o.yes || o.dryRun:
	case o.format == report.JSON:
		return errors.New("--format json requires --yes or --dry-run")
	case !o.Asks:
		return errors.New("cannot ask for confirmation without a terminal; use --yes to publish, or --dry-run to see the plan")
	}
	return o.loginOptions.check()
}

func runPublish(ctx context.Context, o *publishOptions) error {
	o.settings.Profile = diag.ProfileATProto.String()
	p, err := o.open(ctx)
	if err != nil {
		return err
	}
	own, err := p.loadPublishable(ctx, o.paths)
	if err != nil {
		return err
	}
	r, err := p.diffReport("publish", [2]string{registry.PublishedRevision})
	if err != nil {
		return err
	}
	own, left := own.Usable()
	r.Add(lexicon.LeftOutFindings(left)...)
	if err := p.reportErrors(ctx, own, r); err != nil {
		return err
	}
	client, account, err := o.begin(ctx, p, &o.networkOptions, !o.dryRun, o.dryRun)
	if err != nil {
		return err
	}
	defer account.Logout(ctx)
	progress := cli.NewProgress(&p.Streams)
	plan, err := registry.PlanPublication(ctx, registry.PublishOptions{
		Survey: registry.Survey{Network: client, Account: account.DID, SkipDNS: o.skipDNSCheck, Progress: progress.Lookups},
		Own:    own, Profile: p.Profile, Retry: o.yes,
	})
	progress.End()
	if err != nil {
		return err
	}
	summary, err := p.comparePublication(ctx, plan, r, o.noVerify)
	if err != nil {
		return err
	}
	breaking := r.Worst() >= p.threshold && !o.allowBreaking
	refused := breaking || plan.Refused()
	if summary.Plan.Words = plan.Words(true); len(plan.Steps) > 1 {
		summary.Plan.Words += fmt.Sprintf(", in %d commits", len(plan.Steps))
	}
	if refused || o.dryRun || len(plan.Steps) == 0 {
		summary.Plan.Written = !refused && !o.dryRun
		err = r.Close(summary)
		if breaking && !plan.Refused() {
			p.Note("to publish breaking changes, add --allow-breaking")
		}
		if refused {
			err = cmp.Or(err, errFindings)
		}
	} else if err = p.carryOut(ctx, plan, account, r, summary, func() error {
		if o.yes {
			return nil
		}
		return o.Confirm(ctx, fmt.Sprintf("Publish as %s (%s)?", o.identifier, account.DID))
	}); err != nil {
		return err
	}
	if !o.skipDNSCheck {
		p.noteRecords(plan.Records())
	}
	return err
}

// reportErrors reports the errors of the schemas, and returns errFindings if there are any.
func (p *session) reportErrors(ctx context.Context, own *registry.Lexicons, r *report.Report) error {
	result, err := lint.Lint(ctx, own.Catalog, lint.Options{
		Profile: p.Profile, Workers: p.Workers, MinSeverity: diag.Error, ExplicitFiles: own.Exact,
	})
	if err != nil {
		return err
	}
	var found []diag.Finding
	for _, f := range result.Findings {
		if p.Policy.Keep(&f) && f.Severity == diag.Error {
			found = append(found, f)
		}
	}
	if len(found) == 0 {
		return nil
	}
	r.Add(found...)
	return cmp.Or(r.Close(report.Summary{
		Files: own.Files(), Plan: &report.Plan{Words: "nothing was written: the Lexicons are invalid"},
	}), errFindings)
}

// noteRecords says which DNS records are missing.
func (p *session) noteRecords(records []registry.TXT) {
	for _, t := range records {
		if t.Value == network.TXTValue("") {
			t.Value += "…"
		}
		if t.Found != "" {
			t.Value += " (now: " + t.Found + ")"
		}
		p.Note("the Lexicons cannot be found yet; create this DNS record: %s TXT %s", t.Name, t.Value)
	}
}

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

// carryOut shows the plan, makes its writes once it is confirmed, and says which commits
// that made. A JSON report comes last and has the last commit.
func (p *session) carryOut(ctx context.Context, plan *registry.Publication, account *registry.Account, r *report.Report, summary report.Summary, confirm func() error) error {
	if p.text() {
		if err := r.Close(summary); err != nil {
			return err
		}
	}
	if err := confirm(); err != nil {
		return err
	}
	done, kept := "wrote", "has them" // what happens to the records, and what the server has then
	if plan.Count(registry.Delete) > 0 {
		done, kept = "deleted", "no longer has them"
	}
	records, err := account.Apply(ctx, plan)
	if err != nil {
		if records > 0 {
			err = fmt.Errorf("%w; %s %s before that, run the command again for the rest", err, done, words.Count(records, "record"))
		}
		return err
	}
	commit := registry.CIDText(account.Head)
	if !p.text() {
		summary.Plan.Written, summary.Plan.Commit = true, commit
		return r.Close(summary)
	}
	if p.Quiet {
		return nil
	}
	where := " in commit " + commit
	switch {
	case commit == "":
		where = "; the server did not confirm it, but " + kept
	case len(plan.Steps) > 1:
		where = fmt.Sprintf(" in %d commits, the last one %s", len(plan.Steps), commit)
	}
	_, err = fmt.Fprintf(p.Out, "%s %s%s\n", done, words.Count(records, "record"), where)
	return err
}
