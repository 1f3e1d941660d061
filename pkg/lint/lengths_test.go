package lint

import (
	"slices"
	"testing"

	"github.com/lexsmith/lexsmith/pkg/diag"
)

func TestLengths(t *testing.T) {
	const ratio, noEffect, format = "info grapheme-bytes-ratio /defs/", "warning grapheme-bytes-ratio /defs/", "info format-with-length /defs/"
	testSubject(t, diag.ProfileV1, slices.Concat(lengths, formats), []subjectCase{
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
	testSubject(t, diag.ProfileV1, formats, []subjectCase{
		{"decodable", `"a": {"type": "string", "format": "cid", "const": "` + valid + `"}`, nil},
		{"each field", `"a": {"type": "string", "format": "cid", "const": "bafyempty", "default": "bafyempty", "enum": ["` + valid + `", "bafyempty"], "knownValues": ["bafyempty"]}`,
			[]string{"warning undecodable-cid /defs/a/const", "warning undecodable-cid /defs/a/default", "warning undecodable-cid /defs/a/enum/1", "warning undecodable-cid /defs/a/knownValues/0"}},
		{"not valid at all", `"a": {"type": "string", "format": "cid", "default": "no CID"}`, nil}, // value-out-of-bounds
		{"another format", `"a": {"type": "string", "default": "bafyempty"}`, nil},
	})
}
