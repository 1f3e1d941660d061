package lsp

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// userFile is a Lexicon that refers to another one.
const userFile = `{
  "lexicon": 1,
  "id": "com.example.user",
  "defs": {
    "main": {
      "type": "object",
      "description": "A user.",
      "properties": {
        "size": { "type": "ref", "description": "How tall.", "ref": "com.example.thing#size" }
      }
    }
  }
}
`

func TestDiagnostics(t *testing.T) {
	c := begin(t, map[string]string{
		"lexicons/com/example/thing.json": thingFile,
		"lexicons/com/example/user.json":  userFile,
		"lexicons/package.json":           `{"name": "x"}`,
		"other/com/example/thing.json":    `{"lexicon": 1}`,
	})
	d := c.waitFor("lexicons/com/example/user.json", "unresolved-ref", true)
	if want := (textRange{position{8, 68}, position{8, 92}}); d.Range != want || d.Severity != 1 || d.Source != "lexsmith" {
		t.Errorf("got %+v, want the range %v", d, want)
	}
	if d.CodeDescription == nil || !strings.HasSuffix(d.CodeDescription.Href, "/rules/unresolved-ref/#unresolved-ref") {
		t.Errorf("the link of the rule: %+v", d.CodeDescription)
	}
	if len(d.RelatedInformation) != 1 || d.RelatedInformation[0].Location.URI != c.uri("lexicons/com/example/thing.json") {
		t.Errorf("related: %+v", d.RelatedInformation)
	}
	// An edit that defines it, in the buffer only.
	size := strings.Replace(thingFile, `"defs": {`, `"defs": {
    "size": { "type": "integer", "description": "In meters." },`, 1)
	c.open("lexicons/com/example/thing.json", thingFile)
	c.change("lexicons/com/example/thing.json", 2, contentChange{Text: size})
	c.waitFor("lexicons/com/example/user.json", "unresolved-ref", false)
	// An edit by a range brings an error to the edited file.
	at := newText([]byte(size)).position(int32(strings.Index(size, `"integer"`)), utf8Encoding)
	c.change("lexicons/com/example/thing.json", 3, contentChange{Range: &textRange{at, position{at.Line, at.Character + 9}}, Text: `"int"`})
	c.waitFor("lexicons/com/example/thing.json", "unknown-type", true)
	if v := c.shows("lexicons/com/example/thing.json").Version; v == nil || *v != 3 {
		t.Errorf("the version is %v, want 3", v)
	}
	// Closing it leaves what is on disk.
	c.notify("textDocument/didClose", c.document("lexicons/com/example/thing.json"))
	c.waitFor("lexicons/com/example/thing.json", "unknown-type", false)
	c.waitFor("lexicons/com/example/user.json", "unresolved-ref", true)
	// So do changes on disk, new files and deleted ones.
	c.write("lexicons/com/example/thing.json", size)
	c.waitFor("lexicons/com/example/user.json", "unresolved-ref", false)
	c.write("lexicons/com/example/new.json", strings.Replace(userFile, "user", "new", 1))
	c.write("lexicons/com/example/broken.json", `{"lexicon": 1,`)
	c.waitFor("lexicons/com/example/broken.json", "json-syntax", true)
	c.remove("lexicons/com/example/broken.json")
	c.waitFor("lexicons/com/example/broken.json", "json-syntax", false)
	c.remove("lexicons/com/example/thing.json")
	c.waitFor("lexicons/com/example/new.json", "unresolved-external-ref", true)
	for _, name := range []string{"lexicons/package.json", "other/com/example/thing.json"} {
		if c.shows(name).URI != "" {
			t.Errorf("%s is not one of the schemas", name)
		}
	}
}

// While a file is being edited it stays a Lexicon, however broken it is.
func TestBrokenText(t *testing.T) {
	const name = "lexicons/com/example/user.json"
	c := begin(t, map[string]string{name: userFile, "lexicons/com/example/thing.json": thingFile})
	c.open(name, userFile)
	c.waitFor(name, "unresolved-ref", true)
	for i, broken := range []string{"", "{", "not JSON", "\xff\xfe", `{"lexicon"`, strings.Repeat("[", 1100), userFile[:len(userFile)/2]} {
		c.change(name, int32(2+2*i), contentChange{Text: broken})
		c.wait("an error of the text", func() bool {
			codes := c.codes(name)
			return slices.Contains(codes, "json-syntax") || slices.Contains(codes, "too-deep")
		})
		c.change(name, int32(3+2*i), contentChange{Text: userFile})
		c.waitFor(name, "unresolved-ref", true)
	}
	huge := strings.Repeat(" ", 50<<20)
	c.change(name, 50, contentChange{Text: huge})
	c.waitFor(name, "unresolved-ref", false)
	c.change(name, 51, contentChange{Text: userFile})
	c.waitFor(name, "unresolved-ref", true)
}

