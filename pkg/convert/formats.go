package convert

import "github.com/lexsmith/lexsmith/pkg/syntax"

// FormatPattern returns the regular expression by which exports check a string format,
// in the subset that all engines share. It accepts everything that the format
// accepts, and more unless exact.
func FormatPattern(f syntax.Format) (pattern string, exact bool) {
	pattern, weak := formatPattern(f)
	return pattern, !weak
}
