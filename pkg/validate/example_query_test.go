package validate_test

import (
	"fmt"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/validate"
)

func listSchemas() *validate.Schemas {
	document := lexicon.Parse(&lexicon.Source{Path: "listThings.json", Text: []byte(`{
		"lexicon": 1, "id": "com.example.listThings", "defs": {"main": {
			"type": "query",
			"parameters": {"type": "params", "properties": {
				"limit": {"type": "integer", "minimum": 1, "maximum": 100},
				"tag": {"type": "array", "items": {"type": "string"}}
			}}
		}}
	}`)}, lexicon.ProfileV1)
	return validate.Compile(lexicon.NewCatalog(document), validate.Options{})
}

func ExampleValidator_Query() {
	ref := lexicon.Reference{NSID: "com.example.listThings", Name: "main"}
	params, err := listSchemas().Validator(ref, lexicon.PartParams)
	if err != nil {
		fmt.Println(err)
		return
	}
	query := &lexicon.Source{Text: []byte("?tag=new&limit=ten&tag=red")}
	for _, f := range params.Query(validate.Input{Source: query}).Findings {
		fmt.Println(f.Pointer+":", f.Message)
	}
	// Output: /limit: limit must be an integer, found the string "ten"
}

func ExampleSchemas_RunCase() {
	schemas := listSchemas()
	line := &lexicon.Source{Text: []byte(`{"name": "at most 100", "ref": "com.example.listThings", "part": "params", "value": "limit=100", "valid": false}`)}
	c, found := schemas.ReadCase(validate.Input{Source: line})
	if c != nil {
		found = append(found, schemas.RunCase(c, nil)...)
	}
	for _, f := range found {
		fmt.Println(f.Message)
	}
	// Output: case "at most 100" is valid, expected is invalid
}
