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

func TestUnusedDef(t *testing.T) {
	const size = `"size": {"type": "object", "properties": {}}`
	main := func(field string) string {
		return `"main": {"type": "object", "properties": {"f": ` + field + `}}, `
	}
	unused := []string{"unused-def /defs/size"}
	tests := []struct {
		name, defs string
		want       []string
	}{
		{"unused", main(`{"type": "integer"}`) + size, unused},
		{"used", main(`{"type": "ref", "ref": "#size"}`) + size, nil},
		{"used by its full name", main(`{"type": "ref", "ref": "com.example.thing#size"}`) + size, nil},
		{"used in a union", main(`{"type": "union", "refs": ["#size"]}`) + size, nil},
		{"used where the schema is broken", main(`{"type": "reference", "ref": "#size"}`) + size, nil},
		{"misspelled", main(`{"type": "ref", "ref": "#sise"}`) + size, nil},
		{"without the #", main(`{"type": "ref", "ref": "size"}`) + size, nil},
		{"without the #, in a union", main(`{"type": "union", "refs": ["size"]}`) + size, nil},
		{"without the #, misspelled", main(`{"type": "ref", "ref": "sise"}`) + size, nil},
		{"with a scheme", main(`{"type": "ref", "ref": "lex:com.example.thing#size"}`) + size, nil},
		{"by a JSON Pointer", main(`{"type": "ref", "ref": "#/definitions/size"}`) + size, nil},
		{"named by another string only", main(`{"type": "string", "default": "size", "knownValues": ["size"], "description": "size"}`) + size, unused},
		{"missing for another", main(`{"type": "ref", "ref": "#colour"}`) + size, unused},
		{"used by itself", main(`{"type": "integer"}`) + `"size": {"type": "object", "properties": {"in": {"type": "ref", "ref": "#size"}}}`, unused},
		{"used by each other", main(`{"type": "integer"}`) + `"a": {"type": "object", "properties": {"in": {"type": "ref", "ref": "#b"}}},
			"b": {"type": "object", "properties": {"in": {"type": "ref", "ref": "#a"}}}`, nil},
		{"named in a description only", main(`{"type": "integer", "description": "See #size."}`) + size, unused},
		{"token", main(`{"type": "integer"}`) + `"size": {"type": "token"}`, nil},
		{"broken", main(`{"type": "integer"}`) + `"size": {"type": "sort"}`, nil},
		{"primary", main(`{"type": "integer"}`) + `"size": {"type": "query"}`, nil},
		{"in a *.defs Lexicon", size, nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := ofRules(lintDefs(t, diag.ProfileV1, test.defs), "unused-def")
			if !slices.Equal(got, test.want) {
				t.Errorf("got %v, want %v", got, test.want)
			}
		})
	}
}

func TestUnusedDefAcrossFiles(t *testing.T) {
	const thing = `{"lexicon": 1, "id": "com.example.thing", "defs": {"size": {"type": "integer"}}}`
	const user = `{"lexicon": 1, "id": "com.example.user", "defs": {"main": {"type": "array", "items": {"type": "ref", "ref": "com.example.thing#size"}}}}`
	tests := []struct {
		name          string
		files, others fstest.MapFS // linted, Dependency
		options       Options
		want          int
	}{
		{"alone", fstest.MapFS{"thing.json": file(thing)}, nil, Options{}, 1},
		{"named one by one", fstest.MapFS{"thing.json": file(thing)}, nil, Options{ExplicitFiles: true}, 0},
		{"used in another file", fstest.MapFS{"thing.json": file(thing), "user.json": file(user)}, nil, Options{}, 0},
		{"used in a Dependency file", fstest.MapFS{"thing.json": file(thing)}, fstest.MapFS{"user.json": file(user)}, Options{}, 0},
		{"meant by a bare NSID", fstest.MapFS{"thing.json": file(thing), "user.json": file(strings.Replace(user, "#size", "", 1))}, nil, Options{}, 0},
		{"another file is cut off", fstest.MapFS{"thing.json": file(thing), "user.json": file(user[:60])}, nil, Options{}, 0},
		{"in a Dependency file", fstest.MapFS{}, fstest.MapFS{"thing.json": file(thing)}, Options{}, 0},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			inputs := []lexicon.Input{{FS: test.files, Name: ".", Display: "lexicons"}}
			if test.others != nil {
				inputs = append(inputs, lexicon.Input{FS: test.others, Name: ".", Display: "more", Dependency: true})
			}
			c, err := lexicon.Load(context.Background(), inputs, lexicon.LoadOptions{})
			if err != nil {
				t.Fatal(err)
			}
			got := 0
			for _, f := range findings(t, c, test.options) {
				if f.Rule.Code == "unused-def" {
					got++
				}
			}
			if got != test.want {
				t.Errorf("got %d findings, want %d", got, test.want)
			}
		})
	}
}

