package cmd

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lexsmith/lexsmith/internal/cli"
	"github.com/lexsmith/lexsmith/internal/docs"
	"github.com/lexsmith/lexsmith/internal/files"
	"github.com/lexsmith/lexsmith/internal/project"
	"github.com/lexsmith/lexsmith/internal/report"
	"github.com/lexsmith/lexsmith/internal/sides"
	"github.com/lexsmith/lexsmith/internal/terminal"
	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/lint"
)

// docsOptions says what to document, and how.
type docsOptions struct {
	paths        []string // files and folders; "-" is standard input
	output       string   // folder or, of a graph, file
	format       string
	title        string
	baseURL      string
	against      string
	descriptions string
	dependencies bool
	check        bool
}

func newDocs(g *globals) *cobra.Command {
	o := &docsOptions{}
	c := &cobra.Command{
		Use:        "docs [PATH...] -o DIR",
		Short:      "Write documentation as a website or in Markdown",
		SuggestFor: []string{"doc", "document", "documentation", "html", "site"},
		Example: `lexsmith docs -o public                       a website: open public/index.html
lexsmith docs --format markdown -o docs/api   pages for a repository, Docusaurus, or VitePress
lexsmith docs --check                         in CI: fail if the pages are not current
lexsmith docs --against v1.2.0 -o public      mark what has changed since a release
lexsmith docs --format mermaid                print the graph of references`,
		Long: `Every Lexicon gets a page with its fields, constraints in words, examples, what refers to
it, and what it refers to. An index lists the Lexicons by namespace. The website needs
no server and no JavaScript, except for search. Examples are taken from
NAME.examples.json, or generated.

The files of an earlier run are replaced, or removed if they are no longer needed;
lexsmith-docs.txt in the folder lists them. Other files are never changed: if one is in
the place of a page, nothing is written and the exit status is 2. The same input
always gives the same files.

A Lexicon with errors is shown with a note, or left out if it cannot be read; the other
pages are written, and the exit status is 1. A type of definition that is not known is
only a warning. "docs:" in lexsmith.yaml sets the defaults
for -o, --title, and --format.`,
		Args: cli.Args(func(_ *cobra.Command, args []string) error {
			o.paths = args
			return o.checkFlags()
		}),
		RunE: g.run(func(ctx context.Context, s *session) error { return runDocs(ctx, s, o) }),
	}
	flags := cli.Flags(c)
	cli.Text(flags, &o.output, "output", "o", "path", "write to the folder `DIR`; with mermaid and dot, to a file (default: standard output)")
	cli.Enum(c, flags, &o.format, "format", "", []string{"html", "markdown", "mermaid", "dot"}, "format of the pages, or of a graph alone")
	flags.Lookup("format").DefValue = "html"
	flags.StringVar(&o.title, "title", "", "`TITLE` of the index; default: derived from the domains of the Lexicons")
	flags.StringVar(&o.baseURL, "base-url", "", "`URL` where the pages are published, for canonical links")
	flags.StringVar(&o.against, "against", "", "mark what has changed since the git revision `REV[:PATH]`, and list the changes")
	cli.Complete(c, "against", cli.Offer(revisions))
	flags.BoolVar(&o.dependencies, "include-dependencies", false, "write pages for the Lexicons that yours refer to, too")
	cli.Enum(c, flags, &o.descriptions, "descriptions", "text", []string{"text", "markdown"}, "how to read descriptions; HTML is never kept")
	flags.BoolVar(&o.check, "check", false, "list the pages that are not current instead of writing them")
	return c
}

// checkFlags refuses what does not work together.
func (o *docsOptions) checkFlags() error {
	if o.baseURL != "" {
		u, err := url.Parse(o.baseURL)
		if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" || u.RawQuery != "" || u.Fragment != "" {
			return fmt.Errorf("--base-url: %s is not a URL such as https://docs.example.com/", words.Quote(o.baseURL))
		}
	}
	switch {
	case !o.graph():
	case o.check:
		return fmt.Errorf("--check cannot be combined with --format %s", o.format)
	case o.against != "":
		return fmt.Errorf("--against cannot be combined with --format %s", o.format)
	}
	if o.output == stdin && !o.graph() {
		return errors.New("the pages are written to a folder, not to standard output")
	}
	return nil
}

// graph reports whether the graph alone is printed.
func (o *docsOptions) graph() bool { return o.format == "mermaid" || o.format == "dot" }

func runDocs(ctx context.Context, s *session, o *docsOptions) error {
	collect(16, 100) // pages are made one by one, so little is live
	s.format = report.Text
	o.format = cmp.Or(o.format, s.Config.Docs.Format, "html")
	if o.output == "" && !o.graph() && s.Config.Docs.Output != "" {
		o.output = s.Config.Resolve(s.Config.Docs.Output)
	}
	if o.output == "" && !o.graph() {
		return &cli.UsageError{Command: "lexsmith docs", Err: errors.New(`no output folder; pass -o DIR, or set "docs: {output: DIR}" in lexsmith.yaml`)}
	}
	d := &docsRun{session: s, options: o}
	if err := d.load(ctx); err != nil {
		return err
	}
	if o.graph() {
		return errors.Join(d.writeGraph(), d.set.Unreadable)
	}
	return d.write(ctx)
}

