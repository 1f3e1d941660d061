package lint

import (
	"testing"

	"github.com/lexsmith/lexsmith/pkg/diag"
)

func TestArrays(t *testing.T) {
	const list, most = `{"type": "array", "maxLength": 9, "items": `, "info atomic-array-items /defs/"
	testSubject(t, diag.ProfileV1, arrays, []subjectCase{
		{"limits", `"a": {"type": "array", "items": {"type": "array", "maxLength": 9, "items": {"type": "integer"}}},
			"b": {"type": "array", "minLength": 1, "items": {"type": "integer"}}, "c": {"type": "array", "maxlength": 9, "items": {"type": "integer"}}`,
			[]string{"info unlimited-array /defs/a", "info unlimited-array /defs/b"}},
		{"plain items in a record", record(`"a": ` + list + `{"type": "boolean"}}, "b": ` + list + `{"type": "integer"}},
			"c": ` + list + `{"type": "string", "format": "did"}}, "d": ` + list + `{"type": "bytes", "maxLength": 9}}, "e": ` + list + `{"type": "cid-link"}}`),
			[]string{
				most + "main/record/properties/a/items", most + "main/record/properties/b/items", most + "main/record/properties/c/items",
				most + "main/record/properties/d/items", most + "main/record/properties/e/items",
			}},
		{"behind references", record(`"a": {"type": "ref", "ref": "#a"}`) + `, "a": ` + list + `{"type": "ref", "ref": "#b"}}, "b": {"type": "string", "maxLength": 9}`,
			[]string{most + "a/items"}},
		{"items that can grow", record(`"a": `+list+`{"type": "object", "properties": {}}}, "b": `+list+`{"type": "union", "refs": []}},
			"c": `+list+`{"type": "ref", "ref": "com.example.other"}}, "d": `+list+`{"type": "number"}}, "e": `+list+`{"type": "ref", "ref": "#loop"}}`) +
			`, "loop": {"type": "ref", "ref": "#loop"}`, nil},
		{"outside of records", `"a": ` + list + `{"type": "integer"}}`, nil},
		{"methods", `"main": {"type": "query", "description": "Q.",
			"parameters": {"type": "params", "properties": {"a": ` + list + `{"type": "integer"}}}},
			"output": {"encoding": "application/json", "schema": {"type": "object", "properties": {"a": ` + list + `{"type": "integer"}}}}}}`,
			[]string{most + "main/output/schema/properties/a/items"}},
	})
}
