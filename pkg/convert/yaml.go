package convert

import "strings"

// appendYAML appends a tree as the lines of a YAML block with that indentation,
// in columns. The first line continues the current one; the last ends with a
// newline. Below maxIndent it is JSON, which is also YAML.
func appendYAML(b []byte, n node, indent int) []byte {
	switch n := n.(type) {
	case *object:
		for i, m := range n.members {
			if i > 0 {
				b = appendSpaces(b, indent)
			}
			name := yamlText(m.name)
			if len(name) > yamlKeyLimit {
				b = append(append(append(b, "? "...), name...), '\n')
				name = ""
				b = appendSpaces(b, indent)
			}
			b = append(append(b, name...), ':')
			b = appendYAMLValue(b, m.value, indent)
		}
		return b
	case array:
		for i, item := range n {
			if i > 0 {
				b = appendSpaces(b, indent)
			}
			b = append(b, '-')
			if isEmpty(item) || isScalar(item) || indent+2 >= maxIndent {
				b = appendYAMLValue(b, item, indent)
			} else {
				b = appendYAML(append(b, ' '), item, indent+2)
			}
		}
		return b
	}
	return b
}

// yamlKeyLimit is the greatest length of a simple key, in characters.
const yamlKeyLimit = 1024

// appendYAMLValue appends the value after "name:" or "-": a scalar on the same
// line, or a block below.
func appendYAMLValue(b []byte, n node, indent int) []byte {
	switch n := n.(type) {
	case *object:
		if len(n.members) == 0 {
			return append(b, " {}\n"...)
		}
	case array:
		if len(n) == 0 {
			return append(b, " []\n"...)
		}
	case text:
		return append(append(append(b, ' '), yamlText(string(n))...), '\n')
	default:
		return append(appendScalar(append(b, ' '), n), '\n')
	}
	if indent+2 >= maxIndent {
		return append(appendJSON(append(b, ' '), n, strings.Repeat(" ", maxIndent)), '\n')
	}
	return appendYAML(appendSpaces(append(b, '\n'), indent+2), n, indent+2)
}

func isScalar(n node) bool {
	switch n.(type) {
	case *object, array:
		return false
	}
	return true
}

func isEmpty(n node) bool {
	switch n := n.(type) {
	case *object:
		return len(n.members) == 0
	case array:
		return len(n) == 0
	}
	return false
}

func appendSpaces(b []byte, n int) []byte {
	for range n {
		b = append(b, ' ')
	}
	return b
}

// yamlText returns a string as it is if every reader of YAML reads it as that
// string, otherwise in double quotes, with the escapes of JSON.
func yamlText(s string) string {
	if s == "" || !isYAMLLetter(s[0]) && s[0] != '/' && s[0] != '$' {
		return quoted(s)
	}
	for i := range len(s) {
		c := s[i]
		switch {
		case isYAMLLetter(c), '0' <= c && c <= '9', strings.IndexByte("/$._-+;", c) >= 0:
		case c == ' ' && i+1 < len(s) && s[i+1] != ' ':
		case (c == ',' || c == ')') && i > 0, c == '(' && i > 0:
		default:
			return quoted(s)
		}
	}
	switch strings.ToLower(s) {
	case "y", "n", "yes", "no", "on", "off", "true", "false", "null":
		return quoted(s)
	}
	return s
}

func isYAMLLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }
