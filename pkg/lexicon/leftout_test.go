package lexicon_test

import (
	"slices"
	"testing"

	"github.com/lexsmith/lexsmith/internal/testkit/generate"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// A main definition of an unknown type is left out with all that refers to it, and nothing
// else.
func TestLeftOut(t *testing.T) {
	catalog := generate.Catalog(map[string]string{
		"widget.json": `{"lexicon": 1, "id": "com.example.widget", "defs": {"main": {"type": "hologram"}, "view": {"type": "object", "properties": {}}}}`,
		"a.json": `{"lexicon": 1, "id": "com.example.a", "defs": {
			"main": {"type": "object", "properties": {"x": {"type": "ref", "ref": "#one"}}},
			"one": {"type": "union", "refs": ["com.example.widget", "com.example.widget#view"]},
			"two": {"type": "array", "items": {"type": "ref", "ref": "com.example.widget#view"}},
			"three": {"type": "hologram"}}}`,
		"b.json": `{"lexicon": 1, "id": "com.example.b", "defs": {"main": {"type": "object", "properties": {"a": {"type": "ref", "ref": "com.example.a"}, "b": {"type": "ref", "ref": "com.example.b"}}}}}`,
		"c.json": `{"lexicon": 1, "id": "com.example.c", "defs": {"main": {"type": "recrod"}, "x": {"type": "ref", "ref": "com.example.a#two"}}}`,
	}, diag.ProfileV1)
	var got []string
	for _, f := range lexicon.LeftOutFindings(catalog.LeftOut()) {
		if f.Severity != diag.Warning || f.Rule != lexicon.RuleUnknownType || f.NSID == "" {
			t.Errorf("%v of %s", f, f.NSID)
		}
		got = append(got, f.Path()+" "+f.Pointer+" "+f.Message)
	}
	want := []string{
		"a.json /defs/main/properties/x/ref com.example.a is left out, because it refers to com.example.a#one",
		"a.json /defs/one/refs/0 com.example.a#one is left out, because it refers to com.example.widget",
		"b.json /defs/main/properties/a/ref com.example.b is left out, because it refers to com.example.a",
		`widget.json /defs/main/type com.example.widget is left out, because its type "hologram" is not known`,
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
}

// A type that is similar to a known one, or known in other languages, is a mistake.
func TestForeign(t *testing.T) {
	for typ, want := range map[string]bool{
		"hologram": true, "space2go": true, "": true, "lens": true,
		"recrod": false, "Record": false, "qery": false, "number": false, "int": false, "list": false, "string[]": false, "com.example.thing": false,
		"object": false, "space": false, "permission": false, "params": false,
	} {
		d := lexicon.Parse(&diag.Source{Text: []byte(`{"lexicon": 1, "id": "com.example.a", "defs": {"main": {"type": "` + typ + `"}}}`)}, diag.ProfileATProto)
		invalid, ok := d.Main().Schema.(*lexicon.Invalid)
		if got := ok && invalid.Foreign; got != want {
			t.Errorf("%q: foreign %t, want %t", typ, got, want)
		}
		if want != slices.ContainsFunc(d.Found, func(f diag.Finding) bool { return f.Foreign }) {
			t.Errorf("%q: found %v", typ, d.Found)
		}
	}
	// Only the main definition can be one.
	d := lexicon.Parse(&diag.Source{Text: []byte(`{"lexicon": 1, "id": "com.example.a", "defs": {"a": {"type": "hologram"}, "main": {"type": "array", "items": {"type": "hologram"}}}}`)}, 0)
	for _, f := range d.Found {
		if f.Foreign {
			t.Errorf("%v is foreign", f)
		}
	}
}
