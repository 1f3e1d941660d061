package datamodel

import "strings"

// NumberKind says what a number is in the data model, which has only signed integers of
// 64 bits (integer in the specification).
type NumberKind uint8

const (
	NumberInteger   NumberKind = iota // a whole number within 64 bits
	NumberFraction                    // not a whole number
	NumberTooLarge                    // a whole number beyond 64 bits
	NumberMalformed                   // not a number of JSON
)

// ParseInteger parses a JSON number (RFC 8259 section 6), without white space. Every
// notation of a whole number is an integer, such as 1.0, 1e3, 100e-2 and -0. The value is
// exact, and 0 unless the kind is NumberInteger. It allocates nothing, and the time is
// linear in the length of text, regardless of the exponent.
func ParseInteger(number string) (value int64, kind NumberKind) {
	text, negative := strings.CutPrefix(number, "-")
	exponent := int64(0)
	if i := strings.IndexAny(text, "eE"); i >= 0 {
		var ok bool
		if exponent, ok = parseExponent(text[i+1:]); !ok {
			return 0, NumberMalformed
		}
		text = text[:i]
	}
	whole, fraction, hasPoint := strings.Cut(text, ".")
	if !isDigits(whole) || whole[0] == '0' && len(whole) > 1 || hasPoint && !isDigits(fraction) {
		return 0, NumberMalformed
	}
	// Zeros at the ends of the digits only say where the decimal point is.
	fraction = strings.TrimRight(fraction, "0")
	exponent -= int64(len(fraction))
	if fraction == "" {
		length := len(whole)
		whole = strings.TrimRight(whole, "0")
		exponent += int64(length - len(whole))
	}
	if whole = strings.TrimPrefix(whole, "0"); whole == "" {
		fraction = strings.TrimLeft(fraction, "0")
	}
	const maxDigits = 19 // of 2^63, which fit in an uint64 whatever they are
	switch digits := int64(len(whole) + len(fraction)); {
	case digits == 0:
		return 0, NumberInteger
	case exponent < 0:
		return 0, NumberFraction
	case digits+exponent > maxDigits:
		return 0, NumberTooLarge
	}
	n := uint64(0)
	for _, digits := range [...]string{whole, fraction} {
		for i := range len(digits) {
			n = 10*n + uint64(digits[i]-'0')
		}
	}
	for range exponent {
		n *= 10
	}
	switch {
	case negative && n <= 1<<63:
		return -int64(n), NumberInteger // correct for 2^63 too, which wraps to itself
	case !negative && n < 1<<63:
		return int64(n), NumberInteger
	}
	return 0, NumberTooLarge
}

// parseExponent parses what follows the "e" of a number. An exponent that is larger than the
// number of digits of any text is only known to be that.
func parseExponent(text string) (exponent int64, ok bool) {
	digits := strings.TrimLeft(text, "+-")
	if !isDigits(digits) || len(text)-len(digits) > 1 {
		return 0, false
	}
	for i := range len(digits) {
		exponent = min(10*exponent+int64(digits[i]-'0'), 1<<56)
	}
	if text[0] == '-' {
		exponent = -exponent
	}
	return exponent, true
}

// isDigits reports whether a text consists of decimal digits, at least one.
func isDigits(text string) bool { return text != "" && strings.Trim(text, "0123456789") == "" }
