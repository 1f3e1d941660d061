package lsp

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestWatchers(t *testing.T) {
	c := begin(t, nil)
	c.wait("a registration", func() bool { return len(c.calls) > 0 })
	type watcher struct {
		GlobPattern string
		Kind        int
	}
	registered := decoded[struct {
		Registrations []struct{ RegisterOptions struct{ Watchers []watcher } }
	}](t, c.calls[0].Params)
	var got []string
	for _, w := range registered.Registrations[0].RegisterOptions.Watchers {
		if w.Kind == 0 {
			got = append(got, w.GlobPattern)
		} else if w != (watcher{"**", 1 + 4}) { // of folders only that they came or went
			t.Errorf("%+v", w)
		}
	}
	want := []string{
		"**/*.json", "**/lexsmith.yaml", "**/lexsmith.lock", "**/.editorconfig",
		"**/.git/HEAD", "**/.git/packed-refs", "**/.git/refs/**", "**/.git/reftable/**",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestIsRevision(t *testing.T) {
	for path, want := range map[string]bool{
		"/a/.git/HEAD": true, "/a/.git/packed-refs": true, "/a/.git/refs/heads/main": true, "/a/.git/refs/remotes/origin/x/y": true,
		"/a/.git/refs/tags/v1": true, "/a/.git/reftable/tables.list": true,
		"/a/.git/index": false, "/a/.git/objects/ab/cd": false, "/a/.git/HEAD.lock": false, "/a/.git/refs/heads/main.lock": false,
		"/a/HEAD": false, "/a/refs/heads/main": false, "/a/x.git/HEAD": false,
	} {
		if got := isRevision(filepath.FromSlash(path)); got != want {
			t.Errorf("%s: got %t", path, got)
		}
	}
}

// Clients report a folder that was deleted or moved, and not the files in it.
func TestFolders(t *testing.T) {
	const (
		broken = "lexicons/com/example/sub/broken.json"
		text   = `{"lexicon": 1,`
	)
	c := begin(t, map[string]string{"lexicons/com/example/thing.json": thingFile, broken: text, "other/lexsmith.yaml": "lexicons: [schemas]\n"},
		func(p *initializeParams) {
			p.WorkspaceFolders = append(p.WorkspaceFolders, workspaceFolder{URI: p.WorkspaceFolders[0].URI + "/other"})
		})
	c.waitFor(broken, "json-syntax", true)
	rename := func(from, to string) {
		t.Helper()
		from, to = filepath.Join(c.dir, from), filepath.Join(c.dir, to)
		if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.Rename(from, to); err != nil {
			t.Fatal(err)
		}
	}
	for _, test := range []struct{ folder, reported string }{
		{"lexicons/com/example/sub", "lexicons/com/example/sub"},
		{"lexicons/com", "lexicons/com"},
		{"lexicons", "lexicons"},     // a root
		{"lexicons", ""},             // the workspace folder
		{"lexicons", "lexicons/com"}, // something in a root that does not exist
	} {
		rename(test.folder, "moved")
		c.event(test.folder, fileDeleted)
		c.waitFor(broken, "json-syntax", false)
		if found := request[[]symbolInformation](c, "workspace/symbol", workspaceSymbolParams{}); len(found) > 1 {
			t.Errorf("after the end of %s: %+v", test.folder, found)
		}
		rename("moved", test.folder)
		c.event(test.reported, fileCreated)
		c.waitFor(broken, "json-syntax", true)
	}
	// The roots of another folder, one file at a time.
	c.write("other/schemas/broken.json", text)
	c.waitFor("other/schemas/broken.json", "json-syntax", true)
	// What is in an ignored folder stays ignored, and so do other files.
	for _, name := range []string{"lexicons/.hidden/a.json", "lexicons/node_modules/a/b.json", "lexicons/a.txt"} {
		c.write(name, text)
		c.event(name, fileCreated)
		c.event(strings.TrimSuffix(name, "/a.json"), fileCreated)
	}
	c.write("lexicons/last.json", text)
	c.waitFor("lexicons/last.json", "json-syntax", true)
	c.mu.Lock()
	for uri := range c.diagnostics {
		if strings.Contains(uri, "hidden") || strings.Contains(uri, "node_modules") || strings.HasSuffix(uri, ".txt") {
			t.Errorf("findings on %s", uri)
		}
	}
	c.mu.Unlock()
	// A file that is open stays, whatever happens to its folder.
	c.open("lexicons/com/example/thing.json", strings.Replace(thingFile, `"integer"`, `"int"`, 1))
	c.waitFor("lexicons/com/example/thing.json", "unknown-type", true)
	rename("lexicons", "moved")
	c.event("lexicons", fileDeleted)
	c.waitFor(broken, "json-syntax", false)
	c.notify("textDocument/didClose", c.document("lexicons/com/example/thing.json"))
	c.waitFor("lexicons/com/example/thing.json", "unknown-type", false)
}

// A Lexicon that the manifest lists is a copy of one of others, wherever its file is, until
// the manifest no longer lists it.
func TestManifest(t *testing.T) {
	const (
		broken   = "lexicons/com/example/broken.json"
		text     = `{"lexicon": 1, "id": "com.example.broken", "defs": {"main": {"type": "strnig"}}}`
		manifest = `{"version": 1, "lexicons": [], "resolutions": {"com.example.broken": {}}}`
	)
	c := begin(t, map[string]string{"lexicons/com/example/thing.json": thingFile, broken: text, "lexicons.json": manifest})
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(c.dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		c.event(name, fileChanged)
	}
	c.open(broken, text)
	c.waitFor(broken, "unknown-type", false)
	write("lexicons.json", "{}")
	c.waitFor(broken, "unknown-type", true)
	write("lexsmith.lock", `{"lexicons": {"com.example.broken": {}}}`)
	c.waitFor(broken, "unknown-type", false)
}
