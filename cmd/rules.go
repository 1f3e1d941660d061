package cmd

import (
	"io"
	"slices"

	"github.com/spf13/cobra"

	"github.com/lexsmith/lexsmith/internal/describe"
	config "github.com/lexsmith/lexsmith/internal/project"
	"github.com/lexsmith/lexsmith/internal/report"
	"github.com/lexsmith/lexsmith/pkg/diag"
)

func newRules(o *options) *cobra.Command {
	c := &cobra.Command{
		Use:   "rules [RULE|GROUP]",
		Short: "List the rules, or explain one",
		Example: `lexsmith rules                    list all rules
lexsmith rules style              list the rules of a group
lexsmith rules unlimited-string   explain a rule and how to disable it`,
		Long: rulesTopic,
		Args: maxArgs(1),
		ValidArgsFunction: offer(func(_ *cobra.Command, args []string) []string {
			if len(args) > 0 {
				return nil
			}
			return config.Names(config.Rules())
		}),
		RunE: func(_ *cobra.Command, args []string) error { return runRules(o, args) },
	}
	o.addFormat(c, report.Text, report.JSON)
	return c
}

func runRules(o *options, args []string) error {
	rules := config.Rules()
	explain := false
	if len(args) == 1 {
		name := args[0]
		if err := config.CheckName(name, rules); err != nil {
			return err
		}
		rules = slices.DeleteFunc(rules, func(r *diag.Rule) bool { return r.Code != name && r.Group != name })
		explain = rules[0].Code == name
	}
	switch {
	case o.format == string(report.JSON):
		return writeJSON(o.streams.Out, struct {
			Rules []describe.RulePage `json:"rules"`
		}{describe.RulePages(rules)})
	case explain:
		_, err := io.WriteString(o.streams.Out, describe.NewRulePage(rules[0]).Text(o.streams.Width))
		return err
	}
	_, err := io.WriteString(o.streams.Out, describe.RuleTable(rules, o.streams.Width))
	return err
}
