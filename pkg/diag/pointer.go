package diag

import "strings"

var (
	pointerEscapes   = strings.NewReplacer("~", "~0", "/", "~1")
	pointerUnescapes = strings.NewReplacer("~1", "/", "~0", "~")
)

// EscapePointer escapes a name as a token of a JSON Pointer (RFC 6901, section 3).
func EscapePointer(name string) string { return pointerEscapes.Replace(name) }

// SplitPointer returns the unescaped tokens of a JSON Pointer; nil for "", which is the
// whole document.
func SplitPointer(pointer string) []string {
	if pointer == "" {
		return nil
	}
	tokens := strings.Split(strings.TrimPrefix(pointer, "/"), "/")
	for i, token := range tokens {
		tokens[i] = pointerUnescapes.Replace(token)
	}
	return tokens
}
