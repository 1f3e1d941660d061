package lint

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

func TestCycles(t *testing.T) {
	tests := []struct {
		name, defs string
		want       []string
	}{
		{"ref to itself", `"a": {"type": "ref", "ref": "#a"}`, []string{"ref-cycle /defs/a/ref"}},
		{"two refs", `"a": {"type": "ref", "ref": "#b"}, "b": {"type": "ref", "ref": "com.example.defs#a"}`, []string{"ref-cycle /defs/a/ref"}},
		{"a way into a cycle", `
			"a": {"type": "ref", "ref": "#c"},
			"b": {"type": "ref", "ref": "#c"},
			"c": {"type": "ref", "ref": "#b"},
			"user": {"type": "object", "required": ["f"], "properties": {"f": {"type": "ref", "ref": "#a"}}}`, []string{"ref-cycle /defs/b/ref"}},
		{"two cycles", `
			"a": {"type": "ref", "ref": "#a"},
			"b": {"type": "ref", "ref": "#a"},
			"c": {"type": "ref", "ref": "#c"}`, []string{"ref-cycle /defs/a/ref", "ref-cycle /defs/c/ref"}},
		{"refs that end", `"a": {"type": "ref", "ref": "#b"}, "b": {"type": "ref", "ref": "#c"}, "c": {"type": "integer"}`, nil},
		{"refs that end nowhere", `"a": {"type": "ref", "ref": "#b"}`, nil},
		{"a named union between", `"a": {"type": "ref", "ref": "#b"}, "b": {"type": "union", "refs": ["#a"]}`, nil},

		{"required field", `"a": {"type": "object", "required": ["f"], "properties": {"f": {"type": "ref", "ref": "#a"}}}`,
			[]string{"uninhabitable /defs/a/properties/f/ref"}},
		{"optional", `"a": {"type": "object", "properties": {"f": {"type": "ref", "ref": "#a"}}}`, nil},
		{"nullable", `"a": {"type": "object", "required": ["f"], "nullable": ["f"], "properties": {"f": {"type": "ref", "ref": "#a"}}}`, nil},
		{"inner object", `"a": {"type": "object", "required": ["i"], "properties": {
			"i": {"type": "object", "required": ["f"], "properties": {"f": {"type": "ref", "ref": "#a"}}}}}`,
			[]string{"uninhabitable /defs/a/properties/i/properties/f/ref"}},
		{"optional inner object", `"a": {"type": "object", "properties": {
			"i": {"type": "object", "required": ["f"], "properties": {"f": {"type": "ref", "ref": "#a"}}}}}`, nil},
		{"through a named ref", `
			"a": {"type": "object", "required": ["f"], "properties": {"f": {"type": "ref", "ref": "#b"}}},
			"b": {"type": "ref", "ref": "#a"}`, []string{"uninhabitable /defs/a/properties/f/ref"}},
		{"array with an element at least", `"a": {"type": "object", "required": ["f"], "properties": {
			"f": {"type": "array", "minLength": 1, "items": {"type": "ref", "ref": "#a"}}}}`,
			[]string{"uninhabitable /defs/a/properties/f/items/ref"}},
		{"array that may be empty", `"a": {"type": "object", "required": ["f"], "properties": {
			"f": {"type": "array", "items": {"type": "ref", "ref": "#a"}}}}`, nil},
		{"named array", `"a": {"type": "array", "minLength": 2, "items": {"type": "ref", "ref": "#a"}}`, []string{"uninhabitable /defs/a/items/ref"}},
		{"closed union", `"a": {"type": "object", "required": ["f"], "properties": {
			"f": {"type": "union", "closed": true, "refs": ["#a"]}}}`, []string{"uninhabitable /defs/a/properties/f/refs"}},
		{"reserved names", `"a": {"type": "object", "required": ["$link", "b", "$bytes"], "properties": {"$bytes": {"type": "string"}, "b": {"type": "object",
			"required": ["$link"], "nullable": ["$link"], "properties": {"$link": {"type": "string"}}}}}`,
			[]string{"uninhabitable /defs/a/required/2", "uninhabitable /defs/a/properties/b/required/0"}},
		{"reserved names that are optional", `"a": {"type": "object", "properties": {"$bytes": {"type": "string"}}}`, nil},
		{"a required $type of another type", `"a": {"type": "object", "required": ["$type", "x"], "nullable": ["$type"], "properties": {"$type": {"type": "ref", "ref": "#n"},
			"x": {"type": "object", "required": ["$type"], "properties": {"$type": {"type": "string", "enum": [""]}}}}}, "n": {"type": "integer"}`,
			[]string{"uninhabitable /defs/a/required/0", "uninhabitable /defs/a/properties/x/required/0"}},
		{"a $type that is possible", `"a": {"type": "object", "required": ["$type"], "properties": {"$type": {"type": "unknown"}}},
			"b": {"type": "object", "properties": {"$type": {"type": "integer"}}},
			"c": {"type": "object", "required": ["$type"], "properties": {"$type": {"type": "string", "const": "blob"}}},
			"d": {"type": "object", "required": ["$type"], "properties": {"$type": {"type": "ref", "ref": "com.example.other"}}},
			"e": {"type": "object", "required": ["$type"], "properties": {"$type": {"type": "strong"}}},
			"f": {"type": "object", "required": ["$type"], "properties": {"$type": {"type": "string", "enum": ["", 5]}}},
			"main": {"type": "record", "key": "tid", "record": {"type": "object", "required": ["$type"],
				"properties": {"$type": {"type": "string", "const": "com.example.thing", "maxLength": 50}}}}`, nil},
		{"a record with another $type", `"main": {"type": "record", "key": "tid", "record": {"type": "object", "required": ["$type"],
			"properties": {"$type": {"type": "string", "const": "com.example.other"}}}}`,
			[]string{"uninhabitable /defs/main/record/properties/$type"}},
		{"a record with an optional $type of another type", `"main": {"type": "record", "key": "tid", "record": {"type": "object",
			"properties": {"$type": {"type": "integer"}, "x": {"type": "object", "required": ["$type"], "properties": {"$type": {"type": "null"}}}}}}`,
			[]string{"uninhabitable /defs/main/record/properties/$type", "uninhabitable /defs/main/record/properties/x/required/0"}},
		{"closed union with a way out", `"a": {"type": "object", "required": ["f"], "properties": {
			"f": {"type": "union", "closed": true, "refs": ["#a", "#leaf"]}}}, "leaf": {"type": "object", "properties": {}}`, nil},
		{"closed union without a way out", `
			"a": {"type": "object", "required": ["f"], "properties": {"f": {"type": "union", "closed": true, "refs": ["#a", "#b"]}}},
			"b": {"type": "object", "required": ["f"], "properties": {"f": {"type": "ref", "ref": "#a"}}}`,
			[]string{"uninhabitable /defs/a/properties/f/refs"}},
		{"open union", `"a": {"type": "object", "required": ["f"], "properties": {"f": {"type": "union", "refs": ["#a"]}}}`, nil},
		{"closed union with a broken entry", `"a": {"type": "object", "required": ["f"], "properties": {
			"f": {"type": "union", "closed": true, "refs": ["#a", 5]}}}`, nil},
		{"closed union with an unknown variant", `"a": {"type": "object", "required": ["f"], "properties": {
			"f": {"type": "union", "closed": true, "refs": ["#a", "com.example.other"]}}}`, nil},
		{"users of the root cause are silent", `
			"z": {"type": "object", "required": ["f"], "properties": {"f": {"type": "ref", "ref": "#a"}}},
			"a": {"type": "object", "required": ["f"], "properties": {"f": {"type": "ref", "ref": "#a"}}},
			"y": {"type": "object", "required": ["f"], "properties": {"f": {"type": "ref", "ref": "#z"}}}`,
			[]string{"uninhabitable /defs/a/properties/f/ref"}},
		{"a fault of its own behind another", `
			"a": {"type": "object", "required": ["f", "g"], "properties": {"f": {"type": "ref", "ref": "#b"}, "g": {"type": "ref", "ref": "#a"}}},
			"b": {"type": "object", "required": ["f"], "properties": {"f": {"type": "ref", "ref": "#b"}}}`,
			[]string{"uninhabitable /defs/a/properties/g/ref", "uninhabitable /defs/b/properties/f/ref"}},
		{"in a record", `"main": {"type": "record", "key": "tid", "record": {"type": "object", "required": ["f"],
			"properties": {"f": {"type": "ref", "ref": "#main"}}}}`, []string{"uninhabitable /defs/main/record/properties/f/ref"}},
		{"a required name without a property", `"a": {"type": "object", "required": ["f"], "properties": {}}`, nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := ofRules(lintDefs(t, diag.ProfileV1, test.defs), "ref-cycle", "uninhabitable")
			if !slices.Equal(got, test.want) {
				t.Errorf("got %v, want %v", got, test.want)
			}
		})
	}
}

