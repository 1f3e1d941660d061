package words

import (
	"iter"
	"slices"
	"strings"
)

// NameIndex is an index of dotted names, such as the ids of Lexicons, for the search for the
// one that a mistyped name means.
type NameIndex struct {
	byPattern map[string][]dottedName // see segments
	namesakes map[string][]string     // the first two different names for each namesakeKey
}

// dottedName is the name at an index, with the segment in which it differs from others.
type dottedName struct {
	segment, name string
	at            int
}

// NewNameIndex returns an index of names.
func NewNameIndex(names []string) NameIndex {
	index := NameIndex{map[string][]dottedName{}, map[string][]string{}}
	for at, name := range names {
		for segment, pattern := range segments(name) {
			index.byPattern[pattern] = append(index.byPattern[pattern], dottedName{segment, name, at})
		}
		key := namesakeKey(name)
		if same := index.namesakes[key]; key != "" && len(same) < 2 && !slices.Contains(same, name) {
			index.namesakes[key] = append(same, name)
		}
	}
	return index
}

// Nearest returns the name in which one segment is similar to that of a mistyped name and
// the others are equal, or else the only one that ends with the same segment and begins
// with the same two; "" when there is none.
func (index NameIndex) Nearest(name string) string {
	type search struct {
		segment    string
		candidates []dottedName
	}
	var searches []search
	for segment, pattern := range segments(name) {
		if candidates := index.byPattern[pattern]; len(candidates) > 0 {
			searches = append(searches, search{segment, candidates})
		}
	}
	slices.SortFunc(searches, func(a, b search) int { return a.candidates[0].at - b.candidates[0].at })
	for _, s := range searches {
		if near, ok := NearestFunc(s.segment, s.candidates, func(c dottedName) string { return c.segment }); ok {
			return near.name
		}
	}
	if same := index.namesakes[namesakeKey(name)]; len(same) == 1 {
		return same[0]
	}
	return ""
}

// segments ranges over the segments of a name, each with a pattern that the name has in
// common with those that differ from it in that segment only. The segments must begin with
// the same letter, which people rarely mistype.
func segments(name string) iter.Seq2[string, string] {
	return func(yield func(segment, pattern string) bool) {
		for start := 0; start < len(name); {
			segment, _, _ := strings.Cut(name[start:], ".")
			end := start + len(segment)
			if segment != "" && !yield(segment, name[:start]+strings.ToLower(segment[:1])+"*"+name[end:]) {
				return
			}
			start = end + 1
		}
	}
}

// namesakeKey returns what names have in common that begin with the same two segments and
// end with the same one; "" for a name that has no other segments, or ends with "defs" as
// many do.
func namesakeKey(name string) string {
	parts := strings.SplitN(name, ".", 3)
	last := name[strings.LastIndexByte(name, '.')+1:]
	if len(parts) < 3 || last == "defs" {
		return ""
	}
	return strings.ToLower(parts[0]+"."+parts[1]) + "." + last
}
