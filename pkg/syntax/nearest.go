package syntax

import "strings"

// Nearest returns the one of names that was most likely intended by a mistyped name: one
// that differs in case only, or else the one with the fewest edits, the first of
// several. It returns "" when none is similar.
func Nearest(name string, names []string) string {
	for _, n := range names {
		if n != name && strings.EqualFold(n, name) {
			return n
		}
	}
	const longest = 40 // bytes; bounds the work
	if len(name) > longest {
		return ""
	}
	best, least := "", len(name)/3+1
	for _, n := range names {
		if d := edits(name, n, least); d < least && d < len(n) {
			best, least = n, d
		}
	}
	return best
}

// edits returns the number of bytes that are inserted, deleted, replaced or swapped with
// their neighbor between a and b, ignoring case; at least limit if the lengths alone
// differ by as much.
func edits(a, b string, limit int) int {
	if max(len(a)-len(b), len(b)-len(a)) >= limit {
		return limit
	}
	a, b = strings.ToLower(a), strings.ToLower(b)
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}
