package lint

import (
	"slices"
	"testing"

	"github.com/lexsmith/lexsmith/pkg/diag"
)

func TestValues(t *testing.T) {
	bad := func(pointers ...string) []string {
		for i, p := range pointers {
			pointers[i] = "error value-out-of-bounds /defs/" + p
		}
		return pointers
	}
	const both = `"a": {"type": "string", "const": "x", "default": "y"}, "b": {"type": "integer", "const": 1, "default": 2}, "c": {"type": "boolean", "const": true, "default": false}`
	testSubject(t, diag.ProfileV1, slices.Concat(values, required), []subjectCase{
		{"const and default", both, []string{"error const-and-default /defs/a/default", "warning const-and-default /defs/b/default", "warning const-and-default /defs/c/default"}},
		{"a default of a wrong type", `"a": {"type": "string", "const": "x", "default": 1}`, nil},
		{"within", `"a": {"type": "integer", "minimum": 1, "maximum": 3, "default": 3, "enum": [1, 2, 3]}, "b": {"type": "string", "const": "", "maxLength": 0}`, nil},
		{"integer", `"a": {"type": "integer", "maximum": 3, "default": 4}, "b": {"type": "integer", "minimum": 3, "const": 2}, "c": {"type": "integer", "minimum": 1, "enum": [0, 1]}`,
			bad("a/default", "b/const", "c/enum/0")},
		{"default outside the enum", `"a": {"type": "string", "enum": ["x"], "default": "y"}, "b": {"type": "integer", "enum": [1], "default": 2}`, bad("a/default", "b/default")},
		{"known values are no set", `"a": {"type": "string", "knownValues": ["x"], "default": "y"}`, nil},
		{"string", `"a": {"type": "string", "maxLength": 3, "maxGraphemes": 1, "default": "éé"}, "b": {"type": "string", "maxGraphemes": 1, "default": "é"}`,
			bad("a/default", "a/default")},
		{"format", `"a": {"type": "string", "format": "datetime", "default": "now"}, "b": {"type": "string", "format": "did", "const": "did:web:example.com"},
			"c": {"type": "string", "format": "language", "enum": ["de", "De"]}, "d": {"type": "string", "format": "date", "default": "now"}`,
			bad("a/default", "c/enum/1")},
		{"const and enum", `"a": {"type": "string", "const": "z", "enum": ["x", "y"]}, "b": {"type": "string", "const": "x", "enum": ["x", "y"]}`, bad("a/const", "b/enum/1")},
		{"limits that no value meets are one fault", `"a": {"type": "integer", "minimum": 3, "maximum": 2, "default": 1}, "b": {"type": "string", "maxLength": -1, "default": ""}`, nil},
		{"an enum that could not be read", `"a": {"type": "integer", "enum": [1, "2"], "default": 2}, "b": {"type": "string", "enum": [1], "default": "1"}`, nil},
		{"an empty enum is one fault", `"a": {"type": "string", "enum": [], "default": "x", "const": "x"}`, []string{"error const-and-default /defs/a/default"}},
		{"required with default", `"a": {"type": "object", "required": ["x", "y", "z", "w", "x"], "properties": {
				"x": {"type": "integer", "default": 0}, "y": {"type": "boolean", "default": false}, "z": {"type": "string", "default": ""},
				"w": {"type": "integer"}, "v": {"type": "integer", "default": 0}}}`,
			[]string{"warning required-with-default /defs/a/required/0", "warning required-with-default /defs/a/required/1", "warning required-with-default /defs/a/required/2"}},
		{"required parameter", `"main": {"type": "query", "parameters": {"type": "params", "required": [1, "x"], "properties": {"x": {"type": "integer", "default": 0}}}}`,
			[]string{"warning required-with-default /defs/main/parameters/required/1"}},
	})
	testSubject(t, diag.ProfileATProto, values, []subjectCase{
		{"const and default on the network", both, []string{"error const-and-default /defs/a/default", "error const-and-default /defs/b/default", "error const-and-default /defs/c/default"}},
	})
}

func TestValueMessage(t *testing.T) {
	found := subjectFindings(t, diag.ProfileV1, values, `"limit": {"type": "integer", "maximum": 100, "default": 500}`)
	if len(found) != 1 {
		t.Fatalf("found %+v", found)
	}
	if want := `the default of "limit" is 500, but must be at most 100`; found[0].Message != want {
		t.Errorf("message %s\n   want %s", found[0].Message, want)
	}
	if related := found[0].Related; len(related) != 1 || related[0].Pointer != "/defs/limit/maximum" {
		t.Errorf("related is %+v", related)
	}
}
