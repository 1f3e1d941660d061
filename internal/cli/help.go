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
			section(&b, group.Title, commandList(group.Commands, isCommand))
		}
		section(&b, "Help topics", commandList(c.Commands(), (*cobra.Command).IsAdditionalHelpTopicCommand))
	case c.HasAvailableSubCommands():
		section(&b, "Commands", commandList(c.Commands(), isCommand))
	}
	if c.HasParent() {
		c.InitDefaultHelpFlag()
		flags := c.LocalNonPersistentFlags()
		flags.SortFlags = false
		flagSection(&b, "Flags", flags)
	}
	flagSection(&b, "Global flags", c.Root().PersistentFlags())
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

// commandList returns a line for each of the commands to list.
func commandList(commands []*cobra.Command, listed func(*cobra.Command) bool) string {
	var lines strings.Builder
	for _, c := range commands {
		if listed(c) {
			fmt.Fprintf(&lines, "%-12s %s\n", c.Name(), c.Short)
		}
	}
	return lines.String()
}

// flagSection writes a line or more for each flag under a title.
func flagSection(b *strings.Builder, title string, flags *pflag.FlagSet) {
	fmt.Fprintf(b, "\n%s:\n%s", title, flags.FlagUsagesWrapped(helpWidth))
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
