package docs

import (
	"html"
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/pkg/diag"
)

// What is not a table of fields is said in words.
func TestWords(t *testing.T) {
	main := func(id, schema string) string {
		return `{"lexicon": 1, "id": "` + id + `", "defs": {"main": ` + schema + `}}`
	}
	c := catalog(t, map[string]string{
		"note.json":  main("com.example.note", `{"type": "record", "key": "tid", "description": "A note.", "record": {"type": "object", "properties": {"mood": {"type": "ref", "ref": "com.example.defs#mood"}}}}`),
		"self.json":  main("com.example.self", `{"type": "record", "key": "literal:self", "record": {"type": "object", "properties": {}}}`),
		"both.json":  `{"lexicon": 1, "id": "com.example.both", "description": "The Lexicon.", "defs": {"main": {"type": "object", "description": "The object.", "properties": {"size": {"type": "string", "enum": ["", "big"]}}}}}`,
		"space.json": main("com.example.room", `{"type": "space", "key": "any", "name": "Room", "collections": ["com.example.note"]}`),
		"set.json": main("com.example.basic", `{"type": "permission-set", "title": "Basic", "detail": "What it is for.", "permissions": [
			{"type": "permission", "resource": "repo", "collection": ["com.example.note"], "action": ["create", "delete"]},
			{"type": "permission", "resource": "repo", "collection": ["*"]},
			{"type": "permission", "resource": "rpc", "lxm": ["com.example.get"], "inheritAud": true},
			{"type": "permission", "resource": "rpc", "lxm": ["com.example.get", "com.other.x"], "aud": "*"},
			{"type": "permission", "resource": "space", "spaceType": "com.example.room", "action": ["read_self"], "manage": ["create"]},
			{"type": "permission", "resource": "blob"}, {"type": "permission", "resource": "blob", "accept": ["image/*", "video/mp4"]},
			{"type": "permission", "resource": "account", "attr": "email", "action": ["manage"]}, {"type": "permission", "resource": "identity", "attr": "*"},
			{"type": "permission", "resource": "else"}]}`),
		"get.json": main("com.example.get", `{"type": "query", "description": "Gets.", "parameters": {"type": "params", "required": ["q"], "properties": {"q": {"type": "string"}, "n": {"type": "integer", "minimum": 1, "maximum": 9, "default": 5}}},
			"output": {"encoding": "application/json", "schema": {"type": "object", "properties": {"q": {"type": "string"}, "list": {"type": "array", "items": {"type": "object", "properties": {"x": {"type": "cid-link"}}}}}}}, "errors": [{"name": "Gone", "description": "It is gone."}]}`),
		"defs.json": `{"lexicon": 1, "id": "com.example.defs", "defs": {"mood": {"type": "string", "maxLength": 64, "knownValues": ["com.example.defs#happy", "sad"]},
			"happy": {"type": "token", "description": "Happy."}, "any": {"type": "union", "refs": ["com.example.note", "#gone"], "closed": true}}}`,
	})
	texts := map[string]string{}
	for name, text := range build(t, c, Options{Profile: diag.ProfileATProto}) {
		texts[name] = strings.Join(strings.Fields(html.UnescapeString(tag.ReplaceAllString(newLine.ReplaceAllString(text, " "), ""))), " ")
	}
	if text := texts["com/example/basic.html"]; strings.Contains(text, "refer") {
		t.Errorf("a permission set says of references: %s", text)
	}
	for name, wants := range map[string][]string{
		"note": {"Record key: a timestamp identifier (tid)", "mood"},
		"both": {"The Lexicon. The object.", `One of "" | big`},
		"self": {"Record key: always self, so a repository can contain one such record.", "No fields are defined."},
		"room": {"Shown to users as “Room”.", "Space key: any valid key (any), so an owner can have any number of these spaces.", "The records to expect in such a space: com.example.note"},
		"basic": {
			"Basic", "What it is for.", "Create and delete records of type com.example.note", "Create, update, and delete records of any type",
			"Call com.example.get on the service that the application names when it asks for the permission set", "Call com.example.get, com.other.x on any service",
			"Read its user's own records of the types that the space expects in spaces of type com.example.room that belong to its user; create such spaces",
			"Upload files of any type (servers ignore this: a permission set cannot contain the resource blob)", "Upload files of type image/* or video/mp4 (servers",
			"Read and change the email address of its user's account (servers", "Change everything of its user's identity (servers", "Use else (servers",
		},
		"get": {
			"GET /xrpc/com.example.get", "n#integeroptionalAt least 1, at most 9, default 5", "q#stringrequired", "list[].x#cid-linkoptional",
			"Gone#It is gone.", "GET /xrpc/com.example.get?q=",
		},
		"defs": {"Type: string At most 64 bytes, such as com.example.defs#happy | sad", "A named value without data: com.example.defs#happy.", "One of these types (the union is closed): com.example.note: A note.", "Used by com.example.note"},
	} {
		for _, want := range wants {
			if text := texts["com/example/"+name+".html"]; !strings.Contains(text, want) {
				t.Errorf("%s: no %q in\n%s", name, want, text)
			}
		}
	}
	// Search engines get a description in any case.
	for name, want := range map[string]string{"self": "Record com.example.self", "defs": "Definitions com.example.defs", "basic": "What it is for."} {
		if source := build(t, c, Options{Markdown: true})["com/example/"+name+".md"]; !strings.Contains(source, "\ndescription: \""+want+"\"\n---\n") {
			t.Errorf("%s: no description %q in\n%s", name, want, source)
		}
	}
	page := build(t, c, Options{})["com/example/get.html"]
	for _, id := range []string{"field-parameters.q", "field-output.q", "field-output.list.x", "error-Gone", "def-main"} {
		if strings.Count(page, `id="`+id+`"`) != 1 {
			t.Errorf("no anchor %s, or several", id)
		}
	}
}

// Long names can continue on the next line between their segments; others are whole.
func TestBreakable(t *testing.T) {
	for text, want := range map[string]string{
		"see com.example.feed.note <b>":              "see com.example.feed.note &lt;b&gt;",
		"see com.example.longer.namespace.defs#view": "see com.<wbr>example.<wbr>longer.<wbr>namespace.<wbr>defs<wbr>#view",
		"it's com.example.longer.namespace&#39;":     "it&#39;s com.<wbr>example.<wbr>longer.<wbr>namespace&amp;<wbr>#39;",
	} {
		if got := breakable(text); got != want {
			t.Errorf("%s: got %s, want %s", text, got, want)
		}
	}
}
