package lsp

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// ask sends every request about a file, at several positions. None may fail in a way
// that the server did not foresee.
func (c *client) ask(name string) {
	c.t.Helper()
	for method := range requests {
		for _, p := range []position{{0, 5}, {8, 70}, {^uint32(0), ^uint32(0)}} {
			m := c.answer(c.send(method, map[string]any{
				"textDocument": c.document(name).TextDocument, "position": p, "positions": []position{p}, "range": textRange{position{}, p},
				"newName": "x", "context": map[string]any{"diagnostics": []any{}},
			}))
			if m.Error != nil && m.Error.Code == codeInternalError {
				c.t.Errorf("%s of %s: %s", method, name, m.Error.Message)
			}
		}
	}
}

// alive requires that the server still checks and answers.
func (c *client) alive() {
	c.t.Helper()
	const name = "lexicons/com/example/alive.json"
	c.open(name, strings.NewReplacer("com.example.thing", "com.example.alive", `"integer"`, `"int"`).Replace(thingFile))
	c.waitFor(name, "unknown-type", true)
	c.notify("textDocument/didClose", c.document(name))
	c.waitFor(name, "unknown-type", false)
}

// Bytes that are not UTF-8, in a message and on disk.
func TestNotUTF8(t *testing.T) {
	const name = "lexicons/com/example/thing.json"
	broken := strings.Replace(thingFile, "In meters.", "In \xff\xc3\xed\xa0\x80meters.", 1)
	c := begin(t, map[string]string{name: broken, "lexicons/\xff.json": thingFile})
	c.waitFor(name, "json-syntax", true)
	c.ask(name)
	content := fmt.Sprintf(`{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":%q,"version":1,"text":"{\"lexicon\": 1, \"id\": \"`+"\xff\xfe"+`"}}}`, c.uri(name))
	if _, err := fmt.Fprintf(c.out.out, "Content-Length: %d\r\n\r\n%s", len(content), content); err != nil {
		t.Fatal(err)
	}
	c.waitFor(name, "json-syntax", true)
	c.ask(name)
	c.alive()
}

// Files that are too large or nested too deep are answered like any other.
func TestExcessiveFiles(t *testing.T) {
	if testing.Short() {
		t.Skip("large inputs")
	}
	deep := func(n int) string {
		return `{"lexicon": 1, "id": "com.example.deep", "defs": {"main": ` + strings.Repeat(`{"type": "array", "items": `, n) + `{"type": "string"}` + strings.Repeat("}", n) + "}}\n"
	}
	huge := thingFile + strings.Repeat(" ", 50<<20)
	texts := map[string]string{
		"levels.json": deep(990), "more.json": deep(1010), "most.json": deep(20_000),
		"brackets.json": strings.Repeat("[", 100_000), "open.json": strings.Repeat(`{"defs":`, 20_000),
	}
	files := map[string]string{"lexicons/huge.json": huge, "lexicons/com/example/thing.json": thingFile}
	for name, text := range texts {
		files["lexicons/"+name] = text
	}
	c := begin(t, files)
	c.waitFor("lexicons/most.json", "too-deep", true)
	for name, text := range files {
		if name != "lexicons/huge.json" {
			c.open(name, text)
			c.ask(name)
		}
	}
	for _, name := range []string{"lexicons/huge.json", "data/huge.ndjson"} {
		c.ask(name)
		c.open(name, huge)
		c.change(name, 2, contentChange{Range: &textRange{}, Text: " "})
		c.ask(name)
		c.notify("textDocument/didClose", c.document(name))
	}
	c.alive()
}

