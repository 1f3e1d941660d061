package editorconfig

import (
	"regexp"
	"strconv"
	"strings"
	"sync"
)

// glob is the pattern of a section. In it "*" matches any characters but a
// slash, "**" any at all, "?" one but a slash, "[ab]" and "[!ab]" one
// of these or of all others, "{a,b}" either, "{1..3}" a number between
// them. A pattern without a slash matches in every folder.
type glob struct {
	base    bool   // it is matched with the last element of a path
	literal string // the only text that matches, where pattern is nil
	pattern *regexp.Regexp
	ranges  [][2]int // for each group of pattern, what its number may be
}

// maxPattern is the most bytes that a pattern has. A longer one matches nothing.
const maxPattern = 1024

func compile(pattern string) glob {
	if len(pattern) > maxPattern {
		return glob{}
	}
	base := !strings.Contains(pattern, "/") && !strings.Contains(pattern, "**")
	rest := strings.TrimPrefix(pattern, "/")
	if !hasWildcard(pattern) {
		return glob{base: base, literal: rest}
	}
	expression, ranges := translate(rest)
	if !base && !strings.Contains(pattern, "/") {
		expression = "(?:.*/)?" + expression
	}
	compiled, err := regexp.Compile("^(?s:" + expression + ")$")
	if err != nil {
		return glob{} // such as a range of characters in the wrong order
	}
	return glob{base: base, pattern: compiled, ranges: ranges}
}

func hasWildcard(pattern string) bool { return strings.ContainsAny(pattern, `*?[]{}\`) }

func (g glob) match(path string) bool {
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

// token matches a pattern up to the end of the first thing in it with a meaning, which is a
// set of characters, braces without alternatives, or an escaped or single character.
var token = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?s:\*\*/|\*\*|\[[^]/]+\]|\{[^{},]*\}|\\.|.)`)
})

// translate turns a pattern into a regular expression, in which a group is a number out of
// a range. A bracket or brace without its partner matches itself, and so do braces around a
// single word.
func translate(pattern string) (expression string, ranges [][2]int) {
	braces, depth := closedBraces(pattern), 0
	for pattern != "" {
		next := token().FindString(pattern)
		if next[0] == '{' && !braces {
			next = "{"
		}
		pattern = pattern[len(next):]
		inner := next[1:max(1, len(next)-1)]
		switch {
		case next == "**/":
			expression += "(?:.*/)?"
		case next == "**":
			expression += ".*"
		case next == "*":
			expression += "[^/]*"
		case next == "?":
			expression += "[^/]"
		case next == "{" && braces:
			depth++
			expression += "(?:"
		case next == "," && depth > 0:
			expression += "|"
		case next == "}" && depth > 0:
			depth--
			expression += ")"
		case next[0] == '\\' && len(next) > 1:
			expression += regexp.QuoteMeta(next[1:])
		case next[0] == '[' && inner != "":
			set, negated := strings.CutPrefix(inner, "!")
			set = strings.NewReplacer(`\`, `\\`, `[`, `\[`, `^`, `\^`).Replace(set)
			if negated {
				set = "^/" + set
			}
			expression += "[" + set + "]"
		default:
			if low, high, ok := numbers(inner); ok && next[0] == '{' {
				ranges = append(ranges, [2]int{min(low, high), max(low, high)})
				expression += `([+-]?\d+)`
			} else {
				expression += regexp.QuoteMeta(next)
			}
		}
	}
	return expression, ranges
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
