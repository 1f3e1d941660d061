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
	Reason: "New software does not read data under the old name, and old software does not read the new name. Keep the old field, " +
		"and add the new one as optional. This finding replaces a removal and an addition. If the two fields are unrelated, " +
		"give them different descriptions, or add the new one in a later change.",
	Spec: "Versioning, 3: fields cannot be renamed", Page: evolution,
	Bad: inOld + `"main": {"type": "object", "properties": {
  "size": {"type": "integer"},
  "shade": {"type": "string", "maxLength": 20}
}}` +
		inNew + `"main": {"type": "object", "properties": {
  "size": {"type": "integer"},
  "tint": {"type": "string", "maxLength": 20}
}}`,
	Good: inOld + `"main": {"type": "object", "properties": {
  "size": {"type": "integer"},
  "shade": {"type": "string", "maxLength": 20}
}}` +
		inNew + `"main": {"type": "object", "properties": {
  "size": {"type": "integer"},
  "shade": {"type": "string", "maxLength": 20}
}}`,
}

// renames finds fields that were removed and added under another name, reports
// them, and returns the others. A pairing counts only when it is unambiguous.
func (s *scope) renames(o, n view, removed, added []*fieldView) (gone, come []*fieldView) {
	// Among very many fields no pairing is obvious, and trying them all would take
	// too long.
	const most = 10_000
	if len(removed) == 0 || len(added) == 0 || len(removed)*len(added) > most {
		return removed, added
	}
	alike := map[string]*candidates{} // by what decides whether two fields are the same but for the name
	of := func(f *fieldView) *candidates {
		signature := f.signature()
		if alike[signature] == nil {
			alike[signature] = &candidates{}
		}
		return alike[signature]
	}
	for _, f := range added {
		c := of(f)
		c.added = append(c.added, f)
	}
	groups := make([]*candidates, len(removed))
	for i, f := range removed {
		groups[i] = of(f)
		groups[i].removed = append(groups[i].removed, f)
	}
	paired := map[*fieldView]bool{}
	for i, f := range removed {
		if to := groups[i].counterpart(f); to != nil && !paired[to] {
			paired[f], paired[to] = true, true
			s.renamed(o, n, f, to)
		}
	}
	isPaired := func(f *fieldView) bool { return paired[f] }
	return slices.DeleteFunc(removed, isPaired), slices.DeleteFunc(added, isPaired)
}

// candidates are the fields of one signature that only one side has.
type candidates struct{ removed, added []*fieldView }

// counterpart returns the added field that a removed one must have become: the
// only one with the same description, or with a similar name, or the only one,
// and it has no other counterpart itself.
func (c *candidates) counterpart(f *fieldView) *fieldView {
	for _, test := range []func(a, b *fieldView) bool{
		sameDescription,
		similarNames,
		func(a, b *fieldView) bool { return true },
	} {
		if to := only(f, c.added, test); to != nil && only(to, c.removed, test) == f {
			return to
		}
	}
	return nil
}

// only returns the one of a list that passes a test with f; nil when none or
// several do.
func only(f *fieldView, list []*fieldView, test func(a, b *fieldView) bool) *fieldView {
	var one *fieldView
	for _, candidate := range list {
		if test(f, candidate) {
			if one != nil {
				return nil
			}
			one = candidate
		}
	}
	return one
}

func sameDescription(a, b *fieldView) bool {
	description := a.schema.Base().Description
	return description != "" && description == b.schema.Base().Description
}

func similarNames(a, b *fieldView) bool {
	x, y := strings.ToLower(a.name), strings.ToLower(b.name)
	const short = 3
	if len(x) >= short && len(y) >= short && (strings.Contains(x, y) || strings.Contains(y, x)) {
		return true
	}
	// Every letter that only one of them has takes an edit: most names are told
	// apart without counting edits.
	only := max(bits.OnesCount64(letters(x)&^letters(y)), bits.OnesCount64(letters(y)&^letters(x)))
	return only <= len(a.name)/3 && syntax.Nearest(a.name, []string{b.name}) != ""
}

// letters returns the set of bytes in a text, modulo 64.
func letters(text string) (set uint64) {
	for i := range len(text) {
		set |= 1 << (text[i] % 64)
	}
	return set
}

func (s *scope) renamed(o, n view, before, after *fieldView) {
	ch := change{
		rule: ruleFieldRenamed, new: n.at(after), old: o.at(before),
		message: "the " + n.what() + " " + syntax.Quote(before.name) + " was renamed to " + syntax.Quote(after.name),
		help:    "keep " + syntax.Quote(before.name) + ", and add the new one as optional; if the two are unrelated, give them different descriptions, or add the new one in a later change",
	}
	ch.severity = lexicon.Error // even if every value stays valid: its meaning is lost
	if before.required != nil {
		ch.breaks = both
	}
	s.report(ch)
}
