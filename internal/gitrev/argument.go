package gitrev

import (
	"path"
	"strings"
)

// SplitPath splits a revision argument REV or REV:PATH. A colon in braces belongs
// to REV.
func SplitPath(text string) (rev, path string, hasPath bool) {
	depth := 0
	for i, c := range text {
		switch {
		case c == '{':
			depth++
		case c == '}':
			depth--
		case c == ':' && depth == 0:
			return text[:i], text[i+1:], true
		}
	}
	return text, "", false
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
