package lint_test

import (
	"fmt"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/lint"
)

func ExampleLint() {
	source := &lexicon.Source{Path: "com/example/listing.json", Text: []byte(`{
  "lexicon": 1,
  "id": "com.example.listing",
  "defs": {
    "main": {
      "type": "record",
      "description": "Something for sale.",
      "key": "tid",
      "record": {"type": "object", "properties": {
        "seller": {"type": "string", "description": "Who sells it.", "format": "handle"}
      }}
    }
  }
}`)}
	catalog := lexicon.NewCatalog(lexicon.Parse(source, lexicon.ProfileV1))
	for _, f := range lint.Lint(catalog, lint.Options{}) {
		at := f.Source.Position(f.Span.Start)
		fmt.Printf("%s:%d:%d: %s: %s [%s]\n", f.Path(), at.Line, at.Column, f.Severity, f.Message, f.Rule.Code)
		fmt.Println("help:", f.Help)
	}
	// Output:
	// com/example/listing.json:10:80: warning: "seller" in a record has the format handle: a handle can change, a DID stays [handle-in-record]
	// help: use "format": "did"
}
