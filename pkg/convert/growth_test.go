package convert

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// TestLargeLists has lists that take minutes to compare in pairs.
func TestLargeLists(t *testing.T) {
	const n = 80_000
	list := func(format string) string {
		all := make([]string, n)
		for i := range all {
			all[i] = fmt.Sprintf(format, i)
		}
		return strings.Join(all, ", ")
	}
	values := list(`"v%d"`)
	example := "{" + list(`"p%d": "x"`) + "}"
	s := selectAllOf(t, map[string]string{"get.json": `{"lexicon": 1, "id": "com.example.get", "defs": {
		"main": {"type": "query", "parameters": {"type": "params", "properties": {` + list(`"p%d": {"type": "string"}`) + `}},
			"output": {"encoding": "application/json", "schema": {"type": "ref", "ref": "#choice"}},
			"errors": [` + list(`{"name": "E%[1]d"}, {"name": "E%[1]d", "description": "Again."}`) + `]},
		"choice": {"type": "string", "enum": [` + values + `], "knownValues": ["other", ` + values + `]}}}`})
	api, err := OpenAPI(t.Context(), s, OpenAPIOptions{Options: Options{Example: func(_ *lexicon.Definition, part lexicon.Part) ([]byte, bool) {
		return []byte(example), part == lexicon.PartParams
	}}})
	if err != nil {
		t.Fatal(err)
	}
	root := api.Files[0].root
	get := at(root, "paths", "/xrpc/com.example.get", "get")
	parameters, _ := at(get, "parameters").(array)
	if len(parameters) != n || at(parameters[n-1], "example") != text("x") {
		t.Errorf("%d parameters", len(parameters))
	}
	errors, _ := at(get, "responses", "400", "content", "application/json", "examples").(*object)
	if errors == nil || len(errors.members) != n || at(errors.members[n-1].value, "value", "message") != text("Again.") {
		t.Errorf("errors %v", errors)
	}
	valid, _ := at(root, "components", "schemas", "com.example.get_choice", "examples").(array)
	if len(valid) != n {
		t.Errorf("%d examples", len(valid))
	}
}
