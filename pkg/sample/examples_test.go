package sample_test

import (
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/sample"
)

// Examples are what people wrote, and are used where their definition is.
func TestExamples(t *testing.T) {
	d := lexicon.Parse(&diag.Source{Path: "listThings.json", Text: []byte(`{"lexicon": 1, "id": "com.example.listThings", "defs": {
	  "main": {"type": "query", "output": {"encoding": "application/json", "schema": {"type": "ref", "ref": "#page"}},
	    "parameters": {"type": "params", "properties": {"limit": {"type": "integer", "maximum": 100}}}},
	  "page": {"type": "object", "required": ["things", "one"], "properties": {
	    "things": {"type": "array", "minLength": 3, "items": {"type": "ref", "ref": "#thing"}},
	    "one": {"type": "union", "refs": ["#thing"]}
	  }},
	  "thing": {"type": "object", "required": ["name"], "properties": {"name": {"type": "string"}}}
	}}`)}, diag.ProfileV1)
	const thing = `{"name": "Lamp", "hash": {"$bytes":"aGk"}, "link": {"$link":"bafyreidfayvfuwqa7qlnopdjiqrxzs6blmoeu4rujcjtnci5beludirz2a"}, "more": [true,null,-3]}`
	d.Examples = lexicon.ReadExamples(&diag.Source{Path: "listThings.examples.json", Text: []byte(
		`{"main": {"params": [{"limit": 5}, {"limit": 500}]}, "thing": [` + thing + `, {"name": 3}], "none": [1]}`)})
	c := lexicon.NewCatalog(d)
	s := sample.New(c, sample.Options{Optional: sample.OptionalAll})

	main := d.Main()
	if got := s.Examples(main, lexicon.PartParams); len(got) != 1 || string(sample.JSON(got[0])) != `{"limit": 5}` {
		t.Errorf("examples of params: %v", got)
	}
	if got := s.Examples(d.Definition("thing"), lexicon.PartNone); len(got) != 1 || string(sample.JSON(got[0])) != thing {
		t.Errorf("examples of thing: %s", sample.JSON(got[0]))
	}
	if got := s.Examples(main, lexicon.PartOutput); len(got) != 0 {
		t.Errorf("examples of the output: %v", got)
	}
	page, err := s.Value(d.Definition("page").Schema)
	if err != nil {
		t.Fatal(err)
	}
	want := `"one": {"$type": "com.example.listThings#thing", ` + thing[1:]
	if text := string(sample.JSON(page)); strings.Count(text, thing) < 3 || !strings.Contains(text, want) {
		t.Errorf("the page is %s", text)
	}
	// At a definition itself a value is made, so that there is another one.
	if v, err := s.Value(d.Definition("thing").Schema); err != nil || string(sample.JSON(v)) == thing {
		t.Errorf("%v, %s", err, sample.JSON(v))
	}
	small := sample.New(c, sample.Options{Size: sample.SizeSmall})
	if v, err := small.Value(d.Definition("page").Schema); err != nil || strings.Contains(string(sample.JSON(v)), "Lamp") {
		t.Errorf("%v, a small page is %s", err, sample.JSON(v))
	}
}

// A part that is a ref has the examples of its target.
func TestExamplesOfRef(t *testing.T) {
	d := lexicon.Parse(&diag.Source{Path: "getThing.json", Text: []byte(`{"lexicon": 1, "id": "com.example.getThing", "defs": {
	  "main": {"type": "query", "output": {"encoding": "application/json", "schema": {"type": "ref", "ref": "#thing"}}},
	  "thing": {"type": "object", "properties": {}}
	}}`)}, diag.ProfileV1)
	d.Examples = lexicon.ReadExamples(&diag.Source{Text: []byte(`{"thing": [{"a": 1}]}`)})
	s := sample.New(lexicon.NewCatalog(d), sample.Options{}).Clone()
	if got := s.Examples(d.Main(), lexicon.PartOutput); len(got) != 1 || string(sample.JSON(got[0])) != `{"a": 1}` {
		t.Errorf("%v", got)
	}
}
