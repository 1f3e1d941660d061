package lint

import (
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/pkg/diag"
)

func TestSizes(t *testing.T) {
	testSubject(t, diag.ProfileV1, sizes, []subjectCase{
		{"every limit counts", record(`"a": {"type": "string", "maxLength": 9}, "b": {"type": "string", "maxGraphemes": 9},
			"c": {"type": "string", "format": "did"}, "d": {"type": "string", "enum": ["x"]}, "e": {"type": "string", "const": "x"},
			"f": {"type": "string", "knownValues": ["x"]}, "g": {"type": "bytes", "maxLength": 9}`), nil},
		{"a least length is no limit", record(`"a": {"type": "string", "minLength": 1, "minGraphemes": 1, "default": "x"}, "b": {"type": "bytes", "minLength": 1}`),
			[]string{"warning unlimited-string /defs/main/record/properties/a", "warning unlimited-bytes /defs/main/record/properties/b"}},
		{"broken limits are found elsewhere", record(`"a": {"type": "string", "maxLength": "9"}, "b": {"type": "string", "maxlength": 9},
			"c": {"type": "bytes", "maxlength": 9}, "d": {"type": "string", "format": "email"}, "e": {"type": "string", "enum": []}`), nil},
		{"reached from a record", record(`"a": {"type": "array", "items": {"type": "ref", "ref": "#b"}}`) + `,
			"b": {"type": "array", "items": {"type": "string"}}, "c": {"type": "string"}`,
			[]string{"warning unlimited-string /defs/b/items", "info unlimited-string /defs/c"}},
		{"input and output", `"main": {"type": "procedure", "description": "P.",
			"parameters": {"type": "params", "properties": {"p": {"type": "string"}}},
			"input": {"encoding": "application/json", "schema": {"type": "object", "properties": {"i": {"type": "string"}, "j": {"type": "bytes"}}}},
			"output": {"encoding": "application/json", "schema": {"type": "object", "properties": {"o": {"type": "string"}, "q": {"type": "bytes"}}}}}`,
			[]string{
				"info unlimited-string /defs/main/parameters/properties/p",
				"info unlimited-string /defs/main/input/schema/properties/i", "info unlimited-bytes /defs/main/input/schema/properties/j",
				"info unlimited-string /defs/main/output/schema/properties/o", "info unlimited-bytes /defs/main/output/schema/properties/q",
			}},
		{"large", record(`"a": {"type": "string", "maxLength": 20480}, "b": {"type": "string", "maxLength": 20481},
			"c": {"type": "bytes", "maxLength": 20480}, "d": {"type": "bytes", "maxLength": 20481},
			"e": {"type": "string", "maxLength": 99999, "enum": ["x"]}`),
			[]string{"warning large-string /defs/main/record/properties/b/maxLength", "warning large-bytes /defs/main/record/properties/d/maxLength"}},
		{"large outside of records", `"a": {"type": "string", "maxLength": 20481}, "b": {"type": "bytes", "maxLength": 20481}`, nil},
	})
}

func TestUsualFormat(t *testing.T) {
	tests := map[string]string{
		"createdAt": `"datetime"`, "did": `"did"`, "subjectDid": `"did"`, "dids": `"did"`, "uri": `"at-uri" or "uri"`,
		"avatarUrl": `"uri"`, "langs": `"language"`, "At": "", "candid": "", "flat": "", "": "", "text": "", "Éa": "",
	}
	for name, want := range tests {
		if got := usualFormat(name); got != want {
			t.Errorf("%q: the usual format is %s, want %s", name, got, want)
		}
	}
	found := subjectFindings(t, diag.ProfileV1, sizes, record(`"dids": {"type": "array", "items": {"type": "string"}}`))
	if len(found) != 1 || !strings.Contains(found[0].Help, `"format": "did"`) {
		t.Errorf("the help does not name the format: %v", found)
	}
}
