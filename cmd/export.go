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
	"github.com/lexsmith/lexsmith/pkg/syntax"
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
is written and the exit status is 1 (see --fail-on). A Lexicon of a type that lexsmith
does not know is left out, with what refers to it, and a warning says so. Other
failures exit with 2.`

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
	flags := cli.Flags(c)
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
	selection, failed := convert.Select(set.Catalog, refs...)
	if o.narrow != nil {
		selection = o.narrow(selection, len(refs) > 0)
	}
	if err := o.report(ctx, s, set, refs, selection, failed); err != nil {
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
	return o.write(s, export, paths)
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

// exportFile is the usage of --output for one document.
const exportFile = "write to `FILE`; default: standard output"

func newExportJSONSchema(g *globals) *cobra.Command {
	o := &exportOptions{}
	c := o.command(g, &cobra.Command{
		Use:   "jsonschema [PATH...]",
		Short: "Convert schemas to JSON Schema",
		Example: `lexsmith export jsonschema > lexicons.schema.json            all schemas, in $defs
lexsmith export jsonschema --ref com.example.thing > thing.schema.json
lexsmith export jsonschema --layout files -o schemas         a file for each Lexicon`,
	}, "write to `PATH`, a file or, with --layout files, a folder; default: standard output")
	var target convert.JSONSchemaOptions
	var layout, draft string
	cli.Enum(c, c.Flags(), &layout, "layout", "bundle", []string{"bundle", "files"},
		"write one document, or one file per Lexicon to the folder given by -o")
	cli.Enum(c, c.Flags(), &draft, "draft", "2020-12", []string{"2020-12", "7"}, "version of JSON Schema")
	c.Flags().BoolVar(&target.DataModel, "data-model", false, "validate unknown values and extra fields against the data model")
	o.check = func(*cobra.Command) error {
		o.folder, target.Draft7 = layout == "files", draft == "7"
		return nil
	}
	o.export = func(ctx context.Context, s *convert.Selection, common convert.Options) (*convert.Export, error) {
		target.Options = common
		if o.folder {
			return convert.JSONSchemaFiles(ctx, s, target)
		}
		return convert.JSONSchema(ctx, s, target)
	}
	return c
}

func newExportOpenAPI(g *globals) *cobra.Command {
	methods := []lexicon.Type{lexicon.TypeQuery, lexicon.TypeProcedure}
	o := &exportOptions{types: methods, empty: "the document has no paths, because none of the schemas is a query or procedure"}
	c := o.command(g, &cobra.Command{
		Use:   "openapi [PATH...]",
		Short: "Convert queries and procedures to OpenAPI",
		Example: `lexsmith export openapi --server https://api.example.com > openapi.json
lexsmith export openapi --openapi 3.0 -o openapi.yaml`,
	}, exportFile)
	var target convert.OpenAPIOptions
	var version, security string
	var public []string // methods without security
	var prune, records, explicit bool
	flags := c.Flags()
	cli.Enum(c, flags, &version, "openapi", "3.1", []string{"3.1", "3.0"}, "version of OpenAPI")
	flags.StringVar(&target.Title, "title", "", "`TITLE` of the document; default: derived from the domains of the methods")
	flags.StringVar(&target.APIVersion, "api-version", "1.0.0", "`VERSION` of the API")
	flags.StringVar(&target.Server, "server", "/", "base `URL` of /xrpc/")
	flags.StringVar(&target.License, "license", "", "`SPDX` identifier or expression of the API's license")
	cli.Enum(c, flags, &security, "security", "none", []string{"none", "bearer"}, "how clients authenticate")
	flags.StringSliceVar(&public, "security-except", nil, "methods `NSID,...` that do not require authentication (repeatable)")
	flags.BoolVar(&prune, "prune", false, "omit schemas that no query or procedure refers to")
	flags.BoolVar(&records, "records", false, "with --prune, keep record types; default: only if no query or procedure refers to any")
	flags.BoolVar(&o.yaml, "yaml", false, "write YAML, even to standard output")
	o.check = func(c *cobra.Command) error {
		explicit = c.Flags().Changed("records")
		switch {
		case explicit && !prune:
			return errors.New("--records requires --prune")
		case len(public) > 0 && security == "none":
			return errors.New("--security-except requires --security")
		}
		return nil
	}
	o.narrow = func(all *convert.Selection, _ bool) *convert.Selection {
		if !prune {
			return all
		}
		pruned := all.Only(methods...)
		if records || !explicit && !pruned.Has(lexicon.TypeRecord) {
			pruned = all.Only(append(methods, lexicon.TypeRecord)...)
		}
		return pruned
	}
	o.export = func(ctx context.Context, s *convert.Selection, common convert.Options) (*convert.Export, error) {
		target.Options, target.Version, target.Bearer = common, convert.OpenAPI31, security == "bearer"
		if version == "3.0" {
			target.Version = convert.OpenAPI30
		}
		for _, id := range public {
			target.Public = append(target.Public, syntax.NSID(id))
		}
		return convert.OpenAPI(ctx, s, target)
	}
	return c
}

func newExportAsyncAPI(g *globals) *cobra.Command {
	streams := lexicon.TypeSubscription
	o := &exportOptions{
		types: []lexicon.Type{streams}, empty: "the document has no channels, because none of the schemas is a subscription",
		narrow: func(all *convert.Selection, named bool) *convert.Selection {
			if named {
				return all
			}
			return all.Only(streams)
		},
		export: func(ctx context.Context, s *convert.Selection, common convert.Options) (*convert.Export, error) {
			return convert.AsyncAPI(ctx, s, convert.AsyncAPIOptions{Options: common})
		},
	}
	return o.command(g, &cobra.Command{
		Use:     "asyncapi [PATH...]",
		Short:   "Convert subscriptions to AsyncAPI 3.0",
		Example: `lexsmith export asyncapi -o asyncapi.json`,
	}, exportFile)
}
