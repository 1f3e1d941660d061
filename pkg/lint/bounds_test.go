package lint

import (
	"slices"
	"strconv"
	"testing"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

func TestBounds(t *testing.T) {
	one := func(field string) []string { return []string{"error invalid-bounds /defs/a/" + field} }
	testSubject(t, diag.ProfileV1, boundRules, []subjectCase{
		{"equal", `"a": {"type": "integer", "minimum": 5, "maximum": 5}, "b": {"type": "string", "minLength": 0, "maxLength": 0, "minGraphemes": 0, "maxGraphemes": 0}`, nil},
		{"integer", `"a": {"type": "integer", "minimum": 6, "maximum": 5}`, one("minimum")},
		{"negative integers are fine", `"a": {"type": "integer", "minimum": -6, "maximum": -5}`, nil},
		{"string", `"a": {"type": "string", "minLength": 20, "maxLength": 10}`, one("minLength")},
		{"graphemes", `"a": {"type": "string", "minGraphemes": 2, "maxGraphemes": 1}`, one("minGraphemes")},
		{"graphemes beyond bytes", `"a": {"type": "string", "minGraphemes": 11, "maxLength": 10}`, one("minGraphemes")},
		{"as many graphemes as bytes", `"a": {"type": "string", "minGraphemes": 10, "maxLength": 10}`, nil},
		{"only a ratio", `"a": {"type": "string", "maxGraphemes": 11, "maxLength": 10}, "b": {"type": "string", "minLength": 9, "maxGraphemes": 1}`, nil},
		{"bytes without graphemes", `"a": {"type": "string", "minLength": 1, "maxGraphemes": 0}`, one("minLength")},
		{"neither bytes nor graphemes", `"a": {"type": "string", "minLength": 0, "maxGraphemes": 0}`, nil},
		{"bytes beyond graphemes of a format", `"a": {"type": "string", "format": "did", "minLength": 9, "maxGraphemes": 8}`, one("minLength")},
		{"as many bytes as graphemes of a format", `"a": {"type": "string", "format": "did", "minLength": 9, "maxGraphemes": 9}`, nil},
		{"bytes beyond negative graphemes", `"a": {"type": "string", "minLength": 1, "maxGraphemes": -1}`, one("maxGraphemes")},
		{"two of them", `"a": {"type": "string", "minLength": 3, "maxLength": 2, "minGraphemes": 3, "maxGraphemes": 2}`,
			append(one("minLength"), one("minGraphemes")[0], one("minGraphemes")[0])},
		{"a negative length is one fault", `"a": {"type": "string", "minLength": 0, "maxLength": -1, "minGraphemes": 1}`, one("maxLength")},
		{"all negative", `"a": {"type": "string", "minLength": -1, "maxLength": -2, "minGraphemes": -3, "maxGraphemes": -4}`,
			append(append(one("minLength"), one("maxLength")...), append(one("minGraphemes"), one("maxGraphemes")...)...)},
		{"bytes", `"a": {"type": "bytes", "minLength": 3, "maxLength": 2}`, one("minLength")},
		{"negative bytes", `"a": {"type": "bytes", "maxLength": -2}`, one("maxLength")},
		{"array", `"a": {"type": "array", "items": {"type": "integer"}, "minLength": 3, "maxLength": 2}`, one("minLength")},
		{"blob", `"a": {"type": "blob", "maxSize": -1}, "b": {"type": "blob", "maxSize": 0}`, one("maxSize")},
		{"of a wrong type", `"a": {"type": "integer", "minimum": "6", "maximum": 5}`, nil},
		{"spelled otherwise", `"a": {"type": "integer", "minimum": 6e0, "maximum": 5.0}`, one("minimum")},
		{"an unknown format has no length", `"a": {"type": "string", "format": "tidd", "maxLength": 1}`, nil},
		{"in params", `"main": {"type": "query", "parameters": {"type": "params", "properties": {"a": {"type": "integer", "minimum": 6, "maximum": 5}}}}`,
			[]string{"error invalid-bounds /defs/main/parameters/properties/a/minimum"}},
		{"the ends of 53 bits", `"a": {"type": "integer", "minimum": -9007199254740991, "maximum": 9007199254740991}`, nil},
		{"beyond 53 bits", `"a": {"type": "integer", "minimum": -9007199254740992, "maximum": 9007199254740992, "default": 9223372036854775807,
				"enum": [1, 9007199254740993]}, "b": {"type": "integer", "const": -9223372036854775808}`,
			[]string{
				"warning unsafe-integer /defs/a/minimum", "warning unsafe-integer /defs/a/maximum", "warning unsafe-integer /defs/a/default",
				"warning unsafe-integer /defs/a/enum/1", "warning unsafe-integer /defs/b/const",
			}},
		{"lengths have no such end", `"a": {"type": "bytes", "maxLength": 9007199254740992}`, nil},
	})
}

// TestFormatBounds sets each limit to the last value that a format allows, and
// to the first that it does not.
func TestFormatBounds(t *testing.T) {
	for _, profile := range []diag.Profile{diag.ProfileV1, diag.ProfileATProto} {
		for _, format := range lexicon.Formats(profile) {
			least, greatest := format.Lengths()
			limits := map[string][2]int{"maxLength": {least, least - 1}, "maxGraphemes": {least, least - 1}}
			if greatest > 0 {
				limits["minLength"] = [2]int{greatest, greatest + 1}
				limits["minGraphemes"] = [2]int{greatest, greatest + 1}
			}
			for field, values := range limits {
				text := `"a": {"type": "string", "format": "` + format.String() + `", "` + field + `": `
				if found := subjectFindings(t, profile, boundRules, text+strconv.Itoa(values[0])+"}"); len(found) != 0 {
					t.Errorf("%s with %s %d: %s", format, field, values[0], found[0].Message)
				}
				found := subjectFindings(t, profile, boundRules, text+strconv.Itoa(values[1])+"}")
				if len(found) != 1 || found[0].Pointer != "/defs/a/"+field || len(found[0].Related) != 1 {
					t.Errorf("%s with %s %d: found %+v", format, field, values[1], found)
				}
			}
		}
	}
}

func TestLengths(t *testing.T) {
	const ratio, noEffect, format = "info grapheme-bytes-ratio /defs/", "warning grapheme-bytes-ratio /defs/", "info format-with-length /defs/"
	testSubject(t, diag.ProfileV1, slices.Concat(rulesOf("grapheme-bytes-ratio"), formatRules), []subjectCase{
		{"edges", `"a": {"type": "string", "maxGraphemes": 7, "maxLength": 69}, "b": {"type": "string", "maxGraphemes": 7, "maxLength": 70},
			"c": {"type": "string", "maxGraphemes": 7, "maxLength": 140}, "d": {"type": "string", "maxGraphemes": 7, "maxLength": 141}`,
			[]string{ratio + "a/maxLength", ratio + "d/maxLength"}},
		{"missing", `"a": {"type": "string", "maxGraphemes": 7}, "b": {"type": "string", "maxLength": 7}`, []string{ratio + "a/maxGraphemes"}},
		{"broken", `"a": {"type": "string", "maxGraphemes": 7, "maxLength": "70"}, "b": {"type": "string", "maxGraphemes": -1, "maxLength": 70},
			"c": {"type": "string", "maxGraphemes": 7, "maxlength": 70}, "d": {"type": "string", "maxGraphemes": 7, "maxLength": -1}`, nil},
		{"no overflow", `"a": {"type": "string", "maxGraphemes": 9223372036854775807, "maxLength": 9223372036854775807},
			"b": {"type": "string", "maxGraphemes": 461168601842738790, "maxLength": 9223372036854775800},
			"c": {"type": "string", "maxGraphemes": 461168601842738790, "maxLength": 9223372036854775801}`,
			[]string{noEffect + "a/maxGraphemes", ratio + "c/maxLength"}},
		{"none at all", `"a": {"type": "string", "maxGraphemes": 7, "maxLength": 0}, "b": {"type": "string", "maxGraphemes": 0, "maxLength": 0}`,
			[]string{noEffect + "a/maxGraphemes"}},
		{"no effect", `"a": {"type": "string", "maxGraphemes": 7, "maxLength": 8}, "b": {"type": "string", "maxGraphemes": 7, "maxLength": 7},
			"c": {"type": "string", "maxGraphemes": 2560, "maxLength": 256}`,
			[]string{ratio + "a/maxLength", noEffect + "b/maxGraphemes", noEffect + "c/maxGraphemes"}},

		{"format with each length", `"a": {"type": "string", "format": "did", "minLength": 8}, "b": {"type": "string", "format": "uri", "maxGraphemes": 99},
			"c": {"type": "string", "format": "uri", "minGraphemes": 9}, "d": {"type": "string", "format": "uri", "maxLength": 99, "maxGraphemes": 9}`,
			[]string{format + "a/minLength", format + "b/maxGraphemes", format + "c/minGraphemes", format + "d/maxLength"}},
		{"unknown format", `"a": {"type": "string", "format": "email", "maxLength": 99}`, []string{"error unknown-format /defs/a/format"}},
		{"too long for the format", `"a": {"type": "string", "format": "uri", "minLength": 9000}`, nil},
		{"negative beside a format", `"a": {"type": "string", "format": "did", "maxLength": -1}`, nil},
		{"too short for the format", `"a": {"type": "string", "format": "datetime", "maxLength": 10}`, nil},
	})
}

func TestUndecodableCID(t *testing.T) {
	const valid = "bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku"
	testSubject(t, diag.ProfileV1, formatRules, []subjectCase{
		{"decodable", `"a": {"type": "string", "format": "cid", "const": "` + valid + `"}`, nil},
		{"each field", `"a": {"type": "string", "format": "cid", "const": "bafyempty", "default": "bafyempty", "enum": ["` + valid + `", "bafyempty"], "knownValues": ["bafyempty"]}`,
			[]string{"warning undecodable-cid /defs/a/const", "warning undecodable-cid /defs/a/default", "warning undecodable-cid /defs/a/enum/1", "warning undecodable-cid /defs/a/knownValues/0"}},
		{"not valid at all", `"a": {"type": "string", "format": "cid", "default": "no CID"}`, nil}, // value-out-of-bounds
		{"another format", `"a": {"type": "string", "default": "bafyempty"}`, nil},
	})
}
