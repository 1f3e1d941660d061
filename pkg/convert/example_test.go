package convert_test

import (
	"context"
	"fmt"
	"os"

	"github.com/lexsmith/lexsmith/pkg/convert"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

func Example() {
	text := `{
  "lexicon": 1,
  "id": "com.example.thing",
  "defs": {
    "main": {
      "type": "object",
      "required": ["name"],
      "properties": {"name": {"type": "string", "maxLength": 640, "maxGraphemes": 64}}
    }
  }
}`
	catalog := lexicon.NewCatalog(lexicon.Parse(&diag.Source{Path: "thing.json", Text: []byte(text)}, diag.ProfileV1))
	selection, err := convert.Select(catalog, lexicon.Reference{NSID: "com.example.thing", Name: "main"})
	if err != nil {
		fmt.Println(err)
		return
	}
	export, err := convert.JSONSchema(context.Background(), selection, convert.JSONSchemaOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	os.Stdout.Write(export.Files[0].JSON())
	for _, loss := range export.Losses {
		fmt.Println(loss.Pointer, loss.Field, loss.Gap.Name)
	}
	// Output:
	// {
	//   "$schema": "https://json-schema.org/draft/2020-12/schema",
	//   "title": "com.example.thing",
	//   "type": "object",
	//   "required": [
	//     "name"
	//   ],
	//   "properties": {
	//     "name": {
	//       "type": "string",
	//       "maxLength": 640,
	//       "x-lexicon": {
	//         "maxLength": 640,
	//         "maxGraphemes": 64
	//       }
	//     }
	//   }
	// }
	// /defs/main/properties/name maxLength byte-length
	// /defs/main/properties/name maxGraphemes graphemes
}