// Files and folders that vanish without a word, or are replaced by something else.
func TestVanishingFiles(t *testing.T) {
	const thing, user = "lexicons/com/example/thing.json", "lexicons/com/example/user.json"
	c := begin(t, map[string]string{thing: thingFile, user: userFile, "lexsmith.yaml": "lexicons: [lexicons]\n"})
	c.open(user, userFile)
	c.waitFor(user, "unresolved-ref", true)
	if err := os.RemoveAll(filepath.Join(c.dir, "lexicons")); err != nil {
		t.Fatal(err)
	}
	c.ask(thing)
	c.ask(user)
	c.change(user, 2, contentChange{Text: strings.Replace(userFile, "thing#size", "thing", 1)})
	c.waitFor(user, "unresolved-ref", false) // the catalog still has the other file
	c.changed(thing)
	c.waitFor(user, "unresolved-external-ref", true)
	// A folder with the name of a file, and a link to nowhere.
	if err := os.MkdirAll(filepath.Join(c.dir, filepath.FromSlash(thing)), 0o777); err != nil {
		t.Fatal(err)
	}
	c.changed(thing)
	if err := os.Symlink("nowhere", filepath.Join(c.dir, "lexicons", "link.json")); err == nil {
		c.changed("lexicons/link.json")
	}
	c.ask(thing)
	c.ask("lexicons/link.json")
	c.remove("lexsmith.yaml")
	c.alive()
}

// That a revision does not exist is said at its place in the config file, once, and is
// taken back when the settings name another.
func TestNoRevision(t *testing.T) {
	for _, repository := range []bool{false, true} {
		const name = "lexicons/user.json"
		c := connect(t, workspaceDir(t, map[string]string{name: userFile, "lexsmith.yaml": "# ours\ndiff: {against: main}\n"}))
		if repository {
			c.git("init", "-q", "-b", "other")
			c.git("add", ".")
			c.git("commit", "-q", "-m", "first")
		}
		c.initialize()
		c.open(name, userFile)
		d := c.waitFor("lexsmith.yaml", "config", true)
		if want := (textRange{position{1, 16}, position{1, 21}}); d.Severity != 2 || d.Range != want ||
			!strings.HasPrefix(d.Message, "breaking changes are not shown, because the Lexicons cannot be compared with main: ") {
			t.Errorf("got %+v", d)
		}
		c.mu.Lock()
		before := c.published
		c.mu.Unlock()
		for version := range int32(3) {
			c.change(name, 2+version, contentChange{Text: userFile + strings.Repeat("\n", int(version))})
			time.Sleep(2 * restPause) // as long as it takes to compare again
		}
		c.mu.Lock()
		published, logged := c.published-before, c.logged
		c.mu.Unlock()
		if published > 3 || len(logged) > 0 { // the findings with another version of the file
			t.Errorf("published %d times, logged %q", published, logged)
		}
		if d := c.waitFor(name, "unresolved-external-ref", true); d.Severity == 0 {
			t.Errorf("%+v", d)
		}
		c.write("lexsmith.yaml", "# ours\n")
		c.waitFor("lexsmith.yaml", "config", false)
	}
}

// Mistakes in the config file are said at their places, and its last good version goes on.
func TestBrokenConfig(t *testing.T) {
	const name = "lexicons/user.json"
	const good = "severity: {unresolved-external-ref: error}\n"
	c := begin(t, map[string]string{name: userFile, "lexsmith.yaml": "é: 1\n" + good})
	if d := c.waitFor(name, "unresolved-external-ref", true); d.Severity != 1 {
		t.Errorf("severity %d: what could be read does not count", d.Severity)
	}
	d := c.waitFor("lexsmith.yaml", "config", true)
	if want := (textRange{End: position{0, 5}}); d.Severity != 1 || d.Range != want || !strings.HasPrefix(d.Message, `unknown key "é"`) {
		t.Errorf("got %+v", d)
	}
	c.write("lexsmith.yaml", good)
	c.waitFor("lexsmith.yaml", "config", false)
	c.write("lexsmith.yaml", "severity: {unresolved-external-ref: [}\nprofile: v9\n")
	c.waitFor("lexsmith.yaml", "config", true)
	c.change(name, 1, contentChange{Text: userFile})
	c.open(name, userFile+"\n")
	if d := c.waitFor(name, "unresolved-external-ref", true); d.Severity != 1 {
		t.Errorf("severity %d: the last good version does not go on", d.Severity)
	}
	c.write("lexsmith.yaml", "profile: v9\ncolor: 1\n")
	c.wait("two mistakes", func() bool { return len(c.codes("lexsmith.yaml")) == 2 })
	c.remove("lexsmith.yaml")
	c.waitFor("lexsmith.yaml", "config", false)
	if len(c.logged) > 0 {
		t.Errorf("logged %q", c.logged)
	}
}
