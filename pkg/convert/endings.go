package convert

import (
	"iter"
	"slices"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// endings holds the unions whose variants must be reordered, and the index of the variant to
// put first: -1 for an unlisted one. Tools that make example values take the first variant; in
// a recursive definition it must not lead back to the start.
type endings map[*lexicon.Union]int

// endNode is a definition. Its values end when those of all its refs end, and in
// each of its unions those of the variant to put first.
type endNode struct {
	refs   []*endNode
	unions []*endUnion
	ends   bool
}

// endUnion is a union of a definition that has variants.
type endUnion struct {
	*lexicon.Union
	variants []*endNode
	settled  bool // the variant to put first ends, or no order helps
}

// newEndings finds out which unions of a selection to reorder.
func newEndings(s *Selection) endings {
	nodes := map[*lexicon.Definition]*endNode{nil: {ends: true}} // nil is what is not loaded
	for _, def := range s.Definitions {
		nodes[def] = new(endNode)
	}
	var ordered []*endNode
	for _, def := range s.Definitions {
		n := nodes[def]
		ordered = append(ordered, n)
		lexicon.Walk(def.Schema, func(schema lexicon.Schema) bool {
			switch schema := schema.(type) {
			case *lexicon.Ref:
				if schema.Link != nil {
					n.refs = append(n.refs, nodes[schema.Link.Target])
				}
			case *lexicon.Union:
				u := &endUnion{Union: schema}
				_, links := variants(s.catalog, schema)
				for _, l := range links {
					u.variants = append(u.variants, nodes[l.Target])
				}
				if len(links) > 0 {
					n.unions = append(n.unions, u)
				}
			}
			return true
		})
	}
	e := endings{}
	for _, component := range lexicon.Components(ordered, (*endNode).next) {
		e.decide(component)
	}
	return e
}

// next ranges over the definitions that a definition refers to.
func (n *endNode) next() iter.Seq[*endNode] {
	all := slices.Clip(n.refs)
	for _, u := range n.unions {
		all = append(all, u.variants...)
	}
	return slices.Values(all)
}

// decide chooses a variant of each union in the definitions of one component, if their
// values can end.
//
// The first variant stays where it ends. Only where all definitions wait for each other
// another variant goes first, of one union after another; and an unlisted one where no
// listed variant ends.
func (e endings) decide(component []*endNode) {
	for e.settle(component) || e.reorder(component, false) || e.reorder(component, true) {
	}
}

// settle marks what ends, and reports whether there was any.
func (e endings) settle(component []*endNode) (changed bool) {
	for _, n := range slices.Backward(component) { // what was found last ends first
		if n.ends {
			continue
		}
		ends := !slices.ContainsFunc(n.refs, func(ref *endNode) bool { return !ref.ends })
		for _, u := range n.unions {
			u.settled = u.settled || u.variants[0].ends
			ends = ends && u.settled
		}
		n.ends, changed = ends, changed || ends
	}
	return changed
}

// reorder puts another variant of one union first, and reports whether there was a union.
func (e endings) reorder(component []*endNode, unlisted bool) bool {
	for _, n := range component {
		for _, u := range n.unions {
			i := slices.IndexFunc(u.variants, func(v *endNode) bool { return v.ends })
			if !u.settled && (i >= 0 || unlisted && !u.Closed) {
				e[u.Union], u.settled = i, true
				return true
			}
		}
	}
	return false
}
