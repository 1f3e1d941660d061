package registry

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/pkg/network"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// graph makes entries of which each refers to the numbers in its list.
func graph(links [][]int) (p Plan) {
	name := func(i int) string { return fmt.Sprintf("com.example.a%d", i) }
	for i, to := range links {
		var refs []string
		for _, n := range to {
			refs = append(refs, name(n))
		}
		p = append(p, &Entry{NSID: syntax.NSID(name(i)), Action: Create, text: []byte(referring(name(i), refs...))})
	}
	return p
}

func TestSteps(t *testing.T) {
	const most = network.MaxWrites
	chain, ring, tree, random := make([][]int, 3*most), make([][]int, most+1), make([][]int, 2*most), make([][]int, 5*most)
	for i := range chain {
		chain[i] = []int{(i + 1) % len(chain)}
	}
	chain[len(chain)-1] = nil
	for i := range ring {
		ring[i] = []int{(i + 1) % len(ring)}
	}
	tree[0] = []int{1} // and all others, which do not refer back
	tree[1] = []int{0}
	for i := range tree[2:] {
		tree[0] = append(tree[0], i+2)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for i := range random { // cycles of at most five
		random[i] = []int{i/5*5 + (i+1)%5, rng.IntN(i/5*5 + 1)}
	}
	for name, test := range map[string]struct {
		links [][]int
		steps int // 0 for an error
	}{
		"nothing": {nil, 0}, "one": {[][]int{{0}}, 1}, "as many as one step takes": {append(slices.Clone(ring[:most-1]), []int{0}), 1},
		"chain": {chain, 3}, "too large a cycle": {ring, 0}, "a cycle and its leaves": {tree, 2}, "random": {random, 5},
	} {
		entries := graph(test.links)
		steps, err := steps(entries)
		if len(steps) != test.steps || (err != nil) != (len(steps) == 0 && len(test.links) > 0) {
			t.Errorf("%s: %d steps, %v", name, len(steps), err)
			continue
		}
		written := map[syntax.NSID]bool{}
		count := 0
		for _, step := range steps {
			count += len(step)
			for _, w := range step {
				written[w.NSID] = true
			}
			for _, w := range step {
				at := slices.IndexFunc(entries, func(e *Entry) bool { return e.NSID == w.NSID })
				for _, id := range entries[at].references() {
					if !written[id] {
						t.Fatalf("%s: %s is written before %s", name, w.NSID, id)
					}
				}
			}
			if len(step) > most {
				t.Errorf("%s: %d writes in a step", name, len(step))
			}
		}
		if err == nil && count != len(entries) {
			t.Errorf("%s: %d of %d are written", name, count, len(entries))
		}
	}
	entries := graph(ring)
	if _, err := steps(entries); err == nil || !strings.Contains(err.Error(), "201 Lexicons refer to each other, beginning with com.example.a") {
		t.Error(err)
	}
	for i := range entries {
		entries[i].Action = Keep
	}
	if steps, err := steps(entries); err != nil || steps != nil {
		t.Errorf("%v, %v", steps, err)
	}
}
