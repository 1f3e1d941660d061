package config

import (
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// anything is the segment that stands for any number of segments, also none.
const anything = "**"

// Glob is a pattern for paths or NSIDs, cut into segments. In a segment "*"
// stands for any characters and "?" for one; "**" as a segment stands for any
// number of segments. All else stands for itself.
type Glob struct {
	segments []string
	place    string // what must be there for it to match anything: all before a wildcard; "" when it begins with one
}

// PathGlobs compiles patterns for paths with slashes, relative to the config
// file even with a slash in front. One whose last segment is a plain name, with
// or without a slash behind it, matches all that is below that folder too.
func PathGlobs(patterns []string) []Glob {
	globs := make([]Glob, len(patterns))
	for i, pattern := range patterns {
		pattern = strings.TrimLeft(filepath.ToSlash(pattern), "/")
		segments := strings.Split(path.Clean(pattern), "/")
		wild := slices.IndexFunc(segments, func(s string) bool { return strings.ContainsAny(s, "*?") })
		if wild < 0 {
			wild = len(segments)
		}
		place := path.Join(segments[:wild]...)
		switch last := len(segments) - 1; {
		case pattern == "" || segments[last] == ".": // the folder of the config file
			segments[last] = anything
		case strings.HasSuffix(pattern, "/") || !strings.ContainsAny(segments[last], "*?"):
			segments = append(segments, anything)
		}
		globs[i] = Glob{segments, place}
	}
	return globs
}

// NSIDGlobs compiles patterns for NSIDs. A "*" at the end stands for one or
// more segments, so that it matches anything below.
func NSIDGlobs(patterns []string) []Glob {
	globs := make([]Glob, len(patterns))
	for i, pattern := range patterns {
		segments := strings.Split(pattern, ".")
		if segments[len(segments)-1] == "*" {
			segments = append(segments, anything)
		}
		globs[i] = Glob{segments: segments}
	}
	return globs
}

// Match reports whether the pattern fits the whole of the segments.
func (g Glob) Match(segments []string) bool {
	return wildcard(g.segments, segments,
		func(pattern string) bool { return pattern == anything },
		func(pattern, segment string) bool {
			return wildcard([]rune(pattern), []rune(segment),
				func(r rune) bool { return r == '*' },
				func(p, r rune) bool { return p == '?' || p == r })
		})
}

// wildcard matches a pattern whose elements either are a star, which stands
// for any number of elements of the text, or fit exactly one. Going back to
// the last star alone is enough, which keeps it from taking exponential time.
func wildcard[P, T any](pattern []P, text []T, star func(P) bool, fits func(P, T) bool) bool {
	p, t := 0, 0
	lastStar, resume := -1, 0 // where to go back to: behind the star, and the text it has not swallowed yet
	for t < len(text) {
		switch {
		case p < len(pattern) && star(pattern[p]):
			p++
			lastStar, resume = p, t
		case p < len(pattern) && fits(pattern[p], text[t]):
			p++
			t++
		case lastStar >= 0:
			resume++
			p, t = lastStar, resume
		default:
			return false
		}
	}
	for p < len(pattern) && star(pattern[p]) {
		p++
	}
	return p == len(pattern)
}