func TestCycleMessages(t *testing.T) {
	files := fstest.MapFS{
		"com/example/b.json": file(`{"lexicon": 1, "id": "com.example.b", "defs": {
			"main": {"type": "object", "required": ["list"], "properties": {
				"list": {"type": "array", "minLength": 1, "items": {"type": "ref", "ref": "com.example.a#node"}}}},
			"r": {"type": "ref", "ref": "com.example.a#r"}}}`),
		"com/example/a.json": file(`{"lexicon": 1, "id": "com.example.a", "defs": {
			"node": {"type": "object", "required": ["next up"], "properties": {"next up": {"type": "ref", "ref": "com.example.b"}}},
			"r": {"type": "ref", "ref": "com.example.b#r"}}}`),
	}
	want := []string{
		`a value of "node" would have to contain itself: node."next up" → com.example.b.list[] → node`,
		`circular reference: r → com.example.b#r → r`,
	}
	found := findingsOf(t, files, "ref-cycle", "uninhabitable")
	var got []string
	for _, f := range found {
		got = append(got, f.Message)
		if f.Path() != "lexicons/com/example/a.json" || f.NSID != "com.example.a" || len(f.Related) != 1 {
			t.Errorf("%s: in %s of %s with %d related places", f.Message, f.Path(), f.NSID, len(f.Related))
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// A cycle through Lexicons that are loaded only to resolve references is reported at the
// part that is linted, and one outside of that part is not reported.
func TestCyclesThroughSupport(t *testing.T) {
	own := fstest.MapFS{"z.json": file(`{"lexicon": 1, "id": "com.example.z", "defs": {
		"main": {"type": "object", "required": ["f", "g"], "properties": {
			"f": {"type": "ref", "ref": "com.example.a"}, "g": {"type": "ref", "ref": "com.example.a#alone"}}}}}`)}
	support := fstest.MapFS{"a.json": file(`{"lexicon": 1, "id": "com.example.a", "defs": {
		"main": {"type": "object", "required": ["f"], "properties": {"f": {"type": "ref", "ref": "com.example.z"}}},
		"alone": {"type": "object", "required": ["f"], "properties": {"f": {"type": "ref", "ref": "#alone"}}}}}`)}
	c, err := lexicon.Load(context.Background(), []lexicon.Input{
		{FS: own, Name: ".", Display: "lexicons"}, {FS: support, Name: ".", Display: "and/more", Dependency: true},
	}, lexicon.LoadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, f := range findings(t, c, Options{}) {
		if f.Rule.Code == "uninhabitable" {
			got = append(got, f.Path()+" "+f.Pointer)
		}
	}
	if want := []string{"lexicons/z.json /defs/main/properties/f/ref"}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// Long ways must neither exhaust the stack nor take time that grows with their
// square.
func TestLongWays(t *testing.T) {
	if testing.Short() {
		t.Skip("large inputs")
	}
	const n = 50_000
	var refs, objects strings.Builder
	for i := range n {
		fmt.Fprintf(&refs, `"d%d": {"type": "ref", "ref": "#d%d"}, `, i, i+1)
		fmt.Fprintf(&objects, `"d%d": {"type": "object", "required": ["f", "g"], "properties": {
			"f": {"type": "ref", "ref": "#d%d"}, "g": {"type": "ref", "ref": "#d%d"}}}, `, i, i+1, i)
	}
	refs.WriteString(`"d50000": {"type": "ref", "ref": "#d0"}`)
	objects.WriteString(`"d50000": {"type": "object", "properties": {}}`)
	const more = "part of the cycle, as are 49994 more places"
	if got := findingsOf(t, exampleFiles(t, refs.String()), "ref-cycle"); len(got) != 1 || len(got[0].Related) != maxRelated || got[0].Related[maxRelated-1].Message != more {
		t.Errorf("got %+v, want one finding, of which the last related place is %s", got, more)
	}
	if got := findingsOf(t, exampleFiles(t, objects.String()), "uninhabitable"); len(got) != diag.MaxFindings {
		t.Errorf("got %d findings, want one for each definition up to the limit of %d", len(got), diag.MaxFindings)
	}
}
