package words

import (
	"slices"
	"strconv"
	"strings"
)

// Suggest ends a message about an unknown name with the known ones, first the nearest,
// or one that the name abbreviates.
func Suggest(name string, known []string) string {
	near := Nearest(name, known)
	if near == "" && len(name) >= 3 {
		if i := slices.IndexFunc(known, func(n string) bool { return strings.HasPrefix(n, strings.ToLower(name)) }); i >= 0 {
			near = known[i]
		}
	}
	if near == "" {
		return Expected(known)
	}
	text := "; " + DidYouMean(near)
	if len(known) == 1 {
		return text
	}
	others := slices.DeleteFunc(slices.Clone(known), func(n string) bool { return n == near })
	return text + Expected(append([]string{near}, others...))
}

// Expected ends a message with the names that it may be about.
func Expected(names []string) string {
	quoted := make([]string, len(names))
	for i, name := range names {
		quoted[i] = strconv.Quote(name)
	}
	return " (expected " + Enumerate(quoted, "or") + ")"
}
