package syntax

import "strings"

// DID is a decentralized identifier, such as "did:web:example.com". The method
// can be any.
type DID string

const (
	maxDID    = 2048 // bytes
	didPrefix = "did:"
)

// ParseDID returns text as a DID, or an *Error: at most 2048 bytes; "did:", a
// method of lowercase letters, a colon, and an identifier of letters, digits
// and any of "._:-%" that does not end with a colon or a percent sign. What
// follows a percent sign is not checked.
func ParseDID(text string) (DID, error) { return parse[DID](FormatDID, text) }

// IsDID reports whether ParseDID accepts text. It allocates nothing.
func IsDID(text string) bool { return scanDID(text).ok() }

// Method returns the method: "web" of "did:web:example.com".
func (d DID) Method() string {
	method, _, _ := strings.Cut(strings.TrimPrefix(string(d), didPrefix), ":")
	return method
}

// Identifier returns the part after the method: "example.com" of
// "did:web:example.com".
func (d DID) Identifier() string {
	_, identifier, _ := strings.Cut(strings.TrimPrefix(string(d), didPrefix), ":")
	return identifier
}

func scanDID(text string) fault {
	if !strings.HasPrefix(text, didPrefix) {
		return fail(`it must begin with "did:"`, mismatch(text, didPrefix))
	}
	if len(text) > maxDID {
		return tooLong(text, maxDID)
	}
	i := len(didPrefix)
	for i < len(text) && is(text[i], lower) {
		i++
	}
	switch {
	case i == len(text):
		return fail("expected a colon and an identifier after the method", i)
	case text[i] != ':':
		return fail("the method contains %c, but only lowercase letters are allowed there", i)
	case i == len(didPrefix):
		return fail("the method is empty", i)
	case i+1 == len(text):
		return fail("the identifier after the method is empty", i+1)
	}
	for i++; i < len(text); i++ {
		if !is(text[i], nameChar) && text[i] != '%' {
			return fail("the identifier contains %c, but only letters, digits, and . _ : - % are allowed there", i)
		}
	}
	if last := text[len(text)-1]; last == ':' || last == '%' {
		return fail("it must not end with %c", len(text)-1)
	}
	return fault{}
}
