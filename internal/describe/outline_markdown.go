package describe

import (
	"fmt"
	"strings"

	"github.com/lexsmith/lexsmith/internal/terminal"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
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

// Property returns a property of an object or of params in Markdown, as it is in the list of
// an outline; "" when there is none with that name.
func Property(c *lexicon.Catalog, around lexicon.Schema, name string) string {
	o := outliner{catalog: c, left: maxNodes}
	var b strings.Builder
	for _, n := range o.schema(around, 0).Children {
		if n.Name == name {
			n.writeItem(&b)
			writeList(&b, n.Children, "")
		}
	}
	return b.String()
}

func writeList(b *strings.Builder, nodes []Node, indent string) {
	for _, n := range nodes {
		b.WriteString(indent + "- ")
		n.writeItem(b)
		writeList(b, n.Children, indent+"  ")
	}
}

// writeItem writes what a node is on one line.
func (n Node) writeItem(b *strings.Builder) {
	fmt.Fprintf(b, "**%s**", literal(n.Name))
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
}

// literal escapes a text, as one line, so that Markdown shows it as it is.
func literal(text string) string {
	text = terminal.Escape(strings.Join(strings.Fields(text), " "))
	return strings.NewReplacer(`\`, `\\`, "`", "\\`", "*", `\*`, "_", `\_`, "<", "&lt;", "&", "&amp;", "[", `\[`, "]", `\]`, "|", `\|`).Replace(text)
}
