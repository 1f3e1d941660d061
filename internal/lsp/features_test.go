package lsp

import (
	"encoding/json"
	"path/filepath"
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

func TestDefinition(t *testing.T) {
	c := mapClient(t)
	l := request[*location](c, "textDocument/definition", c.positionParams(mapName, in(mapFile, "refs", "defs#point")))
	if l == nil || l.URI != c.uri(defsName) || cut(defsFile, l.Range, utf8Encoding) != `"point"` {
		t.Errorf("of a ref: %+v", l)
	}
	// In a text that is being written, and has a local ref.
	text := strings.Replace(defsFile, `"#point" }`, `"#point"`, 1)
	c.open(defsName, text[:strings.Index(text, `"open"`)])
	l = request[*location](c, "textDocument/definition", c.positionParams(defsName, in(text, "#point", "point")))
	if l == nil || cut(text, l.Range, utf8Encoding) != `"point"` {
		t.Errorf("of a local ref: %+v", l)
	}
	for _, p := range []position{{}, in(mapFile, "description", "A map")} {
		if l := request[*location](c, "textDocument/definition", c.positionParams(mapName, p)); l != nil {
			t.Errorf("at %v: %+v", p, l)
		}
	}
}

func TestReferences(t *testing.T) {
	for _, e := range []encoding{utf8Encoding, utf16Encoding} {
		var changes []func(*initializeParams)
		if e == utf16Encoding {
			changes = append(changes, utf16Only)
		}
		c := mapClient(t, changes...)
		p := referenceParams{positionParams: c.positionParams(defsName, in(defsFile, `"open"`, "open"))}
		p.Context.IncludeDeclaration = true
		var got []string
		for _, l := range request[[]location](c, "textDocument/references", p) {
			text := map[string]string{c.uri(defsName): defsFile, c.uri(mapName): mapFile}[l.URI]
			got = append(got, filepath.Base(l.URI)+" "+cut(text, l.Range, e))
		}
		if want := []string{`defs.json "open"`, `map.json "com.example.defs#open"`}; !slices.Equal(got, want) {
			t.Errorf("%s: got %q, want %q", e, got, want)
		}
	}
}

func TestRename(t *testing.T) {
	c := mapClient(t, utf16Only)
	c.open(mapName, mapFile)
	at := c.positionParams(mapName, in(mapFile, "refs", "defs#point"))
	r := request[prepareResult](c, "textDocument/prepareRename", at)
	if r.Placeholder != "point" || cut(mapFile, r.Range, utf16Encoding) != "point" {
		t.Errorf("prepare: %+v", r)
	}
	e := request[struct{ DocumentChanges []textDocumentEdit }](c, "textDocument/rename", renameParams{at, "place"})
	if len(e.DocumentChanges) != 2 {
		t.Fatalf("got %+v, want edits of two files", e)
	}
	for i, test := range []struct{ name, before, after string }{
		{defsName, defsFile, strings.NewReplacer(`"point"`, `"place"`, `"#point"`, `"#place"`).Replace(defsFile)},
		{mapName, mapFile, strings.Replace(mapFile, "defs#point", "defs#place", 1)},
	} {
		change := e.DocumentChanges[i]
		if change.TextDocument.URI != c.uri(test.name) || (change.TextDocument.Version != nil) != (test.name == mapName) {
			t.Errorf("%+v, want %s", change.TextDocument, test.name)
		}
		if got := applied(test.before, change.Edits, utf16Encoding); got != test.after {
			t.Errorf("%s is now\n%s", test.name, got)
		}
	}
	for name, want := range map[string]string{"": "valid name", "a b": "valid name", "1a": "valid name", "open": "already defines"} {
		if err := c.refused("textDocument/rename", renameParams{at, name}); !strings.Contains(err.Message, want) {
			t.Errorf("to %q: %s", name, err.Message)
		}
	}
	if err := c.refused("textDocument/prepareRename", c.positionParams(mapName, in(mapFile, `"main"`, "main"))); !strings.Contains(err.Message, "main") {
		t.Errorf("of main: %s", err.Message)
	}
	if err := c.refused("textDocument/prepareRename", c.positionParams(mapName, in(mapFile, `"type"`, "type"))); !strings.Contains(err.Message, "no definition") {
		t.Errorf("of a key: %s", err.Message)
	}
	// A client without versions of documents.
	c = mapClient(t, func(p *initializeParams) { p.Capabilities.Workspace.WorkspaceEdit.DocumentChanges = false })
	at = c.positionParams(mapName, in(mapFile, "knownValues", "defs#open"))
	if e := request[workspaceEdit](c, "textDocument/rename", renameParams{at, "started"}); len(e.Changes) != 2 || e.DocumentChanges != nil {
		t.Errorf("got %+v", e)
	}
}

// A Lexicon is renamed at its id: with what names it, and with its file and examples where
// the path spells the id.
func TestRenameLexicon(t *testing.T) {
	examples := `{"main": [{"$type": "com.example.map", "x": "com.example.map"}]}`
	exampleName := strings.Replace(mapName, ".json", ".examples.json", 1)
	c := begin(t, map[string]string{defsName: defsFile, mapName: mapFile, exampleName: examples})
	c.open(mapName, mapFile)
	at := c.positionParams(mapName, in(mapFile, `"id"`, "example.map"))
	r := request[prepareResult](c, "textDocument/prepareRename", at)
	if r.Placeholder != "com.example.map" || cut(mapFile, r.Range, utf8Encoding) != "com.example.map" {
		t.Errorf("prepare: %+v", r)
	}
	e := request[struct{ DocumentChanges []json.RawMessage }](c, "textDocument/rename", renameParams{at, "org.sample.chart"})
	if len(e.DocumentChanges) != 4 {
		t.Fatalf("got %s, want edits of two files, and two moves", e.DocumentChanges)
	}
	texts := map[string]string{c.uri(mapName): mapFile, c.uri(exampleName): examples}
	for _, raw := range e.DocumentChanges[:2] {
		change := decoded[textDocumentEdit](t, raw)
		before := texts[change.TextDocument.URI]
		want := strings.Replace(strings.Replace(before, `"id": "com.example.map"`, `"id": "org.sample.chart"`, 1), `"$type": "com.example.map"`, `"$type": "org.sample.chart"`, 1)
		if got := applied(before, change.Edits, utf8Encoding); got != want || got == before {
			t.Errorf("%s is now\n%s", change.TextDocument.URI, got)
		}
	}
	for i, want := range []fileRename{
		{"rename", c.uri(mapName), c.uri("lexicons/org/sample/chart.json")},
		{"rename", c.uri(exampleName), c.uri("lexicons/org/sample/chart.examples.json")},
	} {
		if got := decoded[fileRename](t, e.DocumentChanges[2+i]); got != want {
			t.Errorf("%+v, want %+v", got, want)
		}
	}
	for name, want := range map[string]string{"chart": "not an NSID", "com.example.defs": "exists already"} {
		if err := c.refused("textDocument/rename", renameParams{at, name}); !strings.Contains(err.Message, want) {
			t.Errorf("to %q: %s", name, err.Message)
		}
	}
}

// Test cases and the config file get the new name as with the command, open files as they are
// in the editor.
func TestRenameElsewhere(t *testing.T) {
	const cases, open = "tests/maps.ndjson", "lexicons/com/example/more.jsonl"
	const line = `{"ref": "com.example.map", "value": {"$type": "com.example.map", "x": "com.example.map"}}` + "\n"
	const settings = "lexicons: [lexicons]\nignore:\n  - {nsids: [com.example.map], paths: [lexicons/com/example/map.json]}\n"
	for _, moves := range []bool{true, false} {
		c := begin(t, map[string]string{defsName: defsFile, mapName: mapFile, cases: "é\n" + line, open: line, "lexsmith.yaml": settings}, func(p *initializeParams) {
			if !moves {
				p.Capabilities.Workspace.WorkspaceEdit.ResourceOperations = nil
			}
		})
		c.open(mapName, mapFile)
		c.open(open, "\n\n"+line)
		at := c.positionParams(mapName, in(mapFile, `"id"`, "example.map"))
		e := request[struct{ DocumentChanges []textDocumentEdit }](c, "textDocument/rename", renameParams{at, "org.sample.chart"})
		renamed := strings.NewReplacer(`"ref": "com.example.map"`, `"ref": "org.sample.chart"`, `"$type": "com.example.map"`, `"$type": "org.sample.chart"`).Replace(line)
		config := strings.Replace(settings, "[com.example.map]", "[org.sample.chart]", 1)
		if moves {
			config = strings.Replace(config, "com/example/map", "org/sample/chart", 1)
		}
		found := 0
		for _, change := range e.DocumentChanges {
			for name, texts := range map[string][2]string{
				cases: {"é\n" + line, "é\n" + renamed}, open: {"\n\n" + line, "\n\n" + renamed}, "lexsmith.yaml": {settings, config},
			} {
				if change.TextDocument.URI == c.uri(name) {
					found++
					if got := applied(texts[0], change.Edits, utf8Encoding); got != texts[1] {
						t.Errorf("moves %t: %s is now\n%s", moves, name, got)
					}
				}
			}
		}
		if found != 3 {
			t.Errorf("moves %t: %d of 3 files change: %+v", moves, found, e.DocumentChanges)
		}
	}
}

// Files with syntax errors mention definitions too, whether they are open or not.
func TestRenameInBrokenFile(t *testing.T) {
	const name = "lexicons/com/example/broken.json"
	for _, broken := range []string{
		strings.NewReplacer("example.map", "example.broken", `"key": "tid"`, `"key" "tid"`).Replace(mapFile),
		strings.NewReplacer("example.map", "example.broken", `"id"`, `"id" "x",`).Replace(mapFile), // a Lexicon without an id
	} {
		c := begin(t, map[string]string{defsName: defsFile, name: broken})
		for range 2 {
			var e struct{ DocumentChanges []textDocumentEdit }
			at := c.positionParams(defsName, in(defsFile, `"point"`, "point"))
			e = request[struct{ DocumentChanges []textDocumentEdit }](c, "textDocument/rename", renameParams{at, "place"})
			if len(e.DocumentChanges) != 2 {
				t.Fatalf("got %+v, want edits of two files", e)
			}
			want := strings.Replace(broken, "defs#point", "defs#place", 1)
			if got := applied(broken, e.DocumentChanges[0].Edits, utf8Encoding); got != want {
				t.Errorf("got\n%s", got)
			}
			c.open(name, broken)
		}
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

func TestHover(t *testing.T) {
	c := mapClient(t)
	for _, test := range []struct {
		before, at string
		want       []string
	}{
		{"refs", "defs#point", []string{"com.example.defs#point", "x", "integer", "#point", "East 😀", "on", "lexicons/com/example/defs.json"}},
		{`"key"`, "key", []string{"tid, nsid, any, or literal"}},
		{`"type": "record"`, "record", []string{"An object that can be stored in a repository."}},
		{`"maxLength"`, "maxLength", []string{"UTF-8 bytes"}},
		{`"knownValues"`, "com", []string{"token", "Not finished."}},
	} {
		h := request[*hover](c, "textDocument/hover", c.positionParams(mapName, in(mapFile, test.before, test.at)))
		if h == nil {
			t.Errorf("at %s: nothing", test.at)
			continue
		}
		for _, want := range test.want {
			if !strings.Contains(h.Contents.Value, want) {
				t.Errorf("at %s: %q does not contain %q", test.at, h.Contents.Value, want)
			}
		}
	}
	if h := request[*hover](c, "textDocument/hover", c.positionParams(mapName, in(mapFile, "A map", "map"))); h != nil {
		t.Errorf("in a description: %+v", h)
	}
}

func TestHoverWords(t *testing.T) {
	const name, text = "lexicons/com/example/words.json", `{"lexicon": 1, "id": "com.example.words", "defs": {
  "main": {"type": "record", "key": "literal:self", "record": {"type": "object", "required": ["at"], "nullable": ["place"], "properties": {
    "at": {"type": "string", "format": "datetime", "description": "When it was."},
    "place": {"type": "ref", "ref": "com.example.place", "description": "Where it was."},
    "far": {"type": "ref", "ref": "#awya"},
    "typeless": {"maxGraphemes": 3}}}},
  "way": {"type": "query", "parameters": {"type": "params", "required": ["limit"], "properties": {"limit": {"type": "integer", "maximum": 9}}}},
  "set": {"type": "permission-set", "permissions": [{"type": "permission", "resource": "repo", "action": ["create"]}]}}}`
	c := begin(t, map[string]string{name: text})
	for _, test := range []struct{ before, at, under, want string }{
		{`"at":`, "at", `"at"`, "**at**: string, required, format datetime. When it was.\n"},
		{`["at"]`, "at", `"at"`, "**at**: string, required, format datetime. When it was.\n"},
		{`["place"]`, "place", `"place"`, "**place**: com.example.place (not loaded), nullable. Where it was.\n"},
		{`["limit"]`, "limit", `"limit"`, "**limit**: integer, required, at most 9\n"},
		{`"literal:`, "self", `"literal:self"`, "**literal:self**: A single record, with the key self."},
		{`"repo"`, "repo", `"repo"`, "**repo**: Permission to write records."},
		{`["create"]`, "create", `"create"`, "**create**: Create records."},
		{`"datetime"`, "date", `"datetime"`, "**datetime**: A point in time with a timezone: 2026-04-30T10:00:00.000Z."},
		{`"com.example.place"`, "com", `"com.example.place"`, "the ref \"com.example.place\" cannot be checked because its Lexicon is not loaded"},
		{`"com.example.place"`, "com", `"com.example.place"`, "help: "},
		{`"#awya"`, "awya", `"#awya"`, `"\#awya" is not defined in this file`},
		{`"maxGraphemes"`, "max", `"maxGraphemes"`, "**maxGraphemes**: The maximum number of characters as people count them; an emoji counts as one."},
	} {
		h := request[*hover](c, "textDocument/hover", c.positionParams(name, in(text, test.before, test.at)))
		if h == nil || !strings.Contains(h.Contents.Value, test.want) || cut(text, h.Range, utf8Encoding) != test.under {
			t.Errorf("%s: got %+v, want %s", test.before, h, test.want)
		}
	}
	for _, at := range []string{"com.example.words", "When it"} {
		if h := request[*hover](c, "textDocument/hover", c.positionParams(name, in(text, at, at))); h != nil {
			t.Errorf("at %s: %+v", at, h)
		}
	}
}

// A type and a field that the profile does not have say which one does.
func TestSpace(t *testing.T) {
	const name, text = "com/example/room.json", `{"lexicon": 1, "id": "com.example.room", "defs": {
  "main": {"type": "space", "key": "any", "name": "Room", "collections": ["com.example.map"]},
  "stream": {"type": "subscription", "subprotocol": "xrpc.v1.json"}}}`
	c := begin(t, map[string]string{name: text, mapName: mapFile, defsName: defsFile})
	for at, want := range map[string]string{
		"space": "only its members can access. It requires the profile atproto.", "subprotocol": "It requires the profile atproto.",
		"collections": "the records to expect", "com.example.map": "record",
	} {
		h := request[*hover](c, "textDocument/hover", c.positionParams(name, in(text, `"`+at+`"`, at)))
		if h == nil || !strings.Contains(h.Contents.Value, want) {
			t.Errorf("at %s: %+v, want %q", at, h, want)
		}
	}
	symbols := request[[]documentSymbol](c, "textDocument/documentSymbol", c.document(name))
	if len(symbols) != 2 || symbols[0].Kind != symbolNamespace || symbols[0].Detail != "space" {
		t.Errorf("%+v", symbols)
	}
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

func TestCompletion(t *testing.T) {
	for _, e := range []encoding{utf8Encoding, utf16Encoding} {
		var changes []func(*initializeParams)
		if e == utf16Encoding {
			changes = append(changes, utf16Only)
		}
		c := mapClient(t, changes...)
		complete := func(name, marked string) (string, completionList) {
			at := strings.Index(marked, "|")
			text := marked[:at] + marked[at+1:]
			c.open(name, text)
			p := newText([]byte(text)).position(int32(at), e)
			return text, request[completionList](c, "textDocument/completion", c.positionParams(name, p))
		}
		find := func(list completionList, label string) completionItem {
			i := slices.IndexFunc(list.Items, func(x completionItem) bool { return x.Label == label })
			if i < 0 {
				t.Fatalf("%s: %q is not in %+v", e, label, list)
			}
			return list.Items[i]
		}
		text, list := complete(mapName, strings.Replace(mapFile, `"description": "😀 state" }`, `"description": "😀 state" "mi| }`, 1))
		item := find(list, "minLength")
		if item.InsertTextFormat != snippetFormat || item.TextEdit.NewText != `"minLength": $1` || item.FilterText != `"minLength"` {
			t.Errorf("%s: %+v", e, item)
		}
		got := applied(text, append(item.AdditionalTextEdits, item.TextEdit), e)
		if want := strings.Replace(mapFile, `"😀 state" }`, `"😀 state", "minLength": $1 }`, 1); got != want {
			t.Errorf("%s: got %s", e, got)
		}
		_, list = complete(mapName, strings.Replace(mapFile, `com.example.defs#point`, `|`, 1))
		if item := find(list, "com.example.defs#point"); item.Detail != "object" || !strings.Contains(item.Documentation.Value, "integer") {
			t.Errorf("%s: %+v", e, item)
		}
		// A new file, and one that is something else.
		_, list = complete("lexicons/com/example/new.json", "|")
		if item := find(list, "new record"); !strings.HasPrefix(item.TextEdit.NewText, "{\n  \"lexicon\": 1,\n  \"id\": \"com.example.new\"") {
			t.Errorf("in an empty file: %+v", item)
		}
		_, list = complete("lexicons/com/example/new.json", `{ "id": "|" }`)
		find(list, "com.example.new")
		if _, list = complete("package.json", `{ "|" }`); len(list.Items) != 0 {
			t.Errorf("in another file: %+v", list)
		}
	}
	c := mapClient(t, func(p *initializeParams) {
		p.Capabilities.TextDocument.Completion.CompletionItem.SnippetSupport = false
	})
	c.open(mapName, "{ ")
	list := request[completionList](c, "textDocument/completion", c.positionParams(mapName, position{0, 2}))
	if len(list.Items) == 0 || list.Items[0].TextEdit.NewText != `"lexicon": 1` || list.Items[1].TextEdit.NewText != `"id": "com.example.map"` || list.Items[2].InsertTextFormat != plainText {
		t.Errorf("without snippets: %+v", list)
	}
}
