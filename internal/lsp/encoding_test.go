package lsp

import (
	"slices"
	"strings"
	"testing"
)

// Two Lexicons and a record, each on one line with characters in front that take one,
// two and four units or bytes, so that every position depends on the encoding.
const (
	wideMap = `{ "description": "地図 é 😀", "lexicon": 1, "id": "com.example.map", "defs": { "main": { "type": "record", "description": "😀", "key": "tid", "record": { "type": "object", "properties": { "名前😀": { "type": "string", "maxlength": 64, "description": "地" }, "at": { "type": "ref", "ref": "com.example.defs#point", "description": "😀" } } } } } }
`
	wideDefs = `{ "description": "地図 é 😀", "lexicon": 1, "id": "com.example.defs", "defs": { "point": { "type": "object", "description": "地点", "properties": { "x": { "type": "integer", "description": "東😀" }, "next": { "type": "ref", "ref": "#point", "description": "次" } } } } }
`
	wideRecord = `{ "名前😀": "😀", "$type": "com.example.map", "at": "地" }
`
)

// Every capability counts positions as the client does, behind emoji and CJK.
func TestPositionsBehindWideCharacters(t *testing.T) {
	for _, e := range []encoding{utf8Encoding, utf16Encoding} {
		t.Run(string(e), func(t *testing.T) {
			texts := map[string]string{mapName: wideMap, defsName: wideDefs, "data/a.json": wideRecord}
			c := begin(t, texts, func(p *initializeParams) { p.Capabilities.General.PositionEncodings = []string{string(e)} })
			for name, text := range texts {
				c.open(name, text)
			}
			at := func(name, text string) positionParams {
				offset := strings.Index(texts[name], text)
				if offset < 0 {
					t.Fatalf("%q is not in %s", text, name)
				}
				return c.positionParams(name, newText([]byte(texts[name])).position(int32(offset+1), e))
			}
			is := func(what, name string, r textRange, want string) {
				t.Helper()
				if got := cut(texts[name], r, e); got != want {
					t.Errorf("%s: got %q, want %q", what, got, want)
				}
			}
			locations := func(what string, got []location, want ...string) {
				t.Helper()
				var found []string
				for _, l := range got {
					for name := range texts {
						if l.URI == c.uri(name) {
							found = append(found, cut(texts[name], l.Range, e))
						}
					}
				}
				slices.Sort(found)
				if !slices.Equal(found, want) {
					t.Errorf("%s: got %q, want %q", what, found, want)
				}
			}

			is("diagnostics", mapName, c.waitFor(mapName, "unexpected-field", true).Range, `"maxlength"`)
			d := c.waitFor("data/a.json", "value-type", true)
			is("diagnostics of data", "data/a.json", d.Range, `"地"`)
			if got := cut(wideDefs, d.RelatedInformation[0].Location.Range, e); d.RelatedInformation[0].Location.URI != c.uri(defsName) ||
				!strings.HasPrefix(got, `{ "type": "object"`) || !strings.HasSuffix(got, `"次" } } }`) {
				t.Errorf("the constraint: got %q", got)
			}

			ref := at(mapName, "com.example.defs#point")
			locations("definition", []location{*request[*location](c, "textDocument/definition", ref)}, `"point"`)
			references := referenceParams{positionParams: at(defsName, `"point"`)}
			locations("references", request[[]location](c, "textDocument/references", references), `"#point"`, `"com.example.defs#point"`)
			for _, h := range request[[]documentHighlight](c, "textDocument/documentHighlight", at(defsName, `"#point"`)) {
				if got := cut(wideDefs, h.Range, e); got != `"point"` && got != `"#point"` {
					t.Errorf("highlight: %q", got)
				}
			}
			links := request[[]documentLink](c, "textDocument/documentLink", c.document(mapName))
			is("link", mapName, links[0].Range, "com.example.defs#point")
			symbols := request[[]documentSymbol](c, "textDocument/documentSymbol", c.document(mapName))
			is("symbol", mapName, symbols[0].Children[0].SelectionRange, `"名前😀"`)
			found := request[[]symbolInformation](c, "workspace/symbol", workspaceSymbolParams{"point"})
			if got := cut(wideDefs, found[0].Location.Range, e); !strings.Contains(got, `"point"`) {
				t.Errorf("workspace symbol: %q", got)
			}
			selection := request[[]selectionRange](c, "textDocument/selectionRange", selectionParams{c.document(mapName), []position{at(mapName, `"tid"`).Position}})
			is("selection", mapName, selection[0].Range, "tid")
			is("hover", mapName, request[*hover](c, "textDocument/hover", ref).Range, `"com.example.defs#point"`)
			is("hover on a key", mapName, request[*hover](c, "textDocument/hover", at(mapName, `"key"`)).Range, `"key"`)
			is("hover on data", "data/a.json", request[*hover](c, "textDocument/hover", at("data/a.json", `"at"`)).Range, `"at"`)
			lenses := request[[]codeLens](c, "textDocument/codeLens", c.document(defsName))
			is("code lens", defsName, lenses[0].Range, `"point"`)

			list := request[completionList](c, "textDocument/completion", at(mapName, "com.example.defs#point"))
			is("completion", mapName, list.Items[0].TextEdit.Range, `"com.example.defs#point"`)
			list = request[completionList](c, "textDocument/completion", at("data/a.json", `"at"`))
			is("completion of data", "data/a.json", list.Items[0].TextEdit.Range, `"at"`)

			applies := func(what string, edits []textEdit, want string) {
				t.Helper()
				if got := applied(wideMap, edits, e); got != want {
					t.Errorf("%s: got %s", what, got)
				}
			}
			fixed := strings.Replace(wideMap, "maxlength", "maxLength", 1)
			if a := c.action(mapName, at(mapName, `"maxlength"`).Position, "Rename"); a == nil {
				t.Error("no fix")
			} else {
				applies("code action", decoded[textDocumentEdit](t, a.Edit.DocumentChanges[0]).Edits, fixed)
			}
			prepared := request[prepareResult](c, "textDocument/prepareRename", at(mapName, "s#point"))
			is("prepare rename", mapName, prepared.Range, "point")
			renamed := request[struct{ DocumentChanges []textDocumentEdit }](c, "textDocument/rename", renameParams{ref, "place"})
			for _, change := range renamed.DocumentChanges {
				if change.TextDocument.URI == c.uri(mapName) {
					applies("rename", change.Edits, strings.Replace(wideMap, "#point", "#place", 1))
				}
			}
			formatted := applied(wideMap, request[[]textEdit](c, "textDocument/formatting", c.document(mapName)), e)
			c.open(mapName, formatted)
			if again := request[[]textEdit](c, "textDocument/formatting", c.document(mapName)); len(again) > 0 || !strings.Contains(formatted, `"名前😀"`) {
				t.Errorf("formatting: %s", formatted)
			}
		})
	}
}
