package cmd

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/spf13/cobra"
)

// Help fits into 80 columns, and has a summary of one line.
func TestHelpWidth(t *testing.T) {
	root := newRoot(&options{})
	root.InitDefaultHelpCmd()
	for _, c := range allCommands(root) {
		if c.Hidden {
			continue
		}
		if c.Short == "" || strings.HasSuffix(c.Short, ".") || strings.Contains(c.Short, "\n") {
			t.Errorf("%s: summary %q", c.CommandPath(), c.Short)
		}
		for line := range strings.Lines(help(c)) {
			if line = strings.TrimSuffix(line, "\n"); utf8.RuneCountInString(line) > helpWidth {
				t.Errorf("%s: %d columns: %s", c.CommandPath(), utf8.RuneCountInString(line), line)
			}
		}
	}
}

// Every command is in one group, the main ones first.
func TestCommandGroups(t *testing.T) {
	root := newRoot(&options{})
	root.InitDefaultHelpCmd()
	root.AddCommand(&cobra.Command{Use: "other", Run: func(*cobra.Command, []string) {}})
	var listed []string
	for _, group := range groupCommands(root) {
		for _, c := range group.commands {
			listed = append(listed, group.title+" "+c.Name())
		}
	}
	got := strings.Join(listed, ", ")
	if !strings.HasPrefix(got, "Check lint, Check validate, Check diff, Check export, ") || !strings.HasSuffix(got, "More help, More other") {
		t.Errorf("groups are %s", got)
	}
	if want := len(subcommands(root)); len(listed) != want {
		t.Errorf("%d commands are listed, want %d", len(listed), want)
	}
}

func TestExamples(t *testing.T) {
	long := strings.Repeat("x", 40)
	text := "lexsmith lint   short\nlexsmith " + long + "   " + long + "\nlexsmith " + long + long
	want := "lexsmith lint   short\n# " + long + "\nlexsmith " + long + "\nlexsmith " + long + long + "\n"
	if got := examples(text); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
