package cmd

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/lexsmith/lexsmith/internal/cli"
	"github.com/lexsmith/lexsmith/internal/report"
	"github.com/lexsmith/lexsmith/pkg/convert"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/sample"
)

// exportOptions are the arguments and flags that the targets of export share, and what is
// special about one of them.
type exportOptions struct {
	paths           []string // files and folders; "-" is standard input
	output          string   // file or folder; "" is standard output
	refs            []string // "" for everything
	allowUnresolved bool
	annotations     string
	style           string
	losses          string // file for --report; "" for none
	folder          bool   // the output is a folder with a file for each Lexicon
	yaml            bool

	check func(c *cobra.Command) error // refuses combinations of flags; nil for none
	// narrow selects what the document describes, given whether that was named by --ref; nil
	// for everything.
	narrow func(all *convert.Selection, named bool) *convert.Selection
	export func(context.Context, *convert.Selection, convert.Options) (*convert.Export, error)
	// types are what a document must have one of to describe anything, and empty says that
	// it has none; "" where everything is described.
	types []lexicon.Type
	empty string
}

func newExport(g *globals) *cobra.Command {
	c := &cobra.Command{
		Use:   "export",
		Short: "Convert schemas to JSON Schema, OpenAPI, or AsyncAPI",
		Example: `lexsmith export jsonschema -o lexicons.schema.json
lexsmith export openapi --server https://api.example.com -o openapi.yaml
lexsmith export asyncapi > asyncapi.json`,
		SuggestFor: []string{"codegen", "convert", "generate"},
		Long: `Every value that "lexsmith validate" accepts is accepted by the exported schemas.
Constraints that the target format cannot express are kept in x-lexicon and listed
by --report.`,
		Annotations: map[string]string{cli.SubcommandNoun: "target"},
		Args:        cli.NoCommand,
		RunE: func(c *cobra.Command, _ []string) error {
			return &cli.UsageError{Command: c.CommandPath(), Err: errors.New("missing target: jsonschema, openapi, or asyncapi")}
		},
	}
	c.AddCommand(newExportJSONSchema(g), newExportOpenAPI(g), newExportAsyncAPI(g))
	return c
}

const exportLong = `PATH is a file or a folder; "-" is standard input. The document is written to
standard output and the report to standard error; with -o, the document is written
to a file and the report to standard output. A file whose name ends in .yaml or .yml
is written as YAML.

If a schema has errors, or refers to a Lexicon that is not loaded (see -L), nothing
is written and the exit status is 1 (see --fail-on). Other failures exit with 2.`

// command adds what the commands of all targets share.
func (o *exportOptions) command(g *globals, c *cobra.Command, output string) *cobra.Command {
	c.Long = exportLong
	c.SuggestFor = []string{c.Name()}
	c.Args = cli.Args(func(c *cobra.Command, args []string) error {
		o.paths = args
		if o.check != nil {
			if err := o.check(c); err != nil {
				return err
			}
		}
		return o.checkOutput()
	})
	c.RunE = func(c *cobra.Command, _ []string) error { return runExport(c.Context(), g, o) }
	flags := c.Flags()
	flags.SortFlags = false
	cli.Text(flags, &o.output, "output", "o", "path", output)
	flags.StringArrayVar(&o.refs, "ref", nil, "export only the definition `NSID[#NAME]` and what it refers to (repeatable)")
	flags.BoolVar(&o.allowUnresolved, "allow-unresolved", false, "accept any value where a reference points to a Lexicon that is not loaded")
	cli.Enum(c, flags, &o.annotations, "annotations", "x-lexicon", []string{"x-lexicon", "none"},
		"where to keep constraints that the target cannot express")
	cli.Enum(c, flags, &o.style, "style", "sound", []string{"sound", "codegen"},
		"how to export open unions; codegen, for code generators only, closes them and so rejects some valid values")
	cli.Text(flags, &o.losses, "report", "", "file name", "write the constraints that the target cannot express to `FILE`, as JSON")
	cli.Complete(c, "ref", cli.Offer(g.definedNames))
	g.addFormat(c, report.Formats()...)
	return c
}

// checkOutput refuses places that cannot be written to.
func (o *exportOptions) checkOutput() error {
	if o.output == stdin && !o.folder {
		o.output = "" // as elsewhere
	}
	switch {
	case o.output == stdin:
		return errors.New("--layout files writes to a folder, not to standard output")
	case o.losses == stdin:
		return errors.New("--report cannot write to standard output; pass a file name")
	case o.folder && o.output == "":
		return errors.New("--layout files requires -o with the folder to write to")
	case o.losses != "" && o.output != "" && filepath.Clean(o.losses) == filepath.Clean(o.output):
		return errors.New("-o and --report must be different files")
	}
	return nil
}

func runExport(ctx context.Context, g *globals, o *exportOptions) error {
	refs, err := o.references()
	if err != nil {
		return err
	}
	s, err := g.open(ctx)
	if err != nil {
		return err
	}
	set, err := s.Load(ctx, o.paths)
	if err != nil {
		return err
	}
	x := &exportRun{session: s, options: o}
	selection, failed := convert.Select(set.Catalog, refs...)
	if o.narrow != nil {
		selection = o.narrow(selection, len(refs) > 0)
	}
	if err := x.report(ctx, set, refs, selection, failed); err != nil {
		return err
	}
	examples := sample.New(set.Catalog, sample.Options{Profile: s.Profile, ListedVariants: o.style == "codegen"})
	options := convert.Options{
		Profile: s.Profile, Example: examples.Example, NoAnnotations: o.annotations == "none",
		AllowUnresolved: true, // they have been reported, unless they are allowed
	}
	if o.style == "codegen" {
		options.Style = convert.StyleCodegen
	}
	export, err := o.export(ctx, selection, options)
	if err != nil {
		return err
	}
	if o.empty != "" && !selection.Has(o.types...) {
		s.Note("%s", o.empty)
	}
	paths := s.Sources(set)
	set, selection = nil, nil // they take more memory than the export
	return x.write(export, paths)
}

// references reads the values of --ref.
func (o *exportOptions) references() ([]lexicon.Reference, error) {
	var refs []lexicon.Reference
	for _, text := range o.refs {
		ref, err := parseReference(text)
		if err != nil {
			return nil, fmt.Errorf("--ref: %q is not in the form NSID or NSID#NAME: %w", text, err)
		}
		refs = append(refs, ref)
	}
	return refs, nil
}
