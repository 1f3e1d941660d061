package cmd

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// Page is all there is to say about a command or a help topic, for the programs
// that make documents of it.
type Page struct {
	Name    string // as it is called: "lexsmith lint"
	Topic   bool   // of "lexsmith help": it has no usage, examples or flags
	Summary string // one line without a full stop
	Usage   string
	Text    string // lines; those that are indented are to be shown as they are
	Example string // lines: a command line, mostly with a word about it behind it
	Flags   []Flag
}

// Flag is a flag of a command.
type Flag struct {
	Name      string // without dashes
	Shorthand string // one letter, or ""
	Value     string // what it takes, such as "PATH"; "" for a switch
	Usage     string
	Default   string // "" where it goes without saying
	Shared    bool   // every command has it
}

// Pages returns the page of lexsmith itself, then those of its commands, then
// those of the topics, each sorted by name.
func Pages() []Page {
	root := newRoot(&options{})
	root.InitDefaultHelpCmd() // else it comes when a command line is run
	pages := []Page{page(root)}
	for _, listed := range []func(*cobra.Command) bool{isCommand, (*cobra.Command).IsAdditionalHelpTopicCommand} {
		pages = appendPages(pages, root, listed)
	}
	return pages
}

// appendPages adds the pages of the commands below c, at any depth.
func appendPages(pages []Page, c *cobra.Command, listed func(*cobra.Command) bool) []Page {
	for _, sub := range c.Commands() {
		if listed(sub) {
			pages = append(pages, page(sub))
			pages = appendPages(pages, sub, listed)
		}
	}
	return pages
}

func page(c *cobra.Command) Page {
	p := Page{Name: c.CommandPath(), Summary: c.Short, Text: c.Long, Example: c.Example}
	if c.IsAdditionalHelpTopicCommand() {
		p.Topic = true
		return p
	}
	p.Usage = usageLine(c)
	if c.HasParent() {
		c.InitDefaultHelpFlag()
		p.Flags = flags(c.LocalNonPersistentFlags(), false)
	}
	p.Flags = slices.Concat(p.Flags, flags(c.Root().PersistentFlags(), true))
	return p
}

func flags(set *pflag.FlagSet, shared bool) []Flag {
	var list []Flag
	set.VisitAll(func(f *pflag.Flag) {
		value, usage := pflag.UnquoteUsage(f)
		fallback := f.DefValue
		if slices.Contains([]string{"false", "0", "[]"}, fallback) {
			fallback = ""
		}
		list = append(list, Flag{f.Name, f.Shorthand, value, strings.TrimSpace(usage), fallback, shared})
	})
	return list
}
