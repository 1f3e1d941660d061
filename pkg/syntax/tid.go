package syntax

const tidLength = 13

// scanTID checks a timestamp identifier: 13 characters out of 2 to 7 and a to z, the first
// one not after j, that sort by the time of their creation.
func scanTID(text string) fault {
	if len(text) != tidLength {
		return fail("it is %a bytes long, but must be 13", min(len(text), tidLength)).with(len(text), 0)
	}
	for i := range tidLength {
		if c := text[i]; !is(c, lower) && (c < '2' || c > '7') {
			return fail("it contains %c, but only 2 to 7 and a to z are allowed", i)
		}
	}
	if text[0] > 'j' {
		return fail("it begins with %c, but the first character must be 2 to 7 or a to j", 0)
	}
	return fault{}
}
