package registry

import (
	"fmt"
	"slices"

	"github.com/lexsmith/lexsmith/pkg/network"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// Steps returns the changes that carry out a plan, at most network.MaxWrites in each
// step. What a Lexicon refers to is written before it or together with it, so that
// nothing published refers to what is not, wherever the steps end. The error says that
// more Lexicons refer to each other than fit in one step.
func Steps(entries []Publication, refers References) ([][]network.Write, error) {
	entries = slices.DeleteFunc(slices.Clone(entries), func(e Publication) bool { return e.Action == Keep })
	if len(entries) == 0 {
		return nil, nil
	}
	groups := [][]*Publication{make([]*Publication, len(entries))}
	for i := range entries {
		groups[0][i] = &entries[i]
	}
	if len(entries) > network.MaxWrites {
		groups = components(groups[0], refers)
	}
	var steps [][]network.Write
	for i, group := range groups {
		if len(group) > network.MaxWrites {
			return nil, fmt.Errorf("%d Lexicons refer to each other, beginning with %s; they must be written in one step, of at most %d", len(group), group[0].NSID, network.MaxWrites)
		}
		if last := len(steps) - 1; i == 0 || len(steps[last])+len(group) > network.MaxWrites {
			steps = append(steps, nil)
		}
		for _, e := range group {
			steps[len(steps)-1] = append(steps[len(steps)-1], e.write())
		}
	}
	return steps, nil
}

// components returns groups of entries that refer to each other, directly or not, each
// group after those that it refers to (Tarjan's algorithm).
func components(entries []*Publication, refers References) (groups [][]*Publication) {
	byID := map[syntax.NSID]*Publication{}
	for _, e := range entries {
		byID[e.NSID] = e
	}
	var stack []*Publication
	index, low, done := map[*Publication]int{}, map[*Publication]int{}, map[*Publication]bool{}
	var visit func(e *Publication)
	visit = func(e *Publication) {
		index[e] = len(index) + 1
		low[e] = index[e]
		stack = append(stack, e)
		for _, id := range refers(e.Document.Root) {
			other := byID[id]
			switch {
			case other == nil || done[other]:
			case index[other] == 0:
				visit(other)
				low[e] = min(low[e], low[other])
			default:
				low[e] = min(low[e], index[other])
			}
		}
		if low[e] < index[e] {
			return
		}
		at := slices.Index(stack, e)
		groups = append(groups, slices.Clone(stack[at:]))
		for _, member := range stack[at:] {
			done[member] = true
		}
		stack = stack[:at]
	}
	for _, e := range entries {
		if index[e] == 0 {
			visit(e)
		}
	}
	return groups
}
