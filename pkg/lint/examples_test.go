package lint

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

func TestInvalidExamples(t *testing.T) {
	const schema = `{"lexicon": 1, "id": "com.example.getThing", "defs": {
	  "main": {"type": "query", "description": "A thing.",
	    "parameters": {"type": "params", "properties": {"limit": {"type": "integer", "maximum": 10}}},
	    "output": {"encoding": "application/json", "schema": {"type": "ref", "ref": "#thing"}},
	    "errors": [{"name": "NotFound"}]},
	  "thing": {"type": "object", "required": ["name"], "properties": {"name": {"type": "string", "maxLength": 5}}},
	  "sort": {"type": "token"}
	}}`
	for examples, want := range map[string][]string{
		`{"main": {"params": [{"limit": 5}], "output": [{"name": "Lamp"}], "error": [{"error": "NotFound"}]}, "thing": [{"name": "x"}]}`: nil,
		`{"main": {"params": [{"limit": 50}]}}`:                             {"invalid-example /main/params/0/limit"},
		`{"main": {"output": [{"name": "Lamp"}, {}, {"name": "Lampion"}]}}`: {"invalid-example /main/output/1", "invalid-example /main/output/2/name"},
		`{"main": {"input": [{}]}, "sort": ["x"]}`:                          {"invalid-example /main/input/0", "invalid-example /sort/0"},
		`{"thing": [1.5, {"name": "a", "b": {"$link": 1}}]}`:                {"invalid-example /thing/0", "invalid-example /thing/1/b"},
		`{"none": []}`:                {"invalid-example /none"},
		`{"thing": [{"name": "a",}]}`: {"json-syntax /thing/0"},
		`{"thing": [{"name": "a", "name": "b"}], "thing": []}`: {"duplicate-key /thing/0/name", "duplicate-key /thing"},
	} {
		found := ofRules(lintFiles(t, 0, fstest.MapFS{
			"com/example/getThing.json": file(schema), "com/example/getThing.examples.json": file(examples),
		}), "invalid-example", "json-syntax", "duplicate-key")
		slices.Sort(found)
		slices.Sort(want)
		if !slices.Equal(found, want) {
			t.Errorf("%s: %q, want %q", examples, found, want)
		}
	}
	// An example of a message has no frame around it.
	found := ofRules(lintFiles(t, 0, fstest.MapFS{
		"com/example/watch.json": file(`{"lexicon": 1, "id": "com.example.watch", "defs": {
			"main": {"type": "subscription", "message": {"schema": {"type": "union", "refs": ["#note"]}}}, "note": {"type": "object", "properties": {}}}}`),
		"com/example/watch.examples.json": file(`{"main": {"message": [{"$type": "com.example.watch#note"}, {"$type": "message", "payload": {"$type": "com.example.watch#note"}}]}}`),
	}), "invalid-example")
	if !slices.Equal(found, []string{"invalid-example /main/message/1/$type"}) {
		t.Errorf("found %q", found)
	}
	findings := findingsOf(t, fstest.MapFS{
		"getThing.json": file(schema), "getThing.examples.json": file("{\n \"thing\": [{\"name\": \"Lampion\"}]}"),
	}, "invalid-example")
	if len(findings) != 1 {
		t.Fatalf("%d findings", len(findings))
	}
	f := findings[0]
	if at := f.Source.Position(f.Span.Start); f.Path() != "lexicons/getThing.examples.json" || at.Line != 2 || at.Column != 21 ||
		!strings.Contains(f.Message, "at most 5") || f.NSID != "com.example.getThing" || f.Related[0].Path() != "lexicons/getThing.json" {
		t.Errorf("%+v at %+v", f, at)
	}
}
