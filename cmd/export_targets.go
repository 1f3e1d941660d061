package cmd

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"github.com/lexsmith/lexsmith/internal/cli"
	"github.com/lexsmith/lexsmith/pkg/convert"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

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
