package main

import (
	"html"
	"regexp"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/util"
)

// codeRenderer renders blocks of code. They can be scrolled with the keyboard.
type codeRenderer struct{}

// RegisterFuncs implements renderer.NodeRenderer.
func (codeRenderer) RegisterFuncs(r renderer.NodeRendererFuncRegisterer) {
	r.Register(ast.KindFencedCodeBlock, func(w util.BufWriter, source []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
		if entering {
			block := node.(*ast.FencedCodeBlock)
			_, _ = w.WriteString(`<pre tabindex="0"><code>` + highlight(string(block.Language(source)), string(block.Lines().Value(source))) + "</code></pre>\n")
		}
		return ast.WalkSkipChildren, nil
	})
}

// tokens are the parts of a language that get a color. The names of the groups are
// classes of the style sheet.
var tokens = map[string]*regexp.Regexp{
	"json":    regexp.MustCompile(`(?P<k>"(?:[^"\\\n]|\\.)*"\s*:)|(?P<s>"(?:[^"\\\n]|\\.)*")|(?P<n>-?\b\d[\d.eE+-]*|\b(?:true|false|null)\b)|(?m)(?P<c>^-- .+ --$)`),
	"sh":      regexp.MustCompile(`(?m)(?P<c>(?:^|\s)#\s.*$)|(?P<p>^\$ )`),
	"console": regexp.MustCompile(`(?m)(?P<p>^\$ .*$)`),
	"yaml":    regexp.MustCompile(`(?m)(?P<c>(?:^|\s)#\s.*$)|(?P<k>^[ -]*[\w.-]+:)`),
}

// highlight returns code as HTML in which the tokens of its language are marked.
func highlight(language, code string) string {
	pattern := tokens[language]
	if pattern == nil {
		return html.EscapeString(code)
	}
	names := pattern.SubexpNames()
	var b strings.Builder
	end := 0
	for _, match := range pattern.FindAllStringSubmatchIndex(code, -1) {
		b.WriteString(html.EscapeString(code[end:match[0]]))
		end = match[1]
		for i, name := range names {
			if name != "" && match[2*i] >= 0 {
				b.WriteString(`<span class="` + name + `">` + html.EscapeString(code[match[0]:end]) + "</span>")
			}
		}
	}
	return b.String() + html.EscapeString(code[end:])
}
