package describe

import (
	"fmt"
	"strings"

	"github.com/lexsmith/lexsmith/internal/report"
)

// Markdown returns the outline as nested lists in Markdown, without a heading.
func (o Outline) Markdown() string {
	var b strings.Builder
	fmt.Fprintf(&b, "**%s** (%s)\n", literal(o.Reference), literal(strings.Join(append([]string{o.phrase()}, o.constraintWords()...), ", ")))
	if o.Description != "" {
		fmt.Fprintf(&b, "\n%s\n", literal(o.Description))
	}
	if len(o.Children) > 0 {
		b.WriteByte('\n')
		writeList(&b, o.Children, "")
	}
	return b.String()
}

func writeList(b *strings.Builder, nodes []Node, indent string) {
	for _, n := range nodes {
		fmt.Fprintf(b, "%s- **%s**", indent, literal(n.Name))
		if summary := n.summary(); summary != "" {
			fmt.Fprintf(b, ": %s", literal(summary))
		}
		switch {
		case n.Description == "":
		case n.Omitted: // the summary ends with an ellipsis
			fmt.Fprintf(b, " %s", literal(n.Description))
		default:
			fmt.Fprintf(b, ". %s", literal(n.Description))
		}
		b.WriteByte('\n')
		writeList(b, n.Children, indent+"  ")
	}
}

// literal escapes a text, as one line, so that Markdown shows it as it is.
func literal(text string) string {
	text = report.Escape(strings.Join(strings.Fields(text), " "))
	return strings.NewReplacer(`\`, `\\`, "`", "\\`", "*", `\*`, "_", `\_`, "<", "&lt;", "&", "&amp;", "[", `\[`, "]", `\]`, "|", `\|`).Replace(text)
}
