package validate_test

import (
	"context"
	"fmt"
	"strings"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/validate"
)

func ExampleValidator_Lines() {
	schema := lexicon.Parse(&diag.Source{Path: "note.json", Text: []byte(`{"lexicon": 1, "id": "com.example.note", "defs": {
		"main": {"type": "record", "key": "tid", "record": {"type": "object", "required": ["text"], "properties": {
			"text": {"type": "string", "maxLength": 10}
		}}}
	}}`)}, diag.ProfileV1)
	records := validate.Compile(lexicon.NewCatalog(schema), validate.Options{}).Records()

	notes := strings.NewReader(`{"$type": "com.example.note", "text": "hello"}
{"$type": "com.example.note"}
{"$type": "com.example.note", "text": "hello, wonderful world"}
`)
	valid := 0
	in := validate.Input{Path: "notes.ndjson"}
	for result, err := range records.Lines(context.Background(), notes, in, validate.StreamOptions{}) {
		if err != nil {
			fmt.Println(err)
			return
		}
		if result.Valid() {
			valid++
		}
		for _, f := range result.Findings {
			at := f.Source.Position(f.Span.Start)
			fmt.Printf("value %d, %s:%d:%d: %s\n", result.Index, f.Path(), at.Line, at.Column, f.Message)
		}
	}
	fmt.Println(valid, "valid")
	// Output:
	// value 1, notes.ndjson:2:1: the value is missing the required "text" field
	// value 2, notes.ndjson:3:39: "text" is 22 bytes long, but at most 10 are allowed
	// 1 valid
}
