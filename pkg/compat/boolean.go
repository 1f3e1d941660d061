package compat

import "github.com/lexsmith/lexsmith/pkg/lexicon"

// boolean compares two schemas of type boolean.
func (s *scope) boolean(o, n *lexicon.Boolean) {
	fixed := constraint{rule: ruleConstValue, closed: true, breaks: directions(
		n.Const.Set && o.Const != n.Const, o.Const.Set && o.Const != n.Const,
	)}
	option(&fixed, "const", o.Const, n.Const)
	s.constraints(o, n, !o.Const.Set, fixed)
	defaults(s, o, n, o.Default, n.Default)
}
