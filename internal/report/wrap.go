package report

import (
	"strings"
	"unicode/utf8"
)

// Wrap breaks paragraphs into lines of at most width characters, as far as their
// words are short enough. Indented lines and blank lines stay as they are.
func Wrap(text string, width int) string {
	var b strings.Builder
	column := 0
	endLine := func() {
		if column > 0 {
			b.WriteByte('\n')
			column = 0
		}
	}
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		if line == "" || strings.HasPrefix(line, " ") {
			endLine()
			b.WriteString(line + "\n")
			continue
		}
		for _, word := range strings.Fields(line) {
			length := utf8.RuneCountInString(word)
			if column > 0 && column+1+length > width {
				endLine()
			}
			if column > 0 {
				b.WriteByte(' ')
				column++
			}
			b.WriteString(word)
			column += length
		}
	}
	return strings.TrimSuffix(b.String(), "\n")
}
