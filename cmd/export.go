package cmd

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/lexsmith/lexsmith/internal/cli"
	"github.com/lexsmith/lexsmith/internal/project"
	"github.com/lexsmith/lexsmith/internal/report"
	"github.com/lexsmith/lexsmith/pkg/convert"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/sample"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// exportOptions are the arguments and flags of export.
type exportOptions struct {
	target          exportTarget
	paths           []string // files and folders; "-" is standard input
	output          string   // file or folder; "" is standard output
	refs            []string // "" for everything
	allowUnresolved bool
	annotations     string
	losses          string // file for --report; "" for none

	style string

	layout    string // jsonschema
	draft     string // jsonschema
	dataModel bool   // jsonschema

	openAPI    string   // openapi
	title      string   // openapi
	apiVersion string   // openapi
	license    string   // openapi
	server     string   // openapi
	security   string   // openapi
	public     []string // openapi: methods without security
	prune      bool     // openapi
	records    bool     // openapi
	recordsSet bool     // openapi: --records was given
	yaml       bool     // openapi
}

// exportTarget is a target format.
type exportTarget uint8

const (
	toJSONSchema exportTarget = iota
	toOpenAPI
	toAsyncAPI
)

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

func newExportJSONSchema(g *globals) *cobra.Command {
	o := &exportOptions{target: toJSONSchema}
	c := o.command(g, &cobra.Command{
		Use:   "jsonschema [PATH...]",
		Short: "Convert schemas to JSON Schema",
		Example: `lexsmith export jsonschema > lexicons.schema.json            all schemas, in $defs
lexsmith export jsonschema --ref com.example.thing > thing.schema.json
lexsmith export jsonschema --layout files -o schemas         a file for each Lexicon`,
	})
	cli.Enum(c, c.Flags(), &o.layout, "layout", "bundle", []string{"bundle", "files"},
		"write one document, or one file per Lexicon to the folder given by -o")
	cli.Enum(c, c.Flags(), &o.draft, "draft", "2020-12", []string{"2020-12", "7"}, "version of JSON Schema")
	c.Flags().BoolVar(&o.dataModel, "data-model", false, "validate unknown values and extra fields against the data model")
	return c
}

func newExportOpenAPI(g *globals) *cobra.Command {
	o := &exportOptions{target: toOpenAPI}
	c := o.command(g, &cobra.Command{
		Use:   "openapi [PATH...]",
		Short: "Convert queries and procedures to OpenAPI",
		Example: `lexsmith export openapi --server https://api.example.com > openapi.json
lexsmith export openapi --openapi 3.0 -o openapi.yaml`,
	})
	flags := c.Flags()
	cli.Enum(c, flags, &o.openAPI, "openapi", "3.1", []string{"3.1", "3.0"}, "version of OpenAPI")
	flags.StringVar(&o.title, "title", "", "`TITLE` of the document; default: derived from the domains of the methods")
	flags.StringVar(&o.apiVersion, "api-version", "1.0.0", "`VERSION` of the API")
	flags.StringVar(&o.server, "server", "/", "base `URL` of /xrpc/")
	flags.StringVar(&o.license, "license", "", "`SPDX` identifier or expression of the API's license")
	cli.Enum(c, flags, &o.security, "security", "none", []string{"none", "bearer"}, "how clients authenticate")
	flags.StringSliceVar(&o.public, "security-except", nil, "methods `NSID,...` that do not require authentication (repeatable)")
	flags.BoolVar(&o.prune, "prune", false, "omit schemas that no query or procedure refers to")
	flags.BoolVar(&o.records, "records", false, "with --prune, keep record types; default: only if no query or procedure refers to any")
	flags.BoolVar(&o.yaml, "yaml", false, "write YAML, even to standard output")
	return c
}

func newExportAsyncAPI(g *globals) *cobra.Command {
	o := &exportOptions{target: toAsyncAPI}
	return o.command(g, &cobra.Command{
		Use:     "asyncapi [PATH...]",
		Short:   "Convert subscriptions to AsyncAPI 3.0",
		Example: `lexsmith export asyncapi -o asyncapi.json`,
	})
}

