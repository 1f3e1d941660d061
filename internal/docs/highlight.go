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
		"json":    regexp.MustCompile(`(?P<k>"(?:[^"\\\n]|\\.)*"\s*:)|(?P<s>"(?:[^"\\\n]|\\.)*")|(?P<n>-?\b\d[\d.eE+-]*|\b(?:true|false|null)\b)|(?m)(?P<c>^-- .+ --$)`),
		"sh":      regexp.MustCompile(`(?m)(?P<c>(?:^|\s)#\s.*$)|(?P<p>^\$ )`),
		"console": regexp.MustCompile(`(?m)(?P<p>^\$ .*$)`),
		"yaml":    regexp.MustCompile(`(?m)(?P<c>(?:^|\s)#\s.*$)|(?P<k>^[ -]*[\w.-]+:)`),
	}
})

// Highlight returns code as HTML in which the tokens of its language are marked.
func Highlight(language, code string) string {
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
