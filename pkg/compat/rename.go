package compat

import (
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

// renames finds fields that went and came back under another name, reports
// them, and returns the others. A pairing counts only when it is unambiguous.
func (c *comparison) renames(o, n view, removed, added []*fieldView) (gone, come []*fieldView) {
	// Where very many fields went and came no pairing is plain, and to try all
	// of them would take too long.
	const most = 10_000
	if c.aside != nil || len(removed)*len(added) > most {
		return removed, added
	}
	alike := make(map[*fieldView][]*fieldView) // from either side to the other
	for _, r := range removed {
		for _, a := range added {
			if c.sameField(r, a) {
				alike[r] = append(alike[r], a)
				alike[a] = append(alike[a], r)
			}
		}
	}
	paired := map[*fieldView]bool{}
	for _, r := range removed {
		a := counterpart(r, alike)
		if a == nil || paired[a] {
			continue
		}
		paired[r], paired[a] = true, true
		c.renamed(o, n, r, a)
	}
	left := func(f *fieldView) bool { return paired[f] }
	return slices.DeleteFunc(removed, left), slices.DeleteFunc(added, left)
}

// sameField reports whether two fields differ in name only.
func (c *comparison) sameField(o, n *fieldView) bool {
	if o.schema == nil || n.schema == nil || isInvalid(o.schema) || isInvalid(n.schema) ||
		(o.required == nil) != (n.required == nil) || (o.nullable == nil) != (n.nullable == nil) {
		return false
	}
	return !slices.ContainsFunc(c.capture(o.schema, n.schema, true), func(ch change) bool {
		return ch.rule != ruleDescriptionChanged
	})
}

// counterpart returns the field that f must have become: the only one of an
// equal schema, with f the only one for it; or the only one with the same
// description; or the only one with a similar name.
func counterpart(f *fieldView, alike map[*fieldView][]*fieldView) *fieldView {
	tests := []func(a, b *fieldView) bool{
		sameDescription,
		similarNames,
		func(a, b *fieldView) bool { return true },
	}
	for _, test := range tests {
		if a := only(f, alike[f], test); a != nil && only(a, alike[a], test) == f {
			return a
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
	return len(x) >= short && len(y) >= short && (strings.Contains(x, y) || strings.Contains(y, x)) ||
		syntax.Nearest(a.name, []string{b.name}) != ""
}

func (c *comparison) renamed(o, n view, before, after *fieldView) {
	ch := change{
		rule: ruleFieldRenamed, new: n.at(after), old: o.at(before),
		message: "the " + n.what() + " " + quote(before.name) + " is called " + quote(after.name) + " now",
		help:    "fields cannot be renamed: keep " + quote(before.name) + " beside the new one; if the two are unrelated, give them different descriptions or bring the new one in a later change",
	}
	ch.severity = lexicon.Error // also where every value stays valid: what it says is lost
	if before.required != nil {
		ch.breaks = both
	}
	c.report(ch)
}
