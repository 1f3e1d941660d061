package cmd

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"maps"
	"slices"

	"github.com/spf13/cobra"

	"github.com/lexsmith/lexsmith/internal/cli"
	"github.com/lexsmith/lexsmith/internal/config"
	"github.com/lexsmith/lexsmith/internal/project"
	"github.com/lexsmith/lexsmith/internal/registry"
	"github.com/lexsmith/lexsmith/internal/report"
	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// pullOptions says which Lexicons of others to copy, and how.
type pullOptions struct {
	*globals
	networkOptions
	patterns      []string
	update        bool
	remove        bool
	frozen        bool
	dryRun        bool
	force         bool
	allowBreaking bool
	accept        []string
	accepted      []config.Pattern
	outside       bool
}

func newPull(g *globals) *cobra.Command {
	l := &pullOptions{globals: g}
	c := &cobra.Command{
		Use:        "pull [NSID|PATTERN...]",
		Short:      "Copy other people's Lexicons into the project",
		SuggestFor: []string{"fetch", "install", "resolve", "update"},
		Example: `lexsmith pull                         missing Lexicons that your schemas refer to
lexsmith pull com.example.post        a Lexicon, and everything it refers to
lexsmith pull 'com.example.*'         every Lexicon published under com.example
lexsmith pull --update                the latest revisions, if they break nothing
lexsmith pull --remove com.example.a  no longer keep a Lexicon
lexsmith pull --frozen                for CI: check the files, offline`,
		Long: `Files are written to the first folder under "include:" in lexsmith.yaml, or to
vendor/lexicons, which is then added to "include:". The manifest lexicons.json, next to
lexsmith.yaml, records their revisions; commit both. It is the manifest that "lex
install" of @atproto/lex uses, and both programs can work on the same project.

Lexicons can also come from the git repositories and folders under "sources:" in
lexsmith.yaml; lexsmith.lock records their commits. Commit it, too.

Each other Lexicon is looked up in DNS and fetched from the account that the DNS record
points to, with a proof that the account has published it. Servers keep only the newest
revision, so without --update, a missing file can be fetched only if its revision in the
manifest is still the published one. Nothing is written unless everything can be.

With --update, the revisions are compared as with "lexsmith diff". If a change is
breaking, the exit status is 1 and nothing is written, unless you pass --allow-breaking.
A Lexicon that is no longer published keeps its copy. A file that was edited is not
overwritten without --force.

If DNS points to a different account than the one in the manifest, the exit status is 1
and nothing is written, because an expired domain looks the same. To accept the new
account, pass --accept-authority.

With --frozen, nothing is written or fetched. The exit status is 1 if a file is missing
or differs from its revision in the manifest or the lock, if the lock was not made for the
sources in lexsmith.yaml, or if a reference points to a Lexicon that is not in the project.`,
		Args: cli.Args(func(_ *cobra.Command, args []string) error {
			l.patterns = args
			return l.check()
		}),
		RunE:              func(c *cobra.Command, _ []string) error { return runPull(c.Context(), l) },
		ValidArgsFunction: cli.Offer(l.argumentNames),
	}
	flags := cli.Flags(c)
	flags.BoolVar(&l.update, "update", false, "fetch the latest revisions of all Lexicons, or of the given ones")
	flags.BoolVar(&l.remove, "remove", false, "remove the given Lexicons, and what only they refer to")
	flags.BoolVar(&l.frozen, "frozen", false, "only check that the files match lexicons.json and that nothing is missing")
	flags.BoolVar(&l.dryRun, "dry-run", false, "show what would be written without writing it")
	flags.BoolVar(&l.force, "force", false, "overwrite, or with --remove delete, files that were edited")
	flags.BoolVar(&l.allowBreaking, "allow-breaking", false, "with --update: accept breaking changes")
	flags.StringArrayVar(&l.accept, "accept-authority", nil, "accept that a different account publishes the Lexicons that match `NSID|PATTERN` (repeatable)")
	flags.BoolVar(&l.outside, "outside", false, "write to a folder outside of the project, or through a link to one")
	l.networkOptions.addTo(flags)
	g.addFormat(c, report.Text, report.JSON, report.GitHub, report.Concise, report.Markdown)
	return c
}

