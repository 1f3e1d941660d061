package validate_test

import (
	"fmt"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/validate"
)

func listSchemas() *validate.Schemas {
	document := lexicon.Parse(&diag.Source{Path: "listThings.json", Text: []byte(`{
		"lexicon": 1, "id": "com.example.listThings", "defs": {"main": {
			"type": "query",
			"parameters": {"type": "params", "properties": {
				"limit": {"type": "integer", "minimum": 1, "maximum": 100},
				"tag": {"type": "array", "items": {"type": "string"}}
			}}
		}}
	}`)}, diag.ProfileV1)
	return validate.Compile(lexicon.NewCatalog(document), validate.Options{})
}

func ExampleValidator_Check_query() {
	ref := lexicon.Reference{NSID: "com.example.listThings", Name: "main"}
	params, err := listSchemas().Validator(ref, lexicon.PartParams)
	if err != nil {
		fmt.Println(err)
		return
	}
	query := []byte("?tag=new&limit=ten&tag=red")
	for _, f := range params.Check(validate.Input{Text: query, Encoding: validate.Query}).Findings {
		fmt.Println(f.Pointer+":", f.Message)
	}
	// Output: /limit: "limit" must be an integer, but is the string "ten"
}
