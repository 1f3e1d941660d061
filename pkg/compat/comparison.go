package compat

import (
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// comparison is a comparison under way.
type comparison struct {
	old, new *lexicon.Catalog
	profile  lexicon.Profile

	// Where the comparison is: in which document and definition of the new
	// side, or of the old one where the new has none, and in which part.
	document   *lexicon.Document
	definition *lexicon.Definition
	part       lexicon.Part

	// met has the pairs that were compared in this part before, or are being
	// compared further up: what differs between them is known or will be.
	met map[pair]bool
	// next has the pairs that references lead to. They are compared after the
	// pair at hand and not within it: chains of references have no limit.
	next []pair
	// aside, when not nil, takes the changes found instead of found.
	aside    *aside
	verdicts map[pair]verdict // of the targets of refs

	found   []lexicon.Finding
	origins []origin // of each finding, in the same order
}

// pair is an old and a new schema held against each other.
type pair struct{ old, new lexicon.Schema }

// aside is a comparison of which only the outcome counts.
type aside struct {
	changes []change
	// first says that the first change that is more than words settles it.
	first   bool
	settled bool
}

// origin is where a change was found; what it affects follows from that.
type origin struct {
	document   *lexicon.Document
	definition *lexicon.Definition // nil: the document as a whole
	part       lexicon.Part
}

// change is one difference between two schemas.
type change struct {
	rule     *lexicon.Rule
	synonym  *lexicon.Rule // a rule whose overrides hold for the change too
	breaks   lexicon.Direction
	severity lexicon.Severity // Off: what follows from breaks
	new, old lexicon.Location
	message  string
	help     string
	related  []lexicon.Related
}

// report takes a change down. One without a severity is an error if it breaks
// anything, else an info.
func (c *comparison) report(ch change) {
	if c.aside != nil {
		c.aside.changes = append(c.aside.changes, ch)
		c.aside.settled = c.aside.settled || c.aside.first && ch.rule != ruleDescriptionChanged
		return
	}
	if ch.severity == lexicon.Off {
		ch.severity = lexicon.Info
		if ch.breaks != 0 {
			ch.severity = lexicon.Error
		}
	}
	c.found = append(c.found, lexicon.Finding{
		Rule: ch.rule, Synonym: ch.synonym, Severity: ch.severity, Message: ch.message, Help: ch.help, Location: ch.new, Related: ch.related,
		NSID: string(c.document.ID), Change: &lexicon.Change{Breaks: ch.breaks, Old: ch.old},
	})
	c.origins = append(c.origins, origin{c.document, c.definition, c.part})
}

// capture compares two schemas and returns the changes instead of reporting
// them. First says that one change which is more than words is enough. Captures
// are not nested: inside of one, fields that may be renamed count as removed and
// added, and the targets of refs are compared along with the rest.
func (c *comparison) capture(o, n lexicon.Schema, first bool) []change {
	c.aside = &aside{first: first}
	c.apart(func() { c.pair(o, n) })
	changes := c.aside.changes
	c.aside = nil
	return changes
}

// apart compares something, and what references in it lead to, as if nothing
// had been compared before.
func (c *comparison) apart(compare func()) {
	met, next := c.met, c.next
	c.met, c.next = map[pair]bool{}, nil
	compare()
	for len(c.next) > 0 && !c.settled() {
		p := c.next[0]
		c.next = c.next[1:]
		c.shapes(p.old, p.new)
	}
	c.met, c.next = met, next
}

// settled reports whether the outcome of a capture is known.
func (c *comparison) settled() bool { return c.aside != nil && c.aside.settled }
