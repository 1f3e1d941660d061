package cmd

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/lexsmith/lexsmith/internal/config"
	"github.com/lexsmith/lexsmith/internal/report"
	"github.com/lexsmith/lexsmith/pkg/compat"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/lint"
	"github.com/lexsmith/lexsmith/pkg/repo"
	"github.com/lexsmith/lexsmith/pkg/validate"
)

// groups lists the groups of rules in the order of the documentation.
func groups() []string { return []string{"input", "schema", "refs", "style", "diff", "validate"} }

// allRules returns the rules of all commands by group, each group in the order
// in which the packages list its rules.
func allRules() []*lexicon.Rule {
	rules, order := slices.Concat(lexicon.Rules(), lint.Rules(), compat.Rules(), validate.Rules(), repo.Rules()), groups()
	slices.SortStableFunc(rules, func(a, b *lexicon.Rule) int {
		return slices.Index(order, a.Group) - slices.Index(order, b.Group)
	})
	return rules
}

func newRules(o *options) *cobra.Command {
	c := &cobra.Command{
		Use:   "rules [CODE|GROUP]",
		Short: "List the rules, or explain one",
		Example: `lexsmith rules                    all rules
lexsmith rules style              those of a group
lexsmith rules unlimited-string   what a rule is about and how to switch it off`,
		Long: rulesTopic,
		Args: maxArgs(1),
		ValidArgsFunction: func(_ *cobra.Command, args []string, text string) ([]string, cobra.ShellCompDirective) {
			if len(args) > 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return withPrefix(config.Names(allRules()), text), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(_ *cobra.Command, args []string) error { return runRules(o, args) },
	}
	o.addFormat(c, report.Text, report.JSON)
	return c
}

func runRules(o *options, args []string) error {
	rules := allRules()
	explain := false
	if len(args) == 1 {
		name := args[0]
		if err := config.CheckName(name, rules); err != nil {
			return err
		}
		rules = slices.DeleteFunc(rules, func(r *lexicon.Rule) bool { return r.Code != name && r.Group != name })
		explain = rules[0].Code == name
	}
	switch {
	case o.format == string(report.JSON):
		return writeRulesJSON(o.streams.Out, rules)
	case explain:
		_, err := io.WriteString(o.streams.Out, explainRule(rules[0], o.streams.Width))
		return err
	}
	return listRules(o.streams.Out, rules)
}

// listRules writes a line for each rule, in columns.
func listRules(w io.Writer, rules []*lexicon.Rule) error {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "CODE\tGROUP\tDEFAULT\tSUMMARY")
	for _, r := range rules {
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\n", r.Code, r.Group, defaultSeverity(r), r.Summary)
	}
	return table.Flush()
}

// defaultSeverity returns the severity of a rule, with that of the profile
// atproto behind it where it differs.
func defaultSeverity(r *lexicon.Rule) string {
	v1, network := r.Severity[lexicon.ProfileV1], r.Severity[lexicon.ProfileATProto]
	if v1 == network {
		return v1.String()
	}
	return fmt.Sprintf("%s (atproto: %s)", v1, network)
}

// explainRule returns all there is to say about a rule, its text wrapped at a
// width; 0 is that of a paper page.
func explainRule(r *lexicon.Rule, width int) string {
	if width == 0 {
		width = 80
	}
	width = min(max(width, 40), 100)
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s\n\n", r.Code, r.Summary)
	fmt.Fprintf(&b, "group          %s\n", r.Group)
	fmt.Fprintf(&b, "default        %s\n", defaultSeverity(r))
	if r.Spec != "" {
		fmt.Fprintf(&b, "specification  %s\n", r.Spec)
	}
	fmt.Fprintf(&b, "\nAvoid:\n%s\nPrefer:\n%s", indent(r.Bad), indent(r.Good))
	if r.Reason != "" {
		fmt.Fprintf(&b, "\nWhy:\n%s", indent(wrap(r.Reason, width-4)))
	}
	fmt.Fprintf(&b, "\nTo switch it off, once:\n%s", indent(offByFlag(r.Code)))
	fmt.Fprintf(&b, "\nIn lexsmith.yaml, everywhere or in some files:\n%s\n%s", indent(offByConfig(r.Code)), indent(offByIgnore(r)))
	return b.String()
}

func offByFlag(code string) string   { return "--severity " + code + "=off" }
func offByConfig(code string) string { return "severity: {" + code + ": off}" }

// offByIgnore shows an entry that fits what the rule looks at: a schema, data,
// or a Lexicon that may be gone and have no path.
func offByIgnore(r *lexicon.Rule) string {
	which := `paths: ["lexicons/com/example/legacy/**"]`
	switch r.Group {
	case "diff":
		which = `nsids: ["com.example.legacy.*"]`
	case "validate":
		which = `paths: ["records/legacy/**"]`
	}
	return "ignore:\n  - " + which + "\n    rules: [" + r.Code + "]"
}

// indent moves text four columns to the right and ends its last line. What
// would act on the terminal, as a byte-order mark in an example, is spelled out.
func indent(text string) string {
	var b strings.Builder
	for line := range strings.Lines(strings.TrimRight(text, "\n") + "\n") {
		if line = strings.TrimSuffix(line, "\n"); line != "" {
			b.WriteString("    " + printable(line))
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// wrap breaks text between words into lines of at most width characters, if
// the words let it.
func wrap(text string, width int) string {
	var b strings.Builder
	column := 0
	for _, word := range strings.Fields(text) {
		length := len([]rune(word))
		switch {
		case column == 0:
		case column+1+length > width:
			b.WriteByte('\n')
			column = 0
		default:
			b.WriteByte(' ')
			column++
		}
		b.WriteString(word)
		column += length
	}
	return b.String()
}

// writeRulesJSON writes {"rules": […]} with all that is known of each rule.
func writeRulesJSON(w io.Writer, rules []*lexicon.Rule) error {
	type severities struct {
		V1      string `json:"v1"`
		ATProto string `json:"atproto"`
	}
	type rule struct {
		Code     string     `json:"code"`
		Group    string     `json:"group"`
		Severity severities `json:"severity"`
		Summary  string     `json:"summary"`
		Reason   string     `json:"reason,omitempty"`
		Spec     string     `json:"spec,omitempty"`
		Bad      string     `json:"bad,omitempty"`
		Good     string     `json:"good,omitempty"`
	}
	list := make([]rule, len(rules))
	for i, r := range rules {
		list[i] = rule{
			r.Code, r.Group,
			severities{r.Severity[lexicon.ProfileV1].String(), r.Severity[lexicon.ProfileATProto].String()},
			r.Summary, r.Reason, r.Spec, r.Bad, r.Good,
		}
	}
	return writeJSON(w, struct {
		Rules []rule `json:"rules"`
	}{list})
}
