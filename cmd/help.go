package cmd

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
)

// printHelp writes the help of a command: what it does, examples, usage, more
// words, commands, topics, flags. That of a topic is only words.
func printHelp(c *cobra.Command, _ []string) {
	w := c.OutOrStdout()
	fmt.Fprintf(w, "%s.\n", c.Short)
	if c.IsAdditionalHelpTopicCommand() {
		fmt.Fprintf(w, "\n%s\n", c.Long)
		return
	}
	if c.HasExample() {
		section(w, "Examples", c.Example)
	}
	section(w, "Usage", usageLine(c))
	if c.Long != "" {
		fmt.Fprintf(w, "\n%s\n", c.Long)
	}
	if c.HasAvailableSubCommands() {
		section(w, "Commands", commandList(c, isCommand))
	}
	if c.HasHelpSubCommands() {
		section(w, "Topics of help", commandList(c, (*cobra.Command).IsAdditionalHelpTopicCommand))
	}
	if c.HasParent() {
		c.InitDefaultHelpFlag()
		section(w, "Flags", c.LocalNonPersistentFlags().FlagUsages())
	}
	section(w, "Flags of every command", c.Root().PersistentFlags().FlagUsages())
	if !c.HasParent() {
		section(w, "Exit status", exitStatuses)
	}
}

func section(w io.Writer, title, text string) {
	fmt.Fprintf(w, "\n%s:\n", title)
	for line := range strings.Lines(text) {
		if !strings.HasPrefix(line, "  ") {
			line = "  " + line
		}
		io.WriteString(w, line)
	}
	if !strings.HasSuffix(text, "\n") {
		fmt.Fprintln(w)
	}
}

func usageLine(c *cobra.Command) string {
	if !c.HasParent() {
		return c.Name() + " COMMAND"
	}
	return c.UseLine()
}

func isCommand(c *cobra.Command) bool { return c.IsAvailableCommand() || c.Name() == "help" }

func commandList(c *cobra.Command, listed func(*cobra.Command) bool) string {
	var lines strings.Builder
	for _, sub := range c.Commands() {
		if listed(sub) {
			fmt.Fprintf(&lines, "%-12s %s\n", sub.Name(), sub.Short)
		}
	}
	return lines.String()
}

func newHelp() *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND|TOPIC]",
		Short: "Show the help of a command or a topic",
		Example: `lexsmith help lint
lexsmith help config`,
		Args: maxArgs(1),
		ValidArgsFunction: func(c *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			var names []string
			for _, sub := range c.Root().Commands() {
				if len(args) == 0 && (sub.IsAvailableCommand() || sub.IsAdditionalHelpTopicCommand()) {
					names = append(names, sub.Name()+"\t"+sub.Short)
				}
			}
			return names, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(c *cobra.Command, args []string) error {
			root := c.Root()
			if len(args) == 0 {
				return root.Help()
			}
			for _, sub := range root.Commands() {
				if sub.Name() == args[0] {
					return sub.Help()
				}
			}
			return unknownCommand(root, args[0])
		},
	}
}
