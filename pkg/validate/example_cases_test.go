package validate_test

import (
	"context"
	"fmt"
	"strings"

	"github.com/lexsmith/lexsmith/pkg/validate"
)

func ExampleSchemas_Cases() {
	text := strings.NewReader(`
{"name": "at most 100", "ref": "com.example.listThings", "part": "params", "value": "limit=100", "valid": false}
{"name": "no more", "ref": "com.example.listThings", "part": "params", "value": "limit=101", "valid": false}
`)
	for result, err := range listSchemas().Cases(context.Background(), text, "cases.ndjson", validate.StreamOptions{}, nil) {
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
