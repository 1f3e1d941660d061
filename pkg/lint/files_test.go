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
