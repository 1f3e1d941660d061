package lsp

import (
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
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
		".git/HEAD":       "", // the repository around all
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
		".git/HEAD":       "",
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

// Whatever the config file of a folder says, nothing is read outside of the workspace and
// its repository, and the user is told.
func TestOutsideOfWorkspace(t *testing.T) {
	const broken = `{"lexicon": 1,`
	dir := workspaceDir(t, map[string]string{
		"work/lexsmith.yaml":      "lexicons: [lexicons, /, ../outside, linked, broken.json]\ninclude: [../outside]\n",
		"work/lexicons/user.json": userFile,
		"work/lexicons/own.json":  broken,
		"outside/broken.json":     broken,
		"outside/thing.json":      thingFile,
	})
	for link, target := range map[string]string{
		"work/linked": "../outside", "work/broken.json": "../outside/broken.json", "work/lexicons/broken.json": "../../outside/broken.json",
		"work/lexicons/thing.json": "../../outside/thing.json", "work/lexicons/inside.json": "own.json",
	} {
		if err := os.Symlink(filepath.FromSlash(target), filepath.Join(dir, filepath.FromSlash(link))); err != nil {
			t.Skip(err)
		}
	}
	c := connect(t, filepath.Join(dir, "work"))
	c.initialize()
	c.waitFor("lexicons/inside.json", "json-syntax", true)
	c.waitFor("lexicons/user.json", "unresolved-external-ref", true)
	for _, name := range []string{"lexicons/broken.json", "lexicons/thing.json"} {
		c.changed(name)
	}
	c.changed("lexsmith.yaml")
	c.open("lexicons/user.json", userFile+"\n")
	c.waitFor("lexicons/user.json", "unresolved-external-ref", true)
	c.alive()
	c.mu.Lock()
	defer c.mu.Unlock()
	for uri := range c.diagnostics {
		if strings.Contains(uri, "outside") || strings.HasSuffix(uri, "/broken.json") {
			t.Errorf("findings on %s", uri)
		}
	}
	for _, want := range []string{
		"the path / is outside the workspace and its repository, so it is not loaded",
		"the path " + filepath.Join(dir, "outside") + " is outside the workspace and its repository, so it is not loaded",
		"the path " + filepath.Join(c.dir, "linked") + " is not loaded: ",
		"the path " + filepath.Join(c.dir, "broken.json") + " is not loaded: ",
	} {
		if !slices.ContainsFunc(c.logged, func(m string) bool {
			return strings.HasPrefix(m, "window/showMessage") && strings.Contains(m, want)
		}) {
			t.Errorf("no message %q: %q", want, c.logged)
		}
	}
	if link := filepath.Join(c.dir, "lexicons", "broken.json"); !strings.Contains(strings.Join(c.logged, "\n"), link) {
		t.Errorf("nothing says that %s is not read: %q", link, c.logged)
	}
}

// Projects are kept as long as a folder or an open file belongs to them.
func TestProjectsAreForgotten(t *testing.T) {
	dir := workspaceDir(t, map[string]string{"lexicons/user.json": userFile})
	s := &server{out: &writer{out: io.Discard}}
	w := newWorkspace(s)
	w.folders = []string{dir}
	w.load(t.Context())
	for i := range 20 {
		folder := filepath.Join(filepath.Dir(dir), "elsewhere", strconv.Itoa(i))
		uri := uriOf(filepath.Join(folder, "lexicons", "a.json"))
		w.edit(t.Context(), uri, newBuffer(uri, 1, newText([]byte(userFile))))
		w.file(t.Context(), uriOf(filepath.Join(folder, "another", "b.json")))
		if len(w.projects) != 2 {
			t.Errorf("%d projects while one file is open", len(w.projects))
		}
		w.edit(t.Context(), uri, nil)
	}
	if len(w.projects) != 1 || len(w.homes) != 1 {
		t.Errorf("%d projects of %d folders are left", len(w.projects), len(w.homes))
	}
	w.close()
	s.work.Wait()
}

// A reference into another folder of the workspace is followed, and an info says that the
// command line does not know that folder.
func TestReferenceIntoOtherFolder(t *testing.T) {
	const user, thing = "a/lexicons/com/example/user.json", "b/lexicons/com/example/thing.json"
	text := strings.Replace(userFile, "thing#size", "thing", 1)
	c := begin(t, map[string]string{
		"a/lexicons/com/example/things.json": strings.Replace(thingFile, "example.thing", "example.things", 1), // a similar name
		"a/lexsmith.yaml":                    "", user: text, "b/lexsmith.yaml": "severity: {unresolved-external-ref: error}\n", thing: thingFile,
	}, func(p *initializeParams) {
		dir := p.WorkspaceFolders[0].URI
		p.WorkspaceFolders = []workspaceFolder{{URI: dir + "/a"}, {URI: dir + "/b"}}
	})
	d := c.waitFor(user, "unresolved-external-ref", true)
	if want := `com.example.thing is in the folder "b" of the workspace, which the command line does not load here`; d.Severity != 4 || !strings.HasPrefix(d.Message, want) {
		t.Errorf("got %+v", d)
	}
	at := c.positionParams(user, in(text, `"com.example.thing"`, "thing"))
	if l := request[*location](c, "textDocument/definition", at); l == nil || l.URI != c.uri(thing) {
		t.Errorf("the definition: %+v", l)
	}
	if h := request[*hover](c, "textDocument/hover", at); h == nil || !strings.Contains(h.Contents.Value, "com.example.thing") || strings.Contains(h.Contents.Value, "help") {
		t.Errorf("hover: %+v", h)
	}
	if links := request[[]documentLink](c, "textDocument/documentLink", c.document(user)); len(links) != 1 || links[0].Target != c.uri(thing) {
		t.Errorf("links: %+v", links)
	}
	p := referenceParams{positionParams: c.positionParams(thing, in(thingFile, `"main"`, "main"))}
	if found := request[[]location](c, "textDocument/references", p); len(found) != 1 || found[0].URI != c.uri(user) {
		t.Errorf("references: %+v", found)
	}
	// It follows what comes and goes there.
	c.remove(thing)
	c.wait("a warning", func() bool { return c.severityOf(user) == 2 })
	c.write(thing, thingFile)
	c.wait("an info", func() bool { return c.severityOf(user) == 4 })
}

// severityOf returns the severity of the only finding of a file, or else 0. The caller holds
// the mutex.
func (c *client) severityOf(name string) int {
	shown := c.diagnostics[c.uri(name)].Diagnostics
	if len(shown) != 1 {
		return 0
	}
	return shown[0].Severity
}

// What the first check has seen of other projects counts, though these were not checked.
func TestOtherFolderBeforeItsFirstCheck(t *testing.T) {
	const thing = "b/lexicons/com/example/thing.json"
	dir := workspaceDir(t, map[string]string{"a/lexicons/com/example/user.json": userFile, thing: thingFile})
	w := newWorkspace(&server{out: &writer{out: io.Discard}})
	a, b := w.project(filepath.Join(dir, "a")), w.project(filepath.Join(dir, "b"))
	w.current(t.Context(), t.Context(), a)
	w.close()
	before := a.settings.incremental
	if err := os.Remove(filepath.Join(dir, filepath.FromSlash(thing))); err != nil {
		t.Fatal(err)
	}
	w.didChangeWatchedFiles(t.Context(), didChangeWatchedFilesParams{[]fileEvent{{uriOf(filepath.Join(dir, filepath.FromSlash(thing))), fileDeleted}}})
	w.current(t.Context(), t.Context(), b)
	w.close()
	if a.settings.incremental == before {
		t.Error("the project with the reference is not checked again")
	}
	w.work.Wait()
}

// A project that comes and goes with an open file counts while the file is open.
func TestReferenceIntoProjectOfOpenFile(t *testing.T) {
	const user, thing = "lexicons/com/example/user.json", "elsewhere/lexicons/com/example/thing.json"
	c := begin(t, map[string]string{
		".git/HEAD": "", "elsewhere/lexsmith.yaml": "", user: userFile, thing: thingFile,
	})
	for range 2 {
		if d := c.waitFor(user, "unresolved-external-ref", true); d.Severity != 2 {
			t.Errorf("before: %+v", d)
		}
		c.open(thing, thingFile)
		c.wait("an info", func() bool { return c.severityOf(user) == 4 })
		c.notify("textDocument/didClose", c.document(thing))
		c.wait("a warning", func() bool { return c.severityOf(user) == 2 })
	}
}
