// Package rulebook presents the rules of lexsmith: as a table, one by one, as
// JSON, and as the document docs/rules.md.
package rulebook

import (
	"fmt"
	"io"
	"slices"
	"text/tabwriter"

	"github.com/lexsmith/lexsmith/pkg/compat"
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
func All() []*lexicon.Rule {
	rules := slices.Concat(lexicon.Rules(), lint.Rules(), compat.Rules(), validate.Rules(), repo.Rules(), xrpc.Rules())
	order := Groups()
	slices.SortStableFunc(rules, func(a, b *lexicon.Rule) int {
		return slices.Index(order, a.Group) - slices.Index(order, b.Group)
	})
	return rules
}

// List writes a table with a line for each rule.
func List(w io.Writer, rules []*lexicon.Rule) error {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "CODE\tGROUP\tDEFAULT\tSUMMARY")
	for _, r := range rules {
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\n", r.Code, r.Group, DefaultSeverity(r), r.Summary)
	}
	return table.Flush()
}

// DefaultSeverity returns the severity of a rule, followed by that under the
// profile atproto where it differs.
func DefaultSeverity(r *lexicon.Rule) string {
	v1, network := r.Severity[lexicon.ProfileV1], r.Severity[lexicon.ProfileATProto]
	if v1 == network {
		return v1.String()
	}
	return fmt.Sprintf("%s (atproto: %s)", v1, network)
}
