package editorconfig

import (
	"regexp"
	"strconv"
	"strings"
)

// editorGlob is the pattern of a section. In it "*" stands for any characters but a
// slash, "**" for any at all, "?" for one but a slash, "[ab]" and "[!ab]" for one
// of these or of all others, "{a,b}" for either, "{1..3}" for a number between
// them. A pattern without a slash matches in every folder.
type editorGlob struct {
	base    bool   // it is matched with the last element of a path
	literal string // the only text that matches, where pattern is nil
	pattern *regexp.Regexp
	ranges  [][2]int // for each group of pattern, what its number may be
}

// maxPattern is the most bytes that a pattern has. A longer one matches nothing.
const maxPattern = 1024

func compile(pattern string) editorGlob {
	if len(pattern) > maxPattern {
		return editorGlob{}
	}
	base := !strings.Contains(pattern, "/") && !strings.Contains(pattern, "**")
	c := compiler{rest: strings.TrimPrefix(pattern, "/")}
	if !hasWildcard(pattern) {
		return editorGlob{base: base, literal: c.rest}
	}
	if !base && !strings.Contains(pattern, "/") {
		c.out.WriteString("(?:.*/)?")
	}
	c.braces = closedBraces(c.rest)
	for c.rest != "" {
		c.next()
	}
	expression, err := regexp.Compile("^(?s:" + c.out.String() + ")$")
	if err != nil {
		return editorGlob{} // such as a range of characters in the wrong order
	}
	return editorGlob{base: base, pattern: expression, ranges: c.ranges}
}

func hasWildcard(pattern string) bool { return strings.ContainsAny(pattern, `*?[]{}\`) }

func (g editorGlob) match(path string) bool {
	if g.base {
		path = path[strings.LastIndexByte(path, '/')+1:]
	}
	switch {
	case g.pattern == nil:
		return path == g.literal
	case len(g.ranges) == 0:
		return g.pattern.MatchString(path)
	}
	groups := g.pattern.FindStringSubmatch(path)
	if groups == nil {
		return false
	}
	for i, r := range g.ranges {
		if n, err := strconv.Atoi(groups[i+1]); groups[i+1] != "" && (err != nil || n < r[0] || n > r[1]) {
			return false
		}
	}
	return true
}

// compiler turns a pattern into a regular expression.
type compiler struct {
	rest   string
	out    strings.Builder
	braces bool // every brace of the pattern has its partner
	depth  int  // of braces
	ranges [][2]int
}

// next translates what is at the start of the rest.
func (c *compiler) next() {
	take := func(n int, expression string) {
		c.rest = c.rest[n:]
		c.out.WriteString(expression)
	}
	switch first := c.rest[0]; {
	case strings.HasPrefix(c.rest, "**/"):
		take(3, "(?:.*/)?")
	case strings.HasPrefix(c.rest, "**"):
		take(2, ".*")
	case first == '*':
		take(1, "[^/]*")
	case first == '?':
		take(1, "[^/]")
	case first == '[':
		c.class()
	case first == '{' && c.braces:
		c.brace()
	case first == ',' && c.depth > 0:
		take(1, "|")
	case first == '}' && c.depth > 0:
		c.depth--
		take(1, ")")
	case first == '\\' && len(c.rest) > 1:
		c.rest = c.rest[1:]
		c.literal()
	default:
		c.literal()
	}
}

func (c *compiler) literal() {
	n := 1
	for n < len(c.rest) && c.rest[n]&0xC0 == 0x80 { // the rest of a character
		n++
	}
	c.out.WriteString(regexp.QuoteMeta(c.rest[:n]))
	c.rest = c.rest[n:]
}

// class translates a set of characters. A bracket without its partner, or with a
// slash before that, stands for itself.
func (c *compiler) class() {
	end := strings.IndexByte(c.rest, ']')
	if end < 2 || strings.ContainsRune(c.rest[:end], '/') {
		c.literal()
		return
	}
	set := c.rest[1:end]
	negated := set[0] == '!'
	if negated {
		set = set[1:]
	}
	c.out.WriteByte('[')
	if negated {
		c.out.WriteString("^/")
	}
	c.out.WriteString(strings.NewReplacer(`\`, `\\`, `[`, `\[`, `^`, `\^`).Replace(set))
	c.out.WriteByte(']')
	c.rest = c.rest[end+1:]
}

// brace translates the start of alternatives, or a range of numbers. Braces around
// a single word stand for themselves, as those without partners do.
func (c *compiler) brace() {
	end := strings.IndexByte(c.rest, '}')
	inner := c.rest[1:end]
	switch low, high, ok := numbers(inner); {
	case ok:
		c.ranges = append(c.ranges, [2]int{min(low, high), max(low, high)})
		c.out.WriteString(`([+-]?\d+)`)
		c.rest = c.rest[end+1:]
	case strings.ContainsAny(inner, ",{"):
		c.depth++
		c.out.WriteString("(?:")
		c.rest = c.rest[1:]
	default:
		c.out.WriteString(regexp.QuoteMeta(c.rest[:end+1]))
		c.rest = c.rest[end+1:]
	}
}

// numbers reads a range of numbers such as "1..3".
func numbers(text string) (low, high int, ok bool) {
	first, last, _ := strings.Cut(text, "..")
	low, errLow := strconv.Atoi(first)
	high, errHigh := strconv.Atoi(last)
	return low, high, errLow == nil && errHigh == nil
}

// closedBraces reports whether each brace of a pattern has its partner.
func closedBraces(pattern string) bool {
	depth := 0
	for i := 0; i < len(pattern); i++ {
		switch pattern[i] {
		case '\\':
			i++
		case '{':
			depth++
		case '}':
			depth--
		}
		if depth < 0 {
			return false
		}
	}
	return depth == 0
}
