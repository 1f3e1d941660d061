package docs

import (
	"bytes"
	"context"
	"html"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	markup "github.com/yuin/goldmark/renderer/html"

	"github.com/lexsmith/lexsmith/internal/testkit/conformance"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// catalog makes a catalog of files, each by its path.
func catalog(t testing.TB, texts map[string]string) *lexicon.Catalog {
	t.Helper()
	var documents []*lexicon.Document
	for _, path := range slices.Sorted(maps.Keys(texts)) {
		documents = append(documents, lexicon.Parse(&diag.Source{Path: path, Text: []byte(texts[path])}, diag.ProfileATProto))
	}
	return lexicon.NewCatalog(documents...)
}

func build(t testing.TB, c *lexicon.Catalog, o Options) map[string]string {
	t.Helper()
	all := map[string]string{}
	if _, err := Build(t.Context(), c, o, func(name string, text []byte) error {
		if _, twice := all[name]; twice {
			t.Errorf("%s is written twice", name)
		}
		all[name] = string(text)
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	return all
}

// load reads a folder of the corpus.
func load(t testing.TB, folder string) *lexicon.Catalog {
	t.Helper()
	c, err := lexicon.Load(context.Background(), []lexicon.Input{{FS: os.DirFS(folder), Name: ".", Display: filepath.Base(folder)}}, lexicon.LoadOptions{Profile: diag.ProfileATProto})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// folders are the sets of schemas to document.
func folders(t *testing.T) []string {
	sets := []string{filepath.Join("..", "..", "examples")}
	if entries, err := os.ReadDir(conformance.Path(t, "corpus/schemas")); err == nil {
		for _, entry := range entries {
			if entry.IsDir() {
				sets = append(sets, filepath.Join(conformance.Path(t, "corpus/schemas"), entry.Name()))
			}
		}
		sets = append(sets, conformance.Path(t, "corpus/schemas-broken"))
	}
	return sets
}

var (
	idPattern   = regexp.MustCompile(`\sid="([^"]*)"`)
	linkPattern = regexp.MustCompile(`\s(?:href|src)="([^"]*)"`)
	mdLink      = regexp.MustCompile(`\]\(([^)\s]*)\)`)
	fence       = regexp.MustCompile("(?ms)^(`{3,})\\w*\n.*?^`{3,}$")
	codeInLine  = regexp.MustCompile("`+[^`\n]+`+")
	cell        = regexp.MustCompile(`(?s)<t[dh][^>]*>(.*?)</t[dh]>`)
	badgeInCell = regexp.MustCompile(`<span class="badge[^"]*">([^<]*)</span>`)
	anchorLink  = regexp.MustCompile(`<a class="anchor".*?</a>`)
	newLine     = regexp.MustCompile(`<br ?/?>`)
	tag         = regexp.MustCompile(`<[^>]*>`)
)

// Every link leads somewhere, every anchor is there once, and every definition and field
// is on one page.
func TestPages(t *testing.T) {
	for _, folder := range folders(t) {
		t.Run(filepath.Base(folder), func(t *testing.T) {
			t.Parallel()
			c := load(t, folder)
			for _, markdown := range []bool{false, true} {
				all := build(t, c, Options{Markdown: markdown, Profile: diag.ProfileATProto})
				ids := map[string]map[string]int{}
				for name, text := range all {
					ids[name] = map[string]int{}
					for _, m := range idPattern.FindAllStringSubmatch(text, -1) {
						ids[name][html.UnescapeString(m[1])]++
					}
				}
				checkLinks(t, all, ids, markdown)
				checkComplete(t, c, ids, markdown)
				if !markdown {
					checkDescriptions(t, c, all)
				} else {
					checkTables(t, build(t, c, Options{Profile: diag.ProfileATProto}), all)
				}
			}
		})
	}
}

func checkLinks(t *testing.T, all map[string]string, ids map[string]map[string]int, markdown bool) {
	t.Helper()
	for name, text := range all {
		pattern := linkPattern
		switch path.Ext(name) {
		case ".md":
			pattern, text = mdLink, withoutCode(text)
		case ".html", ".svg":
			for id, n := range ids[name] {
				if n > 1 {
					t.Errorf("%s has the id %s %d times", name, id, n)
				}
			}
		default:
			continue
		}
		for _, m := range pattern.FindAllStringSubmatch(text, -1) {
			file, anchor, _ := strings.Cut(html.UnescapeString(m[1]), "#")
			if strings.Contains(file, ":") {
				continue
			}
			target := name
			if file != "" {
				target = path.Join(path.Dir(name), file)
			}
			if _, ok := all[target]; !ok {
				t.Errorf("%s links to %s, which is not there", name, m[1])
			} else if anchor != "" && ids[target][anchor] == 0 {
				t.Errorf("%s links to %s, which has no such anchor", name, m[1])
			}
		}
	}
}

// withoutCode removes code from Markdown.
func withoutCode(text string) string {
	text = fence.ReplaceAllString(text, "")
	text = strings.ReplaceAll(text, "\\`", "")
	return codeInLine.ReplaceAllString(text, "code")
}

// checkComplete counts the anchors: there are as many as definitions and fields.
func checkComplete(t *testing.T, c *lexicon.Catalog, ids map[string]map[string]int, markdown bool) {
	t.Helper()
	want := 0
	for _, d := range c.Documents() {
		b := &builder{catalog: c}
		if !b.canShow(d) {
			continue
		}
		for _, def := range d.Defs {
			want++
			if e := lexicon.EndpointOf(def.Schema); e != nil {
				want += len(e.Errors)
			}
			lexicon.Walk(def.Schema, func(s lexicon.Schema) bool {
				switch s := s.(type) {
				case *lexicon.Object:
					want += len(s.Properties)
				case *lexicon.Params:
					want += len(s.Properties)
				}
				return true
			})
		}
	}
	got := 0
	for _, page := range ids {
		for id, n := range page {
			if strings.HasPrefix(id, "def-") || strings.HasPrefix(id, "field-") || strings.HasPrefix(id, "error-") {
				got += n
			}
		}
	}
	if got != want {
		t.Errorf("markdown %t: %d anchors of definitions, fields and errors, want %d", markdown, got, want)
	}
}

// checkTables compares the tables of the Markdown, read by another parser, with those
// in HTML.
func checkTables(t *testing.T, pages, sources map[string]string) {
	t.Helper()
	md := goldmark.New(goldmark.WithExtensions(extension.Table), goldmark.WithParserOptions(parser.WithAutoHeadingID()), goldmark.WithRendererOptions(markup.WithUnsafe()))
	for name, source := range sources {
		base, ok := strings.CutSuffix(name, ".md")
		if !ok {
			continue
		}
		_, body, _ := strings.Cut(strings.TrimPrefix(source, "---\n"), "\n---\n")
		var rendered bytes.Buffer
		if err := md.Convert([]byte(body), &rendered); err != nil {
			t.Fatal(err)
		}
		got, want := cells(rendered.String()), cells(pages[base+".html"])
		if !slices.Equal(got, want) {
			for i := range min(len(got), len(want)) {
				if got[i] != want[i] {
					t.Errorf("%s: cell %d is %q, in HTML %q", name, i, got[i], want[i])
					break
				}
			}
			t.Errorf("%s: %d cells, in HTML %d", name, len(got), len(want))
		}
	}
}

// cells returns the texts of the cells of all tables.
func cells(page string) []string {
	var all []string
	for _, m := range cell.FindAllStringSubmatch(page, -1) {
		text := badgeInCell.ReplaceAllString(m[1], "($1)")
		text = anchorLink.ReplaceAllString(text, "")
		text = newLine.ReplaceAllString(text, "\n")
		text = tag.ReplaceAllString(text, "")
		all = append(all, strings.TrimSpace(html.UnescapeString(text)))
	}
	return all
}

// What Lexicons say is text: nothing of it is markup in HTML, Markdown, MDX, or a Vue
// template.
func TestHostileText(t *testing.T) {
	nasty := `<script>alert(1)</script> {{constructor}} {x} <b> & | ** __ [a](javascript:x) ` + "`code` ``" + ` http://localhost:1 :tip: a@b.c ![i](x) $x$ \\ \" --> ]]>`
	text := `{"lexicon": 1, "id": "com.example.nasty", "description": "import x from 'y'\n\nexport default {}\n\n# Heading\n\n- list\n\n1. one\n\n    code\n\n::: tip", "defs": {
		"main": {"type": "record", "key": "literal:a|b", "description": "` + strings.ReplaceAll(nasty, `\"`, `\\\"`) + `", "record": {"type": "object", "properties": {
			"a<b": {"type": "string", "description": "` + strings.ReplaceAll(nasty, `\"`, `\\\"`) + `", "knownValues": ["x|y", "{{z}}", "<i>", "` + "`" + `", " "]},
			"a b": {"type": "string"}, "a.b": {"type": "string"}, "a": {"type": "object", "properties": {"b": {"type": "integer"}}}}}},
		"x|y": {"type": "token", "description": "{{{"}}}`
	c := catalog(t, map[string]string{"nasty.json": text})
	pages, sources := build(t, c, Options{}), build(t, c, Options{Markdown: true})
	page := pages["com/example/nasty.html"]
	if strings.Contains(page, "<script>") || strings.Contains(page, "<b>") || strings.Contains(page, `href="javascript`) {
		t.Errorf("markup in the page:\n%s", page)
	}
	source := sources["com/example/nasty.md"]
	free := withoutCode(source)
	_, free, _ = strings.Cut(strings.TrimPrefix(free, "---\n"), "\n---\n") // front matter is no template
	for _, bad := range []string{"{{", "<script", "<b>", "\nimport", "\nexport", "\n# Heading", "\n- list", "\n1. one", "\n:::", "p://", " :tip:"} {
		if strings.Contains(free, bad) {
			t.Errorf("%q in the Markdown:\n%s", bad, free)
		}
	}
	for _, m := range regexp.MustCompile(`[^\\][{}]`).FindAllString(free, -1) {
		t.Errorf("%q in the Markdown:\n%s", m, free)
	}
	checkTables(t, pages, sources)
	for _, id := range []string{"field-a.b", "field-a.b-2", "field-a~20b", "field-a~3cb", "def-x~7cy"} {
		if !strings.Contains(page, `id="`+id+`"`) || !strings.Contains(source, `id="`+id+`"`) {
			t.Errorf("no anchor %s", id)
		}
	}
}

func TestRichDescriptions(t *testing.T) {
	text := `{"lexicon": 1, "id": "com.example.rich", "defs": {"main": {"type": "object", "description":
		"A *good* **thing** with ` + "`code`" + `, <img src=x onerror=alert(1)>, [a link](https://example.com/?a=1&b=2), [an attack](javascript:alert(1)), and [data](data:text/html,x).\n\n- one\n- two\n\n<script>alert(1)</script>\n\n# Title\n\n&lt;b&gt; \\*",
		"properties": {"a": {"type": "string", "description": "*x* <https://example.com>"}}}}}`
	c := catalog(t, map[string]string{"rich.json": text})
	page := build(t, c, Options{Rich: true})["com/example/rich.html"]
	for _, want := range []string{
		"A <em>good</em> <strong>thing</strong> with <code>code</code>", "&lt;img src=x onerror=alert(1)&gt;", `<a href="https://example.com/?a=1&amp;b=2">a link</a>`,
		"an attack, and data.", "<li>one</li>", "&lt;script&gt;", "<strong>Title</strong>", "&lt;b&gt; *", `<em>x</em> <a href="https://example.com">https://example.com</a>`,
	} {
		if !strings.Contains(page, want) {
			t.Errorf("no %s in\n%s", want, page)
		}
	}
	if strings.Contains(page, "<img") || strings.Contains(page, "<script>alert") {
		t.Error("HTML is kept")
	}
	checkTables(t, map[string]string{"com/example/rich.html": page}, map[string]string{"com/example/rich.md": build(t, c, Options{Rich: true, Markdown: true})["com/example/rich.md"]})
	if plain := build(t, c, Options{})["com/example/rich.html"]; !strings.Contains(plain, "A *good* **thing** with `code`") {
		t.Error("without the option, the description is not shown as it is")
	}
}

func TestRelative(t *testing.T) {
	for _, test := range []struct{ from, link, want string }{
		{"index.html", "com/example/note.html", "com/example/note.html"},
		{"com/example/note.html", "com/example/defs.html#def-x", "defs.html#def-x"},
		{"com/example/note.html", "com/example/note.html#def-x", "#def-x"},
		{"com/example/note.html", "com/example/note.html", "note.html"},
		{"com/example/note.html", "index.html#ns-com.example", "../../index.html#ns-com.example"},
		{"com/example/note.html", "com/other/note.html", "../other/note.html"},
		{"com/example.html", "com/example/note.html", "example/note.html"},
		{"index.html", "https://example.com/#x", "https://example.com/#x"},
	} {
		if got := relative(test.from, test.link); got != test.want {
			t.Errorf("from %s to %s: %s, want %s", test.from, test.link, got, test.want)
		}
	}
}

// The same input gives the same bytes, whatever maps do.
func TestDeterminism(t *testing.T) {
	var c *lexicon.Catalog
	if _, err := fs.Stat(os.DirFS(conformance.Path(t, "corpus/schemas")), "lexicon-community__lexicon"); err == nil {
		c = load(t, filepath.Join(conformance.Path(t, "corpus/schemas"), "lexicon-community__lexicon"))
	} else {
		c = load(t, filepath.Join("..", "..", "examples"))
	}
	first := build(t, c, Options{})
	for range 3 {
		if !maps.Equal(first, build(t, c, Options{})) {
			t.Fatal("two builds differ")
		}
	}
}
