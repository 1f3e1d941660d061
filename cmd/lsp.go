package cmd

import (
	"errors"
	"path/filepath"
	"runtime/debug"

	"github.com/spf13/cobra"

	"github.com/lexsmith/lexsmith/internal/lsp"
)

func newLSP(o *options) *cobra.Command {
	c := &cobra.Command{
		Use:     "lsp",
		Short:   "Run the language server for editors",
		Example: `lexsmith lsp     started by an editor`,
		Long: `An editor starts this server and talks to it over standard input and output, using
the Language Server Protocol 3.17. docs/editors.md has the settings for each editor. The
server reads lexsmith.yaml as the other commands do, and ignores all flags except
--config.`,
		Args: maxArgs(0),
		RunE: func(*cobra.Command, []string) error {
			config := o.config
			if config != "" {
				var err error
				if config, err = filepath.Abs(config); err != nil {
					return err
				}
			}
			debug.SetGCPercent(50) // it runs all day, so it saves memory rather than time
			err := lsp.Serve(o.ctx, o.streams.In, o.streams.Out, lsp.Options{
				Version: o.build.Resolve().Version, Config: config, Log: o.streams.Err,
			})
			if errors.Is(err, lsp.ErrNoShutdown) {
				return errFindings // for its status
			}
			return err
		},
	}
	// Clients that let the user choose the transport add it.
	c.Flags().Bool("stdio", true, "use standard input and output (always enabled)")
	c.Flags().Lookup("stdio").DefValue = "" // not shown
	return c
}
