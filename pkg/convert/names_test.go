package convert

import (
	"regexp"
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

func TestKeyNames(t *testing.T) {
	named := func(id syntax.NSID, name string, part part) key {
		return key{Reference: lexicon.Reference{NSID: id, Name: name}, part: part}
	}
	for _, test := range []struct {
		key         key
		name, local string
	}{
		{named("com.example.thing", "main", ""), "com.example.thing", "main"},
		{named("com.example.thing", "main", partTyped), "com.example.thing__typed", "main__typed"},
		{named("com.example.thing", "main", "input"), "com.example.thing__input", "__input"},
		{named("com.example.thing", "view", ""), "com.example.thing_view", "view"},
		{named("com.example.thing", "view", partTyped), "com.example.thing_view__typed", "view__typed"},
		{named("com.example.thing", "first", "params"), "com.example.thing_first__params", "first__params"},
		{named("com.example.thing", "a_b", ""), "com.example.thing_a_x5F_b", "a_x5F_b"},
		{named("com.example.thing", "_typed", ""), "com.example.thing__x5F_typed", "_x5F_typed"},
		{key{Reference: lexicon.Reference{NSID: "com.example.thing", Name: "view"}, part: partOther, path: "a.b"},
			"com.example.thing_view__other.a.b", "view__other.a.b"},
		{key{Reference: lexicon.Reference{NSID: "com.example.thing", Name: "main"}, part: partOther, path: "output.a"},
			"com.example.thing__other.output.a", "__other.output.a"},
		{named("com.example.thing", "größe/😀", ""), "com.example.thing_gr_xF6__xDF_e_x2F__x1F600_", "gr_xF6__xDF_e_x2F__x1F600_"},
	} {
		if got := test.key.String(); got != test.name {
			t.Errorf("%v: name %q, want %q", test.key, got, test.name)
		}
		if got := test.key.local(); got != test.local {
			t.Errorf("%v: local name %q, want %q", test.key, got, test.local)
		}
	}
}

// FuzzKeyNames gives no two keys one name.
func FuzzKeyNames(f *testing.F) {
	f.Add("view", "typed", "view__typed", "")
	f.Add("_x5F_", "", "_", "")
	f.Fuzz(func(t *testing.T, a, partA, b, partB string) {
		parts := map[string]part{"typed": partTyped, "params": "params"}
		one := key{Reference: lexicon.Reference{NSID: "a.b.c", Name: a}, part: parts[partA]}
		two := key{Reference: lexicon.Reference{NSID: "a.b.c", Name: b}, part: parts[partB]}
		for _, k := range []key{one, two} {
			if name := k.String(); !regexp.MustCompile(`^[a-zA-Z0-9._-]+$`).MatchString(name) {
				t.Errorf("%q is not a valid name of a component", name)
			}
			if k.Name == "" || regexp.MustCompile("[\ufffd]").MatchString(k.Name) {
				return // not names of definitions
			}
		}
		if one != two && (one.String() == two.String() || one.local() == two.local()) {
			t.Errorf("%v and %v are both %q", one, two, one.String())
		}
	})
}

// TestUnionPath gives the unions of a definition different paths.
func TestUnionPath(t *testing.T) {
	text := `{"lexicon": 1, "id": "com.example.x", "defs": {
		"main": {"type": "procedure",
			"input": {"encoding": "application/json", "schema": {"type": "union", "refs": []}},
			"output": {"encoding": "application/json", "schema": {"type": "object", "properties": {
				"a.b": {"type": "union", "refs": []}, "a_b": {"type": "union", "refs": []},
				"a": {"type": "object", "properties": {"b": {"type": "array", "items": {"type": "array", "items": {"type": "union", "refs": []}}},
					"x5F": {"type": "object", "properties": {"b": {"type": "union", "refs": []}}}}}}}}},
		"items": {"type": "array", "items": {"type": "union", "refs": []}},
		"properties": {"type": "object", "properties": {"properties": {"type": "union", "refs": []}}},
		"record": {"type": "record", "key": "tid", "record": {"type": "object", "properties": {"record": {"type": "union", "refs": []}}}}}}`
	d := lexicon.Parse(&diag.Source{Path: "x.json", Text: []byte(text)}, diag.ProfileV1)
	var got []string
	for _, def := range d.Defs {
		lexicon.Walk(def.Schema, func(s lexicon.Schema) bool {
			if u, ok := s.(*lexicon.Union); ok {
				got = append(got, def.Name+":"+unionPath(u))
			}
			return true
		})
	}
	want := "main:input main:output.a_x2E_b main:output.a_x5F_b main:output.a.b main:output.a.x5F.b items: properties:properties record:record"
	if strings.Join(got, " ") != want {
		t.Errorf("got  %s\nwant %s", strings.Join(got, " "), want)
	}
}
