package format

import (
	"bytes"
	"slices"
	"strings"
	"unicode"
)

// The characters that tie other characters together to one emoji.
const (
	joiner   = '\u200D'
	selector = '\uFE0F' // asks for the colorful form of the emoji before it
	keycap   = '\u20E3'
)

// width returns the number of columns that prettier counts for a text.
func width(text []byte) int {
	if !slices.ContainsFunc(text, func(c byte) bool { return c >= 0x80 }) {
		return len(text)
	}
	columns := 0
	for rest := bytes.Runes(text); len(rest) > 0; {
		taken, width := next(rest)
		columns += width
		rest = rest[taken:]
	}
	return columns
}

// next returns how many code points at the start of a text are one character or
// emoji, and its columns.
func next(text []rune) (taken, columns int) {
	base := text[0]
	if n := keycapLength(text); n > 0 {
		return n, 2
	}
	if unicode.IsControl(base) || unicode.In(base, unicode.Mn, unicode.Me) {
		return 1, 0
	}
	textual, toned := textEmoji.has(base), tonedEmoji.has(base)
	if !textual && !wide.has(base) {
		return 1, 1
	}
	taken, columns = 1, 2
	if textual && !toned {
		columns = 1
	}
	if len(text) > 1 && (text[1] == selector || toned && isTone(text[1])) {
		taken, columns = 2, 2
	}
	toned = isTone(text[taken-1])
	if n := joinedLength(base, toned, text[taken:]) + tagsLength(base, text[taken:]); n > 0 {
		taken, columns = taken+n, 2
	}
	return taken, columns
}

func isTone(r rune) bool { return 0x1F3FB <= r && r <= 0x1F3FF }

// keycapLength returns the length of a key with a digit or sign on it at the start
// of a text.
func keycapLength(text []rune) int {
	if !strings.ContainsRune("#*0123456789", text[0]) {
		return 0
	}
	n := 1
	if len(text) > n && text[n] == selector {
		n++
	}
	if len(text) > n && text[n] == keycap {
		return n + 1
	}
	return 0
}

// tagsLength returns how many tags at the start of a text belong to the flag
// before them.
func tagsLength(base rune, text []rune) int {
	if base != '🏴' {
		return 0
	}
	for _, region := range []string{"gbeng", "gbsct", "gbwls"} {
		n := 0
		for n < len(text) && n < len(region) && text[n] == 0xE0000+rune(region[n]) {
			n++
		}
		if n == len(region) && n < len(text) && text[n] == 0xE007F {
			return n + 1
		}
	}
	return 0
}

// joinedLength returns the length of the longest sequence at the start of a text
// that forms one emoji with the base before it. Only where that is toned are those
// that it is joined with.
func joinedLength(base rune, toned bool, text []rune) int {
	longest := 0
	var joined []rune
	for n := 0; n+1 < len(text) && text[n] == joiner && len(joined) < 3; {
		joined = append(joined, text[n+1])
		n += 2
		if n < len(text) && (text[n] == selector || toned && tonedEmoji.has(text[n-1]) && isTone(text[n])) {
			n++
		}
		if joins(base, string(joined)) {
			longest = n
		}
	}
	return longest
}

// sequences lists what follows an emoji in the sequences of Unicode 17, without
// joiners, variation selectors and skin tones.
var sequences = [...]struct{ bases, followers string }{
	{"⛹🏃🏄🏊🏋🏌👮👯👰👱👳👷💁💂💆💇🕵🙅🙆🙇🙋🙍🙎🚣🚴🚵🚶🤦🤵🤷🤸🤹🤼🤽🤾🦸🦹🧍🧎🧏🧔🧖🧗🧘🧙🧚🧛🧜🧝🧞🧟", "♀ ♂"},
	{"🏃🚶🧎", "➡ ♀➡ ♂➡"},
	{"👨👩🧑", "⚕ ⚖ ✈ 🌾 🍳 🍼 🎓 🎤 🎨 🏫 🏭 💻 💼 🔧 🔬 🚀 🚒 🦯 🦯➡ 🦼 🦼➡ 🦽 🦽➡ 🦰 🦱 🦲 🦳"},
	{"👨", "❤👨 ❤💋👨 🐰👨 🤝👨 🫯👨 👨👦 👨👦👦 👨👧 👨👧👦 👨👧👧"},
	{"👩", "❤👨 ❤👩 ❤💋👨 ❤💋👩 🐰👩 🤝👨 🤝👩 🫯👩"},
	{"👨👩", "👦 👦👦 👧 👧👦 👧👧 👩👦 👩👦👦 👩👧 👩👧👦 👩👧👧"},
	{"🧑", "🎄 🩰 ❤🧑 ❤💋🧑 🐰🧑 🤝🧑 🫯🧑 🧑🧒 🧑🧒🧒 🧒 🧒🧒"},
	{"⛓", "💥"}, {"❤", "🔥 🩹"}, {"🍄", "🟫"}, {"🍋", "🟩"}, {"🏳", "⚧ 🌈"}, {"🏴", "☠"}, {"🐈", "⬛"}, {"🐕", "🦺"},
	{"🐦", "⬛ 🔥"}, {"🐻", "❄"}, {"👁", "🗨"}, {"😮", "💨"}, {"😵", "💫"}, {"😶", "🌫"}, {"🙂", "↔ ↕"}, {"🫱", "🫲"},
}

func joins(base rune, joined string) bool {
	for _, s := range sequences {
		if !strings.ContainsRune(s.bases, base) {
			continue
		}
		for follower := range strings.FieldsSeq(s.followers) {
			if follower == joined {
				return true
			}
		}
	}
	return false
}
