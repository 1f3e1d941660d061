package cmd

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"github.com/lexsmith/lexsmith/internal/cli"
	"github.com/lexsmith/lexsmith/internal/files"
	"github.com/lexsmith/lexsmith/internal/git"
	"github.com/lexsmith/lexsmith/internal/project"
	"github.com/lexsmith/lexsmith/internal/report"
	"github.com/lexsmith/lexsmith/internal/terminal"
	"github.com/lexsmith/lexsmith/pkg/format"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// fmtOptions says what to format, and what to do with the result.
type fmtOptions struct {
	paths []string // files and folders; "-" is standard input
	check bool     // list the files that would change
	diff  bool     // print what would change
}

func newFmt(g *globals) *cobra.Command {
	o := &fmtOptions{}
	c := &cobra.Command{
		Use:        "fmt [PATH...]",
		Short:      "Format Lexicons",
		SuggestFor: []string{"format"},
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
		Args: cli.Args(func(_ *cobra.Command, args []string) error {
			o.paths = args
			if slices.Contains(args, stdin) && len(args) > 1 {
				return errors.New(`"-" cannot be combined with other paths`)
			}
			return g.checkStdinFilename(args)
		}),
		RunE: g.run(func(ctx context.Context, s *session) error { return runFmt(ctx, s, o) }),
	}
	flags := c.Flags()
	flags.BoolVar(&o.check, "check", false, "list the files that are not formatted instead of rewriting them")
	flags.BoolVar(&o.diff, "diff", false, "print the changes instead of making them")
	cli.Text(flags, &g.settings.StdinFilename, "stdin-filename", "", "path", "treat standard input as the file `PATH` in messages and settings")
	g.addFormat(c, report.Text, report.JSON)
	return c
}

// filter reports whether the result goes to standard output.
func (o *fmtOptions) filter() bool { return slices.Contains(o.paths, stdin) && !o.check && !o.diff }

func runFmt(ctx context.Context, s *session, o *fmtOptions) error {
	s.MayBeEmpty = len(o.paths) == 0
	paths, _, err := s.Places(ctx, o.paths)
	if err != nil {
		return err
	}
	others, err := s.Others()
	if err != nil {
		return err
	}
	for _, path := range o.paths {
		if others.Hold(path) {
			s.Note(`%s was not formatted because it is loaded with -L or "include"`, filepath.ToSlash(path))
		}
	}
	set, err := s.Read(ctx, paths, nil)
	if err != nil {
		return err
	}
	f := &formatter{session: s, options: o, layouts: project.NewLayouts(s.Config)}
	if f.report, err = f.newReport(); err != nil {
		return err
	}
	for _, d := range set.Documents() {
		switch {
		case !d.Dependency && !others.Hold(d.Source.Path):
			f.documents = append(f.documents, d)
		case o.filter():
			_, err := s.Out.Write(d.Source.Text)
			return err
		}
	}
	if err := f.run(ctx); err != nil {
		return err
	}
	summary := report.Summary{
		Files: len(f.documents), Skipped: set.Skipped(), Omitted: f.omitted,
		Layout: &report.Layout{Changed: f.changed, Pending: o.check || o.diff},
	}
	err = s.finish(f.report, summary, append(f.failures, set.Unreadable)...)
	if err == nil && summary.Layout.Pending && len(f.changed) > 0 {
		return errFindings
	}
	return err
}

// formatter formats documents one after the other.
type formatter struct {
	*session
	options   *fmtOptions
	documents []*lexicon.Document
	layouts   *project.Layouts
	report    *report.Report

	changed  []string // paths
	omitted  int      // findings
	failures []error  // to read settings and to write files
}

// newReport begins the report. It goes to standard error where the result, a list
// or a difference goes to standard output.
func (f *formatter) newReport() (*report.Report, error) {
	return f.session.newReport("fmt", lexicon.Rules(), func(options *report.Options) {
		if f.options.filter() || f.options.diff || f.listed() {
			f.toStderr(options)
			options.Quiet = options.Quiet || f.options.filter()
		}
	})
}

// listed reports whether the paths of the files that would change are printed. In
// a JSON report they are part of the summary.
func (f *formatter) listed() bool { return f.options.check && !f.options.diff && f.text() }

// run formats all documents in the order of their paths. Its error is one of
// standard output.
func (f *formatter) run(ctx context.Context) error {
	slices.SortStableFunc(f.documents, func(a, b *lexicon.Document) int { return cmp.Compare(a.Source.Path, b.Source.Path) })
	paths := make([]string, len(f.documents))
	for i, d := range f.documents {
		paths[i] = d.Source.Path
	}
	base, err := git.PatchBase(paths)
	if err != nil {
		return err
	}
	for _, d := range f.documents {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := f.document(d, base); err != nil {
			return err
		}
	}
	return nil
}

// document formats one document. Base is the folder that a difference is for.
func (f *formatter) document(d *lexicon.Document, base string) error {
	layout, err := f.layouts.Of(f.file(d))
	if err != nil {
		f.fail(err)
		return nil
	}
	text, err := format.Document(d, layout)
	if broken, ok := errors.AsType[*format.Error](err); ok {
		f.report.Add(broken.Findings...)
		f.omitted += f.report.OmitAll(broken.Omitted)
		return nil
	}
	if f.options.filter() {
		_, err := f.Out.Write(text)
		return err
	}
	if bytes.Equal(text, d.Source.Text) {
		return nil
	}
	switch {
	case f.options.diff:
		_, err = f.Out.Write(git.Patch(base, files.Change{Path: d.Source.Path, NewPath: d.Source.Path, Old: d.Source.Text, New: text}))
	case f.listed():
		_, err = fmt.Fprintln(f.Out, terminal.Escape(d.Source.Path))
	case !f.options.check:
		if err := files.Replace(f.file(d), d.Source.Text, text); err != nil {
			f.fail(files.Error("write", d.Source.Path, err))
			return nil
		}
	}
	f.changed = append(f.changed, d.Source.Path)
	return err
}

// fail notes why a file is not formatted. Several can have the same reason.
func (f *formatter) fail(err error) {
	if !slices.ContainsFunc(f.failures, func(other error) bool { return other.Error() == err.Error() }) {
		f.failures = append(f.failures, err)
	}
}

// file returns the path of the file of a document. Standard input without a name
// is like a file in the working folder.
func (f *formatter) file(d *lexicon.Document) string {
	if d.Source.Path == stdin {
		return "stdin.json"
	}
	return filepath.FromSlash(d.Source.Path)
}
