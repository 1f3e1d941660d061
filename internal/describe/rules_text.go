package describe

import (
	"fmt"
	"strings"

	"github.com/lexsmith/lexsmith/internal/report"
	"github.com/lexsmith/lexsmith/pkg/diag"
)

// Explain returns everything known about a rule. Its text is wrapped to width
// columns, or to 80 where width is 0.
func Explain(r *diag.Rule, width int) string {
	if width == 0 {
		width = 80
	}
	width = min(max(width, 40), 100)
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s\n\n", r.Code, r.Summary)
	for _, line := range [][2]string{
		{"group", r.Group},
		{"default", DefaultSeverity(r)},
		{"specification", r.Spec},
		{"page", r.URL()},
	} {
		if line[1] != "" {
			fmt.Fprintf(&b, "%-14s %s\n", line[0], line[1])
		}
	}
	fmt.Fprintf(&b, "\nAvoid:\n%s\nPrefer:\n%s", indent(r.Bad()), indent(r.Good()))
	if r.Reason != "" {
		fmt.Fprintf(&b, "\nWhy:\n%s", indent(report.Wrap(r.Reason, width-4)))
	}
	if fixes := Fixes(r); len(fixes) > 0 {
		fmt.Fprintf(&b, "\nFix:\n%s", indent(report.Wrap(strings.Join(fixes, "\n"), width-4)))
	}
	fmt.Fprintf(&b, "\nTo disable this rule for one run:\n%s", indent(OffByFlag(r.Code)))
	fmt.Fprintf(&b, "\nTo disable this rule for all files, in lexsmith.yaml:\n%s", indent(OffByConfig(r.Code)))
	fmt.Fprintf(&b, "\nTo disable it only for some files, in lexsmith.yaml:\n%s", indent(offByIgnore(r)))
	return b.String()
}

// Fixes says what fixes of a rule do, one sentence for each kind.
func Fixes(r *diag.Rule) []string {
	var lines []string
	for _, kind := range [][2]string{
		{"lint --fix ", r.Fix.Safe}, {"lint --fix --unsafe-fixes ", r.Fix.Unsafe}, {"In an editor, the quick fix ", r.Fix.Placeholder},
	} {
		if kind[1] != "" {
			lines = append(lines, kind[0]+kind[1]+".")
		}
	}
	return lines
}

// OffByFlag returns the flag that disables a rule for one run.
func OffByFlag(code string) string { return "--severity " + code + "=off" }

// OffByConfig returns the entry of lexsmith.yaml that disables a rule.
func OffByConfig(code string) string { return "severity: {" + code + ": off}" }

// offByIgnore returns an ignore entry that suits what the rule checks: a
// schema, data, or a Lexicon that may have been removed and so has no path.
func offByIgnore(r *diag.Rule) string {
	which := `paths: ["lexicons/com/example/legacy/**"]`
	switch r.Group {
	case "diff":
		which = `nsids: ["com.example.legacy.*"]`
	case "validate":
		which = `paths: ["records/legacy/**"]`
	}
	return "ignore:\n  - " + which + "\n    rules: [" + r.Code + "]"
}

// indent moves text four columns to the right and ends its last line. Invisible
// characters, such as a byte-order mark in an example, are escaped.
func indent(text string) string {
	var b strings.Builder
	for line := range strings.Lines(strings.TrimRight(text, "\n") + "\n") {
		if line = strings.TrimSuffix(line, "\n"); line != "" {
			b.WriteString("    " + report.Escape(line))
		}
		b.WriteByte('\n')
	}
	return b.String()
}
