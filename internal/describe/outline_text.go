package describe

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/lexsmith/lexsmith/internal/terminal"
)

// Text returns the outline for a terminal of a width in columns; 0 means 80. Each line
// is printable.
func (o Outline) Text(width int) string {
	if width <= 0 {
		width = 80
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n%s:%d\n", terminal.Escape(o.phrase()+" "+o.Reference), terminal.Escape(o.Path), o.Line)
	if own := o.constraintWords(); len(own) > 0 {
		fmt.Fprintf(&b, "%s\n", wrapped(strings.Join(own, ", "), width))
	}
	if o.Description != "" {
		fmt.Fprintf(&b, "%s\n", wrapped(o.Description, width))
	}
	if len(o.Children) > 0 {
		b.WriteByte('\n')
		writeNodes(&b, o.Children, 0, width)
	}
	return b.String()
}

// writeNodes writes nodes that are indented by some columns: their names, and beside
// them what they are and mean.
func writeNodes(b *strings.Builder, nodes []Node, indent, width int) {
	const most = 24 // columns for a name that others are aligned with
	column := 0
	for _, n := range nodes {
		if length := utf8.RuneCountInString(terminal.Escape(n.Name)); length <= most {
			column = max(column, length)
		}
	}
	column += indent + 2
	for _, n := range nodes {
		name := strings.Repeat(" ", indent) + terminal.Escape(n.Name)
		margin := strings.Repeat(" ", column)
		lines := strings.Split(wrapped(n.summary(), max(width-column, 30)), "\n")
		if n.Description != "" {
			lines = append(lines, strings.Split(wrapped(n.Description, max(width-column, 30)), "\n")...)
		}
		if lines[0] == "" {
			lines = lines[1:]
		}
		if len(lines) > 0 && utf8.RuneCountInString(name) <= column-2 {
			name += margin[utf8.RuneCountInString(name):] + lines[0]
			lines = lines[1:]
		}
		b.WriteString(name + "\n")
		for _, line := range lines {
			b.WriteString(margin + line + "\n")
		}
		writeNodes(b, n.Children, indent+2, width)
	}
}

// wrapped returns a text as one paragraph.
func wrapped(text string, width int) string {
	return terminal.Wrap(terminal.Escape(strings.Join(strings.Fields(text), " ")), width)
}
