package format

import "testing"

// The widths are those of prettier 3.
func TestWidth(t *testing.T) {
	for text, want := range map[string]int{
		"":            0,
		"abc":         3,
		"\x7f":        1, // as long as all is ASCII
		"é\x7f":       1,
		"\u0085é":     1,
		"e\u0301":     1,
		"日本":          4,
		"ｱ":           1, // half-width
		"Ａ":           2, // full-width
		"ก็":          1,
		"\u302a":      0, // a mark, though it is wide
		"\u200b":      1,
		"👍":           2,
		"👍🏽":          2,
		"👍🏽👍":         4,
		"❤":           1,
		"❤️":          2,
		"☝":           2, // a skin tone can follow
		"☝🏿":          2,
		"⌚":           2,
		"⌚️":          2,
		"©":           1,
		"a\ufe0f":     1,
		"🏽":           2,
		"a🏽":          3,
		"🇩🇪":          2,
		"🇩":           1,
		"#️⃣":         2,
		"5\u20e3":     2,
		"5é":          2,
		"👩‍👩‍👧‍👦":     2,
		"👩‍🚀":         2,
		"👩🏽‍🚀":        2,
		"🏃🏽‍♀️‍➡️":    2,
		"🏃🏽‍♀‍➡":      2,
		"🧑🏻‍🤝‍🧑🏿":     2,
		"❤️‍🔥":        2,
		"🏳️‍🌈":        2,
		"🏳‍🌈":         2,
		"🏴‍☠️":        2,
		"🐶‍🚀":         5, // no sequence: each by itself, the joiner too
		"👩‍":          3,
		"👩‍👦‍👧":       5, // the boy comes last
		"🏴󠁧󠁢󠁥󠁮󠁧󠁿":     2,
		"🏴󠁧󠁢󠁥󠁮󠁧":      7, // the end is missing
		"日👩‍👩‍👧‍👦é❤️": 7,
	} {
		if got := width([]byte(text)); got != want {
			t.Errorf("%q (%s) is %d wide, want %d", text, text, got, want)
		}
	}
}
