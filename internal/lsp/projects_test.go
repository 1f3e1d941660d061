package lsp

import (
	"slices"
	"strings"
	"testing"
)

// A project that loads a definition from the folder of another one refers to the same
// definition.
func TestReferencesAcrossProjects(t *testing.T) {
	const (
		defs    = "a/lexicons/com/example/defs.json"
		user    = "a/lexicons/com/example/map.json"
		other   = "b/lexicons/org/example/map.json"
		foreign = "c/lexicons/com/example/map.json"

		vendored = "vendor/org.json"
	)
	otherFile := strings.Replace(mapFile, "com.example.map", "org.example.map", 1)
	files := map[string]string{
		"a/lexsmith.yaml": "lexicons: [lexicons]\n", defs: defsFile, user: mapFile,
		"b/lexsmith.yaml": "lexicons: [lexicons]\ninclude: [../a/lexicons, ../vendor]\n", other: otherFile,
		vendored:                           strings.Replace(mapFile, "com.example.map", "org.example.vendored", 1),
		"c/lexicons/com/example/defs.json": defsFile, foreign: mapFile, // another definition of the same name
	}
	c := begin(t, files, func(p *initializeParams) {
		dir := p.WorkspaceFolders[0].URI
		p.WorkspaceFolders = []workspaceFolder{{URI: dir + "/a"}, {URI: dir + "/b"}, {URI: dir + "/c"}}
	})
	name := func(uri string) string { return strings.TrimPrefix(uri, c.uri("")+"/") }
	starts := []positionParams{
		c.positionParams(defs, in(defsFile, `"point"`, "point")),
		c.positionParams(user, in(mapFile, "refs", "defs#point")),
		c.positionParams(other, in(otherFile, "refs", "defs#point")),
	}
	for _, open := range []string{"", defs, other} {
		if open != "" {
			c.open(open, files[open])
		}
		for _, at := range starts {
			p := referenceParams{positionParams: at}
			p.Context.IncludeDeclaration = true
			var got []string
			for _, l := range request[[]location](c, "textDocument/references", p) {
				got = append(got, name(l.URI))
			}
			slices.Sort(got)
			if want := []string{defs, defs, user, other, vendored}; !slices.Equal(got, want) { // the definition refers to itself
				t.Errorf("references from %s: got %q, want %q", name(at.TextDocument.URI), got, want)
			}
			if r := request[prepareResult](c, "textDocument/prepareRename", at); r.Placeholder != "point" {
				t.Errorf("prepare in %s: %+v", name(at.TextDocument.URI), r)
			}
			e := request[struct{ DocumentChanges []textDocumentEdit }](c, "textDocument/rename", renameParams{at, "place"})
			got = nil
			for _, change := range e.DocumentChanges {
				name := name(change.TextDocument.URI)
				got = append(got, name)
				want := strings.NewReplacer(`"point"`, `"place"`, `#point"`, `#place"`).Replace(files[name])
				if after := applied(files[name], change.Edits, utf8Encoding); after != want {
					t.Errorf("%s is now\n%s", name, after)
				}
			}
			if want := []string{defs, user, other}; !slices.Equal(got, want) {
				t.Errorf("rename from %s: got %q, want %q", name(at.TextDocument.URI), got, want)
			}
		}
	}
	lenses := request[[]codeLens](c, "textDocument/codeLens", c.document(defs))
	if len(lenses) == 0 || lenses[0].Command.Title != "4 references" {
		t.Errorf("got %+v", lenses)
	}
}

// A dependency of all projects that load it cannot be renamed.
func TestRenameDependency(t *testing.T) {
	c := begin(t, map[string]string{
		"a/lexsmith.yaml": "lexicons: [lexicons]\ninclude: [../vendor]\n", "a/lexicons/com/example/map.json": mapFile,
		"b/lexsmith.yaml": "lexicons: [lexicons]\ninclude: [../vendor]\n", "b/lexicons/com/example/map.json": mapFile,
		"vendor/defs.json": defsFile,
	}, func(p *initializeParams) {
		dir := p.WorkspaceFolders[0].URI
		p.WorkspaceFolders = []workspaceFolder{{URI: dir + "/a"}, {URI: dir + "/b"}}
	})
	at := c.positionParams("a/lexicons/com/example/map.json", in(mapFile, "refs", "defs#point"))
	if err := c.refused("textDocument/prepareRename", at); !strings.Contains(err.Message, "belongs to a dependency") {
		t.Errorf("%+v", err)
	}
}
