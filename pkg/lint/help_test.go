package lint

import (
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/pkg/diag"
)

// TestHelp pins help that depends on the context, so that following it does not lead to
// another finding.
func TestHelp(t *testing.T) {
	for _, c := range []struct {
		code, defs, message, help string // the message is a part
	}{
		{"unknown-property", `"a": {"type": "object", "required": ["$type"], "properties": {"type": {"type": "integer"}}}`,
			`"$type"`, `remove it from "required"; data can contain $type without the schema declaring it`},
		{"unknown-property", `"a": {"type": "object", "required": ["$other"], "properties": {}}`,
			`"$other"`, `remove it from "required"; the data model reserves names that begin with "$"`},
		{"unknown-property", `"a": {"type": "object", "required": ["other"], "properties": {}}`,
			`"other"`, `add it to "properties", or remove it from "required"`},
		{"unknown-subprotocol", `"main": {"type": "subscription", "subprotocol": "xrpc.v1.JSON"}`, "xrpc.v1.JSON", `did you mean "xrpc.v1.json"?`},
		{"unknown-subprotocol", `"main": {"type": "subscription", "subprotocol": "protobuf"}`, "protobuf", `use "xrpc.v0.cbor", "xrpc.v1.json", or "xrpc.v1.cbor"`},
		{"not-in-profile", `"a": {"type": "null"}`, "null", `remove it, and add each property that can be null to the "nullable" list of its object`},
		{"not-in-profile", `"a": {"type": "object", "properties": {"b": {"type": "array", "items": {"type": "null"}}}}`, "null",
			"use a different type; the AT Protocol network does not allow null in an array"},
		{"not-in-profile", `"a": {"type": "array", "items": {"type": "object", "properties": {"b": {"type": "null"}}}}`, "null",
			`use the type that the property has when it is not null, and add the property to the object's "nullable" list`},
		{"def-name-syntax", `"cc0_1": {"type": "integer"}`, `"cc0_1" contains "_", but should contain only ASCII letters and digits`,
			`rename it to "cc01", unless it is already published`},
		{"def-name-syntax", `"größe": {"type": "integer"}`, `"größe" contains "ö", but`, "rename it, unless it is already published"},
		{"def-name-syntax", `"2d": {"type": "integer"}`, `"2d" begins with a digit, but should begin with a letter`,
			"rename it, unless it is already published"},
		{"field-name-syntax", `"a": {"type": "object", "properties": {"": {"type": "integer"}}}`, `the field name "" is empty`,
			"rename it, unless it is already published"},
		{"invalid-def-name", `"a#b.c": {"type": "integer"}`, `the definition name "a#b.c" contains "#"`, `rename it to "aBC"`},
		{"grapheme-bytes-ratio", `"a": {"type": "string", "maxGraphemes": 9223372036854775807}`, "no maxLength",
			"lower maxGraphemes; the corresponding maxLength would exceed 64 bits"},
		{"grapheme-bytes-ratio", `"a": {"type": "string", "maxGraphemes": 9223372036854775807, "maxLength": 5}`, "has a maxLength of 5",
			"lower maxGraphemes; the corresponding maxLength would exceed 64 bits"},
		{"grapheme-bytes-ratio", `"a": {"type": "string", "maxGraphemes": 7, "maxLength": 5}`, "has a maxLength of 5",
			"set maxLength to a value from 70 to 140 (10 to 20 bytes per grapheme)"},
		{"grapheme-bytes-ratio", `"a": {"type": "string", "maxGraphemes": 70, "maxLength": 7}`, "so maxGraphemes has no effect",
			"swap the two if they were mixed up; otherwise set maxLength to a value from 700 to 1400 (10 to 20 bytes per grapheme)"},
		{"grapheme-bytes-ratio", `"a": {"type": "string", "maxGraphemes": 7, "maxLength": 8}`, "has a maxLength of 8",
			"set maxLength to a value from 70 to 140, or change maxGraphemes"},
		{"unmatchable-accept", `"a": {"type": "blob", "accept": ["Image/JPG"], "maxSize": 9}`, `"Image/JPG" in the accept list of "a" matches no files`, `use "image/jpeg"`},
		{"unmatchable-accept", `"a": {"type": "blob", "accept": ["audio/mp3"], "maxSize": 9}`, "matches no files", `use "audio/mpeg"`},
		{"unmatchable-accept", `"a": {"type": "blob", "accept": [], "maxSize": 9}`, `the accept list of "a" is empty`, `list the MIME types to accept, or remove "accept" to allow every type`},
		{"duplicate-entry", `"a": {"type": "blob", "accept": ["image/png", "IMAGE/PNG"]}`, `contains "IMAGE/PNG" twice`,
			"replace the duplicate with the intended value, or remove it"},
		{"unresolved-ref", `"a": {"type": "array", "items": {"type": "ref", "ref": "#/defs/b"}}, "b": {"type": "object", "properties": {}}`,
			`"#/defs/b" is not defined in this file`, `did you mean "#b"?`},
		{"unresolved-ref", `"a": {"type": "array", "items": {"type": "ref", "ref": "#/definitions/b"}}, "b": {"type": "object", "properties": {}}`,
			`"#/definitions/b"`, `did you mean "#b"?`},
		{"unresolved-ref", `"a": {"type": "array", "items": {"type": "ref", "ref": "com.example.defs#/defs/b"}}, "b": {"type": "object", "properties": {}}`,
			`"com.example.defs#/defs/b"`, `did you mean "com.example.defs#b"?`},
		{"unresolved-ref", `"a": {"type": "array", "items": {"type": "ref", "ref": "#/defs/zebra"}}, "b": {"type": "object", "properties": {}}`,
			`"#/defs/zebra"`, `define "zebra", or use "#b"`},
		{"unresolved-ref", `"main": {"type": "record", "key": "tid", "record": {"type": "object", "properties": {"b": {"type": "ref", "ref": "#record"}}}}`,
			`"#record" is not defined`, `the record is the main definition; use "#main"`},
		{"unknown-property", `"a": {"type": "object", "required": ["b, c"], "properties": {"b": {"type": "integer"}, "c": {"type": "integer"}}}`,
			`"b, c"`, `split it into separate strings: "b" and "c"`},
		{"unknown-property", `"a": {"type": "object", "required": ["b, x"], "properties": {"b": {"type": "integer"}, "c": {"type": "integer"}}}`,
			`"b, x"`, `add it to "properties", or remove it from "required"`},
		{"not-definable", `"a": {"type": "array", "items": {"type": "union", "refs": ["#b"]}}, "b": {"type": "unknown"}`,
			`"b" is of type "unknown"`, `make it an object, or use {"type": "unknown"} in each field that refers to it`},
		{"ref-target", `"a": {"type": "array", "items": {"type": "union", "refs": ["#b"]}}, "b": {"type": "unknown"}`,
			`"#b" is of type "unknown"`, `make "b" an object`},
		{"unresolved-external-ref", `"a": {"type": "array", "items": {"type": "ref", "ref": "com.example.defs.b"}}, "b": {"type": "object", "properties": {}}`,
			`the ref "com.example.defs.b" cannot be checked because its Lexicon is not loaded`, `did you mean "com.example.defs#b"? If not, load the Lexicon com.example.defs.b, or create it`},
		{"unused-def", `-- com/example/a.json --
{"lexicon": 1, "id": "com.example.a", "defs": {"main": {"type": "array", "items": {"type": "ref", "ref": "com.example.a.b"}}, "b": {"type": "object", "properties": {}}}}`, "", ""},
		{"invalid-record-key", `"main": {"type": "record", "key": "uuid", "record": {"type": "object", "properties": {}}}`,
			`unknown record key type "uuid"`, `use "any", which allows every record key`},
		{"invalid-record-key", `"main": {"type": "record", "key": "timestamp", "record": {"type": "object", "properties": {}}}`,
			`"timestamp"`, `use "tid", which contains the time of creation`},
		{"value-out-of-bounds", `"a": {"type": "string", "format": "language", "default": "en_US"}`, `the default of "a"`, `use "en-US"`},
		{"value-out-of-bounds", `"a": {"type": "string", "format": "language", "default": "american english"}`, `the default of "a"`,
			`use a language tag such as "en" or "pt-BR", or change the format`},
		{"value-out-of-bounds", `"a": {"type": "string", "format": "datetime", "default": "2024-01-02"}`, `the default of "a"`, `use "2024-01-02T00:00:00Z"`},
		{"value-out-of-bounds", `"a": {"type": "string", "format": "datetime", "const": "now"}`, `the const of "a"`,
			`use a datetime such as "2024-01-31T12:30:00.000Z", or change the format`},
		{"value-out-of-bounds", `"a": {"type": "string", "format": "uri", "enum": ["example.com"]}`, `an enum entry of "a"`, `use "https://example.com"`},
		{"value-out-of-bounds", `"a": {"type": "string", "maxLength": 2, "default": "abc"}`, `the default of "a"`, "change the default or maxLength"},
	} {
		rule := []*rule{{Rule: &diag.Rule{Code: c.code}}}
		found := subjectFindings(t, diag.ProfileATProto, rule, c.defs)
		if c.help == "" {
			if len(found) > 0 {
				t.Errorf("%s: found %+v", c.defs, found)
			}
			continue
		}
		if len(found) != 1 || !strings.Contains(found[0].Message, c.message) || found[0].Help != c.help {
			t.Errorf("%s: got %+v, want the help %s", c.defs, found, c.help)
		}
	}
}
