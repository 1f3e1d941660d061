package validate_test

import (
	"fmt"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/validate"
)

func ExampleCheckString() {
	name := &lexicon.String{MaxGraphemes: lexicon.Some[int64](5)}
	for _, fault := range validate.CheckString(name, "naïve reader") {
		fmt.Println(fault.Field+":", fault.Message)
	}
	// Output: maxGraphemes: is 12 graphemes long, but at most 5 are allowed
}

func ExampleValidator_Check_cbor() {
	document := lexicon.Parse(&diag.Source{Path: "size.json", Text: []byte(`{
		"lexicon": 1, "id": "com.example.size", "defs": {"main": {
			"type": "object", "properties": {"width": {"type": "integer", "maximum": 100}}
		}}
	}`)}, diag.ProfileV1)
	size, err := validate.Compile(lexicon.NewCatalog(document), validate.Options{}).Validator(document.Main().Reference(), lexicon.PartNone)
	if err != nil {
		fmt.Println(err)
		return
	}
	data := []byte("\xa1\x65width\x18\x65") // {"width": 101}
	for _, finding := range size.Check(validate.Input{Path: "size.cbor", Text: data, Encoding: validate.CBOR}).Findings {
		fmt.Println(finding)
	}
	// Output: size.cbor: error: "width" is 101, but must be at most 100 [range]
}
