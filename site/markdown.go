package main

import (
	"bytes"
	"fmt"
	"html/template"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"github.com/lexsmith/lexsmith/internal/build"
	"github.com/lexsmith/lexsmith/internal/docs"
	"github.com/lexsmith/lexsmith/pkg/diag"
)

// convert turns a document of the repository into HTML: its title, its first paragraph
// and the rest.
func (s *site) convert(source string) (title string, lead, body template.HTML, err error) {
	content, err := s.read(source)
	if err != nil {
		return "", "", "", err
	}
	markdown := goldmark.New(
		goldmark.WithExtensions(extension.NewTable(extension.WithTableCellAlignMethod(extension.TableCellAlignAttribute))),
		goldmark.WithParserOptions(parser.WithAutoHeadingID()),
		goldmark.WithRendererOptions(html.WithUnsafe(), renderer.WithNodeRenderers(util.Prioritized(codeRenderer{}, 100))),
	)
	data := []byte(content)
	document := markdown.Parser().Parse(text.NewReader(data), parser.WithContext(parser.NewContext(parser.WithIDs(&anchors{}))))
	if err := s.rewriteLinks(document, source); err != nil {
		return "", "", "", err
	}
	render := func(n ast.Node) (template.HTML, error) {
		var b bytes.Buffer
		err := markdown.Renderer().Render(&b, data, n)
		return template.HTML(tidy(b.String())), err
	}
	if h, ok := document.FirstChild().(*ast.Heading); ok && h.Level == 1 {
		title = strings.ReplaceAll(string(h.Lines().Value(data)), "`", "")
		document.RemoveChild(document, h)
	}
	if p, ok := document.FirstChild().(*ast.Paragraph); ok {
		if lead, err = render(p); err != nil {
			return "", "", "", err
		}
		document.RemoveChild(document, p)
	}
	body, err = render(document)
	return title, lead, body, err
}

// picture is a paragraph that is a picture.
var picture = regexp.MustCompile(`<p>(<img [^>]*>)</p>`)

// tidy makes wide tables scroll, and pictures where they would be too small to read, and
// header cells without text plain cells.
func tidy(html string) string {
	html = picture.ReplaceAllString(html, `<div class="picture" tabindex="0">$1</div>`)
	html = strings.ReplaceAll(html, "<table>", `<div class="table" tabindex="0"><table>`)
	html = strings.ReplaceAll(html, "</table>", "</table></div>")
	return strings.ReplaceAll(html, "<th></th>", "<td></td>")
}

// rewriteLinks makes links between documents lead to their pages, and links to other
// files to the repository.
func (s *site) rewriteLinks(document ast.Node, source string) error {
	return ast.Walk(document, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		var url string
		var err error
		switch n := n.(type) {
		case *ast.Link:
			url, err = s.resolve(source, string(n.Destination))
			n.Destination = []byte(url)
		case *ast.Image:
			url, err = s.picture(source, string(n.Destination))
			n.Destination = []byte(url)
		}
		return ast.WalkContinue, err
	})
}

// picture copies a picture of a document into the site, wherever it is in the
// repository, and returns its address.
func (s *site) picture(source, link string) (string, error) {
	if strings.Contains(link, ":") {
		return "", fmt.Errorf("%s shows the picture %s, which is not a file of the repository", source, link)
	}
	name := path.Join(path.Dir(source), link)
	target := "images/" + strings.TrimPrefix(name, "docs/images/")
	if err := s.copy(name, target); err != nil {
		return "", fmt.Errorf("%s shows the picture %s: %w", source, name, err)
	}
	return s.base + target, nil
}

// resolve returns the address of a link in a document.
func (s *site) resolve(source, link string) (string, error) {
	file, anchor, _ := strings.Cut(link, "#")
	if strings.Contains(file, ":") || file == "" {
		return link, nil
	}
	if anchor != "" {
		anchor = "#" + anchor
	}
	name := path.Join(path.Dir(source), file)
	info, err := os.Stat(filepath.Join(s.root, filepath.FromSlash(name)))
	if err != nil {
		return "", fmt.Errorf("%s links to %s, which does not exist", source, name)
	}
	if page, ok := pageOf(name); ok {
		code := strings.TrimPrefix(anchor, "#")
		if page == "rules/" && slices.ContainsFunc(s.rules, func(r *diag.Rule) bool { return r.Code == code }) {
			page += code + "/"
		}
		return s.base + page + anchor, nil
	}
	if schema := "schemas/" + path.Base(name); path.Dir(name) == "docs" && s.files[schema] != nil {
		return s.base + schema, nil
	}
	kind := "blob"
	if info.IsDir() {
		kind = "tree"
	}
	return build.Repository + "/" + kind + "/main/" + name + anchor, nil
}

// anchors names headings as GitHub does.
type anchors struct{ used []string }

// Generate implements parser.IDs.
func (a *anchors) Generate(heading []byte, _ ast.NodeKind) []byte {
	name := regexp.MustCompile(`[^\pL\pN_ -]`).ReplaceAllString(strings.ToLower(strings.TrimSpace(string(heading))), "")
	name = strings.ReplaceAll(name, " ", "-")
	unique := name
	for n := 1; slices.Contains(a.used, unique); n++ {
		unique = fmt.Sprintf("%s-%d", name, n)
	}
	a.used = append(a.used, unique)
	return []byte(unique)
}

// Put implements parser.IDs.
func (a *anchors) Put(name []byte) { a.used = append(a.used, string(name)) }

// codeRenderer renders blocks of code. They can be scrolled with the keyboard.
type codeRenderer struct{}

// RegisterFuncs implements renderer.NodeRenderer.
func (codeRenderer) RegisterFuncs(r renderer.NodeRendererFuncRegisterer) {
	r.Register(ast.KindFencedCodeBlock, func(w util.BufWriter, source []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
		if entering {
			block := node.(*ast.FencedCodeBlock)
			_, _ = w.WriteString(`<pre tabindex="0"><code>` + docs.Highlight(string(block.Language(source)), string(block.Lines().Value(source))) + "</code></pre>\n")
		}
		return ast.WalkSkipChildren, nil
	})
}
