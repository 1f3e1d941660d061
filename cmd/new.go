package cmd

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"github.com/lexsmith/lexsmith/internal/cli"
	"github.com/lexsmith/lexsmith/internal/files"
	"github.com/lexsmith/lexsmith/internal/project"
	"github.com/lexsmith/lexsmith/internal/scaffold"
	"github.com/lexsmith/lexsmith/internal/terminal"
	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/format"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/lint"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// newOptions says which Lexicon to make. What is "" is asked for.
type newOptions struct {
	kind     string
	id       string
	template string // file; "" is a built-in one
}

func newNew(g *globals) *cobra.Command {
	o := &newOptions{}
	kinds := scaffold.Kinds()
	c := &cobra.Command{
		Use:   "new KIND NSID",
		Short: "Write a new Lexicon",
		Example: `lexsmith new record com.example.post
lexsmith new query com.example.listPosts       with limit and cursor
lexsmith new defs com.example.feed.defs
lexsmith new record com.example.post --template record.json
lexsmith new                                   asks for the kind and the NSID`,
		Long: "KIND is " + words.Enumerate(kinds, "or") + `. The file is written
to the path that matches the NSID (com/example/post.json for com.example.post), in the
first folder listed under "lexicons" in lexsmith.yaml, or in ./lexicons if there is
none; the path is printed. The file is formatted as with "lexsmith fmt" and has no lint
findings unless the NSID causes one. Edit the descriptions and fields. An existing file
is never overwritten.

A template is a Lexicon with placeholders: ` + scaffold.ListPlaceholders("and") + ".",
		Args: cli.Args(func(_ *cobra.Command, args []string) error {
			if len(args) < 2 && !g.Asks {
				return errors.New("two arguments are required: KIND and NSID")
			}
			for i, value := range []*string{&o.kind, &o.id} {
				if i < len(args) {
					*value = args[i]
				}
			}
			return cli.AtMost(2, args)
		}),
		ValidArgsFunction: cli.Offer(func(_ *cobra.Command, args []string) []string {
			if len(args) > 0 {
				return nil
			}
			described := make([]string, len(kinds))
			for i, kind := range kinds {
				described[i] = kind + "\t" + scaffold.Describe(kind)
			}
			return described
		}),
		RunE: func(c *cobra.Command, _ []string) error { return runNew(c.Context(), g, o) },
	}
	cli.Text(c.Flags(), &o.template, "template", "", "file name", "use the template in `FILE`")
	return c
}

func runNew(ctx context.Context, g *globals, o *newOptions) error {
	if err := o.ask(ctx, g); err != nil {
		return err
	}
	if err := checkKind(o.kind); err != nil {
		return err
	}
	id, err := parseNSID(o.id)
	if err != nil {
		return err
	}
	if err := scaffold.Check(o.kind, id); err != nil {
		return err
	}
	s, err := g.open(ctx)
	if err != nil {
		return err
	}
	catalog, err := s.LoadOwn(ctx)
	if err != nil {
		return err
	}
	for _, d := range catalog.Documents() { // case means nothing in a domain name
		if !d.Dependency && d.ID.Normalize() == id.Normalize() {
			return fmt.Errorf("the Lexicon %s already exists: %s", d.ID, d.Source.Path)
		}
	}
	path := scaffold.Path(s.OwnFolder(), id)
	if err := checkFolders(filepath.Dir(path)); err != nil {
		return err
	}
	text, err := o.text(s, id, path, catalog)
	if err != nil {
		return err
	}
	if err := writeNew(path, text); err != nil {
		return err
	}
	path = filepath.ToSlash(path)
	if _, err := fmt.Fprintln(s.Out, terminal.Escape(path)); err != nil {
		return err
	}
	return s.noteFaults(ctx, lexicon.Parse(&diag.Source{Path: path, Text: text}, s.Profile), catalog)
}

