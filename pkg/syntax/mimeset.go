package syntax

import (
	"slices"
	"strings"
)

// MIMESet is a set of MIME types: the union of patterns. Case does not matter.
type MIMESet struct {
	patterns []MIMEPattern
	index    patternIndex // of the patterns; nil while there are few
}

// manyPatterns is from how many patterns on an index beats a search.
const manyPatterns = 16

// NewMIMESet returns the union of patterns.
func NewMIMESet(patterns []MIMEPattern) MIMESet {
	s := MIMESet{patterns: patterns}
	if len(patterns) >= manyPatterns {
		s.index = indexPatterns(patterns)
	}
	return s
}

// MIMESetOf returns the union of the entries of "accept" of a blob. An entry that is not
// valid accepts nothing.
func MIMESetOf(accept []string) MIMESet {
	patterns := make([]MIMEPattern, 0, len(accept))
	for _, entry := range accept {
		if p, err := ParseMIMEPattern(entry); err == nil {
			patterns = append(patterns, p)
		}
	}
	return NewMIMESet(patterns)
}

// Match reports whether a valid MIME type is in the set, ignoring its parameters.
func (s MIMESet) Match(mimeType string) bool {
	if s.index == nil {
		return slices.ContainsFunc(s.patterns, func(p MIMEPattern) bool { return p.Match(mimeType) })
	}
	essence, _ := cutParameters(strings.ToLower(mimeType))
	return s.index.has(essence, false)
}

// Contains reports whether every type of another set is in the set. The time grows with
// the sum of their patterns, not with the product.
func (s MIMESet) Contains(other MIMESet) bool {
	index := s.index
	if index == nil {
		index = indexPatterns(s.patterns)
	}
	return !slices.ContainsFunc(other.patterns, func(p MIMEPattern) bool {
		prefix, glob := p.prefix()
		return !index.has(strings.ToLower(prefix), glob)
	})
}

// patternIndex has the types and the prefixes of patterns in lowercase, with whether
// each is a prefix.
type patternIndex map[string]bool

func indexPatterns(patterns []MIMEPattern) patternIndex {
	index := make(patternIndex, len(patterns))
	for _, p := range patterns {
		prefix, glob := p.prefix()
		prefix = strings.ToLower(prefix)
		index[prefix] = index[prefix] || glob
	}
	return index
}

// has reports whether the patterns match a type or, with glob, all types with a prefix.
func (index patternIndex) has(text string, glob bool) bool {
	for n := range len(text) + 1 {
		if index[text[:n]] {
			return true
		}
	}
	_, known := index[text]
	return known && !glob
}
