package describe

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/lexsmith/lexsmith/internal/testkit/conformance"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// catalog makes a catalog of files, each the definitions of a Lexicon by its id.
func catalog(files map[syntax.NSID]string) *lexicon.Catalog {
	var documents []*lexicon.Document
	for id, defs := range files {
		text := fmt.Sprintf(`{"lexicon": 1, "id": %q, "defs": {%s}}`, id, defs)
		documents = append(documents, lexicon.Parse(&diag.Source{Path: string(id) + ".json", Text: []byte(text)}, diag.ProfileV1))
	}
	return lexicon.NewCatalog(documents...)
}

func objectDef(properties string) string {
	return `{"type": "object", "properties": {` + properties + `}}`
}

// lines returns the outline of the main definition of com.example.a after its head,
// without the space that aligns it.
func lines(t *testing.T, defs string, depth int) string {
	t.Helper()
	c := catalog(map[syntax.NSID]string{"com.example.a": defs})
	text := Outlines(c, depth, c.Document("com.example.a").Main())[0].Text(200)
	_, body, _ := strings.Cut(text, "\n\n")
	var out []string
	for line := range strings.Lines(body) {
		indent := len(line) - len(strings.TrimLeft(line, " "))
		out = append(out, strings.Repeat(" ", indent)+strings.Join(strings.Fields(line), " "))
	}
	return strings.Join(out, "\n")
}

func TestOutlineText(t *testing.T) {
	leaf := `"leaf": ` + objectDef(`"x": {"type": "integer"}`)
	for _, test := range []struct {
		name, defs string
		depth      int
		want       string
	}{
		{"scalars", `"main": {"type": "object", "required": ["a", "b"], "nullable": ["b"], "properties": {
			"a": {"type": "string", "minLength": 1, "maxGraphemes": 3, "format": "did", "default": "x"},
			"b": {"type": "integer", "enum": [1, 2]}, "c": {"type": "blob", "accept": ["image/*"], "maxSize": 9},
			"d": {"type": "string", "knownValues": ["p", "q"], "maximum": 3}}}`, 1,
			"a string, required, format did, at least 1 byte, at most 3 graphemes, default \"x\"\n" +
				"b integer, required, nullable, one of 1 | 2\nc blob, accept image/*, at most 9 bytes\nd string, such as p | q"},
		{"a ref, named", `"main": ` + objectDef(`"a": {"type": "ref", "ref": "#leaf"}`) + ", " + leaf, 0, "a #leaf, …"},
		{"a ref, resolved", `"main": ` + objectDef(`"a": {"type": "ref", "ref": "#leaf"}`) + ", " + leaf, 1, "a #leaf\n  x integer"},
		{"a ref to a scalar", `"main": ` + objectDef(`"a": {"type": "array", "items": {"type": "ref", "ref": "#s"}, "maxLength": 2}`) +
			`, "s": {"type": "string", "maxLength": 5, "description": "A tag."}`, 1,
			"a array of #s (string), at most 2 items, each at most 5 bytes\n   A tag."},
		{"two levels", `"main": ` + objectDef(`"a": {"type": "ref", "ref": "#b"}`) + `, "b": ` + objectDef(`"c": {"type": "ref", "ref": "#leaf"}`) + ", " + leaf, 1,
			"a #b\n  c #leaf, …"},
		{"two levels, deeper", `"main": ` + objectDef(`"a": {"type": "ref", "ref": "#b"}`) + `, "b": ` + objectDef(`"c": {"type": "ref", "ref": "#leaf"}`) + ", " + leaf, 2,
			"a #b\n  c #leaf\n    x integer"},
		{"a union", `"main": ` + objectDef(`"a": {"type": "union", "refs": ["#leaf", "com.example.gone"], "closed": true}`) + ", " + leaf, 0,
			"a union of #leaf | com.example.gone (not loaded), closed, …"},
		{"its variants", `"main": ` + objectDef(`"a": {"type": "union", "refs": ["#leaf"]}`) + ", " + leaf, 1, "a union\n  #leaf object, …"},
		{"and what is in them", `"main": ` + objectDef(`"a": {"type": "union", "refs": ["#leaf"]}`) + ", " + leaf, 2, "a union\n  #leaf object\n    x integer"},
		{"itself", `"main": ` + objectDef(`"a": {"type": "ref", "ref": "#main"}, "b": {"type": "union", "refs": ["#main"]}`), 9,
			"a #main, …\nb union\n  #main object, …"},
		{"not defined", `"main": ` + objectDef(`"a": {"type": "ref", "ref": "#gone"}`), 1, "a #gone (not defined)"},
		{"broken", `"main": ` + objectDef(`"a": {"type": "strin"}, "b": {"type": "ref"}, "c": {"type": "array"}`), 1, "a invalid\nb ref\nc array of invalid"},
		{"a method", `"main": {"type": "procedure", "parameters": {"type": "params", "required": ["p"], "properties": {"p": {"type": "boolean"}}},
			"input": {"encoding": "*/*", "description": "Any file."}, "output": {"encoding": "application/json", "schema": {"type": "ref", "ref": "#leaf"}},
			"errors": [{"name": "Gone", "description": "Not here."}]}, ` + leaf, 1,
			"parameters\n  p boolean, required\ninput */*\n            Any file.\noutput application/json, #leaf\n  x integer\nerrors\n  Gone Not here."},
		{"a stream", `"main": {"type": "subscription", "message": {"description": "What comes.", "schema": {"type": "union", "refs": ["#leaf"]}},
			"errors": [{"name": "Slow"}]}, ` + leaf, 1, "message union\n         What comes.\n  #leaf object, …\nerrors\n  Slow"},
		{"permissions", `"main": {"type": "permission-set", "permissions": [{"type": "permission", "resource": "repo", "collection": ["com.example.b", "com.example.c"]}]}`, 1,
			"repo collection com.example.b | com.example.c"},
		{"control characters", `"main": ` + objectDef(`"a\u001b[31m": {"type": "integer", "description": "x\ny\u001b[0m"}`), 1, "a\\x1b[31m integer\n           x y\\x1b[0m"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := lines(t, test.defs, test.depth); got != test.want {
				t.Errorf("got\n%s\nwant\n%s", got, test.want)
			}
		})
	}
}