// What is shown for a text does not depend on what the text was before.
func TestNoMemoryOfEarlierTexts(t *testing.T) {
	const name, new = "lexicons/com/example/user.json", "lexicons/com/example/new.json"
	texts := []string{
		"", "{", `{"lexicon"`, `{"lexicon": 1`, `{"lexicon": 1,`, `{"lexicon": 1, "id"`, `{"defs": {`, `{"name": "x"`, "[", "not JSON",
		`{"id": "com.example.user", "x": 1}`, userFile[:len(userFile)/2], userFile, userFile + "}",
	}
	for i, text := range texts {
		for _, name := range []string{name, new} {
			all := map[string]string{"lexicons/com/example/thing.json": thingFile, "lexicons/com/example/user.json": userFile}
			edited, fresh := begin(t, all), begin(t, all)
			edited.open(name, userFile)
			edited.waitFor(name, "unresolved-ref", true)
			edited.change(name, 2, contentChange{Text: texts[(i+5)%len(texts)]})
			edited.change(name, 3, contentChange{Text: text})
			fresh.open(name, text)
			if got, want := edited.settled(), fresh.settled(); !slices.Equal(got, want) {
				t.Errorf("%s: %q: only edited:\n%s\nonly new:\n%s", name, text, without(got, want), without(want, got))
			}
		}
	}
}

// Each folder has its own settings; several can be open, and files of none.
func TestProjects(t *testing.T) {
	c := begin(t, map[string]string{
		"one/lexsmith.yaml":              "lexicons: [schemas]\nseverity: {unresolved-external-ref: error}\n",
		"one/schemas/user.json":          userFile,
		"two/lexsmith.yaml":              "lexicons: [schemas]\ninclude: [vendor]\nignore: [{rules: [style]}]\n",
		"two/schemas/user.json":          userFile,
		"two/vendor/thing.json":          strings.Replace(thingFile, `"defs": {`, `"defs": {"size": {"type": "int"},`, 1),
		"three/lexicons/com/x/user.json": userFile,
	}, func(p *initializeParams) {
		dir := strings.TrimSuffix(p.WorkspaceFolders[0].URI, "/")
		p.WorkspaceFolders = []workspaceFolder{{URI: dir + "/one"}, {URI: dir + "/two"}}
	})
	if d := c.waitFor("one/schemas/user.json", "unresolved-external-ref", true); d.Severity != 1 {
		t.Errorf("severity %d, want that of lexsmith.yaml", d.Severity)
	}
	c.open("two/schemas/user.json", strings.Replace(userFile, "#size", "#sizes", 1))
	c.waitFor("two/schemas/user.json", "unresolved-ref", true)
	if c.shows("two/vendor/thing.json").URI != "" {
		t.Error("findings on a dependency")
	}
	// A change of the settings counts at once.
	c.write("one/lexsmith.yaml", "lexicons: [schemas]\nseverity: {unresolved-external-ref: 'off'}\n")
	c.waitFor("one/schemas/user.json", "unresolved-external-ref", false)
	// One with mistakes is reported, and the last one without any counts.
	c.write("one/lexsmith.yaml", "lexicon: [schemas]\n")
	if d := c.waitFor("one/lexsmith.yaml", "config", true); !strings.Contains(d.Message, "lexicon") {
		t.Errorf("got %+v", d)
	}
	// A file of no workspace folder is checked when it is opened.
	c.open("three/lexicons/com/x/user.json", userFile)
	c.waitFor("three/lexicons/com/x/user.json", "unresolved-external-ref", true)
	// Folders come and go.
	var change didChangeFoldersParams
	change.Event.Added = []workspaceFolder{{URI: c.uri("three")}}
	change.Event.Removed = []workspaceFolder{{URI: c.uri("two")}}
	c.notify("workspace/didChangeWorkspaceFolders", change)
	c.notify("textDocument/didClose", c.document("two/schemas/user.json"))
	c.notify("textDocument/didOpen", "wrong")
	change.Event.Added, change.Event.Removed = nil, []workspaceFolder{{URI: c.uri("one")}}
	c.notify("workspace/didChangeWorkspaceFolders", change)
	c.waitFor("one/schemas/user.json", "unresolved-external-ref", false)
}

