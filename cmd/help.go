package cmd

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/lexsmith/lexsmith/internal/report"
)

// helpWidth is the number of columns that help fits into.
const helpWidth = 80

// commandGroups lists the commands under the headings of "lexsmith --help".
// What is not listed is under the last one.
var commandGroups = []struct {
	title string
	names []string
}{
	{"Check", []string{"lint", "validate", "diff", "export"}},
	{"Write", []string{"fmt", "new", "init", "show", "schema", "lsp"}},
	{"Publish", []string{"pull", "status", "publish", "unpublish"}},
	{"Run", []string{"serve", "call", "sample"}},
	{"More", []string{"rules", "version", "completion", "help"}},
}

// allCommands returns a command and all commands and topics below it.
func allCommands(c *cobra.Command) []*cobra.Command {
	all := []*cobra.Command{c}
	for _, sub := range c.Commands() {
		all = append(all, allCommands(sub)...)
	}
	return all
}

// printHelp writes the help of a command or a topic. Errors of writing are those
// of the stream.
func printHelp(c *cobra.Command, _ []string) { io.WriteString(c.OutOrStdout(), help(c)) }

// help returns the help of a command: a summary, examples, usage, details,
// subcommands and flags. That of a topic is only its text.
func help(c *cobra.Command) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s.\n", c.Short)
	if c.IsAdditionalHelpTopicCommand() {
		fmt.Fprintf(&b, "\n%s\n", report.Wrap(c.Long, helpWidth))
		return b.String()
	}
	if c.HasExample() {
		section(&b, "Examples", examples(c.Example))
	}
	section(&b, "Usage", usageLine(c))
	if c.Long != "" {
		fmt.Fprintf(&b, "\n%s\n", report.Wrap(c.Long, helpWidth))
	}
	switch {
	case !c.HasParent():
		for _, group := range groupCommands(c) {
			section(&b, group.title, commandList(group.commands))
		}
		section(&b, "Help topics", commandList(topics(c)))
	case c.HasAvailableSubCommands():
		section(&b, "Commands", commandList(subcommands(c)))
	}
	if c.HasParent() {
		c.InitDefaultHelpFlag()
		flags := c.LocalNonPersistentFlags()
		flags.SortFlags = false
		section(&b, "Flags", flagUsages(flags))
	}
	section(&b, "Global flags", flagUsages(c.Root().PersistentFlags()))
	if !c.HasParent() {
		section(&b, "Exit status", exitStatuses)
	}
	return b.String()
}

// section writes indented lines under a title.
func section(b *strings.Builder, title, text string) {
	fmt.Fprintf(b, "\n%s:\n", title)
	for line := range strings.Lines(text) {
		b.WriteString("  " + line)
	}
	if !strings.HasSuffix(text, "\n") {
		b.WriteByte('\n')
	}
}

func usageLine(c *cobra.Command) string {
	if !c.HasParent() {
		return c.Name() + " COMMAND"
	}
	return c.UseLine()
}

func isCommand(c *cobra.Command) bool { return c.IsAvailableCommand() || c.Name() == "help" }

func subcommands(c *cobra.Command) []*cobra.Command {
	return slices.DeleteFunc(slices.Clone(c.Commands()), func(sub *cobra.Command) bool { return !isCommand(sub) })
}

func topics(root *cobra.Command) []*cobra.Command {
	return slices.DeleteFunc(slices.Clone(root.Commands()), func(sub *cobra.Command) bool { return !sub.IsAdditionalHelpTopicCommand() })
}

// commandGroup is a heading of "lexsmith --help" with the commands under it.
type commandGroup struct {
	title    string
	commands []*cobra.Command
}

// groupCommands returns the groups that have commands, each in its order.
func groupCommands(root *cobra.Command) []commandGroup {
	rest := subcommands(root)
	var groups []commandGroup
	for i, listed := range commandGroups {
		group := commandGroup{title: listed.title}
		for _, name := range listed.names {
			if at := slices.IndexFunc(rest, func(c *cobra.Command) bool { return c.Name() == name }); at >= 0 {
				group.commands = append(group.commands, rest[at])
				rest = slices.Delete(rest, at, at+1)
			}
		}
		if i == len(commandGroups)-1 {
			group.commands = append(group.commands, rest...)
		}
		if len(group.commands) > 0 {
			groups = append(groups, group)
		}
	}
	return groups
}

func commandList(commands []*cobra.Command) string {
	var lines strings.Builder
	for _, c := range commands {
		fmt.Fprintf(&lines, "%-12s %s\n", c.Name(), c.Short)
	}
	return lines.String()
}

// flagUsages returns a line or more for each flag.
func flagUsages(flags *pflag.FlagSet) string {
	var b strings.Builder
	for line := range strings.Lines(flags.FlagUsagesWrapped(helpWidth)) {
		line = strings.Replace(line, ` RULE[="`+anyRule+`"]`, `[=RULE]      `, 1) // as wide
		b.WriteString(strings.TrimPrefix(line, "  "))                             // section indents it
	}
	return b.String()
}

// examples returns example lines, each a command with a comment that is set
// apart by at least three spaces. A comment that leaves no room goes on a line
// of its own above the command.
func examples(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		command, comment, ok := strings.Cut(line, "   ")
		if ok && len([]rune(line)) > helpWidth-2 {
			line = "# " + strings.TrimSpace(comment) + "\n" + command
		}
		b.WriteString(line + "\n")
	}
	return b.String()
}

func newHelp() *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND|TOPIC]",
		Short: "Show help for a command or a topic",
		Example: `lexsmith help lint
lexsmith help export openapi
lexsmith help config`,
		ValidArgsFunction: offer(func(c *cobra.Command, args []string) (names []string) {
			if parent, err := findCommand(c.Root(), args); err == nil {
				for _, sub := range parent.Commands() {
					if sub.IsAvailableCommand() || sub.IsAdditionalHelpTopicCommand() {
						names = append(names, sub.Name()+"\t"+sub.Short)
					}
				}
			}
			return names
		}),
		RunE: func(c *cobra.Command, args []string) error {
			found, err := findCommand(c.Root(), args)
			if err != nil {
				return err
			}
			return found.Help()
		},
	}
}

// findCommand returns the command or topic below c that names lead to.
func findCommand(c *cobra.Command, names []string) (*cobra.Command, error) {
	for _, name := range names {
		at := slices.IndexFunc(c.Commands(), func(sub *cobra.Command) bool { return sub.Name() == name })
		if at < 0 {
			return nil, unknownCommand(c, name)
		}
		c = c.Commands()[at]
	}
	return c, nil
}
