//go:build packaging

package cmd

import (
	"github.com/spf13/cobra"

	"github.com/lexsmith/lexsmith/internal/packaging"
)

// buildCommands returns the commands that only the build of a release has:
//
//	go run -tags packaging . packaging FOLDER
//
// writes manual pages and completions to a folder.
func buildCommands() []*cobra.Command {
	return []*cobra.Command{{
		Use:    "packaging FOLDER",
		Hidden: true,
		Args:   cobra.ExactArgs(1),
		RunE:   func(c *cobra.Command, args []string) error { return packaging.Write(c.Root(), args[0]) },
	}}
}