// check refuses flags that contradict each other.
func (o *pullOptions) check() error {
	switch {
	case o.frozen && (o.update || o.remove || o.force || o.dryRun):
		return errors.New("--frozen writes nothing, so it cannot be combined with --update, --remove, --force, or --dry-run")
	case o.frozen && len(o.patterns) > 0:
		return errors.New("--frozen checks the whole project; remove the arguments")
	case o.remove && o.update:
		return errors.New("--remove and --update cannot be combined")
	case o.remove && len(o.patterns) == 0:
		return errors.New("--remove requires the NSIDs of the Lexicons to remove")
	}
	for _, text := range o.accept {
		pattern, err := config.ParsePattern(text)
		if err != nil {
			return fmt.Errorf("--accept-authority: %w", err)
		}
		o.accepted = append(o.accepted, pattern)
	}
	return nil
}

func runPull(ctx context.Context, o *pullOptions) error {
	ctx, stop := cli.UntilSignal(ctx, cli.Interrupts()...) // from the first moment: a run leaves a lock and temporary files
	defer stop()
	err := o.run(ctx)
	if err != nil && ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return err
}

func (o *pullOptions) run(ctx context.Context) error {
	if !o.frozen && !o.dryRun {
		path, err := o.settings.ConfigPath()
		if err != nil {
			return err
		}
		manifest := project.ManifestBeside(path)
		unlock, err := registry.Lock(ctx, manifest, func() { o.Note("waiting for another process that works on %s", slashed(manifest)) })
		if err != nil {
			return err
		}
		defer unlock()
	}
	p, err := o.open(ctx)
	if err != nil {
		return err
	}
	if o.allowBreaking && !o.update && !o.force && len(o.accept)+len(p.Config.Sources) == 0 {
		return errors.New("--allow-breaking requires --update")
	}
	p.byOthers = true
	v, err := registry.Open(ctx, p.Project, o.frozen)
	if err != nil {
		return err
	}
	plan, err := o.plan(ctx, p, v)
	if err == nil && !o.frozen {
		err = v.CheckPlaces(plan, o.outside)
	}
	if err != nil {
		return err
	}
	return o.finish(ctx, p, v, plan)
}

// plan checks the files, or plans to add, to update, or to remove some.
func (o *pullOptions) plan(ctx context.Context, p *session, v *registry.Vendor) (*registry.Pull, error) {
	switch {
	case o.frozen:
		return v.Check()
	case o.remove:
		selected, err := v.Match(o.patterns)
		if err != nil {
			return nil, err
		}
		return v.PlanRemoval(selected, o.force)
	}
	progress := cli.NewProgress(&p.Streams)
	defer progress.End()
	client, err := o.client()
	if err != nil {
		return nil, err
	}
	pull := registry.PullOptions{
		Network: client, Insecure: o.insecure, Lacking: o.update || len(o.patterns) == 0, Accept: o.accepted, Force: o.force, Progress: progress.Lookups,
	}
	if o.update {
		pull.Update, err = v.Match(o.patterns)
		pull.UpdateAll = len(o.patterns) == 0
	} else {
		pull.Names, pull.Skipped, err = v.Expand(ctx, client, o.patterns)
	}
	if err != nil {
		for _, s := range pull.Skipped { // which may be why
			p.Warn("%s", s)
		}
		return nil, err
	}
	return v.Plan(ctx, pull)
}

