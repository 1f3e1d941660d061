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

// Sets for the rows of classes.
const (
	everywhere = cidChar | schemeChar | mimeChar | nameChar
	digit58    = everywhere | digit | base58Char
	upper58    = everywhere | upper | base58Char
	lower58    = everywhere | lower | base58Char
)

// classes has the kinds of each byte; no byte above U+007F has one.
var classes = [256]class{
	'0': everywhere | digit, '1': digit58, '2': digit58, '3': digit58, '4': digit58,
	'5': digit58, '6': digit58, '7': digit58, '8': digit58, '9': digit58,
	'A': upper58, 'B': upper58, 'C': upper58, 'D': upper58, 'E': upper58, 'F': upper58, 'G': upper58,
	'H': upper58, 'I': everywhere | upper, 'J': upper58, 'K': upper58, 'L': upper58, 'M': upper58, 'N': upper58,
	'O': everywhere | upper, 'P': upper58, 'Q': upper58, 'R': upper58, 'S': upper58, 'T': upper58, 'U': upper58,
	'V': upper58, 'W': upper58, 'X': upper58, 'Y': upper58, 'Z': upper58,
	'a': lower58, 'b': lower58, 'c': lower58, 'd': lower58, 'e': lower58, 'f': lower58, 'g': lower58,
	'h': lower58, 'i': lower58, 'j': lower58, 'k': lower58, 'l': everywhere | lower, 'm': lower58, 'n': lower58,
	'o': lower58, 'p': lower58, 'q': lower58, 'r': lower58, 's': lower58, 't': lower58, 'u': lower58,
	'v': lower58, 'w': lower58, 'x': lower58, 'y': lower58, 'z': lower58,
	'+': cidChar | schemeChar | mimeChar, '=': cidChar,
	'-': schemeChar | mimeChar | nameChar, '.': schemeChar | mimeChar | nameChar,
	'!': mimeChar, '#': mimeChar, '$': mimeChar, '&': mimeChar, '^': mimeChar, '_': mimeChar | nameChar, ':': nameChar,
}

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
