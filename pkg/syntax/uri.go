package syntax

// URI is a URI with any scheme of RFC 3986, at most 8192 bytes long.
type URI string

const maxURI = 8192 // bytes: "8 KBytes", String formats in the specification

// ParseURI returns text as a URI, or an *Error.
//
// A scheme, a colon and at least one more character are needed, all of them
// from U+0021 to U+007E, and a percent sign begins an escape of two hex
// digits. Characters which RFC 3986 keeps for certain places, such as
// brackets, may stand anywhere.
func ParseURI(text string) (URI, error) { return parse[URI](FormatURI, text) }

// IsURI reports whether ParseURI accepts text. It allocates nothing.
func IsURI(text string) bool { return scanURI(text).ok() }

func scanURI(text string) fault {
	if len(text) > maxURI {
		return tooLong(text, maxURI)
	}
	if text == "" || !is(text[0], letter) {
		return fail("a scheme begins with a letter, found %c", 0)
	}
	i := 1
	for i < len(text) && is(text[i], schemeChar) {
		i++
	}
	switch {
	case i == len(text):
		return fail("a colon is needed after the scheme, found %c", i)
	case text[i] != ':':
		return fail(`a scheme has only letters, digits, "+", "-" and ".", then a colon, found %c`, i)
	case i+1 == len(text):
		return fail("something must follow the colon", i+1)
	}
	for i++; i < len(text); i++ {
		c := text[i]
		if c-'!' <= '~'-'!' && c != '%' {
			continue
		}
		if c != '%' {
			return fail("visible ASCII characters only are allowed, others as %XX escapes, found %c", i)
		}
		for range 2 {
			if i++; i >= len(text) || !isHex(text[i]) {
				return fail("a percent sign needs two hex digits, found %c", i)
			}
		}
	}
	return fault{}
}

func isHex(c byte) bool {
	return c-'0' <= 9 || (c|0x20)-'a' <= 'f'-'a'
}
