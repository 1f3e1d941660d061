package lint

import (
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// TestHelp pins advice that differs by the place, so that following it makes no
// other fault.
func TestHelp(t *testing.T) {
	for _, c := range []struct {
		code, defs, message, help string // the message is a part
	}{
		{"unknown-property", `"a": {"type": "object", "required": ["$type"], "properties": {"type": {"type": "integer"}}}`,
			`"$type"`, "remove it here: data carries $type without a declaration"},
		{"unknown-property", `"a": {"type": "object", "required": ["$other"], "properties": {}}`,
			`"$other"`, "remove it here: the data model keeps names with $ for itself"},
		{"unknown-property", `"a": {"type": "object", "required": ["other"], "properties": {}}`,
			`"other"`, "add it to properties, or remove it here"},
		{"not-in-profile", `"a": {"type": "null"}`, "null", `remove it: a property that may be null is listed in "nullable" of its object`},
		{"not-in-profile", `"a": {"type": "object", "properties": {"b": {"type": "array", "items": {"type": "null"}}}}`, "null",
			"give the items another type: a list on the network has no null in it"},
		{"not-in-profile", `"a": {"type": "array", "items": {"type": "object", "properties": {"b": {"type": "null"}}}}`, "null",
			`for a field that may be null list its name in "nullable" of the object`},
		{"grapheme-bytes-ratio", `"a": {"type": "string", "maxGraphemes": 9223372036854775807}`, "no maxLength",
			"lower maxGraphemes: the maxLength for so many is beyond 64 bits"},
		{"grapheme-bytes-ratio", `"a": {"type": "string", "maxGraphemes": 9223372036854775807, "maxLength": 5}`, "the maxLength 5",
			"lower maxGraphemes: the maxLength for so many is beyond 64 bits"},
		{"grapheme-bytes-ratio", `"a": {"type": "string", "maxGraphemes": 7, "maxLength": 5}`, "the maxLength 5",
			"set maxLength to 70 to 140, or change maxGraphemes"},
		{"duplicate-entry", `"a": {"type": "blob", "accept": ["image/png", "IMAGE/PNG"]}`, `lists "IMAGE/PNG" twice`,
			"remove one, or write what was meant"},
	} {
		rule := []*rule{{Rule: lexicon.Rule{Code: c.code}}}
		found := subjectFindings(t, lexicon.ProfileATProto, rule, c.defs)
		if len(found) != 1 || !strings.Contains(found[0].Message, c.message) || found[0].Help != c.help {
			t.Errorf("%s: got %+v, want the help %s", c.defs, found, c.help)
		}
	}
}
