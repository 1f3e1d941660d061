package cli

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/lexsmith/lexsmith/internal/terminal"
)

// helpWidth is the number of columns that help fits into.
const helpWidth = 80

// Help is the help of a program.
type Help struct {
	Groups     []Group // of the commands below the root
	ExitStatus string  // a table
}

// Group is a heading of the help of the root with the commands under it.
type Group struct {
	Title    string
	Commands []*cobra.Command
}

// Print writes the help of a command or a topic. Errors of writing are those
// of the stream.
func (h *Help) Print(c *cobra.Command, _ []string) { io.WriteString(c.OutOrStdout(), h.text(c)) }

// text returns the help of a command: a summary, examples, usage, details,
// subcommands and flags. That of a topic is only its text.
func (h *Help) text(c *cobra.Command) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s.\n", c.Short)
	if c.IsAdditionalHelpTopicCommand() {
		fmt.Fprintf(&b, "\n%s\n", terminal.Wrap(c.Long, helpWidth))
		return b.String()
	}
	if c.HasExample() {
		section(&b, "Examples", examples(c.Example))
	}
	section(&b, "Usage", usageLine(c))
	if c.Long != "" {
		fmt.Fprintf(&b, "\n%s\n", terminal.Wrap(c.Long, helpWidth))
	}
	switch {
	case !c.HasParent():
		for _, group := range h.Groups {
			section(&b, group.Title, commandList(group.Commands))
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
		section(&b, "Exit status", h.ExitStatus)
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
		b.WriteString(strings.TrimPrefix(line, "  ")) // section indents it
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

// FindCommand returns the command or topic below c that names lead to.
func FindCommand(c *cobra.Command, names []string) (*cobra.Command, error) {
	for _, name := range names {
		at := slices.IndexFunc(c.Commands(), func(sub *cobra.Command) bool { return sub.Name() == name })
		if at < 0 {
			return nil, unknownCommand(c, name)
		}
		c = c.Commands()[at]
	}
	return c, nil
}
