package describe

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/lexsmith/lexsmith/internal/report"
	"github.com/lexsmith/lexsmith/pkg/compat"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/lint"
	"github.com/lexsmith/lexsmith/pkg/repo"
	"github.com/lexsmith/lexsmith/pkg/validate"
	"github.com/lexsmith/lexsmith/pkg/xrpc"
)

// groups holds the groups of rules, in the order of the documentation, with
// what their rules are about.
var groups = []struct{ name, title string }{
	{"input", "files that cannot be read as a schema or as data"},
	{"schema", "the file is not a valid Lexicon"},
	{"refs", "references between definitions"},
	{"style", "valid, but likely to cause trouble"},
	{"diff", "changes between two versions of a Lexicon"},
	{"validate", "data that does not match its schema"},
	{"xrpc", "requests, responses, and messages that do not match their method"},
}

// Groups returns the names of the groups in the order of the documentation.
func Groups() []string {
	names := make([]string, len(groups))
	for i, g := range groups {
		names[i] = g.name
	}
	return names
}

// Title says what the rules of a group are about.
func Title(group string) string {
	return groups[slices.Index(Groups(), group)].title
}

// All returns the rules of all packages by group, and within a group in the
// order of their package.
func All() []*diag.Rule {
	rules := slices.Concat(lexicon.Rules(), lint.Rules(), compat.Rules(), validate.Rules(), repo.Rules(), xrpc.Rules())
	order := Groups()
	slices.SortStableFunc(rules, func(a, b *diag.Rule) int {
		return slices.Index(order, a.Group) - slices.Index(order, b.Group)
	})
	return rules
}

// List writes a table with a row for each rule. Its summaries are wrapped to width
// columns, unless width is 0; where there is little room, they are below.
func List(w io.Writer, rules []*diag.Rule, width int) error {
	const least = 30
	rows := [][4]string{{"RULE", "GROUP", "DEFAULT", "SUMMARY"}}
	for _, r := range rules {
		rows = append(rows, [4]string{r.Code, r.Group, DefaultSeverity(r), r.Summary})
	}
	var columns [3]int
	margin, start := 0, ""
	for i := range columns {
		for _, row := range rows {
			columns[i] = max(columns[i], len(row[i])+len("  "))
		}
		margin += columns[i]
	}
	if width > 0 && width-margin < least {
		margin, start = 4, "\n    "
	}
	var b strings.Builder
	for _, row := range rows {
		summary := row[3]
		if width > 0 {
			summary = strings.ReplaceAll(report.Wrap(summary, max(width-margin, least)), "\n", "\n"+strings.Repeat(" ", margin))
		}
		line := fmt.Sprintf("%-*s%-*s%-*s", columns[0], row[0], columns[1], row[1], columns[2], row[2])
		if start != "" {
			line = strings.TrimRight(line, " ") + start
		}
		b.WriteString(line + summary + "\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// DefaultSeverity returns the severity of a rule, followed by that under the
// profile atproto where it differs.
func DefaultSeverity(r *diag.Rule) string {
	v1, network := r.Severity[diag.ProfileV1], r.Severity[diag.ProfileATProto]
	if v1 == network {
		return v1.String()
	}
	return fmt.Sprintf("%s (atproto: %s)", v1, network)
}
