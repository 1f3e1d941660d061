package cmd

import (
	"github.com/spf13/cobra"

	"github.com/lexsmith/lexsmith/internal/cli"
)

func newHelp() *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND|TOPIC]",
		Short: "Show help for a command or a topic",
		Example: `lexsmith help lint
lexsmith help export openapi
lexsmith help config`,
		ValidArgsFunction: cli.Offer(func(c *cobra.Command, args []string) (names []string) {
			if parent, err := cli.FindCommand(c.Root(), args); err == nil {
				for _, sub := range parent.Commands() {
					if sub.IsAvailableCommand() || sub.IsAdditionalHelpTopicCommand() {
						names = append(names, sub.Name()+"\t"+sub.Short)
					}
				}
			}
			return names
		}),
		RunE: func(c *cobra.Command, args []string) error {
			found, err := cli.FindCommand(c.Root(), args)
			if err != nil {
				return err
			}
			return found.Help()
		},
	}
}
