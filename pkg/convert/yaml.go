package convert

import "strings"

// yaml prints a tree as the lines of a YAML block with that indentation, in columns.
// The first line continues the current one; the last ends with a newline.
func (p *printer) yaml(n node, indent int) {
	start := strings.Repeat(" ", indent)
	switch n := n.(type) {
	case *object:
		for i, m := range n.members {
			if i > 0 {
				p.print(start)
			}
			name := yamlText(m.name)
			if len(name) > yamlKeyLimit {
				p.print("? ", name, "\n", start)
				name = ""
			}
			p.print(name, ":")
			p.yamlValue(m.value, "\n"+start+"  ", indent+2)
		}
	case array:
		for i, item := range n {
			if i > 0 {
				p.print(start)
			}
			p.print("-")
			p.yamlValue(item, " ", indent+2)
		}
	}
}

// yamlKeyLimit is the greatest length of a simple key, in characters.
const yamlKeyLimit = 1024

// yamlValue prints the value after "name:" or "-": on the same line, or as a block with that
// indentation after a separator. Below maxIndent it is JSON, which is also YAML.
func (p *printer) yamlValue(n node, separator string, indent int) {
	if !isInline(n) && indent < maxIndent {
		p.print(separator)
		p.yaml(n, indent)
		return
	}
	p.print(" ")
	if value, ok := n.(text); ok {
		p.print(yamlText(string(value)))
	} else {
		p.json(n, strings.Repeat(" ", maxIndent))
	}
	p.print("\n")
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
		case isYAMLLetter(c), '0' <= c && c <= '9', strings.IndexByte("/$._-+;,()", c) >= 0:
		case c == ' ' && i+1 < len(s) && s[i+1] != ' ':
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
