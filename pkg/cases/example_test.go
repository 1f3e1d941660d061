package cases_test

import (
	"context"
	"fmt"
	"strings"

	"github.com/lexsmith/lexsmith/pkg/cases"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/validate"
)

func listSchemas() *validate.Schemas {
	document := lexicon.Parse(&lexicon.Source{Path: "listThings.json", Text: []byte(`{
		"lexicon": 1, "id": "com.example.listThings", "defs": {"main": {
			"type": "query",
			"parameters": {"type": "params", "properties": {
				"limit": {"type": "integer", "minimum": 1, "maximum": 100}
			}}
		}}
	}`)}, lexicon.ProfileV1)
	return validate.Compile(lexicon.NewCatalog(document), validate.Options{})
}

func ExampleRun() {
	text := strings.NewReader(`
{"name": "at most 100", "ref": "com.example.listThings", "part": "params", "value": "limit=100", "valid": false}
{"name": "no more", "ref": "com.example.listThings", "part": "params", "value": "limit=101", "valid": false}
`)
	for result, err := range cases.Run(context.Background(), listSchemas(), text, "cases.ndjson", validate.StreamOptions{}, nil) {
		if err != nil {
			fmt.Println(err)
			return
		}
		for _, f := range result.Findings {
			fmt.Println(f.Message)
		}
	}
	// Output: case "at most 100": expected invalid, got valid
}
