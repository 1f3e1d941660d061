package docs

import (
	"fmt"
	"html"
	"strings"
	"unicode/utf8"
)

// standalone is the style of a picture that is not part of a page.
const standalone = `<style>
:root { color-scheme: light dark; --back: #ffffff; --text: #1c2430; --soft: #566274; --strong: #b3bcc8; --raised: #f5f7fa; --accent: #1f4fd8; }
@media (prefers-color-scheme: dark) { :root { --back: #12151b; --text: #e3e8ef; --soft: #9ca9ba; --strong: #4a5667; --raised: #1a1f27; --accent: #8ab0ff; } }
svg { background: var(--back); }
` + graphStyle + `</style>
`

// graphStyle is the style of all pictures. The colors are those of the pages.
const graphStyle = `.box rect { fill: var(--back); stroke: var(--strong); }
.box.focus rect { stroke: var(--accent); stroke-width: 2; }
.box text { fill: var(--text); font: 13px ui-monospace, Menlo, Consolas, "Liberation Mono", monospace; }
.box .kind { fill: var(--soft); font: 11px system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
.box a:hover rect { fill: var(--raised); }
.edge { fill: none; stroke: var(--soft); stroke-opacity: .7; }
.head { fill: var(--soft); stroke: none; }
`

// prefix returns the segments that the names of all nodes begin with, as far as something
// stays of each.
func (g *graph) prefix() string {
	if len(g.nodes) == 0 {
		return ""
	}
	prefix := strings.Split(g.nodes[0].name, ".")
	prefix = prefix[:len(prefix)-1]
	for _, n := range g.nodes {
		segments := strings.Split(n.name, ".")
		prefix = prefix[:sameStart(prefix, segments[:len(segments)-1])]
	}
	return strings.Join(append(prefix, ""), ".")
}

// write draws the graph. Links are relative to the page from; alone makes a file of its own.
func (p picture) write(b *strings.Builder, from string, alone bool) {
	prefix := p.graph.prefix()
	label := func(n node) string { return oneLine(strings.TrimPrefix(n.name, prefix)) }
	boxes, bends, size := arrange(p.graph, func(n node) float64 {
		return float64(max(utf8.RuneCountInString(label(n))*8, len(n.kind)*6) + 24)
	})
	namespace := ""
	if alone {
		namespace = ` xmlns="http://www.w3.org/2000/svg"`
	}
	fmt.Fprintf(b, `<svg%s role="group" aria-label="%s" width="%.0f" height="%.0f" viewBox="0 0 %[3]g %[4]g">`+"\n",
		namespace, html.EscapeString(p.label), size[0], size[1])
	if alone {
		b.WriteString(standalone)
	}
	b.WriteString(`<defs><marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto"><path class="head" d="M0 0L8 4L0 8z"/></marker></defs>` + "\n")
	for _, points := range bends {
		b.WriteString(`<path class="edge" marker-end="url(#arrow)" d="` + curve(points) + `"/>` + "\n")
	}
	for i, n := range p.graph.nodes {
		box := boxes[i]
		class := "box"
		if n.of(p.graph.focus) {
			class = "box focus"
		}
		fmt.Fprintf(b, `<g class="%s">`, class)
		if n.link != "" {
			fmt.Fprintf(b, `<a href="%s">`, html.EscapeString(relative(from, n.link)))
		}
		fmt.Fprintf(b, `<title>%s</title><rect x="%g" y="%g" width="%g" height="%g" rx="6"/>`, html.EscapeString(oneLine(n.name)), box.x, box.y, box.width, box.height)
		fmt.Fprintf(b, `<text x="%g" y="%g">%s</text><text class="kind" x="%[1]g" y="%[4]g">%[5]s</text>`,
			box.x+12, box.y+17, html.EscapeString(label(n)), box.y+32, strings.ReplaceAll(n.kind, "-", " "))
		if n.link != "" {
			b.WriteString("</a>")
		}
		b.WriteString("</g>\n")
	}
	b.WriteString("</svg>\n")
}

// curve returns a path through points: straight lines at one height, and curves between
// heights.
func curve(points [][2]float64) string {
	var b strings.Builder
	for i, p := range points {
		switch {
		case i == 0:
			fmt.Fprintf(&b, "M%g %g", p[0], p[1])
		case p[1] == points[i-1][1]:
			fmt.Fprintf(&b, "L%g %g", p[0], p[1])
		default:
			half := (p[0] + points[i-1][0]) / 2
			fmt.Fprintf(&b, "C%g %g %[1]g %[3]g %[4]g %[3]g", half, points[i-1][1], p[1], p[0])
		}
	}
	return b.String()
}
