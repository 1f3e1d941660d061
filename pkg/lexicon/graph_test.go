package lexicon

import (
	"iter"
	"math/rand/v2"
	"slices"
	"testing"
)

// Two nodes are in one group exactly if each leads to the other, and a group comes after
// all that it leads to.
func TestComponents(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 1000 {
		n := 1 + r.IntN(9)
		leads, reach := make([][]int, n), make([][]bool, n)
		for i := range n {
			reach[i] = make([]bool, n)
			reach[i][i] = true
			for range r.IntN(3) {
				to := r.IntN(n)
				leads[i], reach[i][to] = append(leads[i], to), true
			}
		}
		for k := range n {
			for i := range n {
				for j := range n {
					reach[i][j] = reach[i][j] || reach[i][k] && reach[k][j]
				}
			}
		}
		groups := Components(slices.Collect(numbers(n)), func(i int) iter.Seq[int] { return slices.Values(leads[i]) })
		at := make([]int, n)
		total := 0
		for g, group := range groups {
			total += len(group)
			for _, i := range group {
				at[i] = g
			}
		}
		if total != n {
			t.Fatalf("%v: %d nodes in %v", leads, total, groups)
		}
		for i := range n {
			for j := range n {
				if (at[i] == at[j]) != (reach[i][j] && reach[j][i]) || reach[i][j] && at[j] > at[i] {
					t.Fatalf("%v: %d and %d in %v", leads, i, j, groups)
				}
			}
		}
	}
}

func numbers(n int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := range n {
			if !yield(i) {
				return
			}
		}
	}
}
