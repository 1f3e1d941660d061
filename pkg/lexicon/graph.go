package lexicon

import (
	"iter"
	"slices"
)

// Users returns, for each definition of the catalog, the definitions that refer to it, in
// the order of the catalog. One that refers to it several times is there as often.
func (c *Catalog) Users() map[*Definition][]*Definition {
	users := map[*Definition][]*Definition{}
	for _, d := range c.documents {
		for _, def := range d.Defs {
			for _, l := range def.links {
				if l.Target != nil {
					users[l.Target] = append(users[l.Target], def)
				}
			}
		}
	}
	return users
}

// Components returns the nodes of a graph, with all that they lead to, in groups of those
// that lead to each other, directly or through others. Each group comes after those that it
// leads to. It is Tarjan's algorithm.
func Components[N comparable](nodes []N, next func(N) iter.Seq[N]) (groups [][]N) {
	type mark struct {
		index, low int
		done       bool // in a group
	}
	marks := map[N]*mark{}
	var stack []N
	var visit func(N) *mark
	visit = func(n N) *mark {
		m := &mark{index: len(marks), low: len(marks)}
		marks[n] = m
		start := len(stack)
		stack = append(stack, n)
		for to := range next(n) {
			switch other := marks[to]; {
			case other == nil:
				m.low = min(m.low, visit(to).low)
			case !other.done:
				m.low = min(m.low, other.index)
			}
		}
		if m.low == m.index {
			group := slices.Clone(stack[start:])
			stack = stack[:start]
			for _, member := range group {
				marks[member].done = true
			}
			groups = append(groups, group)
		}
		return m
	}
	for _, n := range nodes {
		if marks[n] == nil {
			visit(n)
		}
	}
	return groups
}

// Reach adds to reached every definition that s refers to, directly or through other
// definitions, for which follow returns true; a nil follow allows all. It is not
// recursive, since a chain of references can be very long.
func Reach(s Schema, reached map[*Definition]bool, follow func(*Definition) bool) {
	var open []*Definition
	visit := func(l *Link) {
		if target := l.Target; target != nil && !reached[target] && (follow == nil || follow(target)) {
			reached[target] = true
			open = append(open, target)
		}
	}
	for l := range Links(s) {
		visit(l)
	}
	for len(open) > 0 {
		last := open[len(open)-1]
		open = open[:len(open)-1]
		for _, l := range last.links {
			visit(l)
		}
	}
}
