package stream

import "bytes"

// IsLines reports whether each line of a text looks like a whole object or string.
func IsLines(text []byte) bool {
	for line := range bytes.Lines(text) {
		if line = bytes.TrimSpace(line); len(line) == 0 {
			continue
		}
		first, last := line[0], line[len(line)-1]
		if len(line) < 2 || (first != '{' || last != '}') && (first != '"' || last != '"') {
			return false
		}
	}
	return true
}
