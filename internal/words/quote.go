package words

import (
	"strconv"
	"unicode/utf8"
)

// maxQuoted is how many bytes of a text Quote shows.
const maxQuoted = 60

// Quote quotes text from a file for a message: in double quotes, with every
// character escaped that a terminal could act on. A text of more than 60 bytes is
// cut, and an ellipsis follows the closing quote. A lone double quote is put in single
// quotes, as "\"" is hard to read.
func Quote(text string) string {
	if text == `"` {
		return `'"'`
	}
	if len(text) <= maxQuoted {
		return strconv.Quote(text)
	}
	return strconv.Quote(start(text, maxQuoted)) + "…"
}

// start returns at most the first bytes of a longer text, without a part of a character.
func start(text string, most int) string {
	cut := most
	for cut > most-utf8.UTFMax && !utf8.RuneStart(text[cut]) {
		cut--
	}
	return text[:cut]
}

// maxExcerpt is how many bytes of a text Excerpt shows.
const maxExcerpt = 4 << 10

// Excerpt returns a text that somebody else has made for people, such as the message of
// an error of a service. Of more than 4 KiB it returns the start, and says how much is
// left out.
func Excerpt(text string) string {
	if len(text) <= maxExcerpt {
		return text
	}
	shown := start(text, maxExcerpt)
	return shown + "… (" + Count(len(text)-len(shown), "more byte") + ")"
}

// QuoteName returns a name for a path or a message: as it is if it consists of
// letters, digits, "$", "_" and "-" and has at most 60 bytes, or else quoted as
// by Quote.
func QuoteName(name string) string {
	if name == "" || len(name) > maxQuoted {
		return Quote(name)
	}
	for i := range len(name) {
		if c := name[i]; !isLetter(c) && !isDigit(c) && c != '$' && c != '_' && c != '-' {
			return Quote(name)
		}
	}
	return name
}
