package cmd

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lexsmith/lexsmith/internal/cli"
	"github.com/lexsmith/lexsmith/internal/gitrev"
	config "github.com/lexsmith/lexsmith/internal/project"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
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
			syntax.Enumerate(shells, "or") + ". In bash, the bash-completion package is optional; with it, the file in /etc is loaded on demand.",
		ValidArgs: shells,
		Args: usage(func(args []string) error {
			if len(args) == 0 {
				return errors.New("no shell given" + cli.Expected(shells))
			}
			if !slices.Contains(shells, args[0]) {
				return fmt.Errorf("unknown shell %s%s", syntax.Quote(args[0]), cli.Suggest(args[0], shells))
			}
			return atMost(1, args)
		}),
		RunE: func(c *cobra.Command, args []string) error {
			return cli.WriteCompletion(c.OutOrStdout(), c.Root(), args[0])
		},
	}
}

// offer completes a word with those of the candidates that it is a prefix of, given the
// command and its arguments so far. A candidate can have a description after a tab.
func offer(candidates func(c *cobra.Command, args []string) []string) cobra.CompletionFunc {
	return func(c *cobra.Command, args []string, text string) ([]string, cobra.ShellCompDirective) {
		return withPrefix(candidates(c, args), text), cobra.ShellCompDirectiveNoFileComp
	}
}

// complete completes the value of a flag.
func complete(c *cobra.Command, flag string, values cobra.CompletionFunc) {
	if err := c.RegisterFlagCompletionFunc(flag, values); err != nil {
		panic(err) // the caller named an unknown flag, or one twice
	}
}

func withPrefix(names []string, prefix string) []string {
	return slices.DeleteFunc(slices.Clone(names), func(name string) bool { return !strings.HasPrefix(name, prefix) })
}

// completeValues completes the values of the flags that name something in the project,
// on every command that has them.
func (o *options) completeValues(root *cobra.Command) {
	values := map[string]cobra.CompletionFunc{"ref": offer(o.definedNames), "against": offer(revisions), "new-from": offer(revisions)}
	for _, c := range allCommands(root) {
		for flag, values := range values {
			if c.Flags().Lookup(flag) != nil {
				complete(c, flag, values)
			}
		}
	}
}

// overrides completes NAME=LEVEL.
func overrides(_ *cobra.Command, _ []string, text string) ([]string, cobra.ShellCompDirective) {
	if name, _, ok := strings.Cut(text, "="); ok {
		return withPrefix([]string{name + "=error", name + "=warning", name + "=info", name + "=off"}, text), cobra.ShellCompDirectiveNoFileComp
	}
	names := config.Names(config.Rules())
	for i := range names {
		names[i] += "="
	}
	return withPrefix(names, text), cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
}

// definedNames returns the definitions of the schemas that a command would load, with
// their types. Errors are for the command itself to report.
func (o *options) definedNames(c *cobra.Command, args []string) []string {
	o.quiet = true
	p, err := o.open()
	if err != nil {
		return nil
	}
	load := p.loadForData
	if c.Parent().Name() == "export" {
		load = func() (*schemas, error) { return p.load(args) }
	}
	set, err := load()
	if err != nil {
		return nil
	}
	var names []string
	for _, d := range set.Documents() {
		for _, def := range d.Defs {
			if t := def.Schema.Type(); d.ID != "" && t != lexicon.TypeInvalid {
				names = append(names, def.Reference().String()+"\t"+t.String())
			}
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// revisions completes branches and tags of git.
func revisions(*cobra.Command, []string) []string {
	names, _ := gitrev.Names(context.Background(), ".") // outside of a repository there is nothing to offer
	return names
}
