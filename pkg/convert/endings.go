package convert

import (
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
// each of its unions those of the variant that is taken.
type endNode struct {
	refs   []*endNode
	unions []*endUnion
	users  []*endNode  // those with it in refs
	listed []*endUnion // unions with it as a variant

	pending int // refs and unions that do not end yet
	ends    bool

	component  int // number of its component, from 1
	index, low int // for the search of components
}

// endUnion is a union of a definition.
type endUnion struct {
	*lexicon.Union
	in       *endNode
	variants []endVariant
	taken    bool // a variant is decided on
}

// endVariant is a variant; its node is nil for a definition that is not loaded.
type endVariant struct {
	link *lexicon.Link
	node *endNode
}

// newEndings finds out which unions of a selection to reorder.
func newEndings(s *Selection) endings {
	nodes := make(map[*lexicon.Definition]*endNode, len(s.Definitions))
	order := make([]*endNode, len(s.Definitions))
	for i, def := range s.Definitions {
		order[i] = new(endNode)
		nodes[def] = order[i]
	}
	for i, def := range s.Definitions {
		n := order[i]
		lexicon.Walk(def.Schema, func(schema lexicon.Schema) bool {
			switch schema := schema.(type) {
			case *lexicon.Ref:
				if schema.Link != nil && schema.Link.Target != nil {
					target := nodes[schema.Link.Target]
					n.refs, target.users = append(n.refs, target), append(target.users, n)
				}
			case *lexicon.Union:
				u := &endUnion{Union: schema, in: n}
				for _, l := range schema.Refs {
					if isVariant(s.catalog, schema, l) {
						target := nodes[l.Target]
						u.variants = append(u.variants, endVariant{l, target})
						if target != nil {
							target.listed = append(target.listed, u)
						}
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
	for _, component := range components(order) {
		e.decide(component)
	}
	return e
}

// decide takes a variant of each union in the definitions of one component, if
// their values can end. The components that it refers to are decided.
//
// The first variant is taken where it ends. Only where all definitions wait for
// each other another variant is taken, of one union after another; and an
// unlisted one where no listed variant ends.
func (e endings) decide(component []*endNode) {
	var ready []*endNode
	var others, open []*endUnion // unions with another variant that ends; open unions
	for _, n := range component {
		n.pending = len(n.refs) + len(n.unions)
	}
	settle := func(n *endNode) {
		if n.pending--; n.pending == 0 {
			ready = append(ready, n)
		}
	}
	take := func(u *endUnion) {
		u.taken = true
		settle(u.in)
	}
	for _, n := range component {
		for _, ref := range n.refs {
			if ref.ends {
				settle(n)
			}
		}
		for _, u := range n.unions {
			switch {
			case u.variants[0].ends():
				take(u)
			case u.ending() != nil:
				others = append(others, u)
			}
			if !u.Closed {
				open = append(open, u)
			}
		}
		if len(n.refs)+len(n.unions) == 0 {
			ready = append(ready, n)
		}
	}
	for {
		switch {
		case len(ready) > 0:
			n := ready[0]
			ready = ready[1:]
			n.ends = true
			for _, user := range n.users {
				if user.component == n.component {
					settle(user)
				}
			}
			for _, u := range n.listed {
				switch {
				case u.taken, u.in.component != n.component:
				case u.variants[0].node == n:
					take(u)
				default:
					others = append(others, u)
				}
			}
		case len(others) > 0:
			if u := others[0]; !u.taken {
				e[u.Union] = u.ending()
				take(u)
			}
			others = others[1:]
		case len(open) > 0:
			if u := open[0]; !u.taken {
				e[u.Union] = nil
				take(u)
			}
			open = open[1:]
		default:
			return
		}
	}
}

func (v endVariant) ends() bool { return v.node == nil || v.node.ends }

// ending returns the first variant that ends; nil if none does.
func (u *endUnion) ending() *lexicon.Link {
	for _, v := range u.variants {
		if v.ends() {
			return v.link
		}
	}
	return nil
}

// components returns the strongly connected components of the definitions, each
// after those that it refers to (Tarjan's algorithm, without recursion).
func components(nodes []*endNode) [][]*endNode {
	type frame struct {
		*endNode
		next []*endNode
	}
	var all [][]*endNode
	var stack []*endNode
	var frames []frame
	count := 0
	visit := func(n *endNode) {
		count++
		n.index, n.low = count, count
		stack = append(stack, n)
		next := n.refs[:len(n.refs):len(n.refs)]
		for _, u := range n.unions {
			for _, v := range u.variants {
				if v.node != nil {
					next = append(next, v.node)
				}
			}
		}
		frames = append(frames, frame{n, next})
	}
	for _, start := range nodes {
		if start.index == 0 {
			visit(start)
		}
		for len(frames) > 0 {
			top := &frames[len(frames)-1]
			if len(top.next) > 0 {
				n := top.next[0]
				top.next = top.next[1:]
				if n.index == 0 {
					visit(n)
				} else if n.component == 0 {
					top.low = min(top.low, n.index)
				}
				continue
			}
			n := top.endNode
			frames = frames[:len(frames)-1]
			if len(frames) > 0 {
				above := frames[len(frames)-1].endNode
				above.low = min(above.low, n.low)
			}
			if n.low == n.index {
				i := len(stack) - 1
				for stack[i] != n {
					i--
				}
				all = append(all, slices.Clone(stack[i:]))
				for _, member := range stack[i:] {
					member.component = len(all)
				}
				stack = stack[:i]
			}
		}
	}
	return all
}
