package words

import "unicode"

// Invisible reports whether a character acts on a terminal, breaks or reorders its line,
// or cannot be seen wherever it is: control and format characters, line and paragraph
// separators, fillers and blank symbols, and noncharacters. The joiners that scripts and
// emoji need are not included, nor are the characters that Selector is about.
func Invisible(r rune) bool {
	switch {
	case r < 0xad:
		return r < 0x20 || r >= 0x7f && r <= 0x9f
	case r > 0xad && r < 0x34f, r > 0x3164 && r < 0xd800: // most letters, to be fast
		return false
	case r == 0x200c, r == 0x200d: // the joiners
		return false
	case r == 0x2800, r == 0xfffc: // a blank Braille pattern, and the replacement of an object
		return true
	case r >= 0x13430 && r <= 0x1343f: // they arrange Egyptian hieroglyphs
		return false
	}
	return unicode.In(r, unicode.Zl, unicode.Zp, unicode.Noncharacter_Code_Point, unicode.Other_Default_Ignorable_Code_Point) ||
		unicode.Is(unicode.Cf, r) && !unicode.Is(unicode.Prepended_Concatenation_Mark, r)
}

// Selector reports whether a character is a variation selector, which only modifies the
// character before it.
func Selector(r rune) bool { return r >= 0x180b && unicode.Is(unicode.Variation_Selector, r) }