// The size of the outlines is limited, whatever grows with each reference that is followed.
func TestOutlineBudget(t *testing.T) {
	ref := func(name string, i int) string { return fmt.Sprintf(`"%s": {"type": "ref", "ref": "#d%d"}`, name, i) }
	list := func(format string) string {
		var all []string
		for i := range 100 {
			all = append(all, fmt.Sprintf(format, i))
		}
		return strings.Join(all, ", ")
	}
	refs := list(`"r%d": {"type": "ref", "ref": "#text"}`)
	text := strings.Repeat("x", 20_000)
	for _, test := range []struct {
		name  string
		other string             // definitions
		def   func(i int) string // d0 to d99
	}{
		{"two refs", "", func(i int) string { return objectDef(ref("a", i+1) + ", " + ref("b", i+1)) }},
		{"union of all", "", func(int) string { return objectDef(`"x": {"type": "union", "refs": [` + list(`"#d%d"`) + `]}`) }},
		{"union of targets without children", `"text": {"type": "token"}`, func(i int) string {
			return objectDef(ref("a", i+1) + ", " + ref("b", i+1) + `, "x": {"type": "union", "refs": ["#text"` + strings.Repeat(`, "#text"`, 99) + `]}`)
		}},
		{"errors", `"text": {"type": "query", "errors": [` + list(`{"name": "E%d"}`) + `]}`, func(int) string { return objectDef(refs) }},
		{"descriptions", `"text": {"type": "object", "description": "` + text + `"}`, func(int) string { return objectDef(refs) }},
		{"descriptions of variants", `"text": {"type": "object", "description": "` + text + `"}`, func(int) string {
			return objectDef(`"x": {"type": "union", "refs": ["#text"` + strings.Repeat(`, "#text"`, 99) + `]}`)
		}},
		{"constraints", `"text": {"type": "string", "enum": ["` + text + `"]}`, func(int) string { return objectDef(refs) }},
		{"names", `"text": ` + objectDef(`"`+text+`": {"type": "integer"}`), func(int) string { return objectDef(refs) }},
	} {
		t.Run(test.name, func(t *testing.T) {
			defs := test.other
			for i := range 100 {
				defs = strings.TrimPrefix(defs+fmt.Sprintf(`, "d%d": %s`, i, test.def(i)), ", ")
			}
			c := catalog(map[syntax.NSID]string{"com.example.a": defs})
			for _, depth := range []int{0, 1, 100} {
				outlines := Outlines(c, depth, c.Document("com.example.a").Defs...)
				nodes := 0
				var count func(Node)
				count = func(n Node) {
					nodes += 1 + len(n.Refs)
					for _, child := range n.Children {
						count(child)
					}
				}
				size := 0
				for _, o := range outlines {
					count(o.Node)
					size += len(o.Markdown())
				}
				// The definitions themselves are shown whole, and have up to 20,100 nodes and refs.
				if nodes > 20_100+4*maxNodes || size > 3*maxNodes*textSize {
					t.Errorf("depth %d: %d nodes, %d bytes", depth, nodes, size)
				}
				if test.name == "two refs" && depth == 100 && nodes < maxNodes/2 {
					t.Errorf("only %d nodes", nodes)
				}
			}
		})
	}
}

