package lint

import (
	"context"
	"slices"
	"testing"
	"testing/fstest"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

func TestDuplicateNSID(t *testing.T) {
	file := func(id string) *fstest.MapFile {
		return &fstest.MapFile{Data: []byte(`{"lexicon": 1, "id": "` + id + `", "defs": {"main": {"type": "integer"}}}`)}
	}
	mine := fstest.MapFS{
		"a.json": file("com.example.size"), "b.json": file("com.example.size"), "c.json": file("com.example.size"),
		"d.json": file("com.example.other"), "e.json": file("size"), "f.json": file("size"),
		"g.json": file("com.Example.other"), "h.json": file("com.example.Other"),
	}
	vendored := fstest.MapFS{"a.json": file("com.example.other"), "b.json": file("com.example.third"), "c.json": file("com.example.third")}
	for _, workers := range []int{1, 4} {
		c, err := lexicon.Load(context.Background(), []lexicon.Input{{FS: mine, Name: ".", Display: "mine"}, {FS: vendored, Name: ".", Display: "vendored", Dependency: true}}, lexicon.LoadOptions{})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, f := range findings(t, c, Options{Workers: workers}) {
			if f.Rule.Code == "duplicate-nsid" {
				got = append(got, f.NSID+" "+f.Path()+f.Pointer+" "+f.Related[0].Path())
			}
		}
		want := []string{"com.example.size mine/b.json/id mine/a.json", "com.example.size mine/c.json/id mine/a.json", "com.Example.other mine/g.json/id mine/d.json"}
		if !slices.Equal(got, want) {
			t.Errorf("found %q, want %q", got, want)
		}
	}
}

// One id in two files is one finding: what either defines can be used.
func TestDuplicateNSIDAlone(t *testing.T) {
	use := func(name, value string) *fstest.MapFile {
		return file(`{"lexicon": 1, "id": "com.example.` + name + `", "defs": {"main": {"type": "object", "properties": {"a": ` + value + `}}}}`)
	}
	var got []string
	for _, f := range findingsOf(t, fstest.MapFS{
		"a/defs.json": file(`{"lexicon": 1, "id": "com.example.defs", "defs": {"one": {"type": "object", "properties": {}}}}`),
		"b/defs.json": file(`{"lexicon": 1, "id": "com.example.defs", "defs": {"two": {"type": "object", "properties": {}}, "three": {"type": "token"}}}`),
		"c.json":      use("c", `{"type": "ref", "ref": "com.example.defs#one"}`),
		"d.json":      use("d", `{"type": "ref", "ref": "com.example.defs#two"}`),
		"e.json":      use("e", `{"type": "string", "knownValues": ["com.example.defs#three", "com.example.defs#four"]}`),
	}, "duplicate-nsid", "unresolved-ref", "unresolved-token", "unused-def") {
		got = append(got, f.Rule.Code+" "+f.Path()+f.Pointer)
	}
	want := []string{"duplicate-nsid lexicons/b/defs.json/id", "unresolved-token lexicons/e.json/defs/main/properties/a/knownValues/1"}
	if !slices.Equal(got, want) {
		t.Errorf("found %q, want %q", got, want)
	}
}
