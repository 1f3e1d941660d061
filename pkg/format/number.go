package format

import "bytes"

// number returns the spelling of a JSON number that prettier gives it: a small
// "e", no plus sign and no leading zeros in the exponent, no exponent of 0, no
// zeros at the end of a fraction but for its first digit. The value is the same.
func number(text []byte) []byte {
	if !bytes.ContainsAny(text, ".eE") {
		return text
	}
	mantissa, exponent, _ := bytes.Cut(bytes.ToLower(text), []byte("e"))
	if dot := bytes.IndexByte(mantissa, '.'); dot >= 0 {
		first := dot + 2
		mantissa = append(mantissa[:first:first], bytes.TrimRight(mantissa[first:], "0")...)
	}
	exponent, negative := bytes.CutPrefix(exponent, []byte("-"))
	exponent = bytes.TrimLeft(exponent, "+0")
	switch {
	case len(exponent) == 0:
		return mantissa
	case negative:
		return bytes.Join([][]byte{mantissa, exponent}, []byte("e-"))
	}
	return bytes.Join([][]byte{mantissa, exponent}, []byte("e"))
}
