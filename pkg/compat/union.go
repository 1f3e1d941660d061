package compat

import (
	"slices"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// union compares two unions.
func (c *comparison) union(o, n *lexicon.Union) {
	if o.Closed != n.Closed {
		ch := change{rule: ruleUnionOpenClosed, new: atField(n, "closed"), old: atField(o, "closed")}
		if n.Closed {
			ch.breaks, ch.message = lexicon.Backward, "the union was open and is closed now"
			ch.help = "leave it open: data may hold variants that this schema does not name"
		} else {
			ch.breaks, ch.message = lexicon.Forward, "the union was closed and is open now"
			ch.help = "a closed union is fixed for ever: add a new optional field with an open one"
		}
		c.report(ch)
	}
	before, after := names(o), names(n)
	rule := ruleUnionRefs
	if n.Closed {
		rule = ruleUnionClosedRefs
	}
	for i, l := range n.Refs {
		if slices.Contains(before, l.Reference) || slices.Contains(after[:i], l.Reference) {
			continue
		}
		ch := change{rule: rule, new: n.Document().At(l.Value), old: atField(o, "refs"), message: "the union gained the variant " + l.Reference.String()}
		switch {
		case c.anyUnion(o) && !c.anyUnion(n):
			ch.breaks = lexicon.Backward
			ch.message = "the union had no variants, so that it took any value, and gained " + l.Reference.String()
			ch.help = newFieldHelp
		case o.Closed && n.Closed:
			ch.breaks = lexicon.Forward
			ch.help = "a closed union is fixed for ever: add a new optional field"
		}
		c.report(ch)
	}
	for i, l := range o.Refs {
		if slices.Contains(after, l.Reference) || slices.Contains(before[:i], l.Reference) {
			continue
		}
		ch := change{
			rule: rule, breaks: lexicon.Forward, new: atField(n, "refs"), old: o.Document().At(l.Value),
			message: "the union lost the variant " + l.Reference.String(), help: "put it back: a union never loses a variant",
		}
		if n.Closed {
			ch.breaks = lexicon.Backward
		}
		c.report(ch)
	}
}

// anyUnion reports whether a union takes any value, as unknown does.
func (c *comparison) anyUnion(u *lexicon.Union) bool {
	return len(u.Refs) == 0 && !u.Closed && c.profile == lexicon.ProfileV1
}

func names(u *lexicon.Union) []lexicon.Reference {
	all := make([]lexicon.Reference, len(u.Refs))
	for i, l := range u.Refs {
		all[i] = l.Reference
	}
	return all
}
