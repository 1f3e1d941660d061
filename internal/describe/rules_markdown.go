package describe

import (
	"cmp"
	"fmt"
	"regexp"
	"strings"

	"github.com/lexsmith/lexsmith/internal/policy"
	"github.com/lexsmith/lexsmith/internal/terminal"
	"github.com/lexsmith/lexsmith/pkg/diag"
)

const rulesIntroduction = "# Rules\n\n" +
	"All findings that lexsmith reports, and the reasons for them. `lexsmith rules RULE` shows the same text in the terminal.\n\n" +
	"You can change the severity of a rule or a whole group on the command line with\n" +
	"`--severity NAME=error|warning|info|off`, or in `lexsmith.yaml`:\n\n" +
	"```yaml\n" +
	"severity:\n  unlimited-string: off\n  style: info\n" +
	"ignore:\n  - paths: [\"lexicons/com/example/legacy/**\"]\n    nsids: [\"com.example.old.*\"]\n    rules: [unlimited-string, refs]\n" +
	"```\n"

// RulesMarkdown returns the document docs/rules.md: a table for each group, then the page
// of each rule under its code.
func RulesMarkdown(rules []*diag.Rule) string {
	var b strings.Builder
	b.WriteString(rulesIntroduction)
	pages := RulePages(rules)
	for _, group := range policy.RuleGroups() {
		fmt.Fprintf(&b, "\n## Group `%s`: %s\n\n| Rule | Default | |\n|---|---|---|\n", group.Name, group.Title)
		for _, p := range pages {
			if p.Group == group.Name {
				fmt.Fprintf(&b, "| [`%s`](#%s) | %s | %s |\n", p.Code, p.Code, p.Severity, strings.ReplaceAll(p.Summary, "|", `\|`))
			}
		}
	}
	for _, p := range pages {
		b.WriteString(p.markdown())
	}
	return b.String()
}

// markdown returns the page as a section.
func (p RulePage) markdown() string {
	var b strings.Builder
	fmt.Fprintf(&b, "\n## %s\n\n%s Group `%s`, default: %s.\n", p.Code, p.Sentence(), p.Group, p.Severity)
	fmt.Fprintf(&b, "\nAvoid:\n\n%s\nPrefer:\n\n%s", fenced(p.Bad), fenced(p.Good))
	if p.Reason != "" {
		fmt.Fprintf(&b, "\n%s\n", p.Reason)
	}
	if fixes := strings.Join(p.Fixes(), " "); fixes != "" {
		commands := regexp.MustCompile(`lint( --[a-z-]+)+`)
		fmt.Fprintf(&b, "\nFix: %s\n", commands.ReplaceAllString(fixes, "`$0`"))
	}
	switch section := strings.TrimSuffix(p.Spec, "."); {
	case p.URL != "":
		fmt.Fprintf(&b, "\nSpecification: [%s](%s).\n", cmp.Or(section, p.URL), p.URL)
	case section != "":
		fmt.Fprintf(&b, "\nSpecification: %s.\n", section)
	}
	fmt.Fprintf(&b, "\nTo disable it: `%s`, or `%s` in `lexsmith.yaml`.\n", p.DisableFlag(), p.DisableConfig())
	return b.String()
}

// fenced returns an example as a code block. An example of several files is not JSON.
func fenced(text string) string {
	language := "json"
	if strings.HasPrefix(text, "-- ") {
		language = "text"
	}
	return "```" + language + "\n" + terminal.EscapeLines(strings.TrimRight(text, "\n")) + "\n```\n"
}
