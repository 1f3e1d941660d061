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
	if value, ok := plainInteger(number); ok {
		return value, NumberInteger
	}
	text, negative := strings.CutPrefix(number, "-")
	var d significand
	n := d.scan(text)
	if n == 0 || text[0] == '0' && n > 1 {
		return 0, NumberMalformed
	}
	exponent := int64(0)
	if text = text[n:]; strings.HasPrefix(text, ".") {
		if n = d.scan(text[1:]); n == 0 {
			return 0, NumberMalformed
		}
		exponent, text = -int64(n), text[1+n:]
	}
	if text != "" {
		e, ok := parseExponent(text)
		if !ok {
			return 0, NumberMalformed
		}
		exponent += e
	}
	exponent += d.zeros
	switch {
	case d.value == 0:
		return 0, NumberInteger
	case exponent < 0:
		return 0, NumberFraction
	case d.digits+exponent > maxDigits:
		return 0, NumberTooLarge
	}
	for range exponent {
		d.value *= 10
	}
	switch {
	case negative && d.value <= 1<<63:
		return -int64(d.value), NumberInteger // correct for 2^63 too, which wraps to itself
	case !negative && d.value < 1<<63:
		return int64(d.value), NumberInteger
	}
	return 0, NumberTooLarge
}

// plainInteger parses the most common numbers: at most 18 digits, which cannot overflow,
// and nothing else.
func plainInteger(number string) (value int64, ok bool) {
	if number == "" || len(number) > 18 || number[0] == '0' && len(number) > 1 {
		return 0, false
	}
	for i := range len(number) {
		if !isDigit(number[i]) {
			return 0, false
		}
		value = 10*value + int64(number[i]-'0')
	}
	return value, true
}

const maxDigits = 19 // of 2^63, which fit in an uint64 whatever they are

// significand is the digits of a number from the first to the last one that is not 0.
type significand struct {
	value  uint64 // of the first maxDigits
	digits int64
	zeros  int64 // that follow
}

// scan adds the digits that text begins with, and returns how many those are.
func (d *significand) scan(text string) (n int) {
	for ; n < len(text) && isDigit(text[n]); n++ {
		if d.value > 0 {
			d.zeros++
		}
		if text[n] == '0' {
			continue
		}
		if d.digits += max(d.zeros, 1); d.digits <= maxDigits {
			for range d.zeros {
				d.value *= 10
			}
			d.value += uint64(text[n] - '0')
		}
		d.zeros = 0
	}
	return n
}

// parseExponent parses the exponent of a number, with its "e". One that is larger than the
// number of digits of any text is only known to be that.
func parseExponent(text string) (exponent int64, ok bool) {
	number := strings.TrimLeft(text[1:], "+-")
	if text[0]|0x20 != 'e' || number == "" || len(text)-len(number) > 2 {
		return 0, false
	}
	for i := range len(number) {
		if !isDigit(number[i]) {
			return 0, false
		}
		exponent = min(10*exponent+int64(number[i]-'0'), 1<<56)
	}
	if text[1] == '-' {
		exponent = -exponent
	}
	return exponent, true
}

func isDigit(c byte) bool { return c-'0' <= 9 }