func TestSharedDefs(t *testing.T) {
	user := file(`{"lexicon": 1, "id": "com.example.user", "defs": {"main": {"type": "object", "properties": {
		"a": {"type": "ref", "ref": "com.example.thing"},
		"b": {"type": "ref", "ref": "com.example.thing#size"},
		"c": {"type": "union", "refs": ["com.example.thing#size", "com.example.defs#size"]}}}}}`)
	files := fstest.MapFS{
		"com/example/user.json": user,
		"com/example/thing.json": file(`{"lexicon": 1, "id": "com.example.thing", "defs": {
			"main": {"type": "array", "items": {"type": "ref", "ref": "#local"}},
			"local": {"type": "object", "properties": {}},
			"size": {"type": "object", "properties": {}}}}`),
		"com/example/defs.json": file(`{"lexicon": 1, "id": "com.example.defs", "defs": {"size": {"type": "object", "properties": {}}}}`),
	}
	found := findingsOf(t, files, "shared-def-outside-defs")
	if len(found) != 1 || found[0].Pointer != "/defs/size" || found[0].NSID != "com.example.thing" || found[0].Severity != diag.Info {
		t.Errorf("got %+v, want the size of com.example.thing alone", found)
	}
}

// Of more definitions than are reported it is always the first ones that are.
func TestManySharedDefs(t *testing.T) {
	const n = diag.MaxFindings + 200
	var defs, refs strings.Builder
	for i := range n {
		fmt.Fprintf(&defs, `"d%d": {"type": "integer"}, `, i)
		fmt.Fprintf(&refs, `"com.example.thing#d%d", `, i)
	}
	found := findingsOf(t, fstest.MapFS{
		"thing.json": file(`{"lexicon": 1, "id": "com.example.thing", "defs": {` + defs.String() + `"main": {"type": "integer"}}}`),
		"user.json":  file(`{"lexicon": 1, "id": "com.example.user", "defs": {"main": {"type": "union", "refs": [` + refs.String() + `"#main"]}}}`),
	}, "shared-def-outside-defs")
	last := found[len(found)-1].Pointer
	if want := fmt.Sprintf("/defs/d%d", diag.MaxFindings-1); len(found) != diag.MaxFindings || last != want {
		t.Errorf("%d findings, the last at %s, want %s", len(found), last, want)
	}
}

func TestNamespaceClash(t *testing.T) {
	record := func(id string) *fstest.MapFile {
		return file(`{"lexicon": 1, "id": "` + id + `", "defs": {"main": {"type": "record", "key": "tid", "record": {"type": "object", "properties": {}}},
			"part": {"type": "object", "properties": {}}}}`)
	}
	object := func(id string) *fstest.MapFile {
		return file(`{"lexicon": 1, "id": "` + id + `", "defs": {"main": {"type": "object", "properties": {}}}}`)
	}
	tests := []struct {
		name  string
		files fstest.MapFS
		want  []string
	}{
		{"record and group", fstest.MapFS{"a": record("com.example.a"), "b": object("com.example.a.other")}, []string{"a /id"}},
		{"record and a group far below", fstest.MapFS{"a": record("com.example.a"), "b": object("com.example.a.x.y")}, []string{"a /id"}},
		{"object and group", fstest.MapFS{"a": object("com.example.a"), "b": object("com.example.a.other")}, nil},
		{"names that only begin alike", fstest.MapFS{"a": record("com.example.a"), "b": object("com.example.ab.c")}, nil},
		{"definition and Lexicon", fstest.MapFS{
			"a": file(`{"lexicon": 1, "id": "com.example.a", "defs": {"part": {"type": "object", "properties": {}}}}`), "b": object("com.example.a.part")},
			[]string{"a /defs/part"}},
		{"main and Lexicon", fstest.MapFS{"a": object("com.example.a"), "b": object("com.example.a.main")}, nil},
		{"siblings", fstest.MapFS{"a": record("com.example.a"), "b": record("com.example.b")}, nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			files := fstest.MapFS{}
			for name, f := range test.files {
				files[name+".json"] = f
			}
			var got []string
			for _, f := range findingsOf(t, files, "namespace-clash") {
				got = append(got, f.Path()[len("lexicons/"):len(f.Path())-len(".json")]+" "+f.Pointer)
			}
			if !slices.Equal(got, test.want) {
				t.Errorf("got %v, want %v", got, test.want)
			}
		})
	}
}
