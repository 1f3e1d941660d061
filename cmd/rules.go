package cmd

import (
	"io"
	"slices"

	"github.com/spf13/cobra"

	"github.com/lexsmith/lexsmith/internal/cli"
	"github.com/lexsmith/lexsmith/internal/describe"
	"github.com/lexsmith/lexsmith/internal/policy"
	"github.com/lexsmith/lexsmith/internal/report"
	"github.com/lexsmith/lexsmith/pkg/diag"
)

func newRules(g *globals) *cobra.Command {
	c := &cobra.Command{
		Use:   "rules [RULE|GROUP]",
		Short: "List the rules, or explain one",
		Example: `lexsmith rules                    list all rules
lexsmith rules style              list the rules of a group
lexsmith rules unlimited-string   explain a rule and how to disable it`,
		SuggestFor: []string{"explain"},
		Long:       rulesTopic,
		Args:       cli.MaxArgs(1),
		ValidArgsFunction: cli.Offer(func(_ *cobra.Command, args []string) []string {
			if len(args) > 0 {
				return nil
			}
			return policy.Names()
		}),
		RunE: func(_ *cobra.Command, args []string) error { return runRules(g, args) },
	}
	g.addFormat(c, report.Text, report.JSON)
	return c
}

func runRules(g *globals, args []string) error {
	rules := policy.Rules()
	explain := false
	if len(args) == 1 {
		name := args[0]
		if err := policy.CheckName(name); err != nil {
			return err
		}
		rules = slices.DeleteFunc(rules, func(r *diag.Rule) bool { return r.Code != name && r.Group != name })
		explain = rules[0].Code == name
	}
	switch {
	case !g.text():
		return writeJSON(g.Out, struct {
			Rules []describe.RulePage `json:"rules"`
		}{describe.RulePages(rules)})
	case explain:
		_, err := io.WriteString(g.Out, describe.NewRulePage(rules[0]).Text(g.Width))
		return err
	}
	_, err := io.WriteString(g.Out, describe.RuleTable(rules, g.Width))
	return err
}
