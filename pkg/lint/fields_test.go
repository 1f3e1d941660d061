package lint

import (
	"slices"
	"testing"

	"github.com/lexsmith/lexsmith/pkg/diag"
)

func TestFields(t *testing.T) {
	const at = "/defs/main/record/properties/"
	testSubject(t, diag.ProfileV1, slices.Concat(rulesOf("unknown-in-record", "handle-in-record", "boolean-default-true", "datetime-format"), requiredRules), []subjectCase{
		{"nullable", `"a": {"type": "object", "required": ["r"], "nullable": ["r", 5, "o", "o", "gone"],
			"properties": {"r": {"type": "integer"}, "o": {"type": "integer"}}}`, []string{"warning nullable-and-optional /defs/a/nullable/2", "error unknown-property /defs/a/nullable/4"}},
		{"required not known", `"a": {"type": "object", "required": true, "nullable": ["o"], "properties": {"o": {"type": "integer"}}}`, nil},

		{"unknown", record(`"a": {"type": "unknown"}, "b": {"type": "array", "items": {"type": "ref", "ref": "#b"}}`) + `,
			"b": {"type": "object", "properties": {"c": {"type": "unknown"}}}, "d": {"type": "object", "properties": {"e": {"type": "unknown"}}}`,
			[]string{"warning unknown-in-record " + at + "a/type", "warning unknown-in-record /defs/b/properties/c/type"}},
		{"unknown parameter", `"main": {"type": "query", "parameters": {"type": "params", "properties": {"a": {"type": "unknown"}}}}`, nil},

		{"handles", record(`"a": {"type": "string", "format": "handle"}, "b": {"type": "array", "items": {"type": "string", "format": "at-identifier"}},
			"c": {"type": "string", "format": "did"}`) + `, "d": {"type": "string", "format": "handle"}`,
			[]string{"warning handle-in-record " + at + "a/format", "warning handle-in-record " + at + "b/items/format"}},

		{"booleans", `"a": {"type": "boolean", "default": true}, "b": {"type": "boolean", "default": false}, "c": {"type": "boolean"},
			"d": {"type": "boolean", "default": "true"}, "e": {"type": "boolean", "const": true, "default": true}`,
			[]string{"info boolean-default-true /defs/a/default"}},

		{"datetimes", record(`"soldAt": {"type": "string", "maxLength": 64}, "madeAt": {"type": "string", "format": "datetime"},
			"seenAt": {"type": "string", "format": "at-uri"}, "flat": {"type": "string", "maxLength": 9}, "At": {"type": "string", "maxLength": 9},
			"dueAt": {"type": "integer"}, "goneAt": {"type": "string", "enum": ["home"]}`), []string{"info datetime-format " + at + "soldAt"}},
		{"datetime parameter", `"main": {"type": "query", "parameters": {"type": "params", "properties": {"startAt": {"type": "string"}}}}`,
			[]string{"info datetime-format /defs/main/parameters/properties/startAt"}},
	})
}
