package docs

import (
	"bytes"
	"cmp"
	"embed"
	"encoding/json"
	"fmt"
	"html"
	"html/template"
	"regexp"
	"slices"
	"strings"
	"sync"
)

//go:embed assets
var assets embed.FS

// layout is the template of all pages.
var layout = sync.OnceValue(func() *template.Template { return template.Must(template.ParseFS(assets, "assets/layout.html")) })

// asset returns a file of assets.
func asset(name string) []byte {
	text, err := assets.ReadFile("assets/" + name)
	if err != nil {
		panic(err) // it is embedded
	}
	return text
}

// BaseStyle is the style of text, code, and the frame of pages: the first part of the
// style sheet of the pages, and of the website of the project.
func BaseStyle() []byte { return asset("base.css") }

// writeAssets makes the style sheet and the search, which all pages share.
func (b *builder) writeAssets() {
	b.write("style.css", slices.Concat(BaseStyle(), asset("docs.css"), []byte("\n/* pictures */\n"+graphStyle)))
	b.write("search.js", asset("search.js"))
	index, err := json.Marshal(b.search)
	b.err = cmp.Or(b.err, err)
	b.write("search-index.js", slices.Concat([]byte("lexsmithSearch("), index, []byte(");\n")))
}

// render returns the text of a page in HTML.
func (b *builder) render(p *page) []byte {
	var out bytes.Buffer
	err := layout().Execute(&out, struct {
		*page
		Site, Canonical string
		Body            template.HTML
		Contents        []entry
	}{p, b.Title, canonical(b.BaseURL, p.Path), template.HTML(htmlOf(p)), contents(p)})
	b.err = cmp.Or(b.err, err)
	return out.Bytes()
}

func canonical(base, path string) string {
	if base == "" {
		return ""
	}
	return strings.TrimSuffix(base, "/") + "/" + strings.TrimSuffix(path, "index.html")
}

// contents lists the sections of a page.
func contents(p *page) []entry {
	var all []entry
	for _, block := range p.blocks {
		if h, ok := block.(heading); ok && h.level == 2 && h.id != "" {
			var title strings.Builder
			for _, s := range h.text {
				if s.style != badge {
					title.WriteString(s.text)
				}
			}
			all = append(all, entry{template.HTML(breakable(strings.TrimSpace(title.String()))), "#" + h.id})
		}
	}
	return all
}

// NamespaceLink returns the link to the namespace in the index.
func (p *page) NamespaceLink() string { return p.Link("index.html#" + namespaceAnchor(p.Namespace)) }

// Link returns a link as the page writes it.
func (p *page) Link(link string) string { return relative(p.Path, link) }

// htmlOf returns the blocks of a page.
func htmlOf(p *page) string {
	var b strings.Builder
	for _, block := range p.blocks {
		switch block := block.(type) {
		case heading:
			id := ""
			if block.id != "" {
				id = fmt.Sprintf(` id="%s"`, html.EscapeString(block.id))
			}
			fmt.Fprintf(&b, "<h%d%s>%s", block.level, id, p.html(block.text))
			if id != "" {
				fmt.Fprintf(&b, `<a class="anchor" href="#%s" aria-label="Link to this section">#</a>`, html.EscapeString(block.id))
			}
			fmt.Fprintf(&b, "</h%d>\n", block.level)
		case paragraph:
			class := ""
			if block.note {
				class = ` class="note"`
			}
			fmt.Fprintf(&b, "<p%s>%s</p>\n", class, p.html(block.text))
		case list:
			b.WriteString("<ul>\n")
			for _, line := range block {
				fmt.Fprintf(&b, "<li>%s</li>\n", p.html(line))
			}
			b.WriteString("</ul>\n")
		case table:
			p.writeTable(&b, block)
		case code:
			text := `<pre tabindex="0"><code>` + Highlight(block.language, readable(block.text)) + "</code></pre>\n"
			if block.summary != "" {
				text = "<details>\n<summary>" + html.EscapeString(block.summary) + "</summary>\n" + text + "</details>\n"
			}
			b.WriteString(text)
		case picture:
			fmt.Fprintf(&b, `<section class="graph" tabindex="0" aria-label="%s">`+"\n", html.EscapeString(block.label+" (picture)"))
			block.write(&b, p.Path, false)
			fmt.Fprintf(&b, "</section>\n<p class=\"soft\"><a href=\"%s\">Open the picture</a></p>\n", html.EscapeString(p.Link(block.path)))
		}
	}
	return b.String()
}

func (p *page) writeTable(b *strings.Builder, t table) {
	fmt.Fprintf(b, "<table class=\"c%d\">\n<thead><tr>", len(t.head))
	for _, title := range t.head {
		fmt.Fprintf(b, `<th scope="col">%s</th>`, html.EscapeString(title))
	}
	b.WriteString("</tr></thead>\n<tbody>\n")
	for _, r := range t.rows {
		b.WriteString("<tr")
		if r.id != "" {
			fmt.Fprintf(b, ` id="%s"`, html.EscapeString(r.id))
		}
		if r.depth > 0 {
			fmt.Fprintf(b, ` class="d%d"`, min(r.depth, 6))
		}
		b.WriteByte('>')
		for i, cell := range r.cells {
			text := p.html(cell)
			if i == 0 && r.id != "" {
				text += fmt.Sprintf(`<a class="anchor" href="#%s" aria-label="Link to this row">#</a>`, html.EscapeString(r.id))
			}
			fmt.Fprintf(b, "<td>%s</td>", text)
		}
		b.WriteString("</tr>\n")
	}
	b.WriteString("</tbody>\n</table>\n")
}

// longName is a name that can be longer than a line of a narrow column.
var longName = regexp.MustCompile(`\S{28,}`)

// breakable escapes a text. Long names in it can continue on the next line between their
// segments.
func breakable(text string) string {
	text = longName.ReplaceAllStringFunc(text, strings.NewReplacer(".", ".\x00", "#", "\x00#").Replace)
	return strings.ReplaceAll(html.EscapeString(text), "\x00", "<wbr>")
}

// html returns spans as HTML.
func (p *page) html(text spans) string {
	var b strings.Builder
	for _, s := range text {
		inner := breakable(s.text)
		switch s.style {
		case mono:
			inner = "<code>" + inner + "</code>"
		case strong:
			inner = "<strong>" + inner + "</strong>"
		case emphasis:
			inner = "<em>" + inner + "</em>"
		case badge:
			inner = `<span class="badge ` + strings.ReplaceAll(inner, " ", "-") + `">` + inner + "</span>"
		case lineBreak:
			inner = "<br>"
		}
		if s.link != "" {
			inner = `<a href="` + html.EscapeString(p.Link(s.link)) + `">` + inner + "</a>"
		}
		b.WriteString(inner)
	}
	return b.String()
}
