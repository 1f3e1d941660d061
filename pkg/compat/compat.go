package compat

import (
	"cmp"
	"context"
	"slices"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// Options says how to compare.
type Options struct {
	Profile lexicon.Profile
}

// Report is what changed between two revisions of a set of Lexicons.
type Report struct {
	// Findings has every change, sorted; each has a Change.
	Findings []lexicon.Finding
	// Omitted counts the changes beyond the first lexicon.MaxFindings of a rule, a
	// severity and a file, which are not in Findings.
	Omitted []lexicon.Omission
	// Partial says that a side could not be read completely, so that changes may
	// be missing.
	Partial bool
}

// both is both directions.
const both = lexicon.Backward | lexicon.Forward

// Compare returns every change from the Lexicons of old to those of new, by
// their ids: file names and order do not matter. Dependency documents serve to
// resolve references only. Neither catalog is changed. The error is that of ctx
// when it is done before the comparison is.
func Compare(ctx context.Context, old, new *lexicon.Catalog, options Options) (Report, error) {
	c := &comparison{ctx: ctx, old: old, new: new, profile: options.Profile, verdicts: map[pair]*verdict{}}
	c.lexicons(revision(old), revision(new))
	if err := ctx.Err(); err != nil {
		return Report{}, err
	}
	report := Report{Partial: isPartial(old) || isPartial(new)}
	report.Findings, report.Omitted = c.result()
	return report, nil
}

// revision returns the documents of a side that are compared, sorted by id, each
// id once.
func revision(c *lexicon.Catalog) []*lexicon.Document {
	var all []*lexicon.Document
	for _, d := range c.Documents() {
		if !d.Dependency && d.ID != "" && c.Document(d.ID) == d {
			all = append(all, d)
		}
	}
	slices.SortFunc(all, func(a, b *lexicon.Document) int { return cmp.Compare(a.ID, b.ID) })
	return all
}

// isPartial reports whether something in the files of a side could not be read.
func isPartial(side *lexicon.Catalog) bool {
	return slices.ContainsFunc(side.Documents(), func(d *lexicon.Document) bool {
		return !d.Dependency && (d.Partial || d.ID == "" || slices.ContainsFunc(d.Found, func(f lexicon.Finding) bool { return f.Severity == lexicon.Error }))
	})
}
