package report

import (
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// dataPlace turns a JSON Pointer into a value into how people name a field:
// "/facets/0/index" is "facets[0].index".
func dataPlace(pointer string) string {
	var place string
	for i, s := range syntax.SplitPointer(pointer) {
		switch {
		case isIndex(s):
			place += "[" + s + "]"
		case i == 0:
			place = syntax.QuoteName(s)
		default:
			place += "." + syntax.QuoteName(s)
		}
	}
	return place
}

// isIndex reports whether a text is an array index.
func isIndex(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s == "0" || s != "" && s[0] != '0'
}
