package udiff

import "sort"

// span is a range of lines of a text: from start up to, not including, end.
type span struct{ start, end int }

func (s span) len() int { return s.end - s.start }

// change says that lines of the old text gave way to lines of the new one.
type change struct{ old, new span }

const (
	// maxDepth is how often the lines between two anchors are searched for anchors
	// of their own, so that the time is O(n log n) for any texts.
	maxDepth = 8
	// maxTable is the most pairs of lines that are compared each with each.
	maxTable = 4096
)

// changes returns what makes a new text of an old one, in the order of both texts.
// Between two changes there is a line that both have. Lines that occur only once
// decide which lines belong together (patience diff); where there are none and few
// lines are left, it is as many as possible.
func changes(old, new []string) []change {
	d := &differ{old: old, new: new}
	d.compare(span{0, len(old)}, span{0, len(new)}, maxDepth)
	return d.changes
}

type differ struct {
	old, new []string
	changes  []change
}

// compare finds the changes between two ranges of lines.
func (d *differ) compare(old, new span, depth int) {
	for old.len() > 0 && new.len() > 0 && d.old[old.start] == d.new[new.start] {
		old.start++
		new.start++
	}
	for old.len() > 0 && new.len() > 0 && d.old[old.end-1] == d.new[new.end-1] {
		old.end--
		new.end--
	}
	if old.len() == 0 || new.len() == 0 {
		d.add(old, new)
		return
	}
	var anchors []pair
	if depth > 0 {
		anchors = d.anchors(old, new)
	}
	switch {
	case len(anchors) > 0:
		for _, p := range anchors {
			d.compare(span{old.start, p.old}, span{new.start, p.new}, depth-1)
			old.start, new.start = p.old+1, p.new+1
		}
		d.compare(old, new, depth-1)
	case old.len()*new.len() <= maxTable:
		d.table(old, new)
	default:
		d.add(old, new)
	}
}

// add notes a change. One that begins where the last one ended is part of that.
func (d *differ) add(old, new span) {
	if old.len() == 0 && new.len() == 0 {
		return
	}
	if n := len(d.changes); n > 0 && d.changes[n-1].old.end == old.start && d.changes[n-1].new.end == new.start {
		d.changes[n-1].old.end, d.changes[n-1].new.end = old.end, new.end
		return
	}
	d.changes = append(d.changes, change{old, new})
}

// table finds the changes between a few lines by comparing each with each.
func (d *differ) table(old, new span) {
	// common[i][j] is how many lines, at most, those from i and from j on have in
	// common.
	common := make([][]int, old.len()+1)
	for i := range common {
		common[i] = make([]int, new.len()+1)
	}
	for i := old.len() - 1; i >= 0; i-- {
		for j := new.len() - 1; j >= 0; j-- {
			if d.old[old.start+i] == d.new[new.start+j] {
				common[i][j] = common[i+1][j+1] + 1
			} else {
				common[i][j] = max(common[i+1][j], common[i][j+1])
			}
		}
	}
	i, j := 0, 0
	for i < old.len() || j < new.len() {
		o, n := old.start+i, new.start+j
		switch {
		case i < old.len() && j < new.len() && d.old[o] == d.new[n]:
			i, j = i+1, j+1
		case j == new.len() || i < old.len() && common[i+1][j] >= common[i][j+1]:
			d.add(span{o, o + 1}, span{n, n})
			i++
		default:
			d.add(span{o, o}, span{n, n + 1})
			j++
		}
	}
}

// pair is a line of each text.
type pair struct{ old, new int }

// anchors returns the longest sequence, in the order of both texts, of lines that
// occur once in each range.
func (d *differ) anchors(old, new span) []pair {
	type occurrence struct {
		olds, news int
		pair
	}
	occurrences := make(map[string]*occurrence, old.len())
	for i := old.start; i < old.end; i++ {
		o := occurrences[d.old[i]]
		if o == nil {
			o = &occurrence{}
			occurrences[d.old[i]] = o
		}
		o.olds++
		o.old = i
	}
	for i := new.start; i < new.end; i++ {
		if o := occurrences[d.new[i]]; o != nil {
			o.news++
			o.new = i
		}
	}
	var unique []pair // in the order of old
	for i := old.start; i < old.end; i++ {
		if o := occurrences[d.old[i]]; o.olds == 1 && o.news == 1 {
			unique = append(unique, o.pair)
		}
	}
	return longestRising(unique)
}

// longestRising returns a longest sequence of the pairs, which are in the order of
// old, that is in the order of new too.
func longestRising(pairs []pair) []pair {
	var ends []int                    // of the sequences of length 1, 2, …: index of the last pair, the one with the least new
	before := make([]int, len(pairs)) // index of the pair before each in its sequence
	for i, p := range pairs {
		length := sort.Search(len(ends), func(n int) bool { return pairs[ends[n]].new > p.new })
		if length > 0 {
			before[i] = ends[length-1]
		}
		if length == len(ends) {
			ends = append(ends, i)
		} else {
			ends[length] = i
		}
	}
	if len(ends) == 0 {
		return nil
	}
	longest := make([]pair, len(ends))
	for n, i := len(ends)-1, ends[len(ends)-1]; n >= 0; n, i = n-1, before[i] {
		longest[n] = pairs[i]
	}
	return longest
}
