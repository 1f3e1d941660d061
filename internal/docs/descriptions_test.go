package docs

import (
	"fmt"
	"html"
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

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
