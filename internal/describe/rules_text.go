package describe

import (
	"fmt"
	"strings"

	"github.com/lexsmith/lexsmith/internal/terminal"
	"github.com/lexsmith/lexsmith/pkg/diag"
)

// RuleTable returns a table with a row for each rule. Its summaries are wrapped to width
// columns, unless width is 0; where there is little room, they are below.
func RuleTable(rules []*diag.Rule, width int) string {
	const least = 30
	rows, summaries := [][]string{{"RULE", "GROUP", "DEFAULT"}}, []string{"SUMMARY"}
	for _, p := range RulePages(rules) {
		rows, summaries = append(rows, []string{p.Code, p.Group, p.Severity.String()}), append(summaries, p.Summary)
	}
	lines := strings.Split(terminal.Columns(rows), "\n")
	margin := 0
	for _, line := range lines {
		margin = max(margin, len(line)+len("  "))
	}
	below := width > 0 && width-margin < least
	if below {
		margin = 4
	}
	var b strings.Builder
	for i, summary := range summaries {
		if below {
			b.WriteString(lines[i] + "\n    ")
		} else {
			fmt.Fprintf(&b, "%-*s", margin, lines[i])
		}
		if width > 0 {
			summary = strings.ReplaceAll(terminal.Wrap(summary, max(width-margin, least)), "\n", "\n"+strings.Repeat(" ", margin))
		}
		b.WriteString(summary + "\n")
	}
	return b.String()
}

// Text returns the page for a terminal of a width in columns; 0 means 80.
func (p RulePage) Text(width int) string {
	if width == 0 {
		width = 80
	}
	width = min(max(width, 40), 100) - 4
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s\n\n", p.Code, p.Summary)
	for _, line := range [][2]string{{"group", p.Group}, {"default", p.Severity.String()}, {"specification", p.Spec}, {"page", p.URL}} {
		if line[1] != "" {
			fmt.Fprintf(&b, "%-14s %s\n", line[0], line[1])
		}
	}
	for _, section := range [][2]string{
		{"Avoid", p.Bad}, {"Prefer", p.Good}, {"Why", terminal.Wrap(p.Reason, width)}, {"Fix", terminal.Wrap(strings.Join(p.Fixes(), "\n"), width)},
		{"To disable this rule for one run", p.DisableFlag()},
		{"To disable this rule for all files, in lexsmith.yaml", p.DisableConfig()},
		{"To disable it only for some files, in lexsmith.yaml", p.disableIgnore()},
	} {
		if section[1] != "" {
			fmt.Fprintf(&b, "\n%s:\n%s", section[0], indented(section[1]))
		}
	}
	return b.String()
}

// disableIgnore returns an ignore entry that suits what the rule checks: a schema, data,
// or a Lexicon that may have been removed and so has no path.
func (p RulePage) disableIgnore() string {
	which := `paths: ["lexicons/com/example/legacy/**"]`
	switch p.Group {
	case "diff":
		which = `nsids: ["com.example.legacy.*"]`
	case "validate":
		which = `paths: ["records/legacy/**"]`
	}
	return "ignore:\n  - " + which + "\n    rules: [" + p.Code + "]"
}

// indented moves text four columns to the right and ends its last line. Invisible
// characters, such as a byte-order mark in an example, are escaped.
func indented(text string) string {
	var b strings.Builder
	for line := range strings.Lines(terminal.EscapeLines(strings.TrimRight(text, "\n")) + "\n") {
		if line != "\n" {
			line = "    " + line
		}
		b.WriteString(line)
	}
	return b.String()
}
