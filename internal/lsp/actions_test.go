package lsp

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/internal/config"
)

// action returns the action with that title among those for a range of a file.
func (c *client) action(name string, p position, title string) *codeAction {
	c.t.Helper()
	params := codeActionParams{documentParams: c.document(name), Range: textRange{p, p}}
	var titles []string
	for _, a := range request[[]codeAction](c, "textDocument/codeAction", params) {
		if strings.Contains(a.Title, title) {
			return &a
		}
		titles = append(titles, a.Title)
	}
	c.t.Logf("there are %q", titles)
	return nil
}

// apply makes the edits of an action, on disk.
func (c *client) apply(a *codeAction) {
	c.t.Helper()
	if a == nil {
		c.t.Fatal("the action is not offered")
	}
	for _, change := range a.Edit.DocumentChanges {
		change := change.(map[string]any)
		if change["kind"] == "create" {
			path, _ := pathOf(change["uri"].(string))
			if err := os.WriteFile(path, nil, 0o666); err != nil {
				c.t.Fatal(err)
			}
			continue
		}
		e := decoded[textDocumentEdit](c.t, change)
		path, _ := pathOf(e.TextDocument.URI)
		text, err := os.ReadFile(path)
		if err != nil {
			c.t.Fatal(err)
		}
		name, _ := filepath.Rel(c.dir, path)
		c.write(filepath.ToSlash(name), applied(string(text), e.Edits, utf8Encoding))
	}
}

func TestCreate(t *testing.T) {
	user, thing := "lexicons/com/example/user.json", "lexicons/com/example/thing.json"
	c := begin(t, map[string]string{user: userFile, thing: thingFile})
	c.waitFor(user, "unresolved-ref", true)
	at := in(userFile, "#size", "size")
	c.apply(c.action(user, at, `Create the definition "size" in com.example.thing`))
	c.waitFor(user, "unresolved-ref", false)
	text, _ := os.ReadFile(filepath.Join(c.dir, thing))
	if want := "    },\n    \"size\": { \"type\": \"object\""; !strings.Contains(string(text), want) {
		t.Errorf("got %s", text)
	}
	c.write(user, strings.Replace(userFile, "thing#size", "other#size", 1))
	c.waitFor(user, "unresolved-external-ref", true)
	c.apply(c.action(user, at, "Create the Lexicon com.example.other"))
	c.waitFor(user, "unresolved-external-ref", false)
	c.write(user, `{"lexicon": 1, "id": "com.example.user", "defs": {"main": {"type": "ref", "ref": "#a"}}}`)
	c.waitFor(user, "unresolved-ref", true)
	c.apply(c.action(user, position{0, 82}, `Create the definition "a"`))
	c.waitFor(user, "unresolved-ref", false)
	// The name of a JSON Pointer is created and referred to; one that no definition can have
	// is not.
	c.write(user, `{"lexicon": 1, "id": "com.example.user", "defs": {"main": {"type": "ref", "ref": "#/defs/person"}}}`)
	c.waitFor(user, "unresolved-ref", true)
	c.apply(c.action(user, position{0, 82}, `Create the definition "person" in`))
	c.waitFor(user, "unresolved-ref", false)
	text, _ = os.ReadFile(filepath.Join(c.dir, user))
	if !strings.Contains(string(text), `"ref": "#person"}`) {
		t.Errorf("got %s", text)
	}
	c.write(user, `{"lexicon": 1, "id": "com.example.user", "defs": {"main": {"type": "ref", "ref": "#a-b"}}}`)
	c.waitFor(user, "unresolved-ref", true)
	if a := c.action(user, position{0, 82}, "Create"); a != nil {
		t.Errorf("got %+v", a)
	}
}

func TestSplit(t *testing.T) {
	name := "lexicons/com/example/red.json"
	red, green := `{"lexicon": 1, "id": "com.example.red", "defs": {"main": {"type": "token"}}}`, `{"lexicon": 1, "id": "com.example.green", "defs": {"main": {"type": "token"}}}`
	c := begin(t, map[string]string{name: red + "\n" + green + "\n"})
	c.waitFor(name, "json-syntax", true)
	c.apply(c.action(name, position{1, 0}, "to a file of its own"))
	c.waitFor(name, "json-syntax", false)
	for path, want := range map[string]string{name: red, "lexicons/com/example/green.json": green} {
		if text, err := os.ReadFile(filepath.Join(c.dir, path)); err != nil || string(text) != want+"\n" {
			t.Errorf("%s: %v, %s", path, err, text)
		}
	}
	c.write(name, red+"\n"+green+"\n")
	c.waitFor(name, "json-syntax", true)
	if c.action(name, position{1, 0}, "to a file of its own") != nil {
		t.Error("a file would be written over")
	}
}

