package call

// IndentedSize returns the most bytes that JSON can have when each element and member is
// on its own line, indented by two spaces a level.
func IndentedSize(text []byte) int {
	size, depth, quoted := len(text), 0, false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '[' || c == '{':
			depth++
			size += 1 + 2*max(depth, 0)
		case c == ']' || c == '}':
			depth--
			size += 1 + 2*max(depth, 0)
		case c == ',':
			size += 1 + 2*max(depth, 0)
		case c == ':':
			size++
		}
	}
	return size
}
