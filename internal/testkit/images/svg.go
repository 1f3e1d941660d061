package main

import (
	"fmt"
	"html"
	"math"
	"strings"
)

// Measures in pixels.
const (
	cellWidth  = 7.8
	lineHeight = 18
	fontSize   = 13
	margin     = 16
)

// css has a class for each style: b and f are bold and faint, c1 to c7 colors.
const css = `
    text { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; font-size: 13px; fill: #e6edf3; white-space: pre }
    .b { font-weight: 600 } .f { fill: #8b949e }
    .c1 { fill: #ff7b72 } .c2 { fill: #56d364 } .c3 { fill: #e3b341 } .c4 { fill: #79c0ff } .c5 { fill: #d2a8ff } .c6 { fill: #56d4dd }
  `

// draw returns a picture of a terminal with a command and its output. Every span
// is put at its column and stretched to its width, so that the layout does not
// depend on the font.
func draw(command, output string) ([]byte, error) {
	lines, err := parse(output)
	if err != nil {
		return nil, err
	}
	prompt, err := parse("\x1b[2m$ \x1b[0m\x1b[1m" + command + "\x1b[0m\n")
	if err != nil {
		return nil, err
	}
	lines = append(prompt, lines...)
	columns := 0
	for _, line := range lines {
		for _, s := range line {
			columns = max(columns, s.column+s.width)
		}
	}
	width, height := 2*margin+int(math.Ceil(float64(columns)*cellWidth)), 2*margin+len(lines)*lineHeight

	var b strings.Builder
	fmt.Fprintf(&b, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %[1]d %[2]d\" role=\"img\">\n", width, height)
	fmt.Fprintf(&b, "  <title>%s</title>\n  <style>%s</style>\n", html.EscapeString("$ "+command), css)
	b.WriteString("  <rect width=\"100%\" height=\"100%\" rx=\"8\" fill=\"#0d1117\"/>\n")
	for i, line := range lines {
		y := margin + i*lineHeight + fontSize
		for _, s := range line {
			fmt.Fprintf(&b, "  <text x=\"%.1f\" y=\"%d\" textLength=\"%.1f\" lengthAdjust=\"spacingAndGlyphs\" xml:space=\"preserve\"%s>%s</text>\n",
				margin+float64(s.column)*cellWidth, y, float64(s.width)*cellWidth, s.class(), html.EscapeString(s.text))
		}
	}
	b.WriteString("</svg>\n")
	return []byte(b.String()), nil
}

// class returns the attribute that selects a style, empty for the default.
func (s style) class() string {
	var classes []string
	if s.bold {
		classes = append(classes, "b")
	}
	if s.faint {
		classes = append(classes, "f")
	}
	if s.color > 0 {
		classes = append(classes, fmt.Sprintf("c%d", s.color))
	}
	if classes == nil {
		return ""
	}
	return fmt.Sprintf(" class=%q", strings.Join(classes, " "))
}