func TestIgnore(t *testing.T) {
	name := "lexicons/com/example/user.json"
	for _, settings := range []string{
		"", "profile: v1", "profile: v1\n", "ignore:\n- rules: [style]\n  nsids: [org.*]\nprofile: v1\n",
		"ignore: # some\n\n    # more\n    - rules: [style]\n      nsids: [org.*]\n", "none", "ignore:\r\n- rules: [style]\r\n  nsids: [org.*]\r\n",
		"---\nprofile: v1\n", "\ufeffprofile: v1\n", "# only a comment", "\"profile\": v1\n\n",
		"ignore: [{rules: [style], nsids: [org.*]}]\n", "ignore: []\n", "ignore:\n", "ignore: # none\nprofile: v1\n", "{profile: v1}\n", "{}", "{ignore: []}",
	} {
		files := map[string]string{name: userFile, "lexsmith.yaml": settings}
		if settings == "none" {
			delete(files, "lexsmith.yaml")
		}
		c := begin(t, files)
		c.waitFor(name, "unresolved-external-ref", true)
		c.apply(c.action(name, in(userFile, "#size", "size"), "Ignore unresolved-external-ref"))
		c.waitFor(name, "unresolved-external-ref", false)
		if _, err := config.Load(filepath.Join(c.dir, "lexsmith.yaml")); err != nil {
			t.Errorf("%q: %v", settings, err)
		}
		c.close()
		<-c.ended
	}
}

// A config file to which no entry can be added stays as it is.
func TestIgnoreNotOffered(t *testing.T) {
	name := "lexicons/com/example/user.json"
	c := begin(t, map[string]string{name: userFile, "lexsmith.yaml": ""})
	c.waitFor(name, "unresolved-external-ref", true)
	for _, settings := range []string{
		"ignore: null\n", "null\n", "include: &a [x]\nignore: *a\n",
		"---\nprofile: v1\n...\n", "profile: v1\n---\n", "profile: v2\n", "ignore:\n  - rules: [none]\n", "include: [\n",
	} {
		c.open("lexsmith.yaml", settings)
		if a := c.action(name, in(userFile, "#size", "size"), "Ignore"); a != nil {
			t.Errorf("%q: %+v", settings, a.Edit)
		}
	}
}

func TestFixes(t *testing.T) {
	name := "lexicons/com/example/thing.json"
	text := strings.Replace(thingFile, `"integer", "description": "In meters."`, `"string", "maxlength": 64, "minlength": 1, "description": "😀"`, 1)
	c := begin(t, map[string]string{name: text})
	c.waitFor(name, "unexpected-field", true)
	at := in(text, `"maxlength"`, "length")
	a := c.action(name, at, `Rename "maxlength" to "maxLength"`)
	if a == nil || !a.IsPreferred || a.Kind != quickFix || len(a.Diagnostics) != 1 || a.Diagnostics[0].Code != "unexpected-field" {
		t.Fatalf("%+v", a)
	}
	all := c.action(name, at, "Apply all")
	c.apply(all)
	fixed, _ := os.ReadFile(filepath.Join(c.dir, filepath.FromSlash(name)))
	if want := strings.NewReplacer("maxlength", "maxLength", "minlength", "minLength").Replace(text); string(fixed) != want {
		t.Errorf("got %s", fixed)
	}
	c.waitFor(name, "unexpected-field", false)
	// On request for a kind of its own, as editors do on save.
	c.write(name, text)
	c.waitFor(name, "unexpected-field", true)
	params := codeActionParams{documentParams: c.document(name)}
	params.Context.Only = []string{"source.fixAll"}
	if actions := request[[]codeAction](c, "textDocument/codeAction", params); len(actions) != 1 || actions[0].Kind != fixAll {
		t.Errorf("%+v", actions)
	}
	params.Context.Only = []string{"refactor"}
	if actions := request[[]codeAction](c, "textDocument/codeAction", params); len(actions) != 0 {
		t.Errorf("%+v", actions)
	}
	// A fix that would bring an error is not offered.
	worse := strings.Replace(text, `"maxlength": 64`, `"maxlength": 0`, 1)
	c.write(name, worse)
	c.waitFor(name, "unexpected-field", true)
	if a := c.action(name, at, `Rename "maxlength"`); a == nil {
		t.Error("one of two fixes in conflict is not offered")
	}
	c.write(name, strings.Replace(worse, "minlength", "minLength", 1))
	if a := c.action(name, at, `Rename "maxlength"`); a != nil {
		t.Errorf("offered: %+v", a)
	}
	// The edit of one fix, in UTF-16.
	c = begin(t, map[string]string{name: strings.Replace(text, `"maxlength": 64, "minlength": 1, "description": "😀"`, `"description": "😀", "maxlength": 64`, 1)}, utf16Only)
	c.waitFor(name, "unexpected-field", true)
	params = codeActionParams{documentParams: c.document(name), Range: textRange{End: position{99, 0}}}
	for _, a := range request[[]codeAction](c, "textDocument/codeAction", params) {
		if strings.HasPrefix(a.Title, "Rename") {
			e := decoded[textDocumentEdit](t, a.Edit.DocumentChanges[0])
			before, _ := os.ReadFile(filepath.Join(c.dir, filepath.FromSlash(name)))
			if got := applied(string(before), e.Edits, utf16Encoding); !strings.Contains(got, `"description": "😀", "maxLength": 64`) {
				t.Errorf("got %s", got)
			}
			return
		}
	}
	t.Error("no action renames the key")
}

// A placeholder is offered for the author to complete, and not preferred.
func TestPlaceholders(t *testing.T) {
	name := "lexicons/com/example/thing.json"
	text := strings.Replace(thingFile, `"integer", "description": "In meters."`, `"blob", "description": "A picture."`, 1)
	c := begin(t, map[string]string{name: text})
	c.waitFor(name, "unlimited-blob", true)
	a := c.action(name, in(text, `{ "type": "blob"`, "{"), `Add "accept" and "maxSize"`)
	if a == nil || a.IsPreferred {
		t.Fatalf("%+v", a)
	}
	c.apply(a)
	c.waitFor(name, "unlimited-blob", false)
}
