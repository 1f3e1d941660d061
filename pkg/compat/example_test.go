package compat_test

import (
	"context"
	"fmt"
	"log"

	"github.com/lexsmith/lexsmith/pkg/compat"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

func ExampleCompare() {
	parse := func(text string) *lexicon.Catalog {
		source := &diag.Source{Path: "thing.json", Text: []byte(text)}
		return lexicon.NewCatalog(lexicon.Parse(source, diag.ProfileV1))
	}
	old := parse(`{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "record", "key": "tid", "record": {"type": "object", "properties": {
    "name": {"type": "string", "maxLength": 640},
    "size": {"type": "ref", "ref": "#size"}
  }}},
  "size": {"type": "integer"}
}}`)
	new := parse(`{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "record", "key": "tid", "record": {"type": "object", "required": ["name"], "properties": {
    "name": {"type": "string", "maxLength": 640},
    "size": {"type": "ref", "ref": "#size"},
    "note": {"type": "string", "maxLength": 100}
  }}},
  "size": {"type": "integer", "minimum": 0}
}}`)
	report, err := compat.Compare(context.Background(), old, new, compat.Options{})
	if err != nil {
		log.Fatal(err)
	}
	for _, f := range report.Findings {
		at := f.Source.Position(f.Span.Start)
		fmt.Printf("%s:%d: %s: %s\n", f.Path(), at.Line, f.Severity, f.Message)
		if f.Change.Breaks&diag.Backward != 0 {
			fmt.Println("  old data can be invalid:", f.Help)
		}
		for _, a := range f.Change.Affects {
			fmt.Println("  reached by the", a.Part, "of", a.Ref)
		}
	}
	// Output:
	// thing.json:2: error: the "name" field became required
	//   old data can be invalid: leave it optional; existing data might not include it
	//   reached by the record of com.example.thing
	// thing.json:5: info: the optional "note" field was added
	//   reached by the record of com.example.thing
	// thing.json:7: warning: a minimum of 0 was added
	//   old data can be invalid: make sure that existing data satisfies the new constraint
	//   reached by the record of com.example.thing
}

func ExampleRules() {
	for _, rule := range compat.Rules() {
		if rule.Code == "enum-values" {
			fmt.Printf("%s (%s): %s\n", rule.Code, rule.Severity[diag.ProfileV1], rule.Summary)
		}
	}
	// Output:
	// enum-values (error): the values of an enum changed
}
