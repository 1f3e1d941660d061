package lsp

import (
	"encoding/json"
	"slices"
	"sort"
	"strings"
	"testing"
)

const defsFile = `{
  "lexicon": 1,
  "id": "com.example.defs",
  "defs": {
    "point": {
      "type": "object",
      "description": "A place *on* the map.",
      "required": ["x"],
      "properties": {
        "x": { "type": "integer", "description": "East 😀." },
        "next": { "type": "ref", "description": "The one after.", "ref": "#point" }
      }
    },
    "open": { "type": "token", "description": "Not finished." }
  }
}
`

const mapFile = `{
  "lexicon": 1,
  "id": "com.example.map",
  "defs": {
    "main": {
      "type": "record",
      "description": "A map.",
      "key": "tid",
      "record": {
        "type": "object",
        "properties": {
          "points": { "type": "array", "items": { "type": "union", "refs": ["com.example.defs#point"] } },
          "state": { "type": "string", "maxLength": 64, "knownValues": ["com.example.defs#open"], "description": "😀 state" }
        }
      }
    }
  }
}
`

const (
	defsName = "lexicons/com/example/defs.json"
	mapName  = "lexicons/com/example/map.json"
)

func mapClient(t testing.TB, change ...func(*initializeParams)) *client {
	return begin(t, map[string]string{defsName: defsFile, mapName: mapFile}, change...)
}

// utf16Only makes a client that knows no other encoding.
func utf16Only(p *initializeParams) { p.Capabilities.General.PositionEncodings = nil }

// in returns the position of the first occurrence of what follows before in a text.
func in(text, before, at string) position {
	i := strings.Index(text, before)
	i += strings.Index(text[i:], at)
	return newText([]byte(text)).position(int32(i), utf8Encoding)
}

func (c *client) positionParams(name string, p position) positionParams {
	return positionParams{c.document(name), p}
}

// cut returns the text of a range.
func cut(text string, r textRange, e encoding) string {
	t := newText([]byte(text))
	return text[t.offset(r.Start, e):t.offset(r.End, e)]
}

func TestSymbols(t *testing.T) {
	c := mapClient(t)
	symbols := request[[]documentSymbol](c, "textDocument/documentSymbol", c.document(mapName))
	if len(symbols) != 1 || symbols[0].Name != "main" || symbols[0].Detail != "record" || len(symbols[0].Children) != 2 || symbols[0].Children[1].Name != "state" {
		t.Errorf("%+v", symbols)
	}
	found := request[[]symbolInformation](c, "workspace/symbol", workspaceSymbolParams{"EXdefPOINT"})
	if len(found) != 1 || found[0].Name != "com.example.defs#point" || found[0].Location.URI != c.uri(defsName) {
		t.Errorf("%+v", found)
	}
	if all := request[[]symbolInformation](c, "workspace/symbol", workspaceSymbolParams{}); len(all) != 3 {
		t.Errorf("got %d symbols, want all 3", len(all))
	}
	flat := mapClient(t, func(p *initializeParams) {
		p.Capabilities.TextDocument.DocumentSymbol.HierarchicalDocumentSymbolSupport = false
	})
	if s := request[[]symbolInformation](flat, "textDocument/documentSymbol", flat.document(mapName)); len(s) != 3 || s[1].ContainerName != "main" {
		t.Errorf("%+v", s)
	}
}

func TestRanges(t *testing.T) {
	c := mapClient(t)
	links := request[[]documentLink](c, "textDocument/documentLink", c.document(mapName))
	if len(links) != 2 || links[0].Target != c.uri(defsName) || cut(mapFile, links[0].Range, utf8Encoding) != "com.example.defs#point" {
		t.Errorf("links: %+v", links)
	}
	folds := request[[]foldingRange](c, "textDocument/foldingRange", c.document(mapName))
	if want := []foldingRange{{0, 16}, {3, 15}, {4, 14}, {8, 13}, {10, 12}}; !slices.Equal(folds, want) {
		t.Errorf("folds: %v, want %v", folds, want)
	}
	selections := request[[]selectionRange](c, "textDocument/selectionRange", selectionParams{c.document(mapName), []position{in(mapFile, `"key"`, "tid"), {}}})
	var got []string
	for s := &selections[0]; s != nil && len(got) < 3; s = s.Parent {
		got = append(got, cut(mapFile, s.Range, utf8Encoding))
	}
	if want := []string{"tid", `"tid"`, `"key": "tid"`}; !slices.Equal(got, want) || len(selections) != 2 {
		t.Errorf("selections: %q, want %q", got, want)
	}
	highlights := request[[]documentHighlight](c, "textDocument/documentHighlight", c.positionParams(defsName, in(defsFile, "#point", "point")))
	if len(highlights) != 2 {
		t.Errorf("highlights: %+v", highlights)
	}
}

func TestFormatting(t *testing.T) {
	c := mapClient(t)
	for _, text := range []string{
		`{"id": "com.example.map", "lexicon": 1, "defs": {}}`,
		strings.Replace(mapFile, `      "type": "record",
      "description": "A map.",
`, `      "description": "A 😀.",
      "type": "record",
`, 1),
		mapFile + "\n\n", strings.TrimSpace(mapFile), strings.ReplaceAll(mapFile, "\n", "\r\n"), "\n" + mapFile,
	} {
		c.open(mapName, text)
		edits := request[[]textEdit](c, "textDocument/formatting", c.document(mapName))
		formatted := applied(text, edits, utf8Encoding)
		c.open(mapName, formatted)
		if again := request[[]textEdit](c, "textDocument/formatting", c.document(mapName)); len(again) != 0 || len(edits) == 0 {
			t.Errorf("%q became %q, and then %+v", text, formatted, again)
		}
		var before, after any
		if json.Unmarshal([]byte(text), &before) != nil || json.Unmarshal([]byte(formatted), &after) != nil {
			t.Errorf("not JSON: %q", formatted)
		}
	}
	c.open(mapName, `{"lexicon": 1,`)
	if err := c.refused("textDocument/formatting", c.document(mapName)); err.Code != codeRequestFailed {
		t.Errorf("of broken text: %+v", err)
	}
}

func TestCodeLens(t *testing.T) {
	c := connect(t, workspaceDir(t, map[string]string{defsName: defsFile, mapName: mapFile, "lexsmith.yaml": "diff: {against: HEAD}\n"}))
	c.git("init", "-q")
	c.git("add", ".")
	c.git("commit", "-q", "-m", "published")
	c.initialize()
	titles := func() (titles []string) {
		for _, l := range request[[]codeLens](c, "textDocument/codeLens", c.document(defsName)) {
			titles = append(titles, cut(defsFile, l.Range, utf8Encoding)+" "+l.Command.Title)
		}
		return titles
	}
	if got, want := titles(), []string{`"point" 2 references`, `"open" 1 reference`}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	c.open(defsName, strings.Replace(defsFile, `"required": ["x"],`, `"required": [],   `, 1))
	c.waitFor(defsName, "object-required", true)
	if got, want := titles(), []string{`"point" 2 references`, `"point" 1 breaking change`, `"open" 1 reference`}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// applied returns a text after edits, which must not overlap.
func applied(text string, edits []textEdit, e encoding) string {
	t := newText([]byte(text))
	sort.Slice(edits, func(i, j int) bool { return t.offset(edits[i].Range.Start, e) > t.offset(edits[j].Range.Start, e) })
	for _, edit := range edits {
		text = text[:t.offset(edit.Range.Start, e)] + edit.NewText + text[t.offset(edit.Range.End, e):]
	}
	return text
}
