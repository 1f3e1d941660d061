package docs

import (
	"html"
	"regexp"
	"strings"
	"sync"
)

// tokens are the parts of a language that get a color. The names of the groups are
// classes of the style sheet.
var tokens = sync.OnceValue(func() map[string]*regexp.Regexp {
	return map[string]*regexp.Regexp{
		"sh":      regexp.MustCompile(`(?m)(?P<c>(?:^|\s)#\s.*$)|(?P<p>^\$ )`),
		"console": regexp.MustCompile(`(?m)(?P<p>^\$ .*$)`),
		"yaml":    regexp.MustCompile(`(?m)(?P<c>(?:^|\s)#\s.*$)|(?P<k>^[ -]*[\w.-]+:)`),
	}
})

// Highlight returns code as HTML in which the tokens of its language are marked.
func Highlight(language, code string) string {
	if language == "json" {
		return highlightJSON(code)
	}
	pattern := tokens()[language]
	if pattern == nil {
		return html.EscapeString(code)
	}
	names := pattern.SubexpNames()
	var b strings.Builder
	end := 0
	for _, match := range pattern.FindAllStringSubmatchIndex(code, -1) {
		b.WriteString(html.EscapeString(code[end:match[0]]))
		end = match[1]
		for i, name := range names {
			if name != "" && match[2*i] >= 0 {
				b.WriteString(`<span class="` + name + `">` + html.EscapeString(code[match[0]:end]) + "</span>")
			}
		}
	}
	return b.String() + html.EscapeString(code[end:])
}

// highlightJSON is Highlight for JSON, also where it is not valid, and for several texts
// below lines such as "-- name --". It is much faster than a regular expression.
func highlightJSON(code string) string {
	var b strings.Builder
	b.Grow(2 * len(code))
	done := 0
	for i := 0; i < len(code); {
		class, end := jsonToken(code, i)
		if class == "" {
			i = end
			continue
		}
		b.WriteString(html.EscapeString(code[done:i]))
		b.WriteString(`<span class="` + class + `">` + html.EscapeString(code[i:end]) + "</span>")
		i, done = end, end
	}
	return b.String() + html.EscapeString(code[done:])
}

// jsonToken returns the class of the token that begins at i, and where it ends: a key with
// its colon, a string, a number or name, or a line that names a text. It is "" for others.
func jsonToken(code string, i int) (class string, end int) {
	atStart := i == 0 || code[i-1] == '\n'
	switch c := code[i]; {
	case c == '"':
		for end = i + 1; end < len(code) && code[end] != '"' && code[end] != '\n'; end++ {
			if code[end] == '\\' {
				end++
			}
		}
		if end >= len(code) || code[end] != '"' {
			return "", i + 1
		}
		end++
		if rest := strings.TrimLeft(code[end:], " \t\n"); strings.HasPrefix(rest, ":") {
			return "k", len(code) - len(rest) + 1
		}
		return "s", end
	case atStart && strings.HasPrefix(code[i:], "-- "):
		line, _, _ := strings.Cut(code[i:], "\n")
		if len(line) > 6 && strings.HasSuffix(line, " --") {
			return "c", i + len(line)
		}
	case isWord(c) || c == '-' && i+1 < len(code) && isWord(code[i+1]):
		for end = i + 1; end < len(code) && isWord(code[end]); end++ {
		}
		word := strings.TrimPrefix(code[i:end], "-")
		if '0' <= word[0] && word[0] <= '9' {
			for end < len(code) && (isWord(code[end]) || strings.IndexByte(".+-", code[end]) >= 0) {
				end++
			}
			return "n", end
		}
		if c != '-' && (word == "true" || word == "false" || word == "null") {
			return "n", end
		}
		return "", end
	}
	return "", i + 1
}

func isWord(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}