func TestUses(t *testing.T) {
	c := catalog(map[syntax.NSID]string{
		"com.example.a": `"main": ` + objectDef(`"x": {"type": "array", "items": {"type": "ref", "ref": "com.example.b#t"}}, "y": {"type": "string", "knownValues": ["com.example.c#red"]}`),
		"com.example.b": `"main": {"type": "permission-set", "permissions": [{"type": "permission", "resource": "repo", "collection": ["com.example.a"]}]},
			"t": ` + objectDef(`"self": {"type": "ref", "ref": "#t"}, "z": {"type": "union", "refs": ["com.example.gone", "#lost", "com.example.c#o"]}`),
		"com.example.c": `"red": {"type": "token"}, "o": ` + objectDef(""),
	})
	for name, want := range map[string]string{
		"com.example.a#main": "com.example.b main.permissions[0]",
		"com.example.b#t":    "com.example.a main.x[], com.example.b#t t.self",
		"com.example.c#red":  "com.example.a main.y",
		"com.example.b#main": "",
	} {
		ref, err := lexicon.ParseReference(name, "")
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, use := range UsedBy(c, c.Definition(ref)) {
			got = append(got, use.Reference+" "+use.Subject)
		}
		if strings.Join(got, ", ") != want {
			t.Errorf("%s is used by %q, want %s", name, got, want)
		}
	}
	var got []string
	for _, need := range Needs(c, c.Document("com.example.a").Main()) {
		got = append(got, need.Reference+" "+need.Type+need.State)
	}
	if want := "com.example.b#lost not defined, com.example.b#t object, com.example.c#o object, com.example.gone not loaded"; strings.Join(got, ", ") != want {
		t.Errorf("needs %q, want %s", got, want)
	}
}

// Every definition of the network has an outline, in all formats.
func TestOutlineCorpus(t *testing.T) {
	folder := conformance.Path(t, "corpus/schemas/bluesky-social__atproto/lexicons")
	c, err := lexicon.Load(context.Background(), []lexicon.Input{{FS: os.DirFS(folder), Name: ".", Display: "."}}, lexicon.LoadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	outlines := 0
	for _, d := range c.Documents() {
		for _, def := range d.Defs {
			o := Outlines(c, 2, def)[0]
			outlines++
			for line := range strings.Lines(o.Text(100)) {
				if utf8.RuneCountInString(line) > 101 && len(strings.Fields(line)) > 4 {
					t.Errorf("%s: a line of %d columns: %s", o.Reference, utf8.RuneCountInString(line), line)
				}
			}
			text, err := json.Marshal(o)
			if err != nil || !json.Valid(text) {
				t.Errorf("%s: %v", o.Reference, err)
			}
			if !strings.HasPrefix(o.Markdown(), "**") {
				t.Errorf("%s: %s", o.Reference, o.Markdown())
			}
		}
	}
	t.Logf("%d outlines", outlines)
}
