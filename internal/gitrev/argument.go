package gitrev

import (
	"path"
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

// MayBeLexicon is the Wanted for schema files: it accepts the files that would be
// read in the working tree.
func MayBeLexicon(name string, folder bool) bool {
	base := path.Base(name)
	if strings.HasPrefix(base, ".") {
		return false
	}
	return folder && base != "node_modules" || !folder && strings.HasSuffix(base, ".json")
}
