package convert

import (
	"iter"
	"slices"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// endings holds the unions whose variants must be reordered, and the variant to
// put first: nil for an unlisted one. Tools that make example values take the
// first variant; in a recursive definition it must not lead back to the start.
type endings map[*lexicon.Union]*lexicon.Link

// first returns the index in links of the variant to put first, or -1 for an
// unlisted one. It is 0 where the order can stay.
func (e endings) first(u *lexicon.Union, links []*lexicon.Link) int {
	end, ok := e[u]
	switch {
	case !ok:
		return 0
	case end == nil:
		return -1
	}
	return max(0, slices.IndexFunc(links, func(l *lexicon.Link) bool { return l.Reference == end.Reference }))
}

// endNode is a definition. Its values end when those of all its refs end, and in
// each of its unions those of the variant to put first.
type endNode struct {
	refs   []*endNode
	unions []*endUnion
	ends   bool
}

// endUnion is a union of a definition.
type endUnion struct {
	*lexicon.Union
	variants []endVariant
	settled  bool // the variant to put first ends, or no order helps
}

// endVariant is a variant; its node is nil for a definition that is not loaded.
type endVariant struct {
	link *lexicon.Link
	node *endNode
}

func (v endVariant) ends() bool { return v.node == nil || v.node.ends }

// newEndings finds out which unions of a selection to reorder.
func newEndings(s *Selection) endings {
	nodes := make(map[*lexicon.Definition]*endNode, len(s.Definitions))
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
				if schema.Link != nil && schema.Link.Target != nil {
					n.refs = append(n.refs, nodes[schema.Link.Target])
				}
			case *lexicon.Union:
				u := &endUnion{Union: schema}
				for _, l := range schema.Refs {
					if isVariant(s.catalog, schema, l) {
						u.variants = append(u.variants, endVariant{l, nodes[l.Target]})
					}
				}
				if len(u.variants) > 0 {
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
	return func(yield func(*endNode) bool) {
		for _, ref := range n.refs {
			if !yield(ref) {
				return
			}
		}
		for _, u := range n.unions {
			for _, v := range u.variants {
				if v.node != nil && !yield(v.node) {
					return
				}
			}
		}
	}
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
			u.settled = u.settled || u.variants[0].ends()
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
			i := slices.IndexFunc(u.variants, endVariant.ends)
			switch {
			case u.settled:
				continue
			case i >= 0:
				e[u.Union] = u.variants[i].link
			case unlisted && !u.Closed:
				e[u.Union] = nil
			default:
				continue
			}
			u.settled = true
			return true
		}
	}
	return false
}
