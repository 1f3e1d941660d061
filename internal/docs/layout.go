package docs

import (
	"cmp"
	"iter"
	"math"
	"slices"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// The layout is that of Sugiyama, Tagawa and Toda: boxes are put in columns so that
// arrows point to the right, the order in a column is the one with few crossings, and
// then each box moves as near to its neighbors as the others allow.
//
// The libraries that do this for Go run Graphviz or a JavaScript engine inside the
// process. They add megabytes, and up to a second to the start of every command.

// The distances of boxes in pixels.
const (
	boxHeight = 40
	rowGap    = 14
	columnGap = 56
	margin    = 12
)

// arrange returns the places of the nodes of a graph, in pixels, the bends of each edge, and
// the size of the whole.
func arrange(g *graph, width func(node) float64) (boxes []place, bends [][][2]float64, size [2]float64) {
	boxes = make([]place, len(g.nodes))
	bends = make([][][2]float64, len(g.edges))
	top := float64(margin)
	var lonely []int
	for _, members := range components(g) {
		if len(members) == 1 {
			lonely = append(lonely, members[0])
			continue
		}
		c, local := newComponent(g, members, width)
		c.order()
		bottom, right := c.position(top)
		for i, m := range members {
			boxes[m] = c.places[i]
		}
		for i, e := range g.edges {
			if from, ok := local[e[0]]; ok {
				bends[i] = c.route(from, local[e[1]])
			}
		}
		top = bottom + 2*rowGap
		size[0] = max(size[0], right)
	}
	top, right := grid(boxes, lonely, g, width, top, max(size[0], 900))
	return boxes, bends, [2]float64{max(size[0], right) + margin, top - 2*rowGap + margin}
}

// grid puts boxes without arrows in rows.
func grid(boxes []place, lonely []int, g *graph, width func(node) float64, top, most float64) (bottom, right float64) {
	x := float64(margin)
	for i, m := range lonely {
		w := width(g.nodes[m])
		if i > 0 && x+w > most {
			x, top = margin, top+boxHeight+rowGap
		}
		boxes[m] = place{x: x, y: top, width: w, height: boxHeight}
		right = max(right, x+w)
		x += w + rowGap
	}
	if len(lonely) > 0 {
		top += boxHeight + 2*rowGap
	}
	return top, right
}

// components returns the sets of nodes that are connected, the largest first.
func components(g *graph) [][]int {
	around := make([][]int, len(g.nodes))
	nodes := make([]int, len(g.nodes))
	for i := range nodes {
		nodes[i] = i
	}
	for _, e := range g.edges {
		around[e[0]] = append(around[e[0]], e[1])
		around[e[1]] = append(around[e[1]], e[0])
	}
	all := lexicon.Components(nodes, func(i int) iter.Seq[int] { return slices.Values(around[i]) })
	for _, members := range all {
		slices.Sort(members)
	}
	slices.SortStableFunc(all, func(a, b []int) int { return cmp.Compare(len(b), len(a)) })
	return all
}

// newComponent puts connected nodes in columns. Local has the place of each.
func newComponent(g *graph, members []int, width func(node) float64) (c *component, local map[int]int) {
	c, local = &component{chains: map[[2]int][]int{}}, map[int]int{}
	for i, m := range members {
		local[m] = i
		c.places = append(c.places, place{width: width(g.nodes[m]), height: boxHeight})
	}
	out := make([][]int, len(members))
	for _, e := range g.edges {
		if from, ok := local[e[0]]; ok {
			out[from] = append(out[from], local[e[1]])
		}
	}
	forward, order := acyclic(out)
	incoming := make([]bool, len(members))
	for _, from := range order { // longest path
		for _, to := range forward[from] {
			c.places[to].column = max(c.places[to].column, c.places[from].column+1)
			incoming[to] = true
		}
	}
	// What nothing refers to is moved beside what it refers to itself.
	for from := range forward {
		if !incoming[from] && len(forward[from]) > 0 {
			nearest := slices.MinFunc(forward[from], func(a, b int) int { return c.places[a].column - c.places[b].column })
			c.places[from].column = c.places[nearest].column - 1
		}
	}
	for from := range forward {
		for _, to := range forward[from] {
			c.chain(from, to)
		}
	}
	for i := range c.places {
		for len(c.columns) <= c.places[i].column {
			c.columns = append(c.columns, nil)
		}
		c.columns[c.places[i].column] = append(c.columns[c.places[i].column], i)
	}
	return c, local
}

// acyclic returns the edges of a graph so that none is part of a cycle: those that lead
// back are turned. In the order, every edge leads to a later node.
func acyclic(out [][]int) (forward [][]int, order []int) {
	forward = make([][]int, len(out))
	add := func(from, to int) {
		if !slices.Contains(forward[from], to) {
			forward[from] = append(forward[from], to)
		}
	}
	state := make([]uint8, len(out)) // 1: on the path, 2: done
	var visit func(int)
	visit = func(i int) {
		state[i] = 1
		for _, to := range out[i] {
			if state[to] == 1 {
				add(to, i)
				continue
			}
			add(i, to)
			if state[to] == 0 {
				visit(to)
			}
		}
		state[i] = 2
		order = append(order, i)
	}
	for i := range out {
		if state[i] == 0 {
			visit(i)
		}
	}
	slices.Reverse(order)
	return forward, order
}

// chain connects two places by bends in the columns between them.
func (c *component) chain(from, to int) {
	way := []int{from}
	for column := c.places[from].column + 1; column < c.places[to].column; column++ {
		way = append(way, len(c.places))
		c.places = append(c.places, place{column: column})
	}
	way = append(way, to)
	for i := range len(way) - 1 {
		c.places[way[i]].after = append(c.places[way[i]].after, way[i+1])
		c.places[way[i+1]].before = append(c.places[way[i+1]].before, way[i])
	}
	c.chains[[2]int{from, to}] = way
}

// position determines the coordinates below top. It returns the lower and the right end.
func (c *component) position(top float64) (bottom, right float64) {
	x := float64(margin)
	for _, column := range c.columns {
		wide, y := 0.0, 0.0
		for _, m := range column {
			wide = max(wide, c.places[m].width)
			c.places[m].x, c.places[m].y = x, y
			y += c.places[m].height + rowGap
		}
		for _, m := range column {
			c.places[m].right = x + wide
		}
		x += wide + columnGap
	}
	for sweep := range sweeps {
		for _, column := range c.sweep(sweep) {
			want := make([]float64, len(column))
			for i, m := range column {
				around := slices.Concat(c.places[m].before, c.places[m].after)
				want[i] = mean(around, c.middle(m), c.middle) - c.places[m].height/2
			}
			c.spread(column, want)
		}
	}
	low := math.Inf(1)
	for i := range c.places {
		low = min(low, c.places[i].y)
	}
	for i := range c.places {
		c.places[i].y = math.Round(c.places[i].y-low) + top
		bottom = max(bottom, c.places[i].y+c.places[i].height)
	}
	return bottom, x - columnGap
}

func (c *component) middle(m int) float64 { return c.places[m].y + c.places[m].height/2 }

// spread puts the places of a column as near as possible to where they want to be, in
// their order and without touching: by pooling those that would be too near.
func (c *component) spread(column []int, want []float64) {
	type pool struct {
		sum   float64 // of what its members want, as a place of its first one
		count float64
	}
	offset := make([]float64, len(column))
	for i := 1; i < len(column); i++ {
		offset[i] = offset[i-1] + c.places[column[i-1]].height + rowGap
	}
	var pools []pool
	for i := range column {
		pools = append(pools, pool{want[i] - offset[i], 1})
		for n := len(pools); n > 1 && pools[n-2].sum/pools[n-2].count >= pools[n-1].sum/pools[n-1].count; n = len(pools) {
			pools[n-2].sum += pools[n-1].sum
			pools[n-2].count += pools[n-1].count
			pools = pools[:n-1]
		}
	}
	i := 0
	for _, pool := range pools {
		for range int(pool.count) {
			c.places[column[i]].y = pool.sum/pool.count + offset[i]
			i++
		}
	}
}

// route returns the points of an arrow: where it leaves a box, the bends, and where it
// arrives.
func (c *component) route(from, to int) [][2]float64 {
	way, turned := c.chains[[2]int{from, to}], false
	if way == nil {
		way, turned = c.chains[[2]int{to, from}], true
	}
	var points [][2]float64
	for i, m := range way {
		place, y := c.places[m], c.middle(m)
		if i == len(way)-1 {
			points = append(points, [2]float64{place.x, y})
		} else { // past the wider boxes of the column
			points = append(points, [2]float64{place.x + place.width, y}, [2]float64{place.right, y})
		}
	}
	if turned {
		slices.Reverse(points)
	}
	return points
}
