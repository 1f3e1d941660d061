package lint

import (
	"slices"
	"strings"
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
	testSubject(t, diag.ProfileV1, slices.Concat(rulesOf("const-and-default", "value-out-of-bounds"), requiredRules), []subjectCase{
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
	testSubject(t, diag.ProfileATProto, rulesOf("const-and-default", "value-out-of-bounds"), []subjectCase{
		{"const and default on the network", both, []string{"error const-and-default /defs/a/default", "error const-and-default /defs/b/default", "error const-and-default /defs/c/default"}},
	})
}

func TestValueMessage(t *testing.T) {
	found := subjectFindings(t, diag.ProfileV1, rulesOf("const-and-default", "value-out-of-bounds"), `"limit": {"type": "integer", "maximum": 100, "default": 500}`)
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

func TestEnums(t *testing.T) {
	testSubject(t, diag.ProfileV1, slices.Concat(rulesOf("invalid-enum", "enum-and-known-values", "duplicate-entry"), formatRules, requiredRules), []subjectCase{
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

// Spaces are known in the atproto profile only.
func TestSpaceFormats(t *testing.T) {
	const (
		aSpace = "at://did:web:example.com/space/com.example.room/main"
		defs   = `"a": {"type": "string", "format": "space-ref"}, "b": {"type": "string", "format": "at-uri", "default": "` + aSpace + `", "enum": ["` + aSpace + `", "at://alice.example.com"]},
			"c": {"type": "string", "format": "space-ref", "const": "at://alice.example.com"}`
	)
	rules := rulesOf("unknown-format", "value-out-of-bounds")
	testSubject(t, diag.ProfileATProto, rules, []subjectCase{{"atproto", defs, []string{"error value-out-of-bounds /defs/c/const"}}})
	testSubject(t, diag.ProfileV1, rules, []subjectCase{{"v1", defs, []string{
		"error unknown-format /defs/a/format", "error value-out-of-bounds /defs/b/default", "error value-out-of-bounds /defs/b/enum/0", "error unknown-format /defs/c/format",
	}}})
	for _, f := range subjectFindings(t, diag.ProfileV1, rules, defs) {
		if !strings.HasPrefix(f.Help, "use the profile atproto, which has ") || f.Hint != (diag.HintUseProfile{Profile: diag.ProfileATProto}) {
			t.Errorf("%s: %s", f.Pointer, f.Help)
		}
	}
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
		"space-ref": "use the profile atproto, which has it",
		"":          "use one of the formats at-identifier, at-uri, cid, datetime, did, handle, and 5 more",
	} {
		if got := formatHelp(name, diag.ProfileV1); got != want {
			t.Errorf("%q: %s, want %s", name, got, want)
		}
	}
}

func TestUnions(t *testing.T) {
	testSubject(t, diag.ProfileV1, rulesOf("closed-union", "closed-enum"), []subjectCase{
		{"unions", `"a": {"type": "union", "refs": ["#o"], "closed": true}, "b": {"type": "union", "refs": ["#o"], "closed": false},
			"c": {"type": "union", "refs": ["#o"]}, "empty": {"type": "union", "refs": [], "closed": true},
			"broken": {"type": "union", "closed": true}, "o": {"type": "object", "properties": {}}`,
			[]string{"info closed-union /defs/a/closed"}},
		{"enums", `"a": {"type": "string", "enum": ["x"]}, "b": {"type": "integer", "enum": [1]}, "c": {"type": "string", "knownValues": ["x"]},
			"empty": {"type": "string", "enum": []}, "none": {"type": "integer", "enum": []}`,
			[]string{"info closed-enum /defs/a/enum", "info closed-enum /defs/b/enum"}},
		{"both lists are another fault", `"a": {"type": "string", "enum": ["x"], "knownValues": ["x"]}`, nil},
	})
}

// A reference that is malformed is unknown, not absent: a union of such references is
// neither empty nor without values.
func TestMalformedRefs(t *testing.T) {
	for _, closed := range []string{"true", "false"} {
		found := lintDefs(t, diag.ProfileV1, `"a": {"type": "object", "required": ["b", "c"], "properties": {
			"b": {"type": "union", "description": "B.", "closed": `+closed+`, "refs": ["not a ref", "#", "lex:com.example.defs"]},
			"c": {"type": "ref", "description": "C.", "ref": "#a.b"}}}`)
		want := []string{
			"invalid-ref /defs/a/properties/b/refs/0", "invalid-ref /defs/a/properties/b/refs/1", "invalid-ref /defs/a/properties/b/refs/2",
			"invalid-ref /defs/a/properties/c/ref",
		}
		if !slices.Equal(found, want) {
			t.Errorf("closed %s: found %v, want %v", closed, found, want)
		}
	}
}
