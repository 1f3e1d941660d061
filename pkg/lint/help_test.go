package lint

import (
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// TestHelp pins help that depends on the context, so that following it does not lead to
// another finding.
func TestHelp(t *testing.T) {
	for _, c := range []struct {
		code, defs, message, help string // the message is a part
	}{
		{"unknown-property", `"a": {"type": "object", "required": ["$type"], "properties": {"type": {"type": "integer"}}}`,
			`"$type"`, "remove it from required: data has a $type without declaring it"},
		{"unknown-property", `"a": {"type": "object", "required": ["$other"], "properties": {}}`,
			`"$other"`, "remove it from required: the data model reserves names that begin with $"},
		{"unknown-property", `"a": {"type": "object", "required": ["other"], "properties": {}}`,
			`"other"`, "add it to properties, or remove it from required"},
		{"not-in-profile", `"a": {"type": "null"}`, "null", `remove it, and list each property that can be null in "nullable" of its object`},
		{"not-in-profile", `"a": {"type": "object", "properties": {"b": {"type": "array", "items": {"type": "null"}}}}`, "null",
			"use another type: the network does not allow null in a list"},
		{"not-in-profile", `"a": {"type": "array", "items": {"type": "object", "properties": {"b": {"type": "null"}}}}`, "null",
			`list the property in "nullable" of its object, and give it the type of its other values`},
		{"grapheme-bytes-ratio", `"a": {"type": "string", "maxGraphemes": 9223372036854775807}`, "no maxLength",
			"lower maxGraphemes: a maxLength for so many exceeds 64 bits"},
		{"grapheme-bytes-ratio", `"a": {"type": "string", "maxGraphemes": 9223372036854775807, "maxLength": 5}`, "has maxLength 5",
			"lower maxGraphemes: a maxLength for so many exceeds 64 bits"},
		{"grapheme-bytes-ratio", `"a": {"type": "string", "maxGraphemes": 7, "maxLength": 5}`, "has maxLength 5",
			"set maxLength between 70 and 140"},
		{"grapheme-bytes-ratio", `"a": {"type": "string", "maxGraphemes": 70, "maxLength": 7}`, "so maxGraphemes has no effect",
			"swap the two if they are mixed up, or else set maxLength between 700 and 1400"},
		{"grapheme-bytes-ratio", `"a": {"type": "string", "maxGraphemes": 7, "maxLength": 8}`, "has maxLength 8",
			"set maxLength between 70 and 140, or change maxGraphemes"},
		{"unmatchable-accept", `"a": {"type": "blob", "accept": ["Image/JPG"], "maxSize": 9}`, `"Image/JPG" of "a" matches no file`, `write "image/jpeg"`},
		{"unmatchable-accept", `"a": {"type": "blob", "accept": ["audio/mp3"], "maxSize": 9}`, "matches no file", `write "audio/mpeg"`},
		{"unmatchable-accept", `"a": {"type": "blob", "accept": [], "maxSize": 9}`, `accept of "a" is empty`, "list the MIME types to accept, or remove accept to accept every type"},
		{"duplicate-entry", `"a": {"type": "blob", "accept": ["image/png", "IMAGE/PNG"]}`, `lists "IMAGE/PNG" twice`,
			"remove one of the two, or write the intended entry"},
	} {
		rule := []*rule{{Rule: &lexicon.Rule{Code: c.code}}}
		found := subjectFindings(t, lexicon.ProfileATProto, rule, c.defs)
		if len(found) != 1 || !strings.Contains(found[0].Message, c.message) || found[0].Help != c.help {
			t.Errorf("%s: got %+v, want the help %s", c.defs, found, c.help)
		}
	}
}