// ask asks on a terminal for what the command line does not say, until the answers
// are valid.
func (o *newOptions) ask(ctx context.Context, g *globals) (err error) {
	if o.kind == "" {
		fmt.Fprintln(g.Err, "What to write:")
		for _, kind := range scaffold.Kinds() {
			fmt.Fprintf(g.Err, "  %-16s%s\n", kind, scaffold.Describe(kind))
		}
		if o.kind, err = g.Answer(ctx, "Kind", checkKind); err != nil {
			return err
		}
	}
	if o.id == "" {
		o.id, err = g.Answer(ctx, "NSID, such as com.example.post", func(text string) error {
			id, err := parseNSID(text)
			if err != nil {
				return err
			}
			return scaffold.Check(o.kind, id)
		})
	}
	return err
}

// parseNSID reads an NSID of the command line.
func parseNSID(text string) (syntax.NSID, error) {
	id, err := syntax.ParseNSID(text)
	if err != nil {
		return "", fmt.Errorf("%s is not a valid NSID: %s", words.Quote(text), syntax.Reason(err))
	}
	return id, nil
}

func checkKind(kind string) error {
	if slices.Contains(scaffold.Kinds(), kind) {
		return nil
	}
	return fmt.Errorf("unknown kind %s%s", words.Quote(kind), words.Suggest(kind, scaffold.Kinds()))
}

// text returns the content of the new file.
func (o *newOptions) text(s *session, id syntax.NSID, path string, c *lexicon.Catalog) ([]byte, error) {
	template, name := scaffold.Template(o.kind, id), "template"
	if o.template != "" {
		read := files.Read
		if files.Descriptor(o.template) != "" { // as for <(command)
			read = files.ReadNamed
		}
		text, err := read(o.template, files.MaxProjectFile)
		if err != nil {
			return nil, files.Error("read", o.template, err)
		}
		template, name = string(text), filepath.ToSlash(o.template)
	}
	text, err := scaffold.Fill(template, o.kind, id, c)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	layout, err := project.NewLayouts(s.Config).Of(path)
	if err != nil {
		return nil, err
	}
	laidOut, err := format.Source(text, layout)
	if err != nil {
		return nil, fmt.Errorf("%s:%w", name, err)
	}
	if d := lexicon.Parse(&diag.Source{Text: laidOut}, s.Profile); d.ID != id {
		return nil, fmt.Errorf(`%s: the id is %s, but must be "{{id}}"`, name, words.Quote(string(d.ID)))
	}
	return laidOut, nil
}

// errExists is the error of a file that must not exist, in the same words on every system.
var errExists = errors.New("already exists")

// checkFolders returns an error when a folder cannot be made because a file has its name,
// or that of a folder around it.
func checkFolders(folder string) error {
	for ; ; folder = filepath.Dir(folder) {
		info, err := os.Stat(folder)
		switch {
		case err == nil && !info.IsDir():
			return fmt.Errorf("%q is a file, but a folder of that name is needed", filepath.ToSlash(folder))
		case err == nil || folder == filepath.Dir(folder):
			return nil
		}
	}
}

// writeNew writes a file that must not exist, and the folders that it is in.
func writeNew(path string, text []byte) error {
	if err := checkFolders(filepath.Dir(path)); err != nil {
		return err
	}
	err := files.WriteNew(path, text)
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%s %w", filepath.ToSlash(path), errExists)
	}
	return err
}

// noteFaults notes what lint finds in a new document: its name can break a convention,
// and a template anything.
func (s *session) noteFaults(ctx context.Context, d *lexicon.Document, c *lexicon.Catalog) error {
	catalog, _ := c.Replace(nil, d)
	result, err := lint.Lint(ctx, catalog, s.lintOptions(false))
	if err != nil {
		return err
	}
	for _, f := range result.Findings {
		if f.Source.Path == d.Source.Path && s.Policy.Keep(&f) {
			s.Note("%s: %s; %s", f.Rule.Code, f.Message, f.Help)
		}
	}
	return nil
}
