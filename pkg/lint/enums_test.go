package lint

import (
	"slices"
	"testing"

	"github.com/lexsmith/lexsmith/pkg/diag"
)

func TestEnums(t *testing.T) {
	testSubject(t, diag.ProfileV1, slices.Concat(enums, formats, required), []subjectCase{
		{"empty", `"a": {"type": "string", "enum": []}, "b": {"type": "integer", "enum": []}, "c": {"type": "string", "knownValues": []}`,
			[]string{"error invalid-enum /defs/a/enum", "error invalid-enum /defs/b/enum"}},
		{"broken is not empty", `"a": {"type": "string", "enum": [1]}, "b": {"type": "string", "enum": {}}`, nil},
		{"both lists", `"a": {"type": "string", "enum": ["x"], "knownValues": ["x"]}`, []string{"warning enum-and-known-values /defs/a/knownValues"}},
		{"twice", `"a": {"type": "string", "enum": ["x", "X", "x", "x"]}, "b": {"type": "integer", "enum": [1, 2, 1.0]},
				"c": {"type": "string", "knownValues": ["x", "y", "x"]}, "d": {"type": "blob", "accept": ["image/png", "image/*", "Image/PNG"]}`,
			[]string{
				"warning duplicate-entry /defs/a/enum/2", "warning duplicate-entry /defs/a/enum/3", "warning duplicate-entry /defs/b/enum/2",
				"warning duplicate-entry /defs/c/knownValues/2", "warning duplicate-entry /defs/d/accept/2",
			}},
		{"names twice", `"a": {"type": "object", "required": ["x", 1, "x"], "nullable": ["x", "x"], "properties": {"x": {"type": "integer"}}}`,
			[]string{"warning duplicate-entry /defs/a/required/2", "warning duplicate-entry /defs/a/nullable/1"}},
		{"errors twice", `"main": {"type": "subscription", "errors": [{"name": "A"}, {"name": ""}, {"name": ""}, {}, {}, {"name": "A"}]}`,
			[]string{"warning duplicate-entry /defs/main/errors/5/name"}},
		{"formats", `"a": {"type": "string", "format": "date-time"}, "b": {"type": "string", "format": ""}, "c": {"type": "string", "format": "DID"},
				"d": {"type": "string", "format": "record-key"}, "e": {"type": "string", "format": "tid"}, "f": {"type": "string", "format": 1}`,
			[]string{"error unknown-format /defs/a/format", "error unknown-format /defs/b/format", "error unknown-format /defs/c/format"}},
		{"no such property", `"a": {"type": "object", "required": ["x", "y", "y"], "nullable": ["z"], "properties": {"x": {"type": "number"}}}`,
			[]string{"error unknown-property /defs/a/required/1", "warning duplicate-entry /defs/a/required/2", "error unknown-property /defs/a/nullable/0"}},
		{"no properties at all", `"a": {"type": "object", "required": ["x"], "properties": {}}, "b": {"type": "object", "required": ["x"]}, "c": {"type": "object", "required": ["x"], "properties": []}`,
			[]string{"error unknown-property /defs/a/required/0"}},
		{"no such parameter", `"main": {"type": "query", "parameters": {"type": "params", "required": ["x"], "properties": {"X": {"type": "integer"}}}}`,
			[]string{"error unknown-property /defs/main/parameters/required/0"}},
		// The text breaks off: what is missing may stand in the rest.
		{"cut off", `{"lexicon": 1, "id": "com.example.thing", "defs": {"a": {"type": "object", "required": ["x"], "properties": {"y": {"type": "integer"}, `, nil},
		{"an enum cut off", `{"lexicon": 1, "id": "com.example.thing", "defs": {"a": {"type": "string", "enum": [`, nil},
	})
}

func TestFormatHelp(t *testing.T) {
	for name, want := range map[string]string{
		"date-time": `did you mean "datetime"?`,
		"Timestamp": `use "datetime", which is a date with a time and a timezone`,
		"url":       `use "uri"`,
		"aturi":     `did you mean "at-uri"?`,
		"DID":       `did you mean "did"?`,
		"email":     `remove it, and limit the string with "maxLength"; Lexicon has no such format`,
		"string":    "remove it; a plain string has no format",
		"":          "use one of the formats at-identifier, at-uri, cid, datetime, did, handle, and 5 more",
	} {
		if got := formatHelp(name); got != want {
			t.Errorf("%q: %s, want %s", name, got, want)
		}
	}
}
