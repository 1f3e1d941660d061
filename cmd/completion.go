package cmd

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
)

func newCompletion(o *options) *cobra.Command {
	shells := []string{"bash", "zsh", "fish", "powershell"}
	return &cobra.Command{
		Use:   "completion SHELL",
		Short: "Print a script that completes commands, flags and rules in the shell",
		Example: `lexsmith completion bash > /etc/bash_completion.d/lexsmith
lexsmith completion zsh > "${fpath[1]}/_lexsmith"
lexsmith completion fish > ~/.config/fish/completions/lexsmith.fish
lexsmith completion powershell | Out-String | Invoke-Expression`,
		Long:      "SHELL is one of " + strings.Join(shells, ", ") + ".",
		ValidArgs: shells,
		Args: func(c *cobra.Command, args []string) error {
			if len(args) == 0 {
				return &usageError{c.CommandPath(), errors.New("which shell? " + strings.Join(shells, ", "))}
			}
			if !slices.Contains(shells, args[0]) {
				return &usageError{c.CommandPath(), fmt.Errorf("unknown shell %q: it is one of %s", args[0], strings.Join(shells, ", "))}
			}
			return maxArgs(1)(c, args)
		},
		RunE: func(c *cobra.Command, args []string) error {
			root, out := c.Root(), o.streams.Out
			switch args[0] {
			case "bash":
				return root.GenBashCompletionV2(out, true)
			case "zsh":
				return root.GenZshCompletion(out)
			case "fish":
				return root.GenFishCompletion(out, true)
			default:
				return root.GenPowerShellCompletionWithDesc(out)
			}
		},
	}
}
