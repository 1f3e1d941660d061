package gitrev

import (
	"cmp"
	"strings"
)

// SplitPath splits a revision argument REV or REV:PATH. A colon in braces belongs
// to REV.
func SplitPath(text string) (rev, path string, hasPath bool) {
	i := indexOutsideBraces(text, ":")
	if i < 0 {
		return text, "", false
	}
	return text[:i], text[i+1:], true
}

// IsRange reports whether a revision argument names the commit to check too.
func IsRange(rev string) bool {
	_, new, _ := splitRange(rev)
	return new != ""
}

// splitRange splits A..B or A...B, of which either end may be missing. Dots in
// braces do not count. The number of dots is 0 for a single revision.
func splitRange(rev string) (a, b string, dots int) {
	i := indexOutsideBraces(rev, "..")
	if i < 0 {
		return rev, "", 0
	}
	dots = 2
	if strings.HasPrefix(rev[i:], "...") {
		dots = 3
	}
	return cmp.Or(rev[:i], "HEAD"), rev[i+dots:], dots
}

// indexOutsideBraces returns the index of the first separator that is not in braces, -1
// if there is none.
func indexOutsideBraces(text, separator string) int {
	depth := 0
	for i := range len(text) {
		switch {
		case text[i] == '{':
			depth++
		case text[i] == '}':
			depth--
		case depth == 0 && strings.HasPrefix(text[i:], separator):
			return i
		}
	}
	return -1
}
