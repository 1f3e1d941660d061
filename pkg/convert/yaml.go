package convert

import "strings"

// yaml prints a tree as the lines of a YAML block with that indentation, in columns.
// The first line continues the current one; the last ends with a newline. Below
// maxIndent it is JSON, which is also YAML.
func (p *printer) yaml(n node, indent int) {
	switch n := n.(type) {
	case *object:
		for i, m := range n.members {
			p.spill()
			if i > 0 {
				p.spaces(indent)
			}
			name := yamlText(m.name)
			if len(name) > yamlKeyLimit {
				p.print("? ", name, "\n")
				name = ""
				p.spaces(indent)
			}
			p.print(name, ":")
			p.yamlValue(m.value, indent)
		}
	case array:
		for i, item := range n {
			p.spill()
			if i > 0 {
				p.spaces(indent)
			}
			p.print("-")
			if isInline(item) || indent+2 >= maxIndent {
				p.yamlValue(item, indent)
			} else {
				p.print(" ")
				p.yaml(item, indent+2)
			}
		}
	}
}

// yamlKeyLimit is the greatest length of a simple key, in characters.
const yamlKeyLimit = 1024

// yamlValue prints the value after "name:" or "-": a scalar on the same line, or a
// block below.
func (p *printer) yamlValue(n node, indent int) {
	switch value := n.(type) {
	case text:
		p.print(" ", yamlText(string(value)), "\n")
		return
	case *object, array:
	default:
		p.print(" ")
		p.scalar(n)
		p.print("\n")
		return
	}
	if isInline(n) || indent+2 >= maxIndent {
		p.print(" ")
		p.json(n, strings.Repeat(" ", maxIndent))
		p.print("\n")
		return
	}
	p.print("\n")
	p.spaces(indent + 2)
	p.yaml(n, indent+2)
}

func (p *printer) spaces(n int) {
	for range n {
		p.text = append(p.text, ' ')
	}
}

// isInline reports whether a value goes on the line of its name: all but objects and
// arrays that have something inside.
func isInline(n node) bool {
	switch n := n.(type) {
	case *object:
		return len(n.members) == 0
	case array:
		return len(n) == 0
	}
	return true
}

// yamlText returns a string as it is if every reader of YAML reads it as that
// string, otherwise in double quotes.
func yamlText(s string) string {
	if s == "" || !isYAMLLetter(s[0]) && s[0] != '/' && s[0] != '$' {
		return yamlQuoted(s)
	}
	for i := range len(s) {
		c := s[i]
		switch {
		case isYAMLLetter(c), '0' <= c && c <= '9', strings.IndexByte("/$._-+;", c) >= 0:
		case c == ' ' && i+1 < len(s) && s[i+1] != ' ':
		case (c == ',' || c == ')') && i > 0, c == '(' && i > 0:
		default:
			return yamlQuoted(s)
		}
	}
	switch strings.ToLower(s) {
	case "y", "n", "yes", "no", "on", "off", "true", "false", "null":
		return yamlQuoted(s)
	}
	return s
}

func yamlQuoted(s string) string { return string(appendQuoted(nil, s, escapeYAML)) }

func isYAMLLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }
