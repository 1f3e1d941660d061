package lint_test

import (
	"context"
	"fmt"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/lint"
)

func ExampleLint() {
	source := &diag.Source{Path: "com/example/listing.json", Text: []byte(`{
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
	catalog := lexicon.NewCatalog(lexicon.Parse(source, diag.ProfileV1))
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
	// com/example/listing.json:10:80: warning: "seller" has the "handle" format, but a handle can change after the record is written [handle-in-record]
	// help: use "format": "did"
}

// Fix makes the fixes that are safe. It changes no files: the caller writes the new texts.
func ExampleFix() {
	source := &diag.Source{Path: "com/example/tag.json", Text: []byte(
		`{"lexicon": 1, "id": "com.example.tag", "defs": {"main": {"type": "str", "maxlength": 64}}}`)}
	catalog := lexicon.NewCatalog(lexicon.Parse(source, diag.ProfileV1))
	fixed, err := lint.Fix(context.Background(), catalog, lint.FixOptions{})
	if err != nil {
		fmt.Println(err) // only when the context is done
	}
	for _, file := range fixed.Files {
		fmt.Printf("%s: %d fixed\n%s\n", file.Path, len(file.Fixed), file.After)
	}
	// Output:
	// com/example/tag.json: 2 fixed
	// {"lexicon": 1, "id": "com.example.tag", "defs": {"main": {"type": "string", "maxLength": 64}}}
}
