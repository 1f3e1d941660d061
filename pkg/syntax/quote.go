package syntax

import (
	"strconv"
	"unicode/utf8"
)

// Quote quotes a text out of a file for a message: in double quotes, with
// everything escaped that a terminal could act on. A text of more than 60 bytes
// is cut, and an ellipsis follows the quotes.
func Quote(s string) string {
	const most = 60
	if len(s) <= most {
		return strconv.Quote(s)
	}
	cut := most
	for cut > most-utf8.UTFMax && !utf8.RuneStart(s[cut]) {
		cut--
	}
	return strconv.Quote(s[:cut]) + "…"
}
