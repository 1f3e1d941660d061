package compat

import (
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
	// Partial says that a side could not be read whole, so that there may be
	// changes that were not seen.
	Partial bool
}

// Compare returns every change from the Lexicons of old to those of new, by
// their ids: file names and order do not matter. Support documents serve to
// resolve references only. Neither catalog is changed.
func Compare(old, new *lexicon.Catalog, options Options) Report {
	c := &comparison{old: old, new: new, profile: options.Profile, active: map[pair]bool{}, refs: map[pair]verdict{}}
	olds, news := revision(old), revision(new)
	for _, n := range news {
		if o := find(olds, n.ID); o != nil {
			c.documents(o, n)
		} else {
			c.report(change{rule: ruleLexiconAdded, new: n.At(n.Root.Field("id")), message: "the Lexicon " + string(n.ID) + " is new"})
		}
	}
	for _, o := range olds {
		if find(news, o.ID) == nil && !c.partial(new) {
			c.oldOnly = true
			c.document = o
			c.report(change{
				rule: ruleLexiconRemoved, breaks: both, old: o.At(o.Root.Field("id")), message: "the Lexicon " + string(o.ID) + " is gone",
				help: "keep it: published schemas are never taken back; mark it deprecated in its description",
			})
			c.oldOnly = false
		}
	}
	c.affect()
	return Report{
		Findings: lexicon.SortFindings(c.found),
		Partial:  c.partial(old) || c.partial(new),
	}
}

// revision returns the documents of one side that are compared: each id once.
func revision(c *lexicon.Catalog) []*lexicon.Document {
	var all []*lexicon.Document
	for _, d := range c.Documents() {
		if !d.Support && d.ID != "" && c.Document(d.ID) == d {
			all = append(all, d)
		}
	}
	slices.SortStableFunc(all, func(a, b *lexicon.Document) int { return compareIDs(a.ID, b.ID) })
	return all
}

func compareIDs(a, b syntax.NSID) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

func find(sorted []*lexicon.Document, id syntax.NSID) *lexicon.Document {
	i, found := slices.BinarySearchFunc(sorted, id, func(d *lexicon.Document, id syntax.NSID) int { return compareIDs(d.ID, id) })
	if !found {
		return nil
	}
	return sorted[i]
}

// partial reports whether a file of a side could not be read so far that its
// id or all of its definitions are known.
func (c *comparison) partial(side *lexicon.Catalog) bool {
	return slices.ContainsFunc(side.Documents(), func(d *lexicon.Document) bool {
		return !d.Support && (d.Partial || d.ID == "")
	})
}

const both = lexicon.Backward | lexicon.Forward
