package lexicon

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
