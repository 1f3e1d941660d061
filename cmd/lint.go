package cmd

import (
	"context"
	"errors"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"github.com/lexsmith/lexsmith/internal/cli"
	"github.com/lexsmith/lexsmith/internal/project"
	"github.com/lexsmith/lexsmith/internal/report"
	"github.com/lexsmith/lexsmith/internal/sides"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/lint"
)

// lintOptions says which schemas to lint, and what to do with the findings.
type lintOptions struct {
	paths   []string // files and folders; "-" is standard input
	fix     bool     // fix files in place
	diff    bool     // print what fixes change instead
	unsafe  bool     // make fixes that are not safe too
	newFrom string   // REV or REV:PATH; report only what it does not have
}

func newLint(g *globals) *cobra.Command {
	o := &lintOptions{}
	c := &cobra.Command{
		Use:        "lint [PATH...]",
		Short:      "Check schemas against the specification and the style guide",
		SuggestFor: []string{"check", "parse", "verify"},
		Example: `lexsmith lint                         ./lexicons, or the folders in lexsmith.yaml
lexsmith lint com/example -L vendor   a folder that refers to another
lexsmith lint --fix                   make safe fixes, and report the rest
lexsmith lint --new-from main         only findings that are new on this branch
lexsmith lint --profile atproto       what the network accepts today
lexsmith lint --severity style=off    no advice on style
lexsmith lint --format sarif          for code scanning`,
		Long: `PATH is a file or a folder; "-" is standard input. In a folder, all *.json files
that are Lexicons are checked. Each finding ends with its rule in brackets;
"lexsmith rules RULE" explains it. If there are no findings, only the summary is
printed, or nothing with -q. The exit status is 1 if there are errors (see --fail-on),
and 2 if the command cannot run.

With --fix, files are changed in place, and the remaining findings are reported. A safe
fix does not change which data a schema accepts, or makes the schema do what it was
clearly meant to do; --unsafe-fixes adds fixes that guess the intention, remove something,
or move a Lexicon that shares its file with others to a new file. Info findings are fixed
only with -a, and files loaded with -L or "include:" are not changed. With
--diff, changes are printed instead of made, and the exit status is 1 if there are any;
the report goes to standard error. For "-", the fixed schema goes to standard output,
and the report to standard error.

With --new-from, only findings that are not in the git revision REV are reported or
fixed; REV works as in "lexsmith diff --against". A finding that has moved is not new.`,
		Args: cli.Args(func(_ *cobra.Command, args []string) error {
			o.paths = args
			switch {
			case o.unsafe && !o.fixes():
				return errors.New("--unsafe-fixes requires --fix or --diff")
			case o.fixes() && slices.Contains(args, stdin) && len(args) > 1:
				return errors.New(`"-" cannot be combined with other paths`)
			}
			return g.checkReporting(args)
		}),
		RunE: g.run(func(ctx context.Context, s *session) error { return runLint(ctx, s, o) }),
	}
	flags := c.Flags()
	flags.BoolVar(&o.fix, "fix", false, "fix what can be fixed safely, and report the rest")
	flags.BoolVar(&o.diff, "diff", false, "print the changes that --fix would make instead of making them")
	flags.BoolVar(&o.unsafe, "unsafe-fixes", false, "with --fix or --diff: also make fixes that are not safe")
	cli.Text(flags, &o.newFrom, "new-from", "", "revision", "report only findings that are not in the git revision `REV[:PATH]`")
	cli.Complete(c, "new-from", cli.Offer(revisions))
	g.addFormat(c, report.Formats()...)
	g.addReporting(c)
	return c
}

// fixes reports whether fixes are made.
func (o *lintOptions) fixes() bool { return o.fix || o.diff }

// filter reports whether the result goes to standard output.
func (o *lintOptions) filter() bool { return o.fixes() && slices.Contains(o.paths, stdin) && !o.diff }

func runLint(ctx context.Context, s *session, o *lintOptions) error {
	s.MayBeEmpty = len(o.paths) == 0
	l := &lintRun{session: s, options: o, may: map[string]bool{}}
	err := l.load(ctx)
	if err == nil {
		l.others, err = s.Others()
	}
	if err != nil {
		return err
	}
	if o.fixes() {
		return l.runFixes(ctx)
	}
	options := l.rules()
	result, err := lint.Lint(ctx, l.set.Catalog, options)
	if err != nil {
		return err
	}
	if err := result.TryFixes(ctx, l.set.Catalog, lint.FixOptions{Options: options, Select: l.toFix}); err != nil {
		return err
	}
	return l.report(result, nil)
}

