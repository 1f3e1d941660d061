package syntax

import (
	"strings"
	"unicode/utf8"

	"github.com/clipperhouse/uax29/v2/graphemes"
)

// UnicodeVersion is the version of Unicode whose rules define graphemes.
const UnicodeVersion = "17.0.0"

// Graphemes returns the number of extended grapheme clusters (UAX #29) of s, which
// people see as characters. It allocates nothing.
//
// s must be valid UTF-8, as every string of the data model is. For other text the
// count is only known to be between 1 and the number of bytes, but is the same for
// the three functions.
func Graphemes(s string) int {
	if utf8.RuneCountInString(s) == len(s) {
		return graphemesOfBytes(s)
	}
	return countGraphemes(s, len(s))
}

// GraphemesAtMost reports whether s has at most limit graphemes. It counts them only if
// the numbers of bytes and code points do not decide, and no further than necessary.
// It allocates nothing.
func GraphemesAtMost(s string, limit int) bool {
	if len(s) <= limit {
		return true
	}
	switch points := utf8.RuneCountInString(s); {
	case points <= limit:
		return true
	case points == len(s):
		return graphemesOfBytes(s) <= limit
	}
	return limit >= 0 && countGraphemes(s, limit+1) <= limit
}

// GraphemesAtLeast reports whether s has at least limit graphemes, as efficiently as
// GraphemesAtMost. It allocates nothing.
func GraphemesAtLeast(s string, limit int) bool {
	return limit <= 0 || !GraphemesAtMost(s, limit-1)
}

// graphemesOfBytes counts the graphemes of a text of one-byte characters only, in which
// CR LF is the one grapheme of two characters.
func graphemesOfBytes(s string) int {
	if strings.IndexByte(s, '\r') < 0 {
		return len(s)
	}
	return len(s) - strings.Count(s, "\r\n")
}

// countGraphemes counts graphemes by the full rules, up to enough.
func countGraphemes(s string, enough int) (n int) {
	clusters := graphemes.FromString(s)
	for n < enough && clusters.Next() {
		n++
	}
	return n
}
