package lint

import (
	"context"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// Result is what Lint found.
type Result struct {
	// Findings includes those of the parser. They are in the order of
	// diag.SortFindings and have the severities of the profile. Their fixes
	// have not been tried: see TryFixes.
	Findings []diag.Finding
	// Omitted counts the findings beyond diag.MaxFindings of a rule and a
	// severity in one file, which Findings lacks.
	Omitted []diag.Omission
	// Counted is the number of findings that Options.Interest only counts.
	Counted int

	known *Incremental // what has found it, for TryFixes
}

// Lint checks the files of a catalog, except those of Dependency, against the rules
// of lexicon.Rules and of Rules. It does not change the catalog. The error is that
// of ctx when ctx is done before all files are checked; the result is empty then.
func Lint(ctx context.Context, catalog *lexicon.Catalog, options Options) (Result, error) {
	return newIncremental(options).whole(ctx, catalog)
}

// joined returns all that results have.
func joined(results []Result) (all Result) {
	lists := make([][]diag.Finding, len(results))
	for i, r := range results {
		lists[i] = r.Findings
		all.Omitted = append(all.Omitted, r.Omitted...)
		all.Counted += r.Counted
	}
	all.Findings = diag.SortFindings(lists...)
	return all
}

// Rules returns the rules that Lint checks in addition to those of lexicon.Rules, in
// the order of the documentation. The slice is the caller's.
func Rules() []*diag.Rule {
	all := rules()
	list := make([]*diag.Rule, len(all))
	for i, r := range all {
		list[i] = r.Rule
	}
	return list
}