// lintRun is a run of lint.
type lintRun struct {
	*session
	options *lintOptions
	set     *project.Schemas
	others  project.Others
	may     map[string]bool // see mayChange

	baseline *lint.Baseline // what --new-from finds in a revision; nil without
	against  *report.Base   // that revision
	checked  string         // revision of the schemas that are checked; "" for the working tree
}

// load reads the schemas and, with --new-from, lints them as they are in a revision.
func (l *lintRun) load(ctx context.Context) (err error) {
	if l.options.newFrom == "" {
		l.set, err = l.Load(ctx, l.options.paths)
		return err
	}
	both, err := l.sides().OfRevision(ctx, sides.Revision{From: "--new-from", Text: l.options.newFrom}, false, l.options.paths)
	if err != nil {
		return err
	}
	before, err := lint.Lint(ctx, both.Old.Catalog, l.lintOptions(both.Old.Schemas().Named))
	if err != nil {
		return err
	}
	l.set, l.baseline = both.New.Schemas(), lint.NewBaseline(before.Findings, before.Omitted...)
	l.against, l.checked = both.Against, both.New.Revision
	if l.options.fixes() && l.checked != "" {
		return errors.New("only the working tree can be fixed; pass a single revision to --new-from, not a range")
	}
	return nil
}

// fullPath returns what tells the full path of a file in one of the folders that are to
// hold Lexicons: those of the command line, and those of the config file or else the
// default one. It returns "" for other files.
func (l *lintRun) fullPath() func(string) string {
	_, folders, _ := l.Configured() // load has reported the error
	if len(folders) == 0 {
		folders = []string{project.DefaultFolder}
	}
	return fullPathBelow(append(folders, l.options.paths...))
}

// fullPathBelow returns what tells the full path of a file below one of some paths; "" for
// other files. What it costs does not depend on their number.
func fullPathBelow(paths []string) func(string) string {
	bases := map[string]bool{}
	for _, path := range paths {
		if full, err := filepath.Abs(path); err == nil {
			bases[full] = true
		}
	}
	here, err := filepath.Abs(".") // once: it asks the file system
	return func(path string) string {
		full := filepath.FromSlash(path)
		if !filepath.IsAbs(full) {
			full = filepath.Join(here, full)
		}
		full = filepath.Clean(full)
		above := filepath.Dir(full)
		for !bases[above] && above != filepath.Dir(above) {
			above = filepath.Dir(above)
		}
		if err != nil || !bases[above] {
			return ""
		}
		return filepath.ToSlash(full)
	}
}

// rules returns the options of the linter.
func (l *lintRun) rules() lint.Options {
	options := l.lintOptions(l.set.Named)
	if l.checked == "" {
		options.FullPath = l.fullPath()
	}
	if l.baseline == nil && !l.options.fixes() { // else the number depends on what they are
		options.Interest = l.Policy.Interest(report.Hidden(l.format, l.all))
	}
	return options
}

// report reports what was found and, unless they are nil, what fixes were made.
func (l *lintRun) report(result lint.Result, fixes *report.Fixes) error {
	summary := report.Summary{Files: l.set.Files(), Skipped: l.set.Skipped(), Fixes: fixes, Against: l.against}
	if l.baseline != nil {
		all := l.shown(result.Findings)
		result = lint.Result{Findings: l.baseline.New(result.Findings), Omitted: l.baseline.NewOmitted(result.Omitted)}
		known := all - l.shown(result.Findings)
		summary.Known = &known
	}
	r, err := l.newReport("lint", slices.Concat(lexicon.Rules(), lint.Rules()), func(o *report.Options) {
		o.NewRevision = l.checked
		o.Fixable = true
		o.Filter = func(f *diag.Finding) bool {
			if f.Fix != nil && !l.mayFix(f) {
				f.Fix = nil
			}
			return l.Policy.Keep(f)
		}
		if l.options.diff || l.options.filter() {
			l.toStderr(o)
			o.Quiet = o.Quiet || l.options.filter()
		}
	})
	if err != nil {
		return err
	}
	r.Add(result.Findings...)
	r.AddHidden(result.Counted)
	summary.Omitted = r.OmitAll(result.Omitted)
	return l.finish(r, summary, l.set.Unreadable)
}

// shown counts the findings that are shown.
func (l *lintRun) shown(findings []diag.Finding) int {
	n := 0
	for _, f := range findings {
		if l.counts(&f) {
			n++
		}
	}
	return n
}
