package cmd

import (
	"errors"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"github.com/lexsmith/lexsmith/internal/report"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/lint"
)

// lintOptions says which schemas to lint, and what to do with the findings.
type lintOptions struct {
	*options
	paths   []string // files and folders; "-" is standard input
	fix     bool     // fix files in place
	diff    bool     // print what fixes change instead
	unsafe  bool     // make fixes that are not safe too
	newFrom string   // REV or REV:PATH; report only what it does not have
}

func newLint(o *options, run func(*lintOptions) error) *cobra.Command {
	l := &lintOptions{options: o}
	c := &cobra.Command{
		Use:   "lint [PATH...]",
		Short: "Check schemas against the specification and the style guide",
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
		Args: usage(func(args []string) error {
			switch {
			case l.unsafe && !l.fixes():
				return errors.New("--unsafe-fixes requires --fix or --diff")
			case l.fixes() && slices.Contains(args, stdin) && len(args) > 1:
				return errors.New(`"-" cannot be combined with other paths`)
			}
			return nil
		}),
		RunE: func(_ *cobra.Command, args []string) error {
			l.paths = args
			return run(l)
		},
	}
	flags := c.Flags()
	flags.BoolVar(&l.fix, "fix", false, "fix what can be fixed safely, and report the rest")
	flags.BoolVar(&l.diff, "diff", false, "print the changes that --fix would make instead of making them")
	flags.BoolVar(&l.unsafe, "unsafe-fixes", false, "with --fix or --diff: also make fixes that are not safe")
	addText(flags, &l.newFrom, "new-from", "", "revision", "report only findings that are not in the git revision `REV[:PATH]`")
	o.addFormat(c, report.Formats()...)
	return c
}

// fixes reports whether fixes are made.
func (o *lintOptions) fixes() bool { return o.fix || o.diff }

// filter reports whether the result goes to standard output.
func (o *lintOptions) filter() bool { return o.fixes() && slices.Contains(o.paths, stdin) && !o.diff }

func runLint(o *lintOptions) error {
	p, err := o.open()
	if err != nil {
		return err
	}
	p.mayBeEmpty = len(o.paths) == 0
	l := &linting{lintOptions: o, project: p}
	if err := l.load(); err != nil {
		return err
	}
	if l.files, err = newOwnFiles(p); err != nil {
		return err
	}
	if o.fixes() {
		return l.runFixes()
	}
	result, err := lint.Lint(p.ctx, l.set.Catalog, l.rules())
	if err != nil {
		return err
	}
	if err := result.TryFixes(p.ctx, l.set.Catalog, lint.FixOptions{Options: l.rules(), Select: l.toFix}); err != nil {
		return err
	}
	return l.report(result, nil)
}

// linting is a run of lint.
type linting struct {
	*lintOptions
	project *project
	set     *schemas
	files   *ownFiles
	known   *known // nil without --new-from
}

// load reads the schemas, and what a revision knows of them.
func (l *linting) load() (err error) {
	if l.newFrom != "" {
		l.set, l.known, err = l.project.loadNew(l.newFrom, l.paths)
		if err == nil && l.fixes() && l.known.revision != "" {
			err = errors.New("only the working tree can be fixed; pass a single revision to --new-from, not a range")
		}
		return err
	}
	l.set, err = l.project.load(l.paths)
	return err
}

// fullPath returns what tells the full path of a file in one of the folders that are to
// hold Lexicons: those of the command line, and those of the config file or else the
// default one. It returns "" for other files.
func (l *linting) fullPath() func(string) string {
	_, folders, _ := l.project.configured() // load has reported the error
	if len(folders) == 0 {
		folders = []string{defaultFolder}
	}
	folders = append(folders, l.paths...)
	return func(path string) string {
		full, err := filepath.Abs(filepath.FromSlash(path))
		if err != nil || !slices.ContainsFunc(folders, func(folder string) bool {
			return filepath.ToSlash(folder) != path && filepath.IsLocal(filepath.FromSlash(below(folder, path)))
		}) {
			return ""
		}
		return filepath.ToSlash(full)
	}
}

// rules returns the options of the linter.
func (l *linting) rules() lint.Options {
	options := l.project.lintOptions(l.set.named)
	if l.known == nil || l.known.revision == "" {
		options.FullPath = l.fullPath()
	}
	if l.known == nil && !l.fixes() { // else the number depends on what they are
		options.Interest = l.project.policy.Interest(report.Hidden(report.Format(l.format), l.all))
	}
	return options
}

func (p *project) lintOptions(named bool) lint.Options {
	return lint.Options{Interest: p.policy.Interest(diag.Off), Profile: p.profile, Workers: p.jobs, ExplicitFiles: named}
}

// report reports what was found and, unless they are nil, what fixes were made.
func (l *linting) report(result lint.Result, fixes *report.Fixes) error {
	p := l.project
	summary := report.Summary{Files: l.set.Files(), Skipped: l.set.Skipped(), Fixes: fixes}
	revision := ""
	if l.known != nil {
		revision, summary.Against = l.known.revision, l.known.commits
		result, summary.Known = l.known.remove(result, p.counts)
	}
	r, err := p.newReport("lint", slices.Concat(lexicon.Rules(), lint.Rules()), func(o *report.Options) {
		o.NewRevision = revision
		o.Fixable = func(f *diag.Finding) bool { return f.Fix != nil && f.Fix.Safe }
		o.Filter = func(f *diag.Finding) bool {
			if f.Fix != nil && !l.files.mayFix(f) {
				f.Fix = nil
			}
			return p.keep(f)
		}
		if l.diff || l.filter() {
			p.toStderr(o)
			o.Quiet = o.Quiet || l.filter()
		}
	})
	if err != nil {
		return err
	}
	r.Add(result.Findings...)
	r.AddHidden(result.Counted)
	summary.Omitted = r.OmitAll(result.Omitted)
	if err := r.Close(summary); err != nil {
		return err
	}
	if l.set.unreadable != nil {
		return l.set.unreadable
	}
	return p.status(r)
}

// counts reports whether a finding is shown, and overrides its severity.
func (p *project) counts(f *diag.Finding) bool {
	return p.policy.Apply(f) && (f.Severity > diag.Info || p.all)
}
