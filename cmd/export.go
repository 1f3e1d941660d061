package cmd

import (
	"errors"
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/lexsmith/lexsmith/internal/report"
	"github.com/lexsmith/lexsmith/pkg/convert"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/sample"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// exportOptions are the arguments and flags of export.
type exportOptions struct {
	*options
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

func newExport(o *options, run func(*exportOptions) error) *cobra.Command {
	c := &cobra.Command{
		Use:   "export",
		Short: "Convert schemas to JSON Schema, OpenAPI, or AsyncAPI",
		Example: `lexsmith export jsonschema -o lexicons.schema.json
lexsmith export openapi --server https://api.example.com -o openapi.yaml
lexsmith export asyncapi > asyncapi.json`,
		Long: `Every value that "lexsmith validate" accepts is accepted by the exported schemas.
Constraints that the target format cannot express are kept in x-lexicon and listed
by --report.`,
		Annotations: map[string]string{subcommandNoun: "target"},
		Args:        noCommand,
		RunE: func(c *cobra.Command, _ []string) error {
			return &usageError{c.CommandPath(), errors.New("missing target: jsonschema, openapi, or asyncapi")}
		},
	}
	c.AddCommand(newExportJSONSchema(o, run), newExportOpenAPI(o, run), newExportAsyncAPI(o, run))
	return c
}

const exportLong = `PATH is a file or a folder; "-" is standard input. The document is written to
standard output and the report to standard error; with -o, the document is written
to a file and the report to standard output. A file whose name ends in .yaml or .yml
is written as YAML.

If a schema has errors, or refers to a Lexicon that is not loaded (see -L), nothing
is written and the exit status is 1 (see --fail-on). Other failures exit with 2.`

func newExportJSONSchema(o *options, run func(*exportOptions) error) *cobra.Command {
	x := &exportOptions{options: o, target: toJSONSchema}
	c := x.command(run, &cobra.Command{
		Use:   "jsonschema [PATH...]",
		Short: "Convert schemas to JSON Schema",
		Example: `lexsmith export jsonschema > lexicons.schema.json            all schemas, in $defs
lexsmith export jsonschema --ref com.example.thing > thing.schema.json
lexsmith export jsonschema --layout files -o schemas         a file for each Lexicon`,
	})
	addEnum(c, c.Flags(), &x.layout, "layout", "bundle", []string{"bundle", "files"},
		"write one document, or one file per Lexicon to the folder given by -o")
	addEnum(c, c.Flags(), &x.draft, "draft", "2020-12", []string{"2020-12", "7"}, "version of JSON Schema")
	c.Flags().BoolVar(&x.dataModel, "data-model", false, "validate unknown values and extra fields against the data model")
	return c
}

func newExportOpenAPI(o *options, run func(*exportOptions) error) *cobra.Command {
	x := &exportOptions{options: o, target: toOpenAPI}
	c := x.command(run, &cobra.Command{
		Use:   "openapi [PATH...]",
		Short: "Convert queries and procedures to OpenAPI",
		Example: `lexsmith export openapi --server https://api.example.com > openapi.json
lexsmith export openapi --openapi 3.0 -o openapi.yaml`,
	})
	flags := c.Flags()
	addEnum(c, flags, &x.openAPI, "openapi", "3.1", []string{"3.1", "3.0"}, "version of OpenAPI")
	flags.StringVar(&x.title, "title", "", "`TITLE` of the document; default: derived from the domains of the methods")
	flags.StringVar(&x.apiVersion, "api-version", "1.0.0", "`VERSION` of the API")
	flags.StringVar(&x.server, "server", "/", "base `URL` of /xrpc/")
	flags.StringVar(&x.license, "license", "", "`SPDX` identifier or expression of the API's license")
	addEnum(c, flags, &x.security, "security", "none", []string{"none", "bearer"}, "how clients authenticate")
	flags.StringSliceVar(&x.public, "security-except", nil, "methods `NSID,...` that do not require authentication (repeatable)")
	flags.BoolVar(&x.prune, "prune", false, "omit schemas that no query or procedure refers to")
	flags.BoolVar(&x.records, "records", false, "with --prune, keep record types; default: only if no query or procedure refers to any")
	flags.BoolVar(&x.yaml, "yaml", false, "write YAML, even to standard output")
	return c
}

func newExportAsyncAPI(o *options, run func(*exportOptions) error) *cobra.Command {
	x := &exportOptions{options: o, target: toAsyncAPI}
	return x.command(run, &cobra.Command{
		Use:     "asyncapi [PATH...]",
		Short:   "Convert subscriptions to AsyncAPI 3.0",
		Example: `lexsmith export asyncapi -o asyncapi.json`,
	})
}

// command adds what the commands of all targets share.
func (o *exportOptions) command(run func(*exportOptions) error, c *cobra.Command) *cobra.Command {
	c.Long = exportLong
	c.RunE = func(c *cobra.Command, args []string) error {
		o.paths, o.recordsSet = args, c.Flags().Changed("records")
		if err := o.check(); err != nil {
			return &usageError{c.CommandPath(), err}
		}
		return run(o)
	}
	flags := c.Flags()
	flags.SortFlags = false
	output := "write to `FILE`; default: standard output"
	if o.target == toJSONSchema {
		output = "write to `PATH`, a file or, with --layout files, a folder; default: standard output"
	}
	addText(flags, &o.output, "output", "o", "path", output)
	flags.StringArrayVar(&o.refs, "ref", nil, "export only the definition `NSID[#NAME]` and what it refers to (repeatable)")
	flags.BoolVar(&o.allowUnresolved, "allow-unresolved", false, "accept any value where a reference points to a Lexicon that is not loaded")
	addEnum(c, flags, &o.annotations, "annotations", "x-lexicon", []string{"x-lexicon", "none"},
		"where to keep constraints that the target cannot express")
	addEnum(c, flags, &o.style, "style", "sound", []string{"sound", "codegen"},
		"how to export open unions; codegen, for code generators only, closes them and so rejects some valid values")
	addText(flags, &o.losses, "report", "", "file name", "write the constraints that the target cannot express to `FILE`, as JSON")
	o.addFormat(c, report.Formats()...)
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

func runExport(o *exportOptions) error {
	refs, err := o.references()
	if err != nil {
		return err
	}
	p, err := o.open()
	if err != nil {
		return err
	}
	set, err := p.load(o.paths)
	if err != nil {
		return err
	}
	r, err := o.newReport(p)
	if err != nil {
		return err
	}
	selection, failed := o.selection(set, refs)
	cut := unread(set, refs) // a definition named by --ref can be in a truncated file
	switch {
	case failed == nil:
		findings, err := o.blockers(p, set, selection)
		if err != nil {
			return err
		}
		r.Add(findings...)
	case len(cut) > 0:
		r.Add(cut...)
	default:
		return failed
	}
	if err := r.Close(report.Summary{Files: set.Files(), Skipped: set.Skipped()}); err != nil {
		return err
	}
	if set.unreadable != nil {
		return set.unreadable
	}
	if err := p.status(r); err != nil {
		return err
	}
	if failed != nil {
		return failed
	}
	examples := sample.New(set.Catalog, sample.Options{Profile: p.profile, ListedVariants: o.style == "codegen"})
	export, err := o.convert(selection, convert.Options{Profile: p.profile, Example: examples.Example})
	if err != nil {
		return err
	}
	o.noteEmpty(selection)
	paths := p.sources(set)
	set, selection = nil, nil // they take more memory than the export
	return o.write(export, paths)
}

// references reads the values of --ref.
func (o *exportOptions) references() ([]lexicon.Reference, error) {
	var refs []lexicon.Reference
	for _, text := range o.refs {
		ref, err := lexicon.ParseReference(text, "")
		if err == nil && ref.NSID == "" {
			err = errors.New("the NSID is missing")
		}
		if err != nil {
			return nil, fmt.Errorf("--ref: %q is not in the form NSID or NSID#NAME: %w", text, err)
		}
		refs = append(refs, ref)
	}
	return refs, nil
}

// selection returns what to export. Without --ref, AsyncAPI exports only
// subscriptions.
func (o *exportOptions) selection(set *schemas, refs []lexicon.Reference) (*convert.Selection, error) {
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

// noteEmpty tells the user that a document describes nothing.
func (o *exportOptions) noteEmpty(s *convert.Selection) {
	switch {
	case o.target == toOpenAPI && !s.Has(lexicon.TypeQuery, lexicon.TypeProcedure):
		o.note("the document has no paths, because none of the schemas is a query or procedure")
	case o.target == toAsyncAPI && !s.Has(lexicon.TypeSubscription):
		o.note("the document has no channels, because none of the schemas is a subscription")
	}
}

// convert exports a selection. Unresolved references have been reported, unless
// they are allowed.
func (o *exportOptions) convert(s *convert.Selection, common convert.Options) (*convert.Export, error) {
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
		return convert.OpenAPI(o.ctx, s, convert.OpenAPIOptions{
			Options: common, Version: version, Title: o.title, APIVersion: o.apiVersion, License: o.license, Server: o.server,
			Bearer: o.security == "bearer", Public: public,
		})
	case toAsyncAPI:
		return convert.AsyncAPI(o.ctx, s, convert.AsyncAPIOptions{Options: common})
	}
	options := convert.JSONSchemaOptions{Options: common, DataModel: o.dataModel, Draft7: o.draft == "7"}
	if o.layout == "files" {
		return convert.JSONSchemaFiles(o.ctx, s, options)
	}
	return convert.JSONSchema(o.ctx, s, options)
}
