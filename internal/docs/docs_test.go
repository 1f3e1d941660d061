package docs

import (
	"bytes"
	"context"
	"fmt"
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
		if !b.add(d) {
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

// checkDescriptions finds every description of a Lexicon in its page, besides its JSON.
func checkDescriptions(t *testing.T, c *lexicon.Catalog, pages map[string]string) {
	t.Helper()
	b := newBuilder(c, Options{})
	text := func(markup string) string {
		markup = tag.ReplaceAllString(newLine.ReplaceAllString(markup, " "), "")
		return strings.Join(strings.Fields(html.UnescapeString(markup)), " ")
	}
	for _, d := range b.documents {
		page, _, _ := strings.Cut(pages[b.pages[d]], "<details")
		shown := text(page)
		check := func(s lexicon.Schema, description string) {
			for _, want := range paragraphs(description) {
				if !strings.Contains(shown, want) {
					t.Errorf("%s: %s lacks %q", d.ID, s.Base().Value.Pointer(), want)
				}
			}
		}
		for _, def := range d.Defs {
			if e := lexicon.EndpointOf(def.Schema); e != nil {
				for _, part := range []lexicon.Part{lexicon.PartInput, lexicon.PartOutput, lexicon.PartMessage} {
					if body := e.Body(part); body != nil {
						check(def.Schema, body.Description)
					}
				}
			}
			lexicon.Walk(def.Schema, func(s lexicon.Schema) bool {
				if _, invalid := s.(*lexicon.Invalid); !invalid {
					check(s, s.Base().Description)
				}
				return true
			})
		}
	}
}

// Descriptions are shown wherever the language has them.
func TestDescriptions(t *testing.T) {
	c := catalog(t, map[string]string{"a.json": `{"lexicon": 1, "id": "com.example.note", "description": "D1.", "defs": {
		"main": {"type": "record", "description": "D2.", "key": "tid", "record": {"type": "object", "description": "D3.", "properties": {
			"tags": {"type": "array", "description": "D4.", "items": {"type": "array", "description": "D5.", "items": {"type": "string", "description": "D6."}}},
			"one": {"type": "array", "items": {"type": "string", "description": "D7."}}}}},
		"list": {"type": "array", "description": "D8.", "items": {"type": "object", "description": "D9.", "properties": {"x": {"type": "union", "refs": [], "description": "D10."}}}}
	}}`, "b.json": `{"lexicon": 1, "id": "com.example.put", "defs": {"main": {"type": "procedure", "description": "D11.",
		"parameters": {"type": "params", "description": "D12.", "properties": {"p": {"type": "array", "description": "D13.", "items": {"type": "string", "description": "D14."}}}},
		"input": {"encoding": "application/json", "description": "D15.", "schema": {"type": "object", "description": "D16.", "properties": {}}},
		"output": {"encoding": "application/json", "schema": {"type": "ref", "ref": "com.example.note#list", "description": "D17."}}}}}`,
	})
	all := build(t, c, Options{Profile: diag.ProfileATProto})
	checkDescriptions(t, c, all)
	for n := 1; n <= 17; n++ {
		word := fmt.Sprintf("D%d.", n)
		found := 0
		for name, page := range all {
			if strings.HasSuffix(name, ".html") && name != "index.html" {
				visible, _, _ := strings.Cut(page[strings.Index(page, "<h1"):], "<details")
				found += strings.Count(visible, word)
			}
		}
		if found != 1 {
			t.Errorf("%s is shown %d times", word, found)
		}
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

// What is not a table of fields is said in words.
func TestWords(t *testing.T) {
	main := func(id, schema string) string {
		return `{"lexicon": 1, "id": "` + id + `", "defs": {"main": ` + schema + `}}`
	}
	c := catalog(t, map[string]string{
		"note.json":  main("com.example.note", `{"type": "record", "key": "tid", "description": "A note.", "record": {"type": "object", "properties": {"mood": {"type": "ref", "ref": "com.example.defs#mood"}}}}`),
		"self.json":  main("com.example.self", `{"type": "record", "key": "literal:self", "record": {"type": "object", "properties": {}}}`),
		"both.json":  `{"lexicon": 1, "id": "com.example.both", "description": "The Lexicon.", "defs": {"main": {"type": "object", "description": "The object.", "properties": {"size": {"type": "string", "enum": ["", "big"]}}}}}`,
		"space.json": main("com.example.room", `{"type": "space", "key": "any", "name": "Room", "collections": ["com.example.note"]}`),
		"set.json": main("com.example.basic", `{"type": "permission-set", "title": "Basic", "detail": "What it is for.", "permissions": [
			{"type": "permission", "resource": "repo", "collection": ["com.example.note"], "action": ["create", "delete"]},
			{"type": "permission", "resource": "repo", "collection": ["*"]},
			{"type": "permission", "resource": "rpc", "lxm": ["com.example.get"], "inheritAud": true},
			{"type": "permission", "resource": "rpc", "lxm": ["com.example.get", "com.other.x"], "aud": "*"},
			{"type": "permission", "resource": "space", "spaceType": "com.example.room", "action": ["read_self"], "manage": ["create"]},
			{"type": "permission", "resource": "blob"}, {"type": "permission", "resource": "blob", "accept": ["image/*", "video/mp4"]},
			{"type": "permission", "resource": "account", "attr": "email", "action": ["manage"]}, {"type": "permission", "resource": "identity", "attr": "*"},
			{"type": "permission", "resource": "else"}]}`),
		"get.json": main("com.example.get", `{"type": "query", "description": "Gets.", "parameters": {"type": "params", "required": ["q"], "properties": {"q": {"type": "string"}, "n": {"type": "integer", "minimum": 1, "maximum": 9, "default": 5}}},
			"output": {"encoding": "application/json", "schema": {"type": "object", "properties": {"q": {"type": "string"}, "list": {"type": "array", "items": {"type": "object", "properties": {"x": {"type": "cid-link"}}}}}}}, "errors": [{"name": "Gone", "description": "It is gone."}]}`),
		"defs.json": `{"lexicon": 1, "id": "com.example.defs", "defs": {"mood": {"type": "string", "maxLength": 64, "knownValues": ["com.example.defs#happy", "sad"]},
			"happy": {"type": "token", "description": "Happy."}, "any": {"type": "union", "refs": ["com.example.note", "#gone"], "closed": true}}}`,
	})
	texts := map[string]string{}
	for name, text := range build(t, c, Options{Profile: diag.ProfileATProto}) {
		texts[name] = strings.Join(strings.Fields(html.UnescapeString(tag.ReplaceAllString(newLine.ReplaceAllString(text, " "), ""))), " ")
	}
	if text := texts["com/example/basic.html"]; strings.Contains(text, "refer") {
		t.Errorf("a permission set says of references: %s", text)
	}
	for name, wants := range map[string][]string{
		"note": {"Record key: a timestamp identifier (tid)", "mood"},
		"both": {"The Lexicon. The object.", `One of "" | big`},
		"self": {"Record key: always self, so a repository can contain one such record.", "No fields are defined."},
		"room": {"Shown to users as “Room”.", "Space key: any valid key (any), so an owner can have any number of these spaces.", "The records to expect in such a space: com.example.note"},
		"basic": {
			"Basic", "What it is for.", "Create and delete records of type com.example.note", "Create, update, and delete records of any type",
			"Call com.example.get on the service that the application names when it asks for the permission set", "Call com.example.get, com.other.x on any service",
			"Read its user's own records of the types that the space expects in spaces of type com.example.room that belong to its user; create such spaces",
			"Upload files of any type (servers ignore this: a permission set cannot contain the resource blob)", "Upload files of type image/* or video/mp4 (servers",
			"Read and change the email address of its user's account (servers", "Change everything of its user's identity (servers", "Use else (servers",
		},
		"get": {
			"GET /xrpc/com.example.get", "n#integeroptionalAt least 1, at most 9, default 5", "q#stringrequired", "list[].x#cid-linkoptional",
			"Gone#It is gone.", "GET /xrpc/com.example.get?q=",
		},
		"defs": {"Type: string At most 64 bytes, such as com.example.defs#happy | sad", "A named value without data: com.example.defs#happy.", "One of these types (the union is closed): com.example.note: A note.", "Used by com.example.note"},
	} {
		for _, want := range wants {
			if text := texts["com/example/"+name+".html"]; !strings.Contains(text, want) {
				t.Errorf("%s: no %q in\n%s", name, want, text)
			}
		}
	}
	// Search engines get a description in any case.
	for name, want := range map[string]string{"self": "Record com.example.self", "defs": "Definitions com.example.defs", "basic": "What it is for."} {
		if source := build(t, c, Options{Markdown: true})["com/example/"+name+".md"]; !strings.Contains(source, "\ndescription: \""+want+"\"\n---\n") {
			t.Errorf("%s: no description %q in\n%s", name, want, source)
		}
	}
	page := build(t, c, Options{})["com/example/get.html"]
	for _, id := range []string{"field-parameters.q", "field-output.q", "field-output.list.x", "error-Gone", "def-main"} {
		if strings.Count(page, `id="`+id+`"`) != 1 {
			t.Errorf("no anchor %s, or several", id)
		}
	}
}

// Long names can continue on the next line between their segments; others are whole.
func TestBreakable(t *testing.T) {
	for text, want := range map[string]string{
		"see com.example.feed.note <b>":              "see com.example.feed.note &lt;b&gt;",
		"see com.example.longer.namespace.defs#view": "see com.<wbr>example.<wbr>longer.<wbr>namespace.<wbr>defs<wbr>#view",
		"it's com.example.longer.namespace&#39;":     "it&#39;s com.<wbr>example.<wbr>longer.<wbr>namespace&amp;<wbr>#39;",
	} {
		if got := breakable(text); got != want {
			t.Errorf("%s: got %s, want %s", text, got, want)
		}
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
