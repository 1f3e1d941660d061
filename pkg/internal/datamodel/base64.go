package datamodel

import "strings"

// IsBase64 reports whether a text can be that of $bytes.
func IsBase64(text string) bool {
	_, ok := base64Length(text)
	return ok
}

// base64Length returns how many bytes a text of base64 (RFC 4648 section 4)
// stands for. Padding is optional, but right where it is present.
func base64Length(text string) (n int, ok bool) {
	letters := strings.TrimRight(text, "=")
	if pad := len(text) - len(letters); pad > 0 && (pad > 2 || len(text)%4 != 0) {
		return 0, false
	}
	if len(letters)%4 == 1 {
		return 0, false
	}
	for i := range len(letters) {
		if !base64Letter[letters[i]] {
			return 0, false
		}
	}
	return len(letters)/4*3 + len(letters)%4*3/4, true
}

var base64Letter = [256]bool{
	'+': true, '/': true,
	'0': true, '1': true, '2': true, '3': true, '4': true, '5': true, '6': true, '7': true, '8': true, '9': true,
	'A': true, 'B': true, 'C': true, 'D': true, 'E': true, 'F': true, 'G': true, 'H': true, 'I': true, 'J': true, 'K': true, 'L': true, 'M': true,
	'N': true, 'O': true, 'P': true, 'Q': true, 'R': true, 'S': true, 'T': true, 'U': true, 'V': true, 'W': true, 'X': true, 'Y': true, 'Z': true,
	'a': true, 'b': true, 'c': true, 'd': true, 'e': true, 'f': true, 'g': true, 'h': true, 'i': true, 'j': true, 'k': true, 'l': true, 'm': true,
	'n': true, 'o': true, 'p': true, 'q': true, 'r': true, 's': true, 't': true, 'u': true, 'v': true, 'w': true, 'x': true, 'y': true, 'z': true,
}