// command adds what the commands of all targets share.
func (o *exportOptions) command(g *globals, c *cobra.Command) *cobra.Command {
	c.Long = exportLong
	c.SuggestFor = []string{c.Name()}
	c.Args = cli.Args(func(c *cobra.Command, args []string) error {
		o.paths, o.recordsSet = args, c.Flags().Changed("records")
		return o.check()
	})
	c.RunE = func(c *cobra.Command, _ []string) error { return runExport(c.Context(), g, o) }
	flags := c.Flags()
	flags.SortFlags = false
	output := "write to `FILE`; default: standard output"
	if o.target == toJSONSchema {
		output = "write to `PATH`, a file or, with --layout files, a folder; default: standard output"
	}
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

// check refuses combinations of flags that are contradictory.
func (o *exportOptions) check() error {
	if o.output == stdin && o.layout != "files" {
		o.output = "" // as elsewhere
	}
	switch {
	case o.output == stdin:
		return errors.New("--layout files writes to a folder, not to standard output")
	case o.losses == stdin:
		return errors.New("--report cannot write to standard output; pass a file name")
	case o.layout == "files" && o.output == "":
		return errors.New("--layout files requires -o with the folder to write to")
	case o.recordsSet && !o.prune:
		return errors.New("--records requires --prune")
	case len(o.public) > 0 && o.security == "none":
		return errors.New("--security-except requires --security")
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
	selection, failed := o.selection(set, refs)
	if err := x.report(ctx, set, refs, selection, failed); err != nil {
		return err
	}
	examples := sample.New(set.Catalog, sample.Options{Profile: s.Profile, ListedVariants: o.style == "codegen"})
	export, err := o.convert(ctx, selection, convert.Options{Profile: s.Profile, Example: examples.Example})
	if err != nil {
		return err
	}
	switch {
	case o.target == toOpenAPI && !selection.Has(lexicon.TypeQuery, lexicon.TypeProcedure):
		s.Note("the document has no paths, because none of the schemas is a query or procedure")
	case o.target == toAsyncAPI && !selection.Has(lexicon.TypeSubscription):
		s.Note("the document has no channels, because none of the schemas is a subscription")
	}
	paths := s.Sources(set)
	set, selection = nil, nil // they take more memory than the export
	return x.write(export, paths)
}

// exportRun is a run of export.
type exportRun struct {
	*session
	options *exportOptions
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

// selection returns what to export. Without --ref, AsyncAPI exports only
// subscriptions.
func (o *exportOptions) selection(set *project.Schemas, refs []lexicon.Reference) (*convert.Selection, error) {
	selection, err := convert.Select(set.Catalog, refs...)
	switch {
	case o.target == toAsyncAPI && len(refs) == 0:
		selection = selection.Only(lexicon.TypeSubscription)
	case o.prune:
		methods := []lexicon.Type{lexicon.TypeQuery, lexicon.TypeProcedure}
		pruned := selection.Only(methods...)
		if o.records || !o.recordsSet && !pruned.Has(lexicon.TypeRecord) {
			pruned = selection.Only(append(methods, lexicon.TypeRecord)...)
		}
		selection = pruned
	}
	return selection, err
}

// convert exports a selection. Unresolved references have been reported, unless
// they are allowed.
func (o *exportOptions) convert(ctx context.Context, s *convert.Selection, common convert.Options) (*convert.Export, error) {
	common.AllowUnresolved, common.NoAnnotations = true, o.annotations == "none"
	if o.style == "codegen" {
		common.Style = convert.StyleCodegen
	}
	switch o.target {
	case toOpenAPI:
		version := convert.OpenAPI31
		if o.openAPI == "3.0" {
			version = convert.OpenAPI30
		}
		public := make([]syntax.NSID, len(o.public))
		for i, id := range o.public {
			public[i] = syntax.NSID(id)
		}
		return convert.OpenAPI(ctx, s, convert.OpenAPIOptions{
			Options: common, Version: version, Title: o.title, APIVersion: o.apiVersion, License: o.license, Server: o.server,
			Bearer: o.security == "bearer", Public: public,
		})
	case toAsyncAPI:
		return convert.AsyncAPI(ctx, s, convert.AsyncAPIOptions{Options: common})
	}
	options := convert.JSONSchemaOptions{Options: common, DataModel: o.dataModel, Draft7: o.draft == "7"}
	if o.layout == "files" {
		return convert.JSONSchemaFiles(ctx, s, options)
	}
	return convert.JSONSchema(ctx, s, options)
}
