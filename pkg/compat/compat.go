package compat

import (
	"cmp"
	"context"
	"slices"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// Options says how to compare.
type Options struct {
	Profile lexicon.Profile
}

// Report is what changed between two revisions of a set of Lexicons.
type Report struct {
	// Findings has every change, sorted; each has a Change.
	Findings []lexicon.Finding
	// Omitted counts the changes that are not there: of very many of a rule and a
	// severity on one file lexicon.MaxFindings are kept.
	Omitted []lexicon.Omission
	// Partial says that a side could not be read whole, so that there may be
	// changes that were not seen.
	Partial bool
}

// both is both directions.
const both = lexicon.Backward | lexicon.Forward

// Compare returns every change from the Lexicons of old to those of new, by
// their ids: file names and order do not matter. Dependency documents serve to
// resolve references only. Neither catalog is changed.
func Compare(old, new *lexicon.Catalog, options Options) Report {
	c := &comparison{ctx: context.Background(), old: old, new: new, profile: options.Profile, verdicts: map[pair]*verdict{}}
	olds, news := revision(old), revision(new)
	for _, n := range news {
		if o := find(olds, n.ID); o != nil {
			c.documents(o, n)
		} else if !hasUnnamed(old) {
			c.report(site{document: n}, change{rule: ruleLexiconAdded, new: fieldOf(n, n.Root, "id"), message: "the Lexicon " + string(n.ID) + " is new"})
		}
	}
	for _, o := range olds {
		if find(news, o.ID) == nil && !hasUnnamed(new) {
			c.report(site{document: o}, change{
				rule: ruleLexiconRemoved, breaks: both, old: fieldOf(o, o.Root, "id"), message: "the Lexicon " + string(o.ID) + " is gone",
				help: "keep it: published schemas are never taken back; mark it deprecated in its description",
			})
		}
	}
	report := Report{Partial: isPartial(old) || isPartial(new)}
	report.Findings, report.Omitted = c.result()
	return report
}

// revision returns the documents of one side that are compared, sorted by id,
// each id once.
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

func find(sorted []*lexicon.Document, id syntax.NSID) *lexicon.Document {
	i, found := slices.BinarySearchFunc(sorted, id, func(d *lexicon.Document, id syntax.NSID) int { return cmp.Compare(d.ID, id) })
	if !found {
		return nil
	}
	return sorted[i]
}

// hasUnnamed reports whether a side has a file whose id could not be read: it
// may be whatever Lexicon the side seems to lack.
func hasUnnamed(side *lexicon.Catalog) bool {
	return slices.ContainsFunc(side.Documents(), func(d *lexicon.Document) bool { return !d.Dependency && d.ID == "" })
}

// isPartial reports whether something in the files of a side could not be read.
func isPartial(side *lexicon.Catalog) bool {
	return slices.ContainsFunc(side.Documents(), func(d *lexicon.Document) bool {
		return !d.Dependency && (d.Partial || d.ID == "" || slices.ContainsFunc(d.Found, func(f lexicon.Finding) bool { return f.Severity == lexicon.Error }))
	})
}