// docsRun is a run of docs.
type docsRun struct {
	*session
	options *docsOptions
	set     *project.Schemas
	changes *docs.Changes // nil without --against
}

// load reads the schemas and, with --against, what has changed in them.
func (d *docsRun) load(ctx context.Context) (err error) {
	if d.options.against == "" {
		d.set, err = d.Load(ctx, d.options.paths)
		return err
	}
	both, err := d.sides().OfRevision(ctx, sides.Revision{From: "--against", Text: d.options.against}, false, d.options.paths)
	if err != nil {
		return err
	}
	compared, err := d.compare(ctx, both.Old.Catalog, both.New.Catalog)
	if err != nil {
		return err
	}
	d.set = both.New.Schemas()
	d.changes = &docs.Changes{Since: both.Against.Revision, Old: both.Old.Catalog, Undecided: compared.Undecided}
	for _, f := range compared.Findings {
		if d.keepNotes(&f) {
			d.changes.Findings = append(d.changes.Findings, f)
		}
	}
	return nil
}

// writeGraph prints the graph, or writes it to a file.
func (d *docsRun) writeGraph() error {
	text := docs.Graph(d.set.Catalog, d.options.format == "mermaid")
	if d.options.output == "" || d.options.output == stdin {
		_, err := io.WriteString(d.Out, text)
		return err
	}
	set := files.Set{Sources: d.Sources(d.set)}
	return set.Write(d.options.output, func(w io.Writer) error { _, err := io.WriteString(w, text); return err })
}

// write writes the pages, or lists those that are not current.
func (d *docsRun) write(ctx context.Context) error {
	o := d.options
	faults, err := d.faults(ctx, d.set.Catalog)
	if err != nil {
		return err
	}
	// Types that another profile has can be shown.
	findings := slices.DeleteFunc(faults.Findings, func(f diag.Finding) bool { return f.Foreign && f.Rule.Readable })
	options := docs.Options{
		Title: cmp.Or(o.title, d.Config.Docs.Title), Markdown: o.format == "markdown", BaseURL: o.baseURL, Rich: o.descriptions == "markdown",
		Dependencies: o.dependencies, Profile: d.Profile, Findings: findings, Changes: d.changes,
	}
	folder, err := docs.OpenFolder(o.output, d.Sources(d.set))
	if err != nil {
		return err
	}
	defer folder.Close()
	result, err := docs.Build(ctx, d.set.Catalog, options, folder.Add)
	if err != nil {
		return err
	}
	if err := folder.Finish(); err != nil {
		return err
	}
	r, err := d.newReport("docs", slices.Concat(lexicon.Rules(), lint.Rules()), func(options *report.Options) {
		d.toStderr(options)
		options.Quiet = true
	})
	if err != nil {
		return err
	}
	for _, f := range findings {
		if f.Foreign && f.Severity == diag.Error { // only lint fails on these
			f.Severity = diag.Warning
		}
		r.Add(f)
	}
	if err := r.Close(report.Summary{Files: d.set.Files()}); err != nil {
		return err
	}
	for _, document := range result.LeftOut {
		d.Warn("%s was left out because it has errors", document.Source.Path)
	}
	if o.check {
		err = d.list(folder)
	} else if err = folder.Commit(); err == nil {
		err = d.summarize(folder, result)
	}
	return cmp.Or(err, d.set.Unreadable, d.status(r))
}

// list prints the paths of the files that are not current.
func (d *docsRun) list(folder *docs.Folder) error {
	for _, path := range slices.Concat(folder.Changed, folder.Stale) {
		if _, err := fmt.Fprintln(d.Out, terminal.Escape(filepath.ToSlash(path))); err != nil {
			return err
		}
	}
	n := len(folder.Changed) + len(folder.Stale)
	if n == 0 {
		return nil
	}
	if !d.Quiet {
		fmt.Fprintf(d.Err, "%s not current; run the same command without --check to update\n", strings.Replace(words.Count(n, "file")+" are", "1 file are", "1 file is", 1))
	}
	return errFindings
}

// summarize says what was written.
func (d *docsRun) summarize(folder *docs.Folder, result docs.Result) error {
	if d.Quiet {
		return nil
	}
	_, err := fmt.Fprintf(d.Out, "%s documented in %s: %s written, %d removed\n",
		words.Count(result.Lexicons, "Lexicon"), terminal.Escape(filepath.ToSlash(d.options.output)), words.Count(len(folder.Changed), "file"), len(folder.Stale))
	return err
}
