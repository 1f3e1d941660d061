package cmd

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
)

// printHelp writes the help of a command: what it does, examples, usage, more
// words, commands, flags.
func printHelp(c *cobra.Command, _ []string) {
	w := c.OutOrStdout()
	fmt.Fprintf(w, "%s.\n", c.Short)
	if c.HasExample() {
		section(w, "Examples", c.Example)
	}
	section(w, "Usage", usageLine(c))
	if c.Long != "" {
		fmt.Fprintf(w, "\n%s\n", c.Long)
	}
	if c.HasAvailableSubCommands() {
		section(w, "Commands", commandList(c))
	}
	if c.HasParent() {
		c.InitDefaultHelpFlag()
		section(w, "Flags", c.LocalNonPersistentFlags().FlagUsages())
	}
	section(w, "Flags of every command", c.Root().PersistentFlags().FlagUsages())
	if !c.HasParent() {
		section(w, "Exit status", `0  nothing at or above --fail-on
1  findings
2  the work could not be done: wrong flags, no such file, no schema`)
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

func commandList(c *cobra.Command) string {
	var lines strings.Builder
	for _, sub := range c.Commands() {
		if sub.IsAvailableCommand() || sub.Name() == "help" {
			fmt.Fprintf(&lines, "%-11s %s\n", sub.Name(), sub.Short)
		}
	}
	return lines.String()
}

func newHelp() *cobra.Command {
	return &cobra.Command{
		Use:     "help [COMMAND]",
		Short:   "Show the help of a command",
		Example: `lexsmith help lint`,
		Args:    maxArgs(1),
		ValidArgsFunction: func(c *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			var names []string
			for _, sub := range c.Root().Commands() {
				if len(args) == 0 && sub.IsAvailableCommand() {
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
