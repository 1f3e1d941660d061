package docs

import (
	"cmp"
	"iter"
	"slices"
)

// place is a box, or a bend of an arrow in a column that it passes.
type place struct {
	x, y, width, height float64 // of the upper left corner
	right               float64 // of the column
	column              int
	before, after       []int // neighbors in the columns beside it
}

// component is a part of a graph whose boxes are connected.
type component struct {
	places  []place
	columns [][]int // places from top to bottom
	chains  map[[2]int][]int
}

// sweeps is how often the columns are gone through.
const sweeps = 8

// sweep ranges over the columns: each second time from the last to the first.
func (c *component) sweep(n int) iter.Seq2[int, []int] {
	if n%2 == 0 {
		return slices.All(c.columns)
	}
	return slices.Backward(c.columns)
}

// order sorts the columns so that few arrows cross.
func (c *component) order() {
	at := make([]float64, len(c.places))
	for _, column := range c.columns {
		for i, m := range column {
			at[m] = float64(i)
		}
	}
	best, fewest := c.copyColumns(), c.crossings(at)
	for sweep := range 3 * sweeps {
		for _, column := range c.sweep(sweep) {
			want := map[int]float64{}
			for _, m := range column {
				neighbors := c.places[m].before
				if sweep%2 == 1 {
					neighbors = c.places[m].after
				}
				want[m] = mean(neighbors, at[m], func(n int) float64 { return at[n] })
			}
			slices.SortStableFunc(column, func(a, b int) int { return cmp.Compare(want[a], want[b]) })
			for i, m := range column {
				at[m] = float64(i)
			}
		}
		if n := c.crossings(at); n < fewest {
			best, fewest = c.copyColumns(), n
		}
	}
	c.columns = best
}

func (c *component) copyColumns() [][]int {
	all := make([][]int, len(c.columns))
	for i, column := range c.columns {
		all[i] = slices.Clone(column)
	}
	return all
}

// crossings counts the pairs of arrows that cross: those between two columns whose order at
// one end is the other way around at the other end.
func (c *component) crossings(at []float64) int {
	n := 0
	for left, column := range c.columns[:len(c.columns)-1] {
		// ends[i] is how many arrows end at the first places of the next column, as in a
		// Fenwick tree.
		ends := make([]int, len(c.columns[left+1])+1)
		arrows := 0
		for _, m := range column {
			for _, to := range c.places[m].after {
				before := 0
				for i := int(at[to]) + 1; i > 0; i -= i & -i {
					before += ends[i]
				}
				n += arrows - before
			}
			for _, to := range c.places[m].after {
				for i := int(at[to]) + 1; i < len(ends); i += i & -i {
					ends[i]++
				}
				arrows++
			}
		}
	}
	return n
}

func mean(of []int, otherwise float64, value func(int) float64) float64 {
	if len(of) == 0 {
		return otherwise
	}
	sum := 0.0
	for _, n := range of {
		sum += value(n)
	}
	return sum / float64(len(of))
}
