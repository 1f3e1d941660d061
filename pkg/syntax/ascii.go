package syntax

// class is a set of kinds of ASCII characters, one bit for each.
type class uint8

const (
	digit class = 1 << iota
	upper
	lower
	base58Char   // alphabet of base58btc: letters and digits without 0, O, I and l
	cidChar      // characters of the text of a CID
	schemeChar   // characters of a URI scheme after the first
	mimeChar     // characters of a type or subtype, RFC 6838 section 4.2
	nameChar     // characters that DIDs and record keys have in common
	letter       = upper | lower
	alphanumeric = letter | digit
)

// classes has the kinds of each byte; no byte above U+007F has one.
var classes = func() (all [256]class) {
	const digits, uppers, lowers = "0123456789", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "abcdefghijklmnopqrstuvwxyz"
	for kind, characters := range map[class]string{
		digit:      digits,
		upper:      uppers,
		lower:      lowers,
		base58Char: "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz",
		cidChar:    digits + uppers + lowers + "+=",
		schemeChar: digits + uppers + lowers + "+-.",
		mimeChar:   digits + uppers + lowers + "!#$&^_+-.",
		nameChar:   digits + uppers + lowers + "-._:",
	} {
		for _, c := range []byte(characters) {
			all[c] |= kind
		}
	}
	return all
}()

// is reports whether c is of at least one of the kinds.
func is(c byte, kinds class) bool { return classes[c]&kinds != 0 }

// fold returns the lowercase form of an ASCII letter, and any other byte as it is.
func fold(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}

// hasPrefixFold reports whether text begins with prefix, ignoring the case of ASCII
// letters only. (The Unicode folding of package strings would accept the Kelvin sign
// as a k.)
func hasPrefixFold(text, prefix string) bool {
	if len(text) < len(prefix) {
		return false
	}
	for i := range len(prefix) {
		if text[i] != prefix[i] && fold(text[i]) != fold(prefix[i]) {
			return false
		}
	}
	return true
}

// equalFold reports whether the texts are equal, ignoring the case of ASCII letters.
func equalFold(a, b string) bool { return len(a) == len(b) && hasPrefixFold(a, b) }
