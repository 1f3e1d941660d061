package compat

import (
	"math/bits"
	"slices"
	"strings"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

var ruleFieldRenamed = &lexicon.Rule{
	Code: "field-renamed", Group: "diff", Severity: lexicon.Always(lexicon.Error),
	Summary: "a field was renamed",
	Reason: "New software does not read the old name, and old software does not read the new name. Keep the old field, " +
		"and add the new one as optional. This finding replaces a removal and an addition. If the two fields are unrelated, " +
		"give them different descriptions, or add the new one in a later change.",
	Spec: "Versioning, 3: fields cannot be renamed", Page: evolution,
	Examples: inOld + `"main": {"type": "object", "properties": {
  "size": {"type": "integer"},
  "shade": {"type": "string", "maxLength": 20}
}}` + inNew + `"main": {"type": "object", "properties": {
  "size": {"type": "integer"},
  «"tint"|"shade"»: {"type": "string", "maxLength": 20}
}}`,
}

// renames finds fields that were removed and added under another name, reports
// them, and returns the others. A pairing counts only when it is unambiguous.
func (s *scope) renames(o, n view, removed, added []*fieldView) (gone, new []*fieldView) {
	// Among very many fields no pairing is obvious, and trying them all would take
	// too long.
	const most = 10_000
	if len(removed) == 0 || len(added) == 0 || len(removed)*len(added) > most {
		return removed, added
	}
	groups := map[string]*group{}
	for _, f := range added {
		c := newCandidate(f, groups)
		c.group.added = append(c.group.added, c)
	}
	candidates := make([]*candidate, len(removed))
	for i, f := range removed {
		c := newCandidate(f, groups)
		c.group.removed = append(c.group.removed, c)
		candidates[i] = c
	}
	paired := map[*fieldView]bool{}
	for _, c := range candidates {
		if to := c.counterpart(); to != nil && !paired[to.fieldView] {
			paired[c.fieldView], paired[to.fieldView] = true, true
			s.renamed(o, n, c.fieldView, to.fieldView)
		}
	}
	isPaired := func(f *fieldView) bool { return paired[f] }
	return slices.DeleteFunc(removed, isPaired), slices.DeleteFunc(added, isPaired)
}

// group has the fields that only one side has and that are the same except for
// their names and descriptions.
type group struct{ removed, added []*candidate }

// candidate is a field that may have been renamed.
type candidate struct {
	*fieldView
	group   *group
	lower   string // its name in lower case
	letters uint64 // the bytes in lower, modulo 64
}

func newCandidate(f *fieldView, groups map[string]*group) *candidate {
	signature := f.signature()
	if groups[signature] == nil {
		groups[signature] = &group{}
	}
	c := &candidate{fieldView: f, group: groups[signature], lower: strings.ToLower(f.name)}
	for i := range len(c.lower) {
		c.letters |= 1 << (c.lower[i] % 64)
	}
	return c
}

// counterpart returns the added field that a removed one must have become: the
// only one of its group with the same description, or with a similar name, or the
// only one, provided that this has no other counterpart.
func (c *candidate) counterpart() *candidate {
	for _, test := range []func(a, b *candidate) bool{
		sameDescription,
		similarNames,
		func(a, b *candidate) bool { return true },
	} {
		if to := only(c, c.group.added, test); to != nil && only(to, c.group.removed, test) == c {
			return to
		}
	}
	return nil
}

// only returns the one of a list that passes a test with c; nil when none or
// several do.
func only(c *candidate, list []*candidate, test func(a, b *candidate) bool) *candidate {
	var one *candidate
	for _, other := range list {
		if test(c, other) {
			if one != nil {
				return nil
			}
			one = other
		}
	}
	return one
}

func sameDescription(a, b *candidate) bool {
	description := a.schema.Base().Description
	return description != "" && description == b.schema.Base().Description
}

func similarNames(a, b *candidate) bool {
	const short = 3
	if min(len(a.lower), len(b.lower)) >= short && (strings.Contains(a.lower, b.lower) || strings.Contains(b.lower, a.lower)) {
		return true
	}
	// Every letter that only one of them has takes an edit: most names are told
	// apart without counting edits.
	edits := max(bits.OnesCount64(a.letters&^b.letters), bits.OnesCount64(b.letters&^a.letters))
	return edits <= len(a.name)/3 && syntax.Nearest(a.name, []string{b.name}) != ""
}

func (s *scope) renamed(o, n view, before, after *fieldView) {
	ch := change{
		rule: ruleFieldRenamed, new: n.at(after), old: o.at(before),
		message: "the " + syntax.Quote(before.name) + " " + n.what() + " appears to have been renamed to " + syntax.Quote(after.name),
		help:    "keep " + syntax.Quote(before.name) + ", and add " + syntax.Quote(after.name) + " as an optional " + n.what() + "; if the two are unrelated, remove one and add the other in separate releases",
	}
	ch.severity = lexicon.Error // even if every value stays valid: its meaning is lost
	if before.required != nil {
		ch.breaks = both
	}
	s.report(ch)
}
