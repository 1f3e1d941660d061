package lexicon

// Reach adds to reached every definition that s refers to, directly or through
// other definitions, as far as follow allows; nil follows everything. It is not
// recursive: a chain of references can be as long as the files are large.
func Reach(s Schema, reached map[*Definition]bool, follow func(*Definition) bool) {
	for open := []Schema{s}; len(open) > 0; {
		last := open[len(open)-1]
		open = open[:len(open)-1]
		for l := range Links(last) {
			if target := l.Target; target != nil && !reached[target] && (follow == nil || follow(target)) {
				reached[target] = true
				open = append(open, target.Schema)
			}
		}
	}
}
