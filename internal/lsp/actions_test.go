package lsp

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/internal/config"
	"github.com/lexsmith/lexsmith/internal/rulebook"
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
}

func TestIgnore(t *testing.T) {
	name := "lexicons/com/example/user.json"
	for _, settings := range []string{
		"", "profile: v1", "profile: v1\n", "ignore:\n- rules: [style]\n  nsids: [org.*]\nprofile: v1\n",
		"ignore: # some\n\n    # more\n    - rules: [style]\n      nsids: [org.*]\n", "none",
	} {
		files := map[string]string{name: userFile, "lexsmith.yaml": settings}
		if settings == "none" {
			delete(files, "lexsmith.yaml")
		}
		c := begin(t, files)
		c.waitFor(name, "unresolved-external-ref", true)
		c.apply(c.action(name, in(userFile, "#size", "size"), "Ignore unresolved-external-ref"))
		c.waitFor(name, "unresolved-external-ref", false)
		if _, err := config.Load(filepath.Join(c.dir, "lexsmith.yaml"), rulebook.All()); err != nil {
			t.Errorf("%q: %v", settings, err)
		}
		c.close()
		<-c.ended
	}
	c := begin(t, map[string]string{name: userFile, "lexsmith.yaml": "ignore: [{rules: [style]}]\n"})
	c.waitFor(name, "unresolved-external-ref", true)
	if a := c.action(name, in(userFile, "#size", "size"), "Ignore"); a != nil {
		t.Errorf("a list in one line cannot be extended by a line: %+v", a)
	}
}
