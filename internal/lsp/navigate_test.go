package lsp

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

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
