package describe

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/lexsmith/lexsmith/internal/report"
)

// Text returns the outline for a terminal of a width in columns; 0 means 80. Each line
// is printable.
func (d Definition) Text(width int) string {
	if width <= 0 {
		width = 80
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n%s:%d\n", report.Escape(d.phrase()+" "+d.Reference), report.Escape(d.Path), d.Line)
	if own := d.constraintWords(); len(own) > 0 {
		fmt.Fprintf(&b, "%s\n", wrapped(strings.Join(own, ", "), width))
	}
	if d.Description != "" {
		fmt.Fprintf(&b, "%s\n", wrapped(d.Description, width))
	}
	if len(d.Children) > 0 {
		b.WriteByte('\n')
		writeNodes(&b, d.Children, 0, width)
	}
	return b.String()
}

// writeNodes writes nodes that are indented by some columns: their names, and beside
// them what they are and mean.
func writeNodes(b *strings.Builder, nodes []Node, indent, width int) {
	const most = 24 // columns for a name that others are aligned with
	column := 0
	for _, n := range nodes {
		if length := utf8.RuneCountInString(report.Escape(n.Name)); length <= most {
			column = max(column, length)
		}
	}
	column += indent + 2
	for _, n := range nodes {
		name := strings.Repeat(" ", indent) + report.Escape(n.Name)
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
	return report.Wrap(report.Escape(strings.Join(strings.Fields(text), " ")), width)
}

// summary says what a node is: "string, required, at most 64 bytes".
func (n Node) summary() string {
	var words []string
	if n.Encoding != "" {
		words = append(words, n.Encoding)
	}
	if phrase := n.phrase(); phrase != "" && phrase != "params" && phrase != "permission" && (n.Encoding == "" || phrase != "object") {
		words = append(words, phrase)
	}
	if n.State != "" {
		words = append(words, n.State)
	}
	if n.Required {
		words = append(words, "required")
	}
	if n.Nullable {
		words = append(words, "nullable")
	}
	words = append(words, n.constraintWords()...)
	if n.Omitted {
		words = append(words, "…")
	}
	return strings.Join(words, ", ")
}

func (n Node) constraintWords() []string {
	words := n.Constraints.words(n.Type)
	for _, word := range n.Items.words(strings.TrimPrefix(n.Type, "array of ")) {
		words = append(words, "each "+word)
	}
	return words
}

// phrase returns the type with what it refers to.
func (n Node) phrase() string {
	if len(n.Refs) == 0 {
		return n.Type
	}
	refs := make([]string, len(n.Refs))
	for i, r := range n.Refs {
		refs[i] = r.Text
		if r.State != "" {
			refs[i] += " (" + r.State + ")"
		}
	}
	if before, after, resolved := strings.Cut(n.Type, "ref to "); resolved {
		return before + refs[0] + " (" + after + ")"
	}
	if before, ok := strings.CutSuffix(n.Type, "ref"); ok {
		return before + refs[0]
	}
	if len(n.Children) > 0 {
		return n.Type
	}
	return n.Type + " of " + strings.Join(refs, " | ")
}
