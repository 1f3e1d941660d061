package udiff

import "sort"

// span is a range of lines of a text: from start up to, not including, end.
type span struct{ start, end int }

// change says that lines of the old text gave way to lines of the new one.
type change struct{ old, new span }

// changes returns what makes a new text of an old one. Between two changes both
// texts have the same lines, at least one. Lines that occur once in each text
// decide which belong together (patience diff), so that the time is O(n log n)
// for any texts.
func changes(old, new []string) []change {
	var all []change
	at := pair{} // up to where both texts are compared
	same := func(p pair) {
		start, end := p, p
		for start.old > at.old && start.new > at.new && old[start.old-1] == new[start.new-1] {
			start = pair{start.old - 1, start.new - 1}
		}
		for end.old < len(old) && end.new < len(new) && old[end.old] == new[end.new] {
			end = pair{end.old + 1, end.new + 1}
		}
		if start != at {
			all = append(all, change{span{at.old, start.old}, span{at.new, start.new}})
		}
		at = end
	}
	same(pair{})
	for _, p := range anchors(old, new) {
		if p.old >= at.old { // else it is part of the lines before
			same(p)
		}
	}
	if end := (pair{len(old), len(new)}); at != end {
		same(end)
	}
	return all
}

// pair is a line of each text.
type pair struct{ old, new int }

// anchors returns the longest sequence, in the order of both texts, of lines that
// occur once in each.
func anchors(old, new []string) []pair {
	type occurrence struct {
		olds, news int
		pair
	}
	occurrences := make(map[string]*occurrence, len(old))
	for i, line := range old {
		o := occurrences[line]
		if o == nil {
			o = &occurrence{}
			occurrences[line] = o
		}
		o.olds++
		o.old = i
	}
	for i, line := range new {
		if o := occurrences[line]; o != nil {
			o.news++
			o.new = i
		}
	}
	var unique []pair // in the order of old
	for _, line := range old {
		if o := occurrences[line]; o.olds == 1 && o.news == 1 {
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
