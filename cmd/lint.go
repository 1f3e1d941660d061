package cmd

import (
	"slices"

	"github.com/spf13/cobra"

	"github.com/lexsmith/lexsmith/internal/report"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/lint"
)

// lintOptions says which schemas to lint.
type lintOptions struct {
	*options
	paths []string // files and folders; "-" is standard input
}

func newLint(o *options, run func(*lintOptions) error) *cobra.Command {
	c := &cobra.Command{
		Use:   "lint [PATH...]",
		Short: "Check schemas against the specification and the style guide",
		Example: `lexsmith lint                         ./lexicons, or those of lexsmith.yaml
lexsmith lint com/example -L vendor   a folder, with references into another
lexsmith lint --profile atproto       what the network accepts today
lexsmith lint --severity style=off    without advice on style
lexsmith lint --format sarif          for code scanning`,
		Long: `PATH is a file or a folder; "-" is standard input. In a folder, all *.json files
that are Lexicons are checked. Each finding ends with its rule in brackets;
"lexsmith rules CODE" explains it. Without findings only the summary is printed,
and nothing with -q. The exit status is 1 when there are errors (see --fail-on),
and 2 when the command could not run.`,
		RunE: func(_ *cobra.Command, args []string) error {
			return run(&lintOptions{o, args})
		},
	}
	o.addFormat(c, report.Formats()...)
	return c
}

func runLint(o *lintOptions) error {
	defer paceGC()()
	p, err := o.open()
	if err != nil {
		return err
	}
	set, err := p.load(o.paths)
	if err != nil {
		return err
	}
	r, err := p.newReport("lint", slices.Concat(lexicon.Rules(), lint.Rules()))
	if err != nil {
		return err
	}
	result, err := lint.Lint(p.ctx, set.Catalog, lint.Options{IncludeDisabled: true, Profile: p.profile, Workers: p.jobs, ExplicitFiles: set.named})
	if err != nil {
		return err
	}
	r.Add(result.Findings...)
	omitted := 0
	for _, o := range result.Omitted {
		if r.Omit(o.Like, o.Count) {
			omitted += o.Count
		}
	}
	if err := r.Close(report.Summary{Files: set.Files(), Skipped: set.Skipped(), Omitted: omitted}); err != nil {
		return err
	}
	if set.unreadable != nil {
		return set.unreadable
	}
	return p.status(r)
}
