package compat

import "github.com/lexsmith/lexsmith/pkg/lexicon"

// uses is a set of definitions that the Lexicons of a side refer to, directly or through
// others, but that are in none of them: Dependency documents have them, or they are not
// loaded. Where the other side has them itself, that can change which data is valid.
type uses map[lexicon.Reference]bool

func (c *comparison) usesOf(side *lexicon.Catalog) uses {
	used := uses{}
	var open []*lexicon.Definition
	for _, d := range revision(side) {
		if !c.unaffected[d.ID] { // the others refer to nothing that only one side has
			open = append(open, d.Defs...)
		}
	}
	for ; len(open) > 0; open = open[1:] {
		for l := range lexicon.Links(open[0].Schema) {
			if d := side.Document(l.NSID); used[l.Reference] || d != nil && !d.Dependency {
				continue
			}
			used[l.Reference] = true
			if l.Target != nil {
				open = append(open, l.Target)
			}
		}
	}
	return used
}

func (u uses) has(def *lexicon.Definition) bool { return u[def.Reference()] }
