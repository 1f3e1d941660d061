package syntax

const maxURI = 8192 // bytes: "8 KBytes", String formats in the specification

// scanURI checks a URI with any scheme of RFC 3986: a scheme, a colon and at least one more
// character, all from U+0021 to U+007E. A percent sign begins an escape of two hex digits.
// Characters that RFC 3986 reserves for certain parts, such as brackets, are allowed
// anywhere.
func scanURI(text string) fault {
	if len(text) > maxURI {
		return tooLong(text, maxURI)
	}
	if text == "" || !is(text[0], letter) {
		return fail("a scheme must begin with a letter, not %c", 0)
	}
	i := 1
	for i < len(text) && is(text[i], schemeChar) {
		i++
	}
	switch {
	case i == len(text):
		return fail(`it has no scheme, such as "https:"`, 0)
	case text[i] != ':':
		return fail(`expected a scheme of letters, digits, "+", "-", and ".", then a colon, found %c`, i)
	case i+1 == len(text):
		return fail("nothing follows the colon", i+1)
	}
	for i++; i < len(text); i++ {
		c := text[i]
		if c-'!' <= '~'-'!' && c != '%' {
			continue
		}
		if c != '%' {
			return fail("expected a visible ASCII character, found %c; write others as %XX escapes", i)
		}
		for range 2 {
			if i++; i >= len(text) || !isHex(text[i]) {
				return fail("expected two hex digits after a percent sign, found %c", i)
			}
		}
	}
	return fault{}
}

func isHex(c byte) bool {
	return c-'0' <= 9 || (c|0x20)-'a' <= 'f'-'a'
}
