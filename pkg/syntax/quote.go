package syntax

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
	cut := maxQuoted
	for cut > maxQuoted-utf8.UTFMax && !utf8.RuneStart(text[cut]) {
		cut--
	}
	return strconv.Quote(text[:cut]) + "…"
}

// QuoteName returns a name for a path or a message: as it is if it consists of
// letters, digits, "$", "_" and "-" and has at most 60 bytes, or else quoted as
// by Quote.
func QuoteName(name string) string {
	if name == "" || len(name) > maxQuoted {
		return Quote(name)
	}
	for i := range len(name) {
		if c := name[i]; !is(c, alphanumeric) && c != '$' && c != '_' && c != '-' {
			return Quote(name)
		}
	}
	return name
}
