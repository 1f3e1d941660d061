package words

import (
	"testing"
	"unicode"
)

func TestInvisible(t *testing.T) {
	for _, test := range []struct {
		name        string
		first, last rune
		invisible   bool
		selector    bool
	}{
		{"control characters", 0, 0x1f, true, false},
		{"ASCII", ' ', '~', false, false},
		{"delete, and control characters of Latin-1", 0x7f, 0x9f, true, false},
		{"Latin-1", 0xa0, 0xac, false, false},
		{"soft hyphen", 0xad, 0xad, true, false},
		{"combining grapheme joiner", 0x34f, 0x34f, true, false},
		{"Arabic number signs", 0x600, 0x605, false, false},
		{"Arabic letter mark", 0x61c, 0x61c, true, false},
		{"Hangul fillers", 0x115f, 0x1160, true, false},
		{"Khmer inherent vowels", 0x17b4, 0x17b5, true, false},
		{"Mongolian selectors", 0x180b, 0x180d, false, true},
		{"Mongolian vowel separator", 0x180e, 0x180e, true, false},
		{"another Mongolian selector", 0x180f, 0x180f, false, true},
		{"zero-width space", 0x200b, 0x200b, true, false},
		{"joiners", 0x200c, 0x200d, false, false},
		{"direction marks", 0x200e, 0x200f, true, false},
		{"separators and bidirectional controls", 0x2028, 0x202e, true, false},
		{"word joiner to deprecated format characters", 0x2060, 0x206f, true, false},
		{"blank Braille pattern", 0x2800, 0x2800, true, false},
		{"another Hangul filler", 0x3164, 0x3164, true, false},
		{"ideographs", 0x4e00, 0x9fff, false, false},
		{"noncharacters", 0xfdd0, 0xfdef, true, false},
		{"selectors", 0xfe00, 0xfe0f, false, true},
		{"byte-order mark", 0xfeff, 0xfeff, true, false},
		{"half-width Hangul filler", 0xffa0, 0xffa0, true, false},
		{"annotations and the replacement of an object", 0xfff0, 0xfffc, true, false},
		{"replacement character", 0xfffd, 0xfffd, false, false},
		{"more noncharacters", 0xfffe, 0xffff, true, false},
		{"hieroglyph controls", 0x13430, 0x1343f, false, false},
		{"musical controls", 0x1d173, 0x1d17a, true, false},
		{"emoji", 0x1f600, 0x1f64f, false, false},
		{"tags", 0xe0000, 0xe00ff, true, false},
		{"more selectors", 0xe0100, 0xe01ef, false, true},
		{"reserved for such characters", 0xe01f0, 0xe0fff, true, false},
	} {
		for r := test.first; r <= test.last; r++ {
			if Invisible(r) != test.invisible || Selector(r) != test.selector {
				t.Errorf("%s: %U is invisible: %t, selector: %t", test.name, r, Invisible(r), Selector(r))
			}
		}
	}
}

// The tables of Unicode have no other characters of these kinds.
func TestInvisibleTables(t *testing.T) {
	ignorable := []*unicode.RangeTable{unicode.Cc, unicode.Zl, unicode.Zp, unicode.Other_Default_Ignorable_Code_Point, unicode.Noncharacter_Code_Point}
	for r := rune(0); r <= unicode.MaxRune; r++ {
		if unicode.In(r, ignorable...) && r != 0x200c && !Invisible(r) {
			t.Errorf("%U is not invisible", r)
		}
		if Invisible(r) && Selector(r) {
			t.Errorf("%U is both", r)
		}
	}
}
