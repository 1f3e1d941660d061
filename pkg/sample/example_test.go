package sample_test

import (
	"fmt"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/sample"
	"github.com/lexsmith/lexsmith/pkg/validate"
)

func lampCatalog() *lexicon.Catalog {
	return lexicon.NewCatalog(lexicon.Parse(&diag.Source{Path: "lamp.json", Text: []byte(`{
		"lexicon": 1, "id": "com.example.lamp", "defs": {"main": {
			"type": "record", "key": "tid", "record": {
				"type": "object", "required": ["title", "watts"], "properties": {
					"title": {"type": "string", "maxLength": 20},
					"watts": {"type": "integer", "minimum": 1, "maximum": 60}
				}
			}
		}}
	}`)}, diag.ProfileV1))
}

func Example() {
	catalog := lampCatalog()
	lamp := catalog.Document("com.example.lamp").Main()
	value, err := sample.New(catalog, sample.Options{Seed: 1}).Value(lamp.Schema)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%s\n", sample.JSON(value))

	// The same value in DAG-CBOR.
	data, _ := sample.CBOR(value)
	records := validate.Compile(catalog, validate.Options{}).Records()
	fmt.Println(len(data), "bytes, valid:", records.Check(validate.Input{Text: data, Encoding: validate.CBOR}).Valid())
	// Output:
	// {"$type": "com.example.lamp", "title": "夜の散歩", "watts": 35}
	// 51 bytes, valid: true
}

func ExampleSampler_Invalid() {
	catalog := lampCatalog()
	lamp := catalog.Document("com.example.lamp").Main()
	validator, err := validate.Compile(catalog, validate.Options{}).Validator(lamp.Reference(), lexicon.PartNone)
	if err != nil {
		fmt.Println(err)
		return
	}
	value, finding, err := sample.New(catalog, sample.Options{Seed: 1}).Invalid(validator, lamp.Schema, validate.RuleLength)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%s\n", sample.JSON(value))
	fmt.Println(finding.Pointer, finding.Message)
	// Output:
	// {"$type": "com.example.lamp", "title": "夜の散歩abcdefghi", "watts": 35}
	// /title "title" is 21 bytes long, but at most 20 are allowed
}
