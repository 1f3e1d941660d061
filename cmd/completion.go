package cmd

import (
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/lexsmith/lexsmith/internal/cli"
	"github.com/lexsmith/lexsmith/internal/words"
)

func newCompletion() *cobra.Command {
	shells := cli.Shells()
	return &cobra.Command{
		Use:   "completion SHELL",
		Short: "Print a shell completion script",
		Example: `source <(lexsmith completion bash)             for this session
lexsmith completion bash > /etc/bash_completion.d/lexsmith
lexsmith completion zsh > "${fpath[1]}/_lexsmith"
lexsmith completion fish > ~/.config/fish/completions/lexsmith.fish
lexsmith completion powershell | Out-String | Invoke-Expression`,
		Long: "The script completes commands, flags, and values such as rules, definitions, and git revisions. SHELL is " +
			words.Enumerate(shells, "or") + ". In bash, the bash-completion package is optional; with it, the file in /etc is loaded on demand.",
		ValidArgs: shells,
		Args: cli.Args(func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return errors.New("no shell given" + cli.Expected(shells))
			}
			if !slices.Contains(shells, args[0]) {
				return fmt.Errorf("unknown shell %s%s", words.Quote(args[0]), cli.Suggest(args[0], shells))
			}
			return cli.AtMost(1, args)
		}),
		RunE: func(c *cobra.Command, args []string) error {
			return cli.WriteCompletion(c.OutOrStdout(), c.Root(), args[0])
		},
	}
}
