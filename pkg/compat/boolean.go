package compat

import "github.com/lexsmith/lexsmith/pkg/lexicon"

// boolean compares two schemas of type boolean.
func (c *comparison) boolean(o, n *lexicon.Boolean) {
	fixed := constraint{rule: ruleConstValue, closed: true, breaks: directions(
		n.Const.Set && o.Const != n.Const, o.Const.Set && o.Const != n.Const,
	)}
	option(&fixed, "const", o.Const, n.Const)
	c.constraints(o, n, !o.Const.Set, fixed)
	defaults(c, o, n, o.Default, n.Default)
}

// defaults compares default values.
func defaults[T comparable](c *comparison, o, n lexicon.Schema, old, new lexicon.Opt[T]) {
	if old == new {
		return
	}
	c.report(change{
		rule: ruleDefaultValue, severity: lexicon.Warning, new: atField(n, "default"), old: atField(o, "default"),
		message: changed("default", optionWord(old), optionWord(new)),
		help:    "software that relies on the default behaves differently now: keep it",
	})
}
