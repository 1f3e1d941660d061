package docs

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"
)

// Boxes do not overlap, and lie inside the picture; arrows begin and end at their boxes.
func TestLayout(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	width := func(n node) float64 { return float64(8*len(n.name) + 24) }
	for round := range 60 {
		g := &graph{}
		for i := range 1 + random.IntN(maxBoxes) {
			g.nodes = append(g.nodes, node{name: fmt.Sprintf("com.example.%0*d", 1+random.IntN(20), i)})
		}
		density := random.Float64() * random.Float64()
		for i := range g.nodes {
			for j := range g.nodes {
				if i != j && random.Float64() < density {
					g.edges = append(g.edges, [2]int{i, j})
				}
			}
		}
		start := time.Now()
		boxes, bends, size := arrange(g, width)
		if spent := time.Since(start); spent > 5*time.Second {
			t.Errorf("round %d: %d boxes and %d arrows take %s", round, len(g.nodes), len(g.edges), spent)
		}
		for i, a := range boxes {
			if a.x < 0 || a.y < 0 || a.x+a.width > size[0] || a.y+a.height > size[1] {
				t.Errorf("round %d: box %d is outside of the picture: %+v, %v", round, i, a, size)
			}
			for j, b := range boxes[:i] {
				if a.x < b.x+b.width && b.x < a.x+a.width && a.y < b.y+b.height && b.y < a.y+a.height {
					t.Errorf("round %d: the boxes %d and %d overlap", round, i, j)
				}
			}
		}
		for i, e := range g.edges {
			touches := func(p [2]float64, b place) bool {
				return (p[0] == b.x || p[0] == b.x+b.width) && p[1] >= b.y && p[1] <= b.y+b.height
			}
			if n := len(bends[i]); n < 2 || !touches(bends[i][0], boxes[e[0]]) || !touches(bends[i][n-1], boxes[e[1]]) {
				t.Errorf("round %d: arrow %v does not connect its boxes: %v", round, e, bends[i])
			}
		}
	}
}
