package cmd

import (
	"github.com/spf13/cobra"

	"github.com/lexsmith/lexsmith/internal/cli"
	"github.com/lexsmith/lexsmith/internal/describe"
)

// newSchema returns the command for the JSON Schemas that editors use.
func newSchema(g *globals) *cobra.Command {
	c := &cobra.Command{
		Use:   "schema",
		Short: "Print a JSON Schema of Lexicons or of lexsmith.yaml, for editors",
		Example: `lexsmith schema lexicon > lexicon.schema.json
lexsmith schema lexicon --draft 7     for older editors
lexsmith schema config                for lexsmith.yaml`,
		Long: `Editors that support JSON Schema can complete and check files with these schemas. The
schema of Lexicons accepts everything that lint accepts with the v1 profile; it finds
most errors within a file, but cannot follow references.`,
		Args: cli.NoCommand,
		RunE: func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	c.AddCommand(newSchemaLexicon(g), &cobra.Command{
		Use:     "config",
		Short:   "Print the JSON Schema of lexsmith.yaml",
		Example: "lexsmith schema config > lexsmith.schema.json",
		Args:    cli.MaxArgs(0),
		RunE: func(*cobra.Command, []string) error {
			_, err := g.Out.Write(describe.ConfigSchema())
			return err
		},
	})
	return c
}

func newSchemaLexicon(g *globals) *cobra.Command {
	var draft string
	c := &cobra.Command{
		Use:   "lexicon",
		Short: "Print the JSON Schema of Lexicons",
		Example: `lexsmith schema lexicon > lexicon.schema.json
lexsmith schema lexicon --draft 7`,
		Args: cli.MaxArgs(0),
		RunE: func(*cobra.Command, []string) error {
			version := describe.Draft2020
			if draft == "7" {
				version = describe.Draft7
			}
			_, err := g.Out.Write(describe.LexiconSchema(version))
			return err
		},
	}
	cli.Enum(c, c.Flags(), &draft, "draft", "2020-12", []string{"2020-12", "7"}, "version of JSON Schema")
	return c
}
