package registry

import (
	"fmt"
	"testing"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

func TestRefers(t *testing.T) {
	for _, test := range []struct{ name, defs, want string }{
		{"ref", `{"type": "object", "properties": {"a": {"type": "ref", "ref": "com.b#x"}, "b": {"type": "array", "items": {"type": "ref", "ref": "com.b.c"}}}}`, "[com.b.c]"},
		{"several", `{"type": "object", "properties": {"a": {"type": "ref", "ref": "com.c.d#x"}, "b": {"type": "ref", "ref": "com.b.c"}, "c": {"type": "ref", "ref": "com.b.c#y"}}}`, "[com.b.c com.c.d]"},
		{"union", `{"type": "object", "properties": {"a": {"type": "union", "refs": ["#here", "com.b.c", "com.c.d#x"]}}}`, "[com.b.c com.c.d]"},
		{"itself", `{"type": "object", "properties": {"a": {"type": "ref", "ref": "com.example.a#main"}}}`, "[]"},
		{"known values", `{"type": "string", "knownValues": ["com.b.c#token", "com.c.d", "word", "#x", "com.c.d#"]}`, "[com.b.c]"},
		{"values that are not references", `{"type": "string", "enum": ["com.b.c#x"], "const": "com.b.c#x", "default": "com.b.c#x"}`, "[]"},
		{"permissions", `{"type": "permission-set", "permissions": [{"type": "permission", "resource": "repo", "collection": ["com.b.c", "*"]}, {"type": "permission", "resource": "rpc", "lxm": ["com.c.d"]}]}`, "[com.b.c com.c.d]"},
		{"body", `{"type": "query", "output": {"encoding": "application/json", "schema": {"type": "ref", "ref": "com.b.c"}}}`, "[com.b.c]"},
		{"description", `{"type": "object", "description": "com.b.c#x", "properties": {}}`, "[]"},
	} {
		text := `{"lexicon": 1, "id": "com.example.a", "defs": {"main": ` + test.defs + `}}`
		root, _ := lexicon.ReadJSON(&diag.Source{Text: []byte(text)})
		if got := fmt.Sprint(Refers(root)); got != test.want {
			t.Errorf("%s: got %s, want %s", test.name, got, test.want)
		}
	}
	if got := Refers(nil); got != nil {
		t.Errorf("of nothing: %v", got)
	}
}

func TestPattern(t *testing.T) {
	for _, test := range []struct {
		text      string
		yes, no   string // matched, and not; "" for a pattern that is not valid
		isInvalid bool
	}{
		{"com.example.a", "com.example.a", "com.example.ab", false},
		{"com.example.*", "com.example.a", "com.examples.a", false},
		{"com.example.*", "com.example.a.b", "com.example", false},
		{"com.*", "", "", true}, {"*", "", "", true}, {"com.example*", "", "", true}, {"com.*.a", "", "", true},
		{"com.example.a*", "", "", true}, {"com", "", "", true}, {"", "", "", true}, {"com.example.**", "", "", true},
	} {
		p, err := ParsePattern(test.text)
		switch {
		case (err != nil) != test.isInvalid:
			t.Errorf("%q: %v", test.text, err)
		case err == nil && (!p.Matches(syntax.NSID(test.yes)) || p.Matches(syntax.NSID(test.no))):
			t.Errorf("%q does not match as it should", test.text)
		}
	}
}
