package syntax

import (
	"math/bits"
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
	if plain(s) == len(s) {
		return len(s)
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
	if utf8.RuneCountInString(s) <= limit {
		return true
	}
	return limit >= 0 && countGraphemes(s, limit+1) <= limit
}

// GraphemesAtLeast reports whether s has at least limit graphemes, as efficiently as
// GraphemesAtMost. It allocates nothing.
func GraphemesAtLeast(s string, limit int) bool {
	return limit <= 0 || !GraphemesAtMost(s, limit-1)
}

// countGraphemes counts graphemes by the full rules, at least up to enough. Only what is
// around characters that can be part of a cluster is left to the tables of the library.
func countGraphemes(s string, enough int) (n int) {
	for n < enough && s != "" {
		alone, last, rest := standing(s)
		if rest == "" {
			return n + alone
		}
		n += max(0, alone-1)
		s = s[last:]
		end := boundary(s)
		for clusters := graphemes.FromString(s[:end]); n < enough && clusters.Next(); {
			n++
		}
		s = s[end:]
	}
	return n
}

// standing returns how many of the first characters stand alone, where the last of them is,
// and what comes after it.
func standing(s string) (n, last int, rest string) {
	next := 0
	for next < len(s) {
		size := 1
		switch c := s[next]; {
		case c < utf8.RuneSelf && c != '\r':
			run := plain(s[next:])
			n, last, next = n+run, next+run-1, next+run
			continue
		case c >= 0xc2 && c <= 0xcb: // before U+0300
			size = 2
		case c >= 0xe4 && c <= 0xe9: // U+4000 to U+9FFF
			size = 3
		case c == 0xf0 && len(s)-next > 3 && s[next+1] == 0x9f && s[next+2] >= 0x8c && s[next+2] <= 0xab && (s[next+2] != 0x8f || s[next+3] < 0xbb):
			size = 4 // U+1F300 to U+1FAFF, without the colors of skin
		default:
			var r rune
			if r, size = utf8.DecodeRuneInString(s[next:]); !standsAlone(r) {
				return n, last, s[next:]
			}
		}
		if next+size > len(s) { // not UTF-8
			break
		}
		n, last, next = n+1, next, next+size
	}
	return n, last, s[next:]
}

// plain returns how many bytes a text begins with that are ASCII, and not CR.
func plain(s string) (n int) {
	const high, low = 0x8080808080808080, 0x0101010101010101 // the bits of eight bytes
	for ; n+8 <= len(s); n += 8 {
		e := s[n : n+8]
		word := uint64(e[0]) | uint64(e[1])<<8 | uint64(e[2])<<16 | uint64(e[3])<<24 | uint64(e[4])<<32 | uint64(e[5])<<40 | uint64(e[6])<<48 | uint64(e[7])<<56
		others := word ^ '\r'*low // has a zero for each CR
		if end := (word | (others-low)&^others) & high; end != 0 {
			return n + bits.TrailingZeros64(end)/8
		}
	}
	for n < len(s) && s[n] < utf8.RuneSelf && s[n] != '\r' {
		n++
	}
	return n
}

// boundary returns the place of a boundary: where, after a character that does not stand
// alone, the second of two is that do.
func boundary(s string) int {
	alone := 0
	for i, r := range s {
		if !standsAlone(r) {
			alone = 0
		} else if alone++; alone == 2 {
			return i
		}
	}
	return len(s)
}

// standsAlone reports whether there is always a boundary between a character and another one
// that this reports. It knows the most common ones: those of the Latin, Greek, Cyrillic, and
// CJK scripts, punctuation, symbols, and emoji.
func standsAlone(r rune) bool {
	switch {
	case r < 0x300:
		return r != '\r'
	case r < 0x2000:
		return r >= 0x370 && r <= 0x482 || r >= 0x48a && r <= 0x52f || r >= 0x1e00
	case r < 0x3400:
		return r >= 0x2010 && r <= 0x2027 || r >= 0x2030 && r <= 0x205f || r >= 0x20a0 && r <= 0x20bf ||
			r >= 0x2100 && r <= 0x2bff || r >= 0x3001 && r <= 0x3029 || r >= 0x3041 && r <= 0x3096 || r >= 0x309b && r <= 0x30ff
	case r <= 0xd7a3:
		return r <= 0x9fff || r >= 0xac00
	}
	return r >= 0xff01 && r <= 0xff9d || r >= 0x1f300 && r <= 0x1faff && (r < 0x1f3fb || r > 0x1f3ff)
}
