package syntax

import "strings"

// AtIdentifier is a DID or a handle. Text that begins with "did:" must be a DID, and all
// other text a handle.
type AtIdentifier string

// IsAtIdentifier reports whether text is an AtIdentifier. It allocates nothing.
func IsAtIdentifier(text string) bool { return scanAtIdentifier(text).ok() }

// DID returns the identifier as a DID; false when it is a handle.
func (a AtIdentifier) DID() (DID, bool) {
	if !strings.HasPrefix(string(a), didPrefix) {
		return "", false
	}
	return DID(a), true
}

// Handle returns the identifier as a handle; false when it is a DID.
func (a AtIdentifier) Handle() (Handle, bool) {
	if strings.HasPrefix(string(a), didPrefix) {
		return "", false
	}
	return Handle(a), true
}

func scanAtIdentifier(text string) fault {
	if strings.HasPrefix(text, didPrefix) {
		return scanDID(text)
	}
	f := scanHandle(text)
	if f.reason == reasonLabelChar && text[f.offset()] == ':' {
		f.reason = `a handle cannot contain %c, and a DID must begin with "did:" in lowercase`
	}
	return f
}