// A config file that is given counts for all folders, whatever files they have.
func TestGivenConfig(t *testing.T) {
	dir := workspaceDir(t, map[string]string{
		"own.yaml":           "lexicons: [schemas]\nseverity: {unresolved-external-ref: error}\n",
		"lexsmith.yaml":      "severity: {unresolved-external-ref: 'off'}\n",
		"schemas/user.json":  userFile,
		"lexicons/user.json": userFile,
	})
	c := connectWith(t, dir, Options{Config: filepath.Join(dir, "own.yaml")})
	c.initialize()
	if d := c.waitFor("schemas/user.json", "unresolved-external-ref", true); d.Severity != 1 {
		t.Errorf("severity %d, want that of the given file", d.Severity)
	}
	if c.shows("lexicons/user.json").URI != "" {
		t.Error("findings on files that the given file does not name")
	}
	c.apply(c.action("schemas/user.json", in(userFile, "#size", "size"), "Ignore unresolved-external-ref"))
	c.waitFor("schemas/user.json", "unresolved-external-ref", false)
	if text, err := os.ReadFile(filepath.Join(dir, "own.yaml")); err != nil || !strings.Contains(string(text), `"schemas/user.json"`) {
		t.Errorf("%s, %v", text, err)
	}
}

// Requests about what does not exist, or is no file, have no result.
func TestUnknownFiles(t *testing.T) {
	c := begin(t, map[string]string{"lexicons/a.json": thingFile})
	c.open("../outside.txt", "x")
	c.notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{"uri": "untitled:1", "text": "{}"}})
	c.change("never/opened.json", 7, contentChange{Text: "{}"})
	for method := range requests {
		for _, uri := range []string{"untitled:1", "", c.uri("missing.json"), c.uri("lexicons"), c.uri("lexicons/a.json")} {
			for _, p := range []position{{}, {99, 99}, {^uint32(0), ^uint32(0)}} {
				m := c.answer(c.send(method, map[string]any{
					"textDocument": textDocument{uri}, "position": p, "positions": []position{p}, "range": textRange{p, p}, "newName": "x",
					"context": map[string]any{"diagnostics": []any{}},
				}))
				if m.Error != nil && m.Error.Code == codeInternalError {
					t.Errorf("%s of %s: %s", method, uri, m.Error.Message)
				}
			}
		}
		if err := c.refused(method, []int{1}); err.Code != codeInvalidParams {
			t.Errorf("%s with wrong parameters: %+v", method, err)
		}
	}
}

// git runs git in the folder of the client.
func (c *client) git(args ...string) {
	c.t.Helper()
	command := exec.Command("git", append([]string{"-C", c.dir, "-c", "user.name=t", "-c", "user.email=t@example.com", "-c", "commit.gpgsign=false"}, args...)...)
	if out, err := command.CombinedOutput(); err != nil {
		c.t.Fatalf("git %q: %v\n%s", args, err, out)
	}
}

// The edit that breaks what is published is underlined, and says what it affects.
func TestChangesAgainstRevision(t *testing.T) {
	const name = "lexicons/com/example/thing.json"
	c := connect(t, workspaceDir(t, map[string]string{name: thingFile, "lexsmith.yaml": "diff: {against: HEAD}\n"}))
	c.git("init", "-q", "-b", "main")
	c.git("add", ".")
	c.git("commit", "-q", "-m", "published")
	c.initialize()
	c.open(name, thingFile)
	required := strings.Replace(thingFile, `"properties"`, `"required": ["size"], "properties"`, 1)
	c.change(name, 2, contentChange{Text: required})
	d := c.waitFor(name, "object-required", true)
	if line := strings.Split(required, "\n")[d.Range.Start.Line]; d.Severity != 1 || d.Source != "lexsmith" ||
		line[d.Range.Start.Character:d.Range.End.Character] != `"size"` {
		t.Errorf("%+v in %s", d, line)
	}
	for _, want := range []string{"breaks backward compatibility", "affects the com.example.thing record"} {
		if !strings.Contains(d.Message, want) {
			t.Errorf("%q does not contain %q", d.Message, want)
		}
	}
	c.change(name, 3, contentChange{Text: thingFile})
	c.waitFor(name, "object-required", false)
	// Once it is committed, it is no change any more.
	c.write(name, required)
	c.change(name, 4, contentChange{Text: required})
	c.waitFor(name, "object-required", true)
	c.git("commit", "-q", "-a", "-m", "published anew")
	c.changed(".git/refs/heads/main")
	c.waitFor(name, "object-required", false)
	// A commit is taken back on a detached HEAD.
	c.git("checkout", "-q", "HEAD^")
	c.changed(".git/HEAD")
	c.waitFor(name, "object-required", true)
	c.git("checkout", "-q", "main")
	c.git("reset", "-q", "HEAD^")
	c.git("pack-refs", "--all")
	c.git("commit", "-q", "-a", "-m", "published again")
	c.changed(".git/packed-refs")
	c.waitFor(name, "object-required", false)
}
