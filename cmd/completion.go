package cmd

import (
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/lexsmith/lexsmith/internal/config"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

func newCompletion() *cobra.Command {
	shells := []string{"bash", "zsh", "fish", "powershell"}
	return &cobra.Command{
		Use:   "completion SHELL",
		Short: "Print a shell completion script",
		Example: `lexsmith completion bash > /etc/bash_completion.d/lexsmith
lexsmith completion zsh > "${fpath[1]}/_lexsmith"
lexsmith completion fish > ~/.config/fish/completions/lexsmith.fish
lexsmith completion powershell | Out-String | Invoke-Expression`,
		Long:      "The script completes commands, flags, and values such as rules. SHELL is " + syntax.Enumerate(shells, "or") + ".",
		ValidArgs: shells,
		Args: func(c *cobra.Command, args []string) error {
			if len(args) == 0 {
				return &usageError{c.CommandPath(), errors.New("no shell given (expected " + syntax.Enumerate(shells, "or") + ")")}
			}
			if !slices.Contains(shells, args[0]) {
				return &usageError{c.CommandPath(), fmt.Errorf("unknown shell %s%s", syntax.Quote(args[0]), config.Suggest(args[0], shells))}
			}
			return maxArgs(1)(c, args)
		},
		RunE: func(c *cobra.Command, args []string) error {
			root, out := c.Root(), c.OutOrStdout()
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
