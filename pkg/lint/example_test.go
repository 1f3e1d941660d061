package lint_test

import (
	"context"
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
	result, err := lint.Lint(context.Background(), catalog, lint.Options{})
	if err != nil {
		fmt.Println(err) // only when the context is done
	}
	for _, f := range result.Findings {
		at := f.Source.Position(f.Span.Start)
		fmt.Printf("%s:%d:%d: %s: %s [%s]\n", f.Path(), at.Line, at.Column, f.Severity, f.Message, f.Rule.Code)
		fmt.Println("help:", f.Help)
	}
	// Output:
	// com/example/listing.json:10:80: warning: "seller" in a record has the format handle, but a handle can change [handle-in-record]
	// help: use "format": "did"
}
