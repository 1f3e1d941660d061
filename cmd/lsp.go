package cmd

import (
	"context"
	"errors"
	"path/filepath"
	"runtime/debug"

	"github.com/spf13/cobra"

	"github.com/lexsmith/lexsmith/internal/cli"
	"github.com/lexsmith/lexsmith/internal/lsp"
)

func newLSP(g *globals) *cobra.Command {
	c := &cobra.Command{
		Use:     "lsp",
		Short:   "Run the language server for editors",
		Example: `lexsmith lsp     started by an editor`,
		Long: `An editor starts this server and talks to it over standard input and output, using
the Language Server Protocol 3.17. docs/editors.md has the settings for each editor. The
server reads lexsmith.yaml as the other commands do, and ignores all flags except
--config.`,
		Args: cli.MaxArgs(0),
		RunE: func(c *cobra.Command, _ []string) error { return runLSP(c.Context(), g) },
	}
	// Clients that let the user choose the transport add it.
	c.Flags().Bool("stdio", true, "use standard input and output (always enabled)")
	c.Flags().Lookup("stdio").DefValue = "" // not shown
	return c
}

func runLSP(ctx context.Context, g *globals) (err error) {
	config := g.settings.Config
	if config != "" {
		if config, err = filepath.Abs(config); err != nil {
			return err
		}
	}
	debug.SetGCPercent(25) // it runs all day, so it saves memory rather than time
	err = lsp.Serve(ctx, g.In, g.Out, lsp.Options{
		Version: g.build.Resolve().Version, Config: config, Log: g.Err,
	})
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case errors.Is(err, lsp.ErrNoShutdown):
		return errFindings // for its status
	}
	return err
}
