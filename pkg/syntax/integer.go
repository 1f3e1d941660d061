package syntax

// NumberKind says what a number is in the data model, which has only signed integers of
// 64 bits (integer in the specification).
type NumberKind uint8

const (
	NumberInteger   NumberKind = iota // a whole number within 64 bits
	NumberFraction                    // not a whole number
	NumberTooLarge                    // a whole number beyond 64 bits
	NumberMalformed                   // not a number of JSON
)

// ParseInteger parses a JSON number, without white space. Every notation of a whole
// number is an integer, such as 1.0, 1e3, 100e-2 and -0. The value is exact, and 0
// unless the kind is NumberInteger. It allocates nothing, and the time is linear in the
// length of text, regardless of the exponent.
func ParseInteger(number string) (value int64, kind NumberKind) {
	if value, ok := plainInteger(number); ok {
		return value, NumberInteger
	}
	n, ok := splitNumber(number)
	if !ok {
		return 0, NumberMalformed
	}
	if n.first < 0 {
		return 0, NumberInteger
	}
	switch {
	case n.weight(n.last) < 0:
		return 0, NumberFraction
	case n.weight(n.first) > 18: // 10^19 is above 2^63
		return 0, NumberTooLarge
	}
	// At most 19 digits: they fit in an uint64.
	var magnitude uint64
	for i := n.first; i <= n.last; i++ {
		if c := number[i]; c != '.' {
			magnitude = 10*magnitude + uint64(c-'0')
		}
	}
	for range n.weight(n.last) {
		magnitude *= 10
	}
	switch {
	case n.negative && magnitude <= 1<<63:
		return -int64(magnitude), NumberInteger // correct for 2^63 too, which wraps to itself
	case !n.negative && magnitude < 1<<63:
		return int64(magnitude), NumberInteger
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
		if !is(number[i], digit) {
			return 0, false
		}
		value = 10*value + int64(number[i]-'0')
	}
	return value, true
}

// decimal says where the parts of the text of a number are.
type decimal struct {
	negative    bool
	first, last int   // index of the first and the last digit that is not 0; -1 for zero
	point       int   // index of the decimal point, or where it would be
	exponent    int64 // saturated at ±maxExponent
}

// maxExponent is larger than the number of digits of any text.
const maxExponent = 1 << 56

// weight returns the power of ten of the digit at index i.
func (n decimal) weight(i int) int64 {
	if i < n.point {
		i++ // no decimal point between the two
	}
	return int64(n.point-i) + n.exponent
}

// splitNumber finds the parts of a JSON number (RFC 8259 section 6).
func splitNumber(text string) (n decimal, ok bool) {
	n.first, n.last = -1, -1
	i := 0
	if i < len(text) && text[i] == '-' {
		n.negative = true
		i++
	}
	start := i
	i = n.digits(text, i)
	if i == start || text[start] == '0' && i > start+1 {
		return n, false
	}
	n.point = i
	if i < len(text) && text[i] == '.' {
		start = i + 1
		if i = n.digits(text, start); i == start {
			return n, false
		}
	}
	if i < len(text) && (text[i] == 'e' || text[i] == 'E') {
		i++
		below := false
		if i < len(text) && (text[i] == '+' || text[i] == '-') {
			below = text[i] == '-'
			i++
		}
		for start = i; i < len(text) && is(text[i], digit); i++ {
			n.exponent = min(10*n.exponent+int64(text[i]-'0'), maxExponent)
		}
		if i == start {
			return n, false
		}
		if below {
			n.exponent = -n.exponent
		}
	}
	return n, i == len(text)
}

// digits scans the digits from text[i] on, records those that are not 0, and returns
// where they end.
func (n *decimal) digits(text string, i int) int {
	for ; i < len(text) && is(text[i], digit); i++ {
		if text[i] != '0' {
			if n.first < 0 {
				n.first = i
			}
			n.last = i
		}
	}
	return i
}
