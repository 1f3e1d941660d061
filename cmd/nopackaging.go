//go:build !packaging

package cmd

import "github.com/spf13/cobra"

// buildCommands returns nothing: see packaging.go.
func buildCommands() []*cobra.Command { return nil }
