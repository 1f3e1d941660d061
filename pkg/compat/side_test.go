package compat_test

import (
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/pkg/compat"
)

// TestSides has sides that are empty, broken or only there to resolve
// references in.
func TestSides(t *testing.T) {
	const (
		a      = "-- a.json --\n" + `{"lexicon": 1, "id": "com.example.a", "defs": {"main": {"type": "integer"}, "b": {"type": "token"}}}` + "\n"
		cut    = "-- a.json --\n" + `{"lexicon": 1, "id": "com.example.a", "defs": {"main": {"type": "integer"}, "b` + "\n"
		cutID  = "-- a.json --\n" + `{"lexicon": 1, "defs": {"main": {"type": "integer"}, "b` + "\n"
		noID   = "-- a.json --\n" + `{"lexicon": 1, "id": "thing", "defs": {"main": {"type": "integer"}}}` + "\n"
		other  = "-- o.json --\n" + `{"lexicon": 1, "id": "com.example.other", "defs": {"main": {"type": "integer"}}}` + "\n"
		broken = "-- a.json --\n" + `{"lexicon": 1, "id": "com.example.a", "defs": {"main": {"type": "number"}, "b": {"type": "token"}}}` + "\n"
		texts  = "-- a.json --\n" + `{"lexicon": 1, "id": "com.example.a", "defs": {"main": {"type": "string"}, "b": {"type": "token"}}}` + "\n"
		nobody = "-- empty.json --\n"
	)
	for _, c := range []struct {
		name, old, new string
		want           []string
		partial        bool
	}{
		{"an empty OLD", "", a, []string{"lexicon-added info nothing a.json:/id < -"}, false},
		{"an empty NEW", a, "", []string{"lexicon-removed error both - < a.json:/id"}, false},
		{"nothing", "", "", nil, false},
		{"NEW is cut off", a, cut, nil, true},
		{"OLD is cut off", cut, a, nil, true},
		{"NEW is cut off before the id", a, cutID, nil, true},
		{"OLD is cut off before the id", cutID, a, nil, true},
		{"NEW has no NSID", a, noID, nil, true},
		{"another file of NEW is cut off", a + other, strings.ReplaceAll(cut, "example.a", "example.c"), []string{
			"lexicon-added info nothing a.json:/id < -", "lexicon-removed error both - < a.json:/id", "lexicon-removed error both - < o.json:/id",
		}, true},
		{"another file of NEW is empty", a, nobody, nil, true},
		{"a schema of NEW cannot be read", texts, broken, nil, true},
		{"a schema of OLD cannot be read", broken, texts, nil, true},
		{"a property that cannot be read", "-- a.json --\n" + `{"lexicon": 1, "id": "com.example.a", "defs": {"main": {"type": "object", "required": ["x"], "properties": {"x": {"type": "number"}}}}}` + "\n",
			"-- a.json --\n" + `{"lexicon": 1, "id": "com.example.a", "defs": {"main": {"type": "object", "properties": {"x": {"type": "string"}}}}}` + "\n",
			[]string{"object-required error forward a.json:/defs/main < a.json:/defs/main/required/0"}, true},
		{"an output that cannot be read", "-- a.json --\n" + `{"lexicon": 1, "id": "com.example.a", "defs": {"main": {"type": "query", "output": [], "parameters": 1}}}` + "\n",
			"-- a.json --\n" + `{"lexicon": 1, "id": "com.example.a", "defs": {"main": {"type": "query", "output": {"encoding": "a/b"}, "parameters": {"type": "params", "required": ["x"], "properties": {"x": {"type": "integer"}}}}}}` + "\n",
			nil, true},
		{"a name that is required without a property", "-- a.json --\n" + `{"lexicon": 1, "id": "com.example.a", "defs": {"main": {"type": "object", "properties": {}}}}` + "\n",
			"-- a.json --\n" + `{"lexicon": 1, "id": "com.example.a", "defs": {"main": {"type": "object", "required": ["x"], "properties": {}}}}` + "\n",
			[]string{"field-added-required error backward a.json:/defs/main/required/0 < a.json:/defs/main/properties"}, false},
		{"such a name gets a property", "-- a.json --\n" + `{"lexicon": 1, "id": "com.example.a", "defs": {"main": {"type": "object", "required": ["x"], "properties": {}}}}` + "\n",
			"-- a.json --\n" + `{"lexicon": 1, "id": "com.example.a", "defs": {"main": {"type": "object", "required": ["x"], "properties": {"x": {"type": "integer"}}}}}` + "\n",
			[]string{"type-change error backward a.json:x < a.json:/defs/main/required/0"}, false},
		{"such a name loses its property", "-- a.json --\n" + `{"lexicon": 1, "id": "com.example.a", "defs": {"main": {"type": "object", "required": ["x"], "properties": {"x": {"type": "integer"}}}}}` + "\n",
			"-- a.json --\n" + `{"lexicon": 1, "id": "com.example.a", "defs": {"main": {"type": "object", "required": ["x"], "properties": {}}}}` + "\n",
			[]string{"type-change error forward a.json:/defs/main/required/0 < a.json:x"}, false},
		{"Dependency documents", strings.ReplaceAll(a, "a.json", "support/a.json"), "", nil, false},
		{"an id twice", a + strings.ReplaceAll(broken, "a.json", "z.json"), a + strings.ReplaceAll(texts, "a.json", "z.json"), nil, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			old, new := readCatalog(c.old), readCatalog(c.new)
			checkLines(t, compare(t, old, new, 0), c.want)
			if report := mustCompare(t, old, new, compat.Options{}); report.Partial != c.partial {
				t.Errorf("partial = %v", report.Partial)
			}
		})
	}
}
