package cmd

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/spf13/cobra"
)

// allCommands returns a command and all commands and topics below it.
func allCommands(c *cobra.Command) []*cobra.Command {
	all := []*cobra.Command{c}
	for _, sub := range c.Commands() {
		all = append(all, allCommands(sub)...)
	}
	return all
}

// helpOf returns the help of a command.
func helpOf(t *testing.T, c *cobra.Command) string {
	t.Helper()
	var text strings.Builder
	c.SetOut(&text)
	if err := c.Help(); err != nil {
		t.Fatal(err)
	}
	return text.String()
}

// Help fits into 80 columns, and has a summary of one line.
func TestHelpWidth(t *testing.T) {
	for _, c := range allCommands(newRoot(&globals{})) {
		if c.Hidden {
			continue
		}
		if c.Short == "" || strings.HasSuffix(c.Short, ".") || strings.Contains(c.Short, "\n") {
			t.Errorf("%s: summary %q", c.CommandPath(), c.Short)
		}
		for line := range strings.Lines(helpOf(t, c)) {
			if line = strings.TrimSuffix(line, "\n"); utf8.RuneCountInString(line) > 80 {
				t.Errorf("%s: %d columns: %s", c.CommandPath(), utf8.RuneCountInString(line), line)
			}
		}
	}
}

// Every command is in one group, the main ones first.
func TestCommandGroups(t *testing.T) {
	root := newRoot(&globals{})
	text := helpOf(t, root)
	if !strings.Contains(text, "\nCheck:\n  lint ") {
		t.Errorf("lint is not the first command: %s", text)
	}
	for _, c := range root.Commands() {
		if n := strings.Count(text, "\n  "+c.Name()+" "); n != 1 && !c.Hidden {
			t.Errorf("%s is listed %d times", c.Name(), n)
		}
	}
}
