package registry

import (
	"fmt"
	"testing"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

func TestReferences(t *testing.T) {
	for _, test := range []struct{ name, defs, want string }{
		{"ref", `{"type": "object", "properties": {"a": {"type": "ref", "ref": "com.b#x"}, "b": {"type": "array", "items": {"type": "ref", "ref": "com.b.c"}}}}`, "[com.b.c]"},
		{"several", `{"type": "object", "properties": {"a": {"type": "ref", "ref": "com.c.d#x"}, "b": {"type": "ref", "ref": "com.b.c"}, "c": {"type": "ref", "ref": "com.b.c#y"}}}`, "[com.b.c com.c.d]"},
		{"union", `{"type": "object", "properties": {"a": {"type": "union", "refs": ["#here", "com.b.c", "com.c.d#x"]}}}`, "[com.b.c com.c.d]"},
		{"itself", `{"type": "object", "properties": {"a": {"type": "ref", "ref": "com.example.a#main"}}}`, "[]"},
		{"known values", `{"type": "string", "knownValues": ["com.b.c#token", "com.c.d", "word", "#x", "com.c.d#"]}`, "[com.b.c]"},
		{"values that are not references", `{"type": "string", "enum": ["com.b.c#x"], "const": "com.b.c#x", "default": "com.b.c#x"}`, "[]"},
		{"permissions", `{"type": "permission-set", "permissions": [{"type": "permission", "resource": "repo", "collection": ["com.b.c", "*"]}, {"type": "permission", "resource": "rpc", "lxm": ["com.c.d"]}]}`, "[com.b.c com.c.d]"},
		{"space", `{"type": "space", "key": "any", "name": "A", "collections": ["com.b.c", "com.c.d"]}`, "[com.b.c com.c.d]"},
		{"permission of a space", `{"type": "permission-set", "permissions": [{"type": "permission", "resource": "space", "spaceType": "com.b.c", "collection": ["com.c.d", "*"]}]}`, "[com.b.c com.c.d]"},
		{"body", `{"type": "query", "output": {"encoding": "application/json", "schema": {"type": "ref", "ref": "com.b.c"}}}`, "[com.b.c]"},
		{"description", `{"type": "object", "description": "com.b.c#x", "properties": {}}`, "[]"},
	} {
		text := `{"lexicon": 1, "id": "com.example.a", "defs": {"main": ` + test.defs + `}}`
		root, _ := lexicon.ReadJSON(&diag.Source{Text: []byte(text)})
		if got := fmt.Sprint(references(root)); got != test.want {
			t.Errorf("%s: got %s, want %s", test.name, got, test.want)
		}
	}
	if got := references(nil); got != nil {
		t.Errorf("of nothing: %v", got)
	}
}
