package cmd

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"github.com/lexsmith/lexsmith/internal/cli"
	"github.com/lexsmith/lexsmith/internal/files"
	config "github.com/lexsmith/lexsmith/internal/project"
	"github.com/lexsmith/lexsmith/internal/scaffold"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/format"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/lint"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// newOptions says which Lexicon to make. What is "" is asked for.
type newOptions struct {
	*options
	kind     string
	id       string
	template string // file; "" is a built-in one
}

func newNew(o *options, run func(*newOptions) error) *cobra.Command {
	n := &newOptions{options: o}
	kinds := scaffold.Kinds()
	c := &cobra.Command{
		Use:   "new KIND NSID",
		Short: "Write a new Lexicon",
		Example: `lexsmith new record com.example.post
lexsmith new query com.example.listPosts       with limit and cursor
lexsmith new defs com.example.feed.defs
lexsmith new record com.example.post --template record.json
lexsmith new                                   asks for the kind and the NSID`,
		Long: "KIND is " + syntax.Enumerate(kinds, "or") + `. The file is written
to the path that matches the NSID (com/example/post.json for com.example.post), in the
first folder listed under "lexicons" in lexsmith.yaml, or in ./lexicons if there is
none; the path is printed. The file is formatted as with "lexsmith fmt" and has no lint
findings unless the NSID causes one. Edit the descriptions and fields. An existing file
is never overwritten.

A template is a Lexicon with placeholders: ` + placeholderList(),
		Args: usage(func(args []string) error {
			if len(args) < 2 && !o.streams.Asks {
				return errors.New("two arguments are required: KIND and NSID")
			}
			return atMost(2, args)
		}),
		ValidArgsFunction: offer(func(_ *cobra.Command, args []string) []string {
			if len(args) > 0 {
				return nil
			}
			described := make([]string, len(kinds))
			for i, kind := range kinds {
				described[i] = kind + "\t" + scaffold.Describe(kind)
			}
			return described
		}),
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) > 0 {
				n.kind = args[0]
			}
			if len(args) > 1 {
				n.id = args[1]
			}
			return run(n)
		},
	}
	addText(c.Flags(), &n.template, "template", "", "file name", "use the template in `FILE`")
	return c
}

func placeholderList() string {
	names := scaffold.Placeholders()
	for i, name := range names {
		names[i] = "{{" + name + "}}"
	}
	return syntax.Enumerate(names, "and") + "."
}

func runNew(o *newOptions) error {
	if err := o.ask(); err != nil {
		return err
	}
	if err := checkKind(o.kind); err != nil {
		return err
	}
	id, err := syntax.ParseNSID(o.id)
	if err != nil {
		return fmt.Errorf("%s is not a valid NSID: %s", syntax.Quote(o.id), syntax.Reason(err))
	}
	if err := scaffold.Check(o.kind, id); err != nil {
		return err
	}
	p, err := o.open()
	if err != nil {
		return err
	}
	catalog, err := p.loadOwn()
	if err != nil {
		return err
	}
	for _, d := range catalog.Documents() { // case means nothing in a domain name
		if !d.Dependency && d.ID.Normalize() == id.Normalize() {
			return fmt.Errorf("the Lexicon %s already exists: %s", d.ID, d.Source.Path)
		}
	}
	path := scaffold.Path(p.ownFolder(), id)
	if err := checkFolders(filepath.Dir(path)); err != nil {
		return err
	}
	text, err := o.text(p, id, path, catalog)
	if err != nil {
		return err
	}
	if err := writeNew(path, text); err != nil {
		return err
	}
	if _, err := fmt.Fprintln(o.streams.Out, printable(filepath.ToSlash(path))); err != nil {
		return err
	}
	return p.comment(lexicon.Parse(&diag.Source{Path: filepath.ToSlash(path), Text: text}, p.profile), catalog)
}

func checkKind(kind string) error {
	if slices.Contains(scaffold.Kinds(), kind) {
		return nil
	}
	return fmt.Errorf("unknown kind %s%s", syntax.Quote(kind), cli.Suggest(kind, scaffold.Kinds()))
}

// text returns the content of the new file.
func (o *newOptions) text(p *project, id syntax.NSID, path string, c *lexicon.Catalog) ([]byte, error) {
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
	layout, err := config.NewLayouts(p.config).Of(path)
	if err != nil {
		return nil, err
	}
	laidOut, err := format.Source(text, layout)
	if err != nil {
		return nil, fmt.Errorf("%s:%w", name, err)
	}
	if d := lexicon.Parse(&diag.Source{Text: laidOut}, p.profile); d.ID != id {
		return nil, fmt.Errorf(`%s: the id is %s, but must be "{{id}}"`, name, syntax.Quote(string(d.ID)))
	}
	return laidOut, nil
}

// ownFolder returns the folder for new Lexicons. It may not exist.
func (p *project) ownFolder() string { return cmp.Or(p.firstFolder(p.config.Lexicons), defaultFolder) }

// firstFolder returns the first folder among paths of the config file, which need not
// exist; "" when there is none.
func (p *project) firstFolder(paths []string) string {
	for _, path := range paths {
		path = p.config.Resolve(path)
		if info, err := os.Stat(path); err == nil && info.IsDir() || errors.Is(err, fs.ErrNotExist) && filepath.Ext(path) != ".json" {
			return path
		}
	}
	return ""
}

// loadOwn loads the Lexicons of the project, of which there may be none yet, and those of
// -L to resolve references in.
func (p *project) loadOwn() (*lexicon.Catalog, error) {
	inputs, _, err := p.inputs(nil, p.lexicons)
	if err != nil {
		return nil, err
	}
	paths := []string{p.ownFolder()}
	for _, path := range p.config.Lexicons {
		if path = p.config.Resolve(path); path != paths[0] {
			paths = append(paths, path)
		}
	}
	for _, path := range paths {
		input, _, err := p.input(path)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		inputs = append(inputs, input)
	}
	catalog, err := lexicon.Load(p.ctx, inputs, lexicon.LoadOptions{Profile: p.profile, Workers: p.jobs, Irregular: p.passOver})
	return catalog, files.Errors(err)
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

// comment notes what lint finds in a new document: its name can break a convention,
// and a template anything.
func (p *project) comment(d *lexicon.Document, c *lexicon.Catalog) error {
	catalog, _ := c.Replace(nil, d)
	result, err := lint.Lint(p.ctx, catalog, p.lintOptions(false))
	if err != nil {
		return err
	}
	for _, f := range result.Findings {
		if f.Source.Path == d.Source.Path && p.keep(&f) {
			p.note("%s: %s; %s", f.Rule.Code, f.Message, f.Help)
		}
	}
	return nil
}
