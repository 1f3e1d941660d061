package docs

import (
	"cmp"
	"slices"
)

// place is a box, or a bend of an arrow in a column that it passes.
type place struct {
	x, y, width, height float64 // of the upper left corner
	right               float64 // of the column
	column              int
	before, after       []int // neighbors in the columns beside it
}

// plan is a part of a graph whose boxes are connected.
type plan struct {
	places  []place
	columns [][]int // places from top to bottom
	chains  map[[2]int][]int
}

// sweeps is how often the columns are gone through.
const sweeps = 8

// order sorts the columns so that few arrows cross.
func (p *plan) order() {
	at := make([]float64, len(p.places))
	number := func() {
		for _, column := range p.columns {
			for i, m := range column {
				at[m] = float64(i)
			}
		}
	}
	number()
	best, fewest := p.copyColumns(), p.crossings(at)
	for sweep := range 3 * sweeps {
		for c := range p.columns {
			column := p.columns[c]
			neighbors := func(m int) []int { return p.places[m].before }
			if sweep%2 == 1 {
				column = p.columns[len(p.columns)-1-c]
				neighbors = func(m int) []int { return p.places[m].after }
			}
			want := map[int]float64{}
			for _, m := range column {
				want[m] = mean(neighbors(m), at[m], func(n int) float64 { return at[n] })
			}
			slices.SortStableFunc(column, func(a, b int) int { return cmp.Compare(want[a], want[b]) })
			for i, m := range column {
				at[m] = float64(i)
			}
		}
		if n := p.crossings(at); n < fewest {
			best, fewest = p.copyColumns(), n
		}
	}
	p.columns = best
}

func (p *plan) copyColumns() [][]int {
	all := make([][]int, len(p.columns))
	for i, column := range p.columns {
		all[i] = slices.Clone(column)
	}
	return all
}

// crossings counts the pairs of arrows that cross: those between two columns whose order at
// one end is the other way around at the other end.
func (p *plan) crossings(at []float64) int {
	n := 0
	for c, column := range p.columns[:len(p.columns)-1] {
		// ends[i] is how many arrows end at the first places of the next column, as in a
		// Fenwick tree.
		ends := make([]int, len(p.columns[c+1])+1)
		arrows := 0
		for _, m := range column {
			for _, to := range p.places[m].after {
				before := 0
				for i := int(at[to]) + 1; i > 0; i -= i & -i {
					before += ends[i]
				}
				n += arrows - before
			}
			for _, to := range p.places[m].after {
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
