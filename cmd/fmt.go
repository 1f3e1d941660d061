package cmd

import (
	"errors"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	config "github.com/lexsmith/lexsmith/internal/project"
	"github.com/lexsmith/lexsmith/internal/report"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// fmtOptions says what to format, and what to do with the result.
type fmtOptions struct {
	*options
	paths []string // files and folders; "-" is standard input
	check bool     // list the files that would change
	diff  bool     // print what would change
}

func newFmt(o *options, run func(*fmtOptions) error) *cobra.Command {
	f := &fmtOptions{options: o}
	c := &cobra.Command{
		Use:   "fmt [PATH...]",
		Short: "Format Lexicons",
		Example: `lexsmith fmt                          the files listed in lexsmith.yaml, or those in ./lexicons
lexsmith fmt --check                  list files that are not formatted
lexsmith fmt --diff | git apply       the same as lexsmith fmt
lexsmith fmt - < thing.json           from standard input to standard output`,
		Long: `PATH is a file or a folder; "-" is standard input. Files are rewritten in place; in a
folder, these are all *.json files that are Lexicons. The layout is the same as with
prettier 3, unless "format:" in lexsmith.yaml or .editorconfig changes it. Keys are
put in the order of the specification. Nothing else changes, and files loaded with -L
or "include:" are not changed.

A file that is not valid JSON or repeats a key is reported but not changed, and the
exit status is 1. With --check and --diff, the exit status is also 1 if there is
something to format, and the report goes to standard error, as it does for "-".`,
		Args: usage(func(args []string) error {
			if slices.Contains(args, stdin) && len(args) > 1 {
				return errors.New(`"-" cannot be combined with other paths`)
			}
			if o.stdinFilename != "" && !slices.Contains(args, stdin) {
				return errors.New(`--stdin-filename can be used only if the path argument is "-" (standard input)`)
			}
			return nil
		}),
		RunE: func(_ *cobra.Command, args []string) error {
			f.paths = args
			return run(f)
		},
	}
	flags := c.Flags()
	flags.BoolVar(&f.check, "check", false, "list the files that are not formatted instead of rewriting them")
	flags.BoolVar(&f.diff, "diff", false, "print the changes instead of making them")
	addText(flags, &o.stdinFilename, "stdin-filename", "", "path", "treat standard input as the file `PATH` in messages and settings")
	o.addFormat(c, report.Text, report.JSON)
	return c
}

// filter reports whether the result goes to standard output.
func (o *fmtOptions) filter() bool { return slices.Contains(o.paths, stdin) && !o.check && !o.diff }

func runFmt(o *fmtOptions) error {
	p, err := o.open()
	if err != nil {
		return err
	}
	p.mayBeEmpty = len(o.paths) == 0
	paths, _, err := p.places(o.paths)
	if err != nil {
		return err
	}
	foreign, err := p.foreign()
	if err != nil {
		return err
	}
	for _, path := range o.paths {
		if foreign.holds(path) {
			p.note(`%s was not formatted because it is loaded with -L or "include"`, filepath.ToSlash(path))
		}
	}
	set, err := p.read(paths, nil)
	if err != nil {
		return err
	}
	r, err := o.newReport(p)
	if err != nil {
		return err
	}
	f := &formatter{fmtOptions: o, report: r, layouts: config.NewLayouts(p.config)}
	for _, d := range set.Documents() {
		switch {
		case !foreign.holds(d.Source.Path):
			f.documents = append(f.documents, d)
		case o.filter():
			_, err := o.streams.Out.Write(d.Source.Text)
			return err
		}
	}
	if err := f.run(); err != nil {
		return err
	}
	summary := report.Summary{
		Files: len(f.documents), Skipped: set.Skipped(), Omitted: f.omitted,
		Layout: &report.Layout{Changed: f.changed, Pending: o.check || o.diff},
	}
	if err := r.Close(summary); err != nil {
		return err
	}
	if err := errors.Join(append(f.failures, set.unreadable)...); err != nil {
		return err
	}
	if summary.Layout.Pending && len(f.changed) > 0 {
		return errFindings
	}
	return p.status(r)
}

// newReport begins the report. It goes to standard error where the result, a list
// or a difference goes to standard output.
func (o *fmtOptions) newReport(p *project) (*report.Report, error) {
	return p.newReport("fmt", lexicon.Rules(), func(options *report.Options) {
		if o.filter() || o.diff || o.listed() {
			p.toStderr(options)
			options.Quiet = options.Quiet || o.filter()
		}
	})
}

// listed reports whether the paths of the files that would change are printed. In
// a JSON report they are part of the summary.
func (o *fmtOptions) listed() bool {
	return o.check && !o.diff && o.format == string(report.Text)
}
