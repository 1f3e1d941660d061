package lint

import (
	"testing"

	"github.com/lexsmith/lexsmith/pkg/diag"
)

func TestDescriptions(t *testing.T) {
	const empty = `"record": {"type": "object", "properties": {}}`
	testSubject(t, diag.ProfileV1, descriptionRules, []subjectCase{
		{"record", `"main": {"type": "record", "key": "tid", ` + empty + `}`,
			[]string{"warning missing-primary-description /defs/main"}},
		{"white space says nothing", `"main": {"type": "record", "description": " \n", "key": "tid", ` + empty + `}`,
			[]string{"warning missing-primary-description /defs/main"}},
		{"wrong type is found elsewhere", `"main": {"type": "record", "description": 5, "key": "tid", ` + empty + `}`, nil},
		{"wrong letters are found elsewhere", `"main": {"type": "record", "Description": "A thing.", "key": "tid", ` + empty + `}`, nil},
		{"record inside described", `"main": {"type": "record", "key": "tid",
			"record": {"type": "object", "description": "A thing.", "properties": {}}}`,
			[]string{"info missing-primary-description /defs/main"}},
		{"file described", `{"lexicon": 1, "id": "com.example.thing", "description": "Things.", "defs": {
			"main": {"type": "record", "key": "tid", ` + empty + `}}}`,
			[]string{"info missing-primary-description /defs/main"}},
		{"primary that is not main", `"other": {"type": "query", "output": {"encoding": "text/plain"}}`,
			[]string{"warning missing-primary-description /defs/other"}},
		{"permission-set", `"main": {"type": "permission-set", "title": "All of it", "permissions": []}`, nil},
		{"object", `"main": {"type": "object", "properties": {}}`, nil},

		{"tokens", `"main": {"type": "token"}, "b": {"type": "token", "description": ""}, "c": {"type": "token", "description": "C."}`,
			[]string{"warning undescribed-token /defs/main", "warning undescribed-token /defs/b"}},

		{"fields", `"a": {"type": "object", "properties": {
				"x": {"type": "integer"},
				"y": {"type": "integer", "description": "Y."},
				"broken": {"type": "number"},
				"in": {"type": "object", "description": "Inner.", "properties": {"z": {"type": "boolean"}}}}}`,
			[]string{"info missing-field-description /defs/a/properties/x", "info missing-field-description /defs/a/properties/in/properties/z"}},
		{"explained by the definition", `"a": {"type": "object", "properties": {
				"told": {"type": "ref", "ref": "#told"},
				"list": {"type": "array", "items": {"type": "ref", "ref": "#told"}},
				"items": {"type": "array", "items": {"type": "integer", "description": "One."}},
				"untold": {"type": "ref", "ref": "#untold"},
				"nowhere": {"type": "ref", "ref": "com.example.other"}}},
			"told": {"type": "integer", "description": "Told."}, "untold": {"type": "integer"}`,
			[]string{"info missing-field-description /defs/a/properties/untold", "info missing-field-description /defs/a/properties/nowhere"}},
		{"parameters", `"main": {"type": "query", "description": "Q.", "output": {"encoding": "text/plain"},
			"parameters": {"type": "params", "properties": {"x": {"type": "integer"}}}}`,
			[]string{"info missing-field-description /defs/main/parameters/properties/x"}},

		{"no output", `"main": {"type": "query", "description": "Q."}`, []string{"warning endpoint-output-undefined /defs/main"}},
		{"no output of a procedure", `"main": {"type": "procedure", "description": "P."}`, []string{"info endpoint-output-undefined /defs/main"}},
		{"output without schema", `"main": {"type": "query", "description": "Q.", "output": {"encoding": "application/json"}}`, nil},
		{"broken output", `"main": {"type": "query", "description": "Q.", "output": []}`, nil},

		{"no messages", `"main": {"type": "subscription", "description": "S."}`, []string{"warning subscription-no-messages /defs/main"}},
		{"broken messages", `"main": {"type": "subscription", "description": "S.", "message": {}}`, nil},
	})
	testSubject(t, diag.ProfileATProto, descriptionRules, []subjectCase{
		{"no messages on the network", `"main": {"type": "subscription", "description": "S."}`, []string{"error subscription-no-messages /defs/main"}},
	})
}