// finish compares the revisions, writes the files unless the plan is refused, and
// reports what happened.
func (o *pullOptions) finish(ctx context.Context, p *session, v *registry.Vendor, plan *registry.Pull) error {
	r, err := p.diffReport("pull", [2]string{registry.OldRevision})
	if err != nil {
		return err
	}
	for _, note := range plan.Notes {
		p.Note("%s", note)
	}
	if plan.Internal != nil {
		p.Note("skipped %s: %s", words.Summarize(sortedNames(slices.Values(plan.Internal))), registry.WhyInternal)
	}
	summary := report.Summary{Files: len(plan.Plan)}
	var reached []report.Reached
	if old, new := v.Sides(plan, p.Profile); old != nil {
		changes, err := p.addChanges(ctx, old, new, r, &summary)
		if err != nil {
			return err
		}
		reached = v.Reached(old, new, changes.Findings, r.VerdictOn)
	}
	breaking := r.Worst() >= p.threshold && !o.allowBreaking
	refused := breaking || plan.Refused()
	if !refused && !o.dryRun && !o.frozen {
		note, err := v.Write(plan)
		if note != "" {
			p.Note("%s", note)
		}
		if err != nil {
			return err
		}
	}
	summary.Plan = plan.Report(r.VerdictOn)
	summary.Plan.Written, summary.Plan.Reached, summary.Plan.Problems = !refused && !o.dryRun, reached, plan.Problems
	switch summary.Plan.Words = plan.Words(o.dryRun || refused); {
	case o.frozen:
		summary.Plan.Words = frozenWords(plan, v.ListedIn("and"))
	case refused:
		summary.Plan.Words = "nothing was written; " + summary.Plan.Words
	}
	if err := r.Close(summary); err != nil {
		return err
	}
	if !o.frozen {
		o.advise(p, plan, breaking)
	}
	if refused || plan.Worst() >= p.threshold {
		return errFindings
	}
	return nil
}

// frozenWords says how many files match what lists them, and how many do not, some of which
// were edited.
func frozenWords(plan *registry.Pull, listedIn string) string {
	matching := plan.Count(registry.Keep)
	verb, negated := "match", "do not"
	if matching == 1 {
		verb = "matches"
	}
	others := len(plan.Plan) - matching
	if others == 1 {
		negated = "does not"
	}
	words := words.Count(matching, "Lexicon") + " " + verb + " " + listedIn
	if others > 0 {
		words += fmt.Sprintf(`, %d %s; run "lexsmith pull"`, others, negated)
	}
	if plan.Count(registry.Edited) > 0 {
		words += " (add --force to overwrite edited files)"
	}
	return words
}

// advise says what to do about a plan.
func (o *pullOptions) advise(p *session, plan *registry.Pull, breaking bool) {
	if plan.Count(registry.Edited) > 0 {
		verb := "overwrite"
		if o.remove {
			verb = "delete"
		}
		p.Note("to %s edited files, add --force", verb)
	}
	if plan.Count(registry.Moved) > 0 {
		p.Note("an expired domain that someone else has registered looks the same; to accept the new account, add --accept-authority NSID")
	}
	if breaking {
		p.Note("to accept breaking changes, add --allow-breaking; otherwise, keep your current copies")
	}
	for _, e := range plan.Plan {
		if e.Action == registry.Drop && !breaking && !plan.Refused() {
			p.Note("%s is no longer used; you can delete %s", e.NSID, slashed(e.Path))
		}
	}
}

// argumentNames returns what the arguments of pull can be: what the project lacks, or what
// the manifest and the lock have. Errors are for the command itself to report.
func (o *pullOptions) argumentNames(c *cobra.Command, _ []string) (names []string) {
	o.Quiet = true
	p, err := o.open(c.Context())
	if err != nil {
		return nil
	}
	v, err := registry.Open(c.Context(), p.Project, false)
	if err != nil {
		return nil
	}
	if !o.update && !o.remove {
		maps.DeleteFunc(v.Needed, func(id syntax.NSID, _ []syntax.NSID) bool { return id.Internal() })
		return sortedNames(maps.Keys(v.Needed))
	}
	return sortedNames(slices.Values(v.Listed()))
}

// sortedNames returns NSIDs for completion.
func sortedNames(ids iter.Seq[syntax.NSID]) (names []string) {
	for _, id := range slices.Sorted(ids) {
		names = append(names, string(id))
	}
	return names
}
