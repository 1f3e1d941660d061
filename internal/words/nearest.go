package words

import "strings"

// The limits of a search for a similar name. They bound the work for one finding.
const (
	maxCandidates = 200     // names that are compared; further ones are ignored
	maxSimilar    = 40      // bytes of a name
	maxCompared   = 1 << 15 // pairs of bytes that are compared, without what names have in common at both ends
)

// Nearest returns the one of names that was most likely intended by a mistyped name: one
// that differs in case only, or else the one with the fewest edits, the first of
// several. It returns "" when none is similar. It looks at the first 200 names.
func Nearest(name string, names []string) string {
	near, _ := NearestFunc(name, names, func(n string) string { return n })
	return near
}

// NearestFunc is Nearest for anything that has a name. It is false when no name is
// similar.
func NearestFunc[E any](name string, all []E, nameOf func(E) string) (nearest E, ok bool) {
	all = all[:min(len(all), maxCandidates)]
	for _, e := range all {
		if n := nameOf(e); n != name && strings.EqualFold(n, name) {
			return e, true
		}
	}
	if len(name) > maxSimilar {
		return nearest, false
	}
	least := len(name)/3 + 1
	left := maxCompared
	for _, e := range all {
		n := nameOf(e)
		if max(len(name)-len(n), len(n)-len(name)) >= least {
			continue
		}
		a, b := unlike(name, n)
		if left -= len(a) * len(b); left < 0 {
			break
		}
		if d := edits(a, b, least); d < least && d < len(n) {
			nearest, least, ok = e, d, true
		}
	}
	return nearest, ok
}

// UniqueFunc is NearestFunc where no other name is equally similar. It is false when
// none is similar, and when several are equally.
func UniqueFunc[E any](name string, all []E, nameOf func(E) string) (unique E, ok bool) {
	near, ok := NearestFunc(name, all, nameOf)
	if !ok {
		return unique, false
	}
	distance := 0
	if nearName := nameOf(near); !strings.EqualFold(nearName, name) {
		distance = edits(name, nearName, len(name))
	}
	equals := 0
	for _, e := range all[:min(len(all), maxCandidates)] {
		n := nameOf(e)
		if distance == 0 && strings.EqualFold(n, name) || distance > 0 && edits(name, n, distance+1) == distance {
			equals++
		}
	}
	return near, equals == 1
}

// Slip reports whether a name differs from another one only in case, or by one letter
// that is missing, added, replaced or swapped with its neighbor.
func Slip(name, meant string) bool {
	return strings.EqualFold(name, meant) || len(name) <= maxSimilar && edits(name, meant, 2) == 1
}

// edits returns the number of bytes that are inserted, deleted, replaced or swapped with
// their neighbor between a and b, ignoring case; limit if it is at least that. The
// length of a is at most maxSimilar.
func edits(a, b string, limit int) int {
	if max(len(a)-len(b), len(b)-len(a)) >= limit {
		return limit
	}
	a, b = unlike(a, b)
	// The length of b is less than that of a plus limit, at most a third more.
	var rows [3][maxSimilar + maxSimilar/3 + 2]uint8
	before, last, row := rows[0][:len(b)+1], rows[1][:len(b)+1], rows[2][:len(b)+1]
	for j := range last {
		last[j] = uint8(j)
	}
	for i := 1; i <= len(a); i++ {
		row[0] = uint8(i)
		least := row[0]
		for j := 1; j <= len(b); j++ {
			cost := uint8(1)
			if fold(a[i-1]) == fold(b[j-1]) {
				cost = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && fold(a[i-1]) == fold(b[j-2]) && fold(a[i-2]) == fold(b[j-1]) {
				row[j] = min(row[j], before[j-2]+1)
			}
			least = min(least, row[j])
		}
		if int(least) > limit {
			return limit // a swap can save one edit at most
		}
		before, last, row = last, row, before
	}
	return min(int(last[len(b)]), limit)
}

// unlike cuts off the ends that two names have in common, ignoring case.
func unlike(a, b string) (restA, restB string) {
	for a != "" && b != "" && fold(a[0]) == fold(b[0]) {
		a, b = a[1:], b[1:]
	}
	for a != "" && b != "" && fold(a[len(a)-1]) == fold(b[len(b)-1]) {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	return a, b
}

// DidYouMean is the help with a name that is nearly the one found; "" for none.
func DidYouMean(near string) string {
	if near == "" {
		return ""
	}
	return "did you mean " + Quote(near) + "?"
}
