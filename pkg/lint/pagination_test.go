package lint

import (
	"testing"

	"github.com/lexsmith/lexsmith/pkg/diag"
)

func TestPagination(t *testing.T) {
	const (
		code   = "info pagination /defs/main"
		limit  = `"limit": {"type": "integer"}`
		cursor = `"cursor": {"type": "string"}`
	)
	query := func(parameters, output string) string {
		text := `"main": {"type": "query"`
		if parameters != "" {
			text += `, "parameters": {"type": "params", ` + parameters + `}`
		}
		if output != "" {
			text += `, "output": {"encoding": "application/json", "schema": {` + output + `}}`
		}
		return text + `}`
	}
	params := func(properties string) string { return `"properties": {` + properties + `}` }
	object := func(properties string) string { return `"type": "object", "properties": {` + properties + `}` }
	testSubject(t, diag.ProfileV1, pagination, []subjectCase{
		{"all there", query(params(limit+", "+cursor), object(cursor)), nil},
		{"no pages", query(params(limit), object("")), nil},
		{"no parameters", query("", object("")), nil},
		{"no limit", query(params(cursor), object(cursor)), []string{code + "/parameters"}},
		{"cursor out only", query(params(limit), object(cursor)), []string{code + "/parameters"}},
		{"cursor out without parameters", query("", object(cursor)), []string{code}},
		{"cursor in only", query(params(limit+", "+cursor), object("")), []string{code + "/output/schema"}},
		{"two faults", query(params(cursor), object("")), []string{code + "/parameters", code + "/output/schema"}},
		{"no output", query(params(limit+", "+cursor), ""), nil},
		{"output that is a union", query(params(limit+", "+cursor), `"type": "union", "refs": []`), nil},
		{"output not loaded", query(params(limit+", "+cursor), `"type": "ref", "ref": "com.example.other"`), nil},
		{"output by reference", query(params(limit+", "+cursor), `"type": "ref", "ref": "#page"`) + `, "page": {` + object("") + `}`,
			[]string{"info pagination /defs/page"}},
		{"output by reference, good", query(params(limit+", "+cursor), `"type": "ref", "ref": "#page"`) + `, "page": {` + object(cursor) + `}`, nil},
		{"required cursors", query(`"required": ["cursor"], `+params(limit+", "+cursor), `"required": ["limit", "cursor"], `+object(cursor)),
			[]string{code + "/parameters/required/0", code + "/output/schema/required/1"}},
		{"cursors of two types", query(params(limit+`, "cursor": {"type": "integer"}`), object(cursor)), []string{code + "/parameters/properties/cursor"}},
		{"cursors of a type that is not known", query(params(limit+`, "cursor": {"type": "number"}`), object(`"cursor": {"type": "ref", "ref": "com.example.other"}`)), nil},
		{"broken parameters", `"main": {"type": "query", "parameters": 5, "output": {"encoding": "application/json", "schema": {` + object(cursor) + `}}}`, nil},
		{"procedure", `"main": {"type": "procedure", "output": {"encoding": "application/json", "schema": {` + object(cursor) + `}}}`, nil},
		{"output in another file", "-- com/example/list.json --\n" +
			`{"lexicon": 1, "id": "com.example.list", "defs": {` + query(params(limit+", "+cursor), `"type": "ref", "ref": "com.example.defs#page"`) + `}}` +
			"\n-- com/example/defs.json --\n" + `{"lexicon": 1, "id": "com.example.defs", "defs": {"page": {` + object("") + `}}}`,
			[]string{code + "/output"}},
	})
}
