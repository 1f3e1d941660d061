package lsp

import (
	"encoding/json"
	"strings"
	"testing"
)

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
