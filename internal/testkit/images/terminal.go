package main

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/rivo/uniseg"
)

// style is how a terminal shows a text.
type style struct {
	bold, faint bool
	color       int // 1 to 7 as in ANSI codes 31 to 37; 0 is the default
}

// span is a text of one style. Columns count from 0.
type span struct {
	style
	column, width int
	text          string
}

// parse splits the output of a program into lines of spans. It knows the styles
// that reports use, and returns an error for any other control sequence.
func parse(output string) ([][]span, error) {
	var lines [][]span
	var now style
	for line := range strings.Lines(output) {
		var spans []span
		column := 0
		for i, part := range strings.Split(strings.TrimSuffix(line, "\n"), "\x1b[") {
			text := part
			if i > 0 {
				codes, rest, ok := strings.Cut(part, "m")
				if !ok {
					return nil, fmt.Errorf("unknown control sequence in %q", line)
				}
				for code := range strings.SplitSeq(codes, ";") {
					if err := now.apply(code); err != nil {
						return nil, fmt.Errorf("%w in %q", err, line)
					}
				}
				text = rest
			}
			if strings.ContainsFunc(text, func(r rune) bool { return r < ' ' || r == 0x7f }) {
				return nil, fmt.Errorf("control character in %q", line)
			}
			if text != "" {
				width := uniseg.StringWidth(text)
				spans = append(spans, span{now, column, width, text})
				column += width
			}
		}
		lines = append(lines, spans)
	}
	return lines, nil
}

// apply changes the style by a parameter of the control sequence for styles.
func (s *style) apply(parameter string) error {
	code, err := strconv.Atoi(parameter)
	switch {
	case parameter == "" || err == nil && code == 0:
		*s = style{}
	case code == 1:
		s.bold = true
	case code == 2:
		s.faint = true
	case code >= 31 && code <= 37:
		s.color = code - 30
	default:
		return fmt.Errorf("unknown style %q", parameter)
	}
	return nil
}
