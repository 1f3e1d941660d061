package cmd

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/lexsmith/lexsmith/internal/registry"
	"github.com/lexsmith/lexsmith/internal/report"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// pullOptions says which Lexicons of others to copy, and how.
type pullOptions struct {
	*options
	networkOptions
	patterns      []string
	update        bool
	remove        bool
	frozen        bool
	dryRun        bool
	force         bool
	allowBreaking bool
	accept        []string
	accepted      []registry.Pattern
	outside       bool
}

func newPull(o *options, run func(*pullOptions) error) *cobra.Command {
	l := &pullOptions{options: o}
	c := &cobra.Command{
		Use:   "pull [NSID|PATTERN...]",
		Short: "Copy other people's Lexicons into the project",
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

Each Lexicon is looked up in DNS and fetched from the account that the DNS record
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
or differs from its revision in the manifest, or if a reference points to a Lexicon that
is not in the project.`,
		Args: usage(func(args []string) error {
			l.patterns = args
			return l.check()
		}),
		RunE:              func(*cobra.Command, []string) error { return run(l) },
		ValidArgsFunction: offer(l.argumentNames),
	}
	flags := c.Flags()
	flags.SortFlags = false
	flags.BoolVar(&l.update, "update", false, "fetch the latest revisions of all Lexicons, or of the given ones")
	flags.BoolVar(&l.remove, "remove", false, "remove the given Lexicons, and what only they refer to")
	flags.BoolVar(&l.frozen, "frozen", false, "only check that the files match lexicons.json and that nothing is missing")
	flags.BoolVar(&l.dryRun, "dry-run", false, "show what would be written without writing it")
	flags.BoolVar(&l.force, "force", false, "overwrite, or with --remove delete, files that were edited")
	flags.BoolVar(&l.allowBreaking, "allow-breaking", false, "with --update: accept breaking changes")
	flags.StringArrayVar(&l.accept, "accept-authority", nil, "accept that a different account publishes the Lexicons that match `NSID|PATTERN` (repeatable)")
	flags.BoolVar(&l.outside, "outside", false, "write to a folder outside of the project, or through a link to one")
	l.networkOptions.addTo(flags)
	o.addFormat(c, report.Text, report.JSON, report.GitHub, report.Concise)
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
	case o.allowBreaking && !o.update && !o.force && len(o.accept) == 0:
		return errors.New("--allow-breaking requires --update")
	}
	for _, text := range o.accept {
		pattern, err := registry.ParsePattern(text)
		if err != nil {
			return fmt.Errorf("--accept-authority: %w", err)
		}
		o.accepted = append(o.accepted, pattern)
	}
	return nil
}

func runPull(o *pullOptions) error {
	ctx, stop := untilInterrupt(o.ctx, false)
	defer stop()
	o.ctx = ctx
	err := o.run()
	if err != nil && ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return err
}

func (o *pullOptions) run() error {
	if !o.frozen && !o.dryRun {
		path, err := o.configPath()
		if err != nil {
			return err
		}
		manifest := manifestBeside(path)
		unlock, err := registry.Lock(o.ctx, manifest, func() { o.note("waiting for another process that works on %s", slashed(manifest)) })
		if err != nil {
			return err
		}
		defer unlock()
	}
	p, err := o.open()
	if err != nil {
		return err
	}
	p.byOthers = true
	v, err := p.openVendor(o.frozen)
	if err != nil {
		return err
	}
	v.Force = o.force
	var plan *registry.Plan
	switch {
	case o.frozen:
		return o.frozenReport(p, v)
	case o.remove:
		selected, bad := v.Manifest.Match(o.patterns)
		if bad != nil {
			return bad
		}
		plan, err = v.Removal(selected)
	default:
		plan, err = o.lookUp(p, v)
	}
	if err == nil {
		err = v.checkPlaces(plan, o.outside)
	}
	if err != nil {
		return err
	}
	return o.finish(p, v, plan)
}

// lookUp plans to add or to update Lexicons.
func (o *pullOptions) lookUp(p *project, v *vendor) (*registry.Plan, error) {
	progress := newProgress(p.streams)
	defer progress.end()
	client, err := o.client()
	if err != nil {
		return nil, err
	}
	v.Publisher, v.Progress = client, progress.lookups
	v.Accept = func(id syntax.NSID) bool {
		return slices.ContainsFunc(o.accepted, func(p registry.Pattern) bool { return p.Matches(id) })
	}
	names, err := o.names(p, v)
	if err != nil {
		return nil, err
	}
	return v.Plan(p.ctx, names, o.update || len(o.patterns) == 0)
}

// names returns the Lexicons to add, or says which to update.
func (o *pullOptions) names(p *project, v *vendor) ([]syntax.NSID, error) {
	if o.update {
		selected, err := v.Manifest.Match(o.patterns)
		v.Update = func(id syntax.NSID) bool { return len(o.patterns) == 0 || selected[id] }
		return nil, err
	}
	ids, skipped, err := registry.Expand(p.ctx, v.Publisher, o.patterns)
	for _, s := range skipped {
		if s.Err != nil {
			p.warn("skipped %s: the record of %s is not a Lexicon: %s", s.NSID, s.DID, s.Err)
		} else {
			p.note("skipped %s: %s lists it, but its DNS record points to a different account", s.NSID, s.DID)
		}
	}
	if err != nil {
		return nil, err
	}
	var faults []error
	ids = slices.DeleteFunc(ids, func(id syntax.NSID) bool {
		own := v.own[id]
		if own != "" && slices.Contains(o.patterns, string(id)) {
			faults = append(faults, fmt.Errorf("%s is a Lexicon of this project: %s", id, own))
		}
		return own != ""
	})
	return ids, errors.Join(faults...)
}

// frozenReport reports what --frozen finds.
func (o *pullOptions) frozenReport(p *project, v *vendor) error {
	entries, err := v.Check()
	if err != nil {
		return err
	}
	r, err := p.diffReport("pull", [2]string{registry.OldRevision})
	if err != nil {
		return err
	}
	problems, edited := len(entries), 0
	for _, e := range entries {
		switch e.Action {
		case registry.Keep:
			problems--
		case registry.Edited:
			edited++
		}
	}
	plan := reported(entries, r, nil)
	plan.Written = problems == 0
	plan.Words = manifestWords(len(entries)-problems, problems, edited)
	if err := r.Close(report.Summary{Files: len(entries), Plan: plan}); err != nil {
		return err
	}
	if problems > 0 {
		return errFindings
	}
	return nil
}

// finish compares the revisions, writes the files unless the plan is refused, and
// reports what happened.
func (o *pullOptions) finish(p *project, v *vendor, plan *registry.Plan) error {
	r, err := p.diffReport("pull", [2]string{registry.OldRevision})
	if err != nil {
		return err
	}
	summary := report.Summary{Files: len(plan.Entries)}
	if old, new := plan.Sides(p.profile, v.support); old != nil {
		if err := p.addChanges(old, new, r, &summary); err != nil {
			return err
		}
	}
	failOn, _ := diag.SeverityByName(p.failOn)
	breaking := r.Worst() >= failOn && !o.allowBreaking
	refused := breaking || plan.Refused()
	if !refused && !o.dryRun {
		if err := v.write(plan); err != nil {
			return err
		}
	}
	summary.Plan = reported(plan.Entries, r, summary.Diff)
	summary.Plan.Written = !refused && !o.dryRun
	summary.Plan.Words = pullWords(plan, o.dryRun, refused)
	if err := r.Close(summary); err != nil {
		return err
	}
	if plan.Count(registry.Edited) > 0 {
		verb := "overwrite"
		if o.remove {
			verb = "delete"
		}
		p.note("to %s edited files, add --force", verb)
	}
	if plan.Count(registry.Moved) > 0 {
		p.note("an expired domain that someone else has registered looks the same; to accept the new account, add --accept-authority NSID")
	}
	if breaking {
		p.note("to accept breaking changes, add --allow-breaking; otherwise, keep your current copies")
	}
	for _, e := range plan.Entries {
		switch {
		case e.Action == registry.Unpublished && e.Reason == "":
			p.warn("%[1]s is no longer published, but you have a copy; to remove it, run \"lexsmith pull --remove %[1]s\"", e.NSID)
		case e.Action == registry.Unpublished:
			p.warn("%s is no longer published, but you have a copy; %s", e.NSID, e.Reason)
		case e.Action == registry.Drop && !refused:
			p.note("%s is no longer used; you can delete %s", e.NSID, slashed(e.Path))
		}
	}
	if refused {
		return errFindings
	}
	return nil
}

// manifestWords says how many files match the manifest, and how many do not, some of which
// were edited.
func manifestWords(matching, others, edited int) string {
	verb, negated := "match", "do not"
	if matching == 1 {
		verb = "matches"
	}
	if others == 1 {
		negated = "does not"
	}
	words := syntax.Count(matching, "Lexicon") + " " + verb + " " + registry.ManifestName
	if others > 0 {
		words += fmt.Sprintf(`, %d %s; run "lexsmith pull"`, others, negated)
		if edited > 0 {
			words += " (add --force to overwrite edited files)"
		}
	}
	return words
}

// pullWords counts the actions of a plan.
func pullWords(plan *registry.Plan, dryRun, refused bool) string {
	words := []actionWords{
		{"added", "to add", plan.Count(registry.Add)},
		{"installed", "to install", plan.Count(registry.Install)},
		{"updated", "to update", plan.Count(registry.Update)},
		{"overwritten", "to overwrite", plan.Count(registry.Overwrite)},
		{"removed from " + registry.ManifestName + " but kept on disk", "to remove from " + registry.ManifestName + " but keep on disk", plan.Count(registry.Drop)},
		{"removed", "to remove", plan.Count(registry.Remove)},
		{"edited", "edited", plan.Count(registry.Edited)},
		{"moved to another account", "moved to another account", plan.Count(registry.Moved)},
		{"still needed", "still needed", plan.Count(registry.Needed)},
		{"no longer published", "no longer published", plan.Count(registry.Unpublished)},
		{"unchanged", "unchanged", plan.Count(registry.Keep)},
	}
	if refused {
		return "nothing was written; " + countActions(words, true)
	}
	return countActions(words, dryRun)
}

// reported describes entries for the report, which has their changes. The comparison is
// nil when no file changes.
func reported(entries []*registry.Entry, r *report.Report, comparison *report.Diff) *report.Plan {
	plan := &report.Plan{}
	for _, e := range entries {
		entry := report.PlanEntry{
			Action: string(e.Action), NSID: string(e.NSID), Path: slashed(e.Path), Reason: e.Reason,
			URI: e.URI(), CID: cidText(e.CID), OldCID: cidText(e.Old),
		}
		switch e.Action {
		case registry.Keep:
			entry.Shown = report.WithAll
		case registry.Edited, registry.Moved, registry.Needed, registry.Missing, registry.Unresolved, registry.Unneeded:
			entry.Shown = report.Always
		}
		if e.Compared() {
			entry.Verdict = r.VerdictOn(e.NSID, comparison)
		}
		plan.Unverified = plan.Unverified || !e.Verified
		plan.Entries = append(plan.Entries, entry)
	}
	return plan
}
