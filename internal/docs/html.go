package docs

import (
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"html"
	"html/template"
	"regexp"
	"strings"
	"sync"
)

//go:embed assets
var assets embed.FS

// layout is the template of all pages.
var layout = sync.OnceValues(func() (*template.Template, error) { return template.ParseFS(assets, "assets/layout.html") })

// BaseStyle is the style of text, code, and the frame of pages: the first part of the
// style sheet of the pages, and of the website of the project.
func BaseStyle() []byte {
	text, err := assets.ReadFile("assets/base.css")
	if err != nil {
		panic(err) // it is embedded
	}
	return text
}

// writeAssets makes the style sheet and the search, which all pages share.
func (b *builder) writeAssets(emit func(string, []byte) error) error {
	own, err := assets.ReadFile("assets/docs.css")
	if err != nil {
		return err
	}
	if err := emit("style.css", bytes.Join([][]byte{BaseStyle(), own, []byte("\n/* pictures */\n" + graphStyle)}, nil)); err != nil {
		return err
	}
	script, err := assets.ReadFile("assets/search.js")
	if err != nil {
		return err
	}
	if err := emit("search.js", script); err != nil {
		return err
	}
	index, err := json.Marshal(b.search)
	if err != nil {
		return err
	}
	return emit("search-index.js", append(append([]byte("lexsmithSearch("), index...), ");\n"...))
}

// render returns the text of a page.
func (b *builder) render(p *page) ([]byte, error) {
	if b.Markdown {
		return renderMarkdown(p), nil
	}
	t, err := layout()
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	err = t.Execute(&out, struct {
		*page
		Site, Root, Canonical string
		Body                  template.HTML
		Contents              []entry
		Changes               bool
	}{p, b.Title, folderOf(p.path), canonical(b.BaseURL, p.path), template.HTML(htmlOf(p)), contents(p), b.Changes != nil})
	return out.Bytes(), err
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
			all = append(all, entry{strings.TrimSpace(title.String()), "#" + h.id})
		}
	}
	return all
}

// The template reads these.

func (p *page) Path() string        { return p.path }
func (p *page) Title() string       { return p.title }
func (p *page) Description() string { return p.description }
func (p *page) Namespace() string   { return p.namespace }
func (p *page) Siblings() []entry   { return p.siblings }

// NamespaceLink returns the link to the namespace in the index.
func (p *page) NamespaceLink() string {
	return relative(p.path, "index.html#"+namespaceAnchor(p.namespace))
}

// Link returns a link as the page writes it.
func (p *page) Link(link string) string { return relative(p.path, link) }

// Text returns the text of an entry.
func (e entry) Text() template.HTML { return template.HTML(breakable(e.text)) }

// Link returns the link of an entry, relative to the folder of all pages.
func (e entry) Link() string { return e.link }

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
			fmt.Fprintf(&b, `<section class="graph" tabindex="0" aria-label="%s">`+"\n", html.EscapeString(block.alt+" (picture)"))
			block.svg.write(&b, p.path, false)
			fmt.Fprintf(&b, "</section>\n<p class=\"soft\"><a href=\"%s\">Open the picture</a></p>\n", html.EscapeString(relative(p.path, block.path)))
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
			inner = `<a href="` + html.EscapeString(relative(p.path, s.link)) + `">` + inner + "</a>"
		}
		b.WriteString(inner)
	}
	return b.String()
}
