package policy

import (
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// anything is the segment that matches any number of segments, including none.
const anything = "**"

// Glob is a pattern for paths or NSIDs. Within a segment "*" matches any
// characters and "?" matches one; "**" as a segment matches any number of
// segments. Everything else matches itself.
type Glob struct {
	Place   string // the segments before any wildcard, which must exist for the pattern to match; may be empty
	pattern string // for doublestar, segments separated by "/"
	name    string // for a pattern without other wildcards than those of ending: the segments before it; else ""
	ending  string // "", "/**" or "/*/**"
}

// PathGlobs compiles patterns for paths with slashes, relative to the config
// file even with a leading slash. A pattern whose last segment is a plain name,
// with or without a trailing slash, also matches everything below that folder.
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
		globs[i] = newGlob(segments, place)
	}
	return globs
}

// NSIDGlobs compiles patterns for NSIDs. A "*" at the end matches one or more
// segments, so that it matches everything below.
func NSIDGlobs(patterns []string) []Glob {
	globs := make([]Glob, len(patterns))
	for i, pattern := range patterns {
		segments := strings.Split(pattern, ".")
		if segments[len(segments)-1] == "*" {
			segments = append(segments, anything)
		}
		globs[i] = newGlob(segments, "")
	}
	return globs
}

// literal escapes what doublestar understands beyond the wildcards of a Glob.
var literal = strings.NewReplacer(`\`, `\\`, "[", `\[`, "]", `\]`, "{", `\{`, "}", `\}`)

func newGlob(segments []string, place string) Glob {
	// doublestar lets only one "**" at the end match nothing.
	segments = slices.CompactFunc(segments, func(a, b string) bool { return a == anything && b == anything })
	pattern := strings.Join(segments, "/")
	g := Glob{pattern: literal.Replace(pattern), Place: place}
	for _, ending := range []string{"/*/**", "/**", ""} {
		if name, ok := strings.CutSuffix(pattern, ending); ok && !strings.ContainsAny(name, "*?") {
			g.name, g.ending = name, ending
			break
		}
	}
	return g
}

// Wild counts the patterns that take more than a lookup.
func Wild(globs []Glob) int {
	n := 0
	for _, g := range globs {
		if g.name == "" {
			n++
		}
	}
	return n
}

// MatchesNSID reports whether one of the patterns matches an NSID.
func MatchesNSID(globs []Glob, nsid string) bool {
	path := strings.ReplaceAll(nsid, ".", "/")
	return slices.ContainsFunc(globs, func(g Glob) bool { return g.match(path) })
}

// match reports whether the pattern matches a whole path with slashes.
func (g Glob) match(name string) bool { return doublestar.MatchUnvalidated(g.pattern, name) }
