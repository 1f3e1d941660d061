package docs

import (
	"net/url"
	"strings"
	"sync"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"github.com/lexsmith/lexsmith/internal/terminal"
)

// readable returns a text of several lines whose characters can all be seen.
func readable(text string) string {
	return terminal.EscapeLines(strings.ReplaceAll(text, "\r\n", "\n"))
}

// prose returns a description as blocks.
func (b *builder) prose(description string) []block {
	if b.Rich {
		return rich(description)
	}
	var blocks []block
	for _, text := range paragraphs(description) {
		blocks = append(blocks, paragraph{text: say(text)})
	}
	return blocks
}

// inline returns a description as one cell of a table.
func (b *builder) inline(description string) spans { return flatten(b.prose(description)) }

// flatten returns blocks as lines.
func flatten(blocks []block) spans {
	var all spans
	for _, block := range blocks {
		switch block := block.(type) {
		case paragraph:
			all = all.line(block.text)
		case list:
			for _, line := range block {
				all = all.line(append(say("• "), line...))
			}
		case code:
			for line := range strings.Lines(block.text) {
				all = all.line(say("").mono(oneLine(line)))
			}
		}
	}
	return all
}

var markdownParser = sync.OnceValue(func() parser.Parser { return goldmark.DefaultParser() })

// rich reads a description as Markdown. Only text, emphasis, code, lists, and links to the
// web are kept; HTML is shown as text.
func rich(description string) []block {
	source := []byte(readable(description))
	r := &richReader{source: source}
	document := markdownParser().Parse(text.NewReader(source))
	for n := document.FirstChild(); n != nil; n = n.NextSibling() {
		r.block(n)
	}
	return r.blocks
}

type richReader struct {
	source []byte
	blocks []block
}

func (r *richReader) block(n ast.Node) {
	switch n := n.(type) {
	case *ast.List:
		var lines list
		for item := n.FirstChild(); item != nil; item = item.NextSibling() {
			lines = append(lines, r.flat(item))
		}
		r.blocks = append(r.blocks, lines)
	case *ast.FencedCodeBlock:
		r.blocks = append(r.blocks, code{language: "text", text: string(n.Lines().Value(r.source))})
	case *ast.CodeBlock:
		r.blocks = append(r.blocks, code{language: "text", text: string(n.Lines().Value(r.source))})
	case *ast.HTMLBlock:
		content := string(n.Lines().Value(r.source))
		if n.HasClosure() {
			content += string(n.ClosureLine.Value(r.source))
		}
		r.blocks = append(r.blocks, paragraph{text: say(oneLine(content))})
	case *ast.Heading:
		content := r.spans(n)
		for i := range content {
			if content[i].style == plain {
				content[i].style = strong
			}
		}
		r.blocks = append(r.blocks, paragraph{text: content})
	case *ast.Blockquote:
		for inside := n.FirstChild(); inside != nil; inside = inside.NextSibling() {
			r.block(inside)
		}
	case *ast.ThematicBreak:
	default:
		if content := r.spans(n); len(content) > 0 {
			r.blocks = append(r.blocks, paragraph{text: content})
		}
	}
}

// flat returns the content of a list item, with that of lists inside it.
func (r *richReader) flat(n ast.Node) spans {
	inner := &richReader{source: r.source}
	for child := n.FirstChild(); child != nil; child = child.NextSibling() {
		inner.block(child)
	}
	return flatten(inner.blocks)
}

// spans returns the content of a paragraph.
func (r *richReader) spans(n ast.Node) spans {
	var all spans
	for child := n.FirstChild(); child != nil; child = child.NextSibling() {
		switch child := child.(type) {
		case *ast.Text:
			all = all.add(unescape(child.Segment.Value(r.source)))
			if child.SoftLineBreak() {
				all = all.add(" ")
			}
			if child.HardLineBreak() {
				all = append(all, span{style: lineBreak})
			}
		case *ast.String:
			all = all.add(string(child.Value))
		case *ast.CodeSpan:
			all = all.mono(strings.ReplaceAll(r.spans(child).text(), "\n", " "))
		case *ast.RawHTML:
			all = all.add(string(child.Segments.Value(r.source)))
		case *ast.AutoLink:
			all = append(all, span{text: string(child.Label(r.source)), link: webLink(string(child.URL(r.source)))})
		case *ast.Emphasis:
			want := emphasis
			if child.Level == 2 {
				want = strong
			}
			for _, s := range r.spans(child) {
				if s.style == plain {
					s.style = want
				}
				all = append(all, s)
			}
		case *ast.Link:
			for _, s := range r.spans(child) {
				if s.style != lineBreak {
					s.link = webLink(string(child.Destination))
				}
				all = append(all, s)
			}
		default: // an image: its description
			all = append(all, r.spans(child)...)
		}
	}
	return all
}

// unescape returns text without the escapes of Markdown, with all characters visible.
func unescape(text []byte) string {
	text = util.UnescapePunctuations(util.ResolveEntityNames(util.ResolveNumericReferences(text)))
	return terminal.Escape(string(text))
}

// webLink returns an address of the web; "" for others, which could run code or lead to
// where the pages are.
func webLink(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" {
		return ""
	}
	return u.String()
}
