package lexicon_test

import (
	"context"
	"fmt"
	"testing/fstest"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

func Example() {
	text := `{
  "lexicon": 1,
  "id": "com.example.thing",
  "defs": {
    "main": {
      "type": "object",
      "required": ["name"],
      "properties": {
        "name": {"type": "string", "maxlength": 64},
        "size": {"type": "ref", "ref": "#size"}
      }
    },
    "size": {"type": "integer", "minimum": 0}
  }
}`
	document := lexicon.Parse(&diag.Source{Path: "thing.json", Text: []byte(text)}, diag.ProfileV1)
	for _, definition := range document.Defs {
		fmt.Println(definition.Reference(), "is of type", definition.Schema.Type())
	}
	if object, ok := document.Main().Schema.(*lexicon.Object); ok {
		for _, property := range object.Properties {
			fmt.Println("-", property.Name, property.Schema.Type())
		}
	}
	for _, finding := range document.Found {
		fmt.Printf("%s (%s)\n", finding, finding.Help)
	}
	// Output:
	// com.example.thing is of type object
	// com.example.thing#size is of type integer
	// - name string
	// - size ref
	// thing.json:9:36: warning: unknown field "maxlength" in a string definition [unexpected-field] (did you mean "maxLength"?)
}

func ExampleLoad() {
	// os.DirFS("lexicons") in a program.
	files := fstest.MapFS{
		"com/example/thing.json": {Data: []byte(`{"lexicon": 1, "id": "com.example.thing",
		  "defs": {"main": {"type": "array", "items": {"type": "ref", "ref": "com.example.size"}}}}`)},
		"com/example/size.json": {Data: []byte(`{"lexicon": 1, "id": "com.example.size",
		  "defs": {"main": {"type": "integer", "maximum": 100}}}`)},
		"package.json": {Data: []byte(`{"name": "example"}`)},
	}
	catalog, err := lexicon.Load(context.Background(), []lexicon.Input{{FS: files, Name: ".", Display: "lexicons"}}, lexicon.LoadOptions{})
	if err != nil {
		fmt.Println(err) // the catalog has all that could be read
	}
	fmt.Println(catalog.Files(), "Lexicons,", catalog.Skipped(), "other file")

	thing := catalog.Document("com.example.thing")
	for link := range lexicon.Links(thing.Main().Schema) {
		target := link.Target
		fmt.Println(link.Text, "is in", target.Document.Source.Path)
		if integer, ok := target.Schema.(*lexicon.Integer); ok {
			fmt.Println("at most", integer.Maximum)
		}
	}
	// Output:
	// 2 Lexicons, 1 other file
	// com.example.size is in lexicons/com/example/size.json
	// at most 100
}

func ExampleWalk() {
	text := `{"lexicon": 1, "id": "com.example.thing", "defs": {"main": {"type": "object", "properties": {
	  "name": {"type": "string"}, "tags": {"type": "array", "items": {"type": "string"}}}}}}`
	document := lexicon.Parse(&diag.Source{Text: []byte(text)}, diag.ProfileV1)
	lexicon.Walk(document.Main().Schema, func(s lexicon.Schema) bool {
		if s.Type() == lexicon.TypeString {
			fmt.Println(s.Base().At().Pointer)
		}
		return true
	})
	// Output:
	// /defs/main/properties/name
	// /defs/main/properties/tags/items
}
