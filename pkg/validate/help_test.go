package validate_test

import (
	"testing"

	"github.com/lexsmith/lexsmith/internal/testkit/generate"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/validate"
)

// The help for a common slip leads to a valid value.
func TestHelpLeadsOn(t *testing.T) {
	files := map[string]string{
		"note.json": `{"lexicon": 1, "id": "com.example.note", "defs": {
			"main": {"type": "record", "key": "any", "record": {"type": "object", "properties": {"at": {"type": "string", "format": "datetime"}}}}}}`,
		"defs.json": `{"lexicon": 1, "id": "com.example.defs", "defs": {
			"view": {"type": "object", "properties": {}},
			"link": {"type": "cid-link"}, "bytes": {"type": "bytes"}, "blob": {"type": "blob"},
			"when": {"type": "string", "format": "datetime"}, "lang": {"type": "string", "format": "language"},
			"open": {"type": "union", "refs": ["#view", "com.example.note"]},
			"closed": {"type": "union", "refs": ["#view"], "closed": true}}}`,
	}
	schemas := validate.Compile(generate.Catalog(files, diag.ProfileV1), validate.Options{})
	const (
		cid  = "bafyreiccldh766hwcnuxnf2wh6jgzepf2nlu2lvcllt63eww5p6chi4ity"
		blob = `"ref": {"$link": "bafkreiccldh766hwcnuxnf2wh6jgzepf2nlu2lvcllt63eww5p6chi4ity"}, "mimeType": "image/png", "size": 5}`
	)
	for _, test := range []struct{ ref, value, help, right string }{
		{"", `{"type": "com.example.note"}`, `rename "type" to "$type"`, `{"$type": "com.example.note"}`},
		{"", `{"type": "com.example.other"}`, `add "$type" with the NSID of the record, or choose a definition to check the value against`, ""},
		{"com.example.note", `{"type": "com.example.note"}`, `rename "type" to "$type"`, `{"$type": "com.example.note"}`},
		{"com.example.note", `{"type": "note"}`, `add "$type": "com.example.note"`, `{"$type": "com.example.note", "type": "note"}`},
		{"com.example.defs#open", `{"type": "com.example.defs#view"}`, `rename "type" to "$type"`, `{"$type": "com.example.defs#view"}`},
		{"com.example.defs#open", `{"type": "view"}`, `add "$type": "com.example.defs#view" or "com.example.note"`, ""},
		{"com.example.defs#blob", `{"type": "blob", ` + blob, `rename "type" to "$type"`, `{"$type": "blob", ` + blob},
		{"com.example.defs#blob", `{` + blob, `add "$type": "blob"`, `{"$type": "blob", ` + blob},
		{"com.example.defs#blob", `{"blob": {"$type": "blob", ` + blob + `}`, `replace this object with the value of its "blob" field`, `{"$type": "blob", ` + blob},

		{"com.example.defs#link", `{"/": "` + cid + `"}`, `use {"$link": "` + cid + `"}`, `{"$link": "` + cid + `"}`},
		{"com.example.defs#link", `"` + cid + `"`, `use {"$link": "` + cid + `"}`, `{"$link": "` + cid + `"}`},
		{"com.example.defs#link", `{"/": "bafy"}`, ``, ``},
		{"com.example.defs#bytes", `{"/": {"bytes": "aGVsbG8"}}`, `use {"$bytes": "aGVsbG8"}`, `{"$bytes": "aGVsbG8"}`},
		{"com.example.defs#bytes", `"aGVsbG8="`, `use {"$bytes": "aGVsbG8="}`, `{"$bytes": "aGVsbG8="}`},
		{"com.example.defs#bytes", `"not base64!"`, ``, ``},

		{"com.example.defs#closed", `{"$type": "com.example.defs.view"}`, `did you mean "com.example.defs#view"?`, `{"$type": "com.example.defs#view"}`},
		{"com.example.defs#closed", `{"$type": "#view"}`, `use the full name "com.example.defs#view"`, `{"$type": "com.example.defs#view"}`},
		{"", `{"$type": "com.example.defs.view"}`, `did you mean "com.example.defs#view"? Otherwise, load the Lexicon com.example.defs.view, or accept values without a schema`, ""},

		{"com.example.defs#when", `"2026-05-01 12:00:00Z"`, `use "2026-05-01T12:00:00Z"`, `"2026-05-01T12:00:00Z"`},
		{"com.example.defs#when", `"2026-05-01t12:00:00z"`, `use "2026-05-01T12:00:00Z"`, `"2026-05-01T12:00:00Z"`},
		{"com.example.defs#when", `"2026-05-01T12:00:00+0200"`, `use "2026-05-01T12:00:00+02:00"`, `"2026-05-01T12:00:00+02:00"`},
		{"com.example.defs#when", `"2026-05-01T12:00:00-00:00"`, `use "2026-05-01T12:00:00Z"`, `"2026-05-01T12:00:00Z"`},
		{"com.example.defs#when", `"2026-05-01 12:00 UTC"`, `use "2026-05-01T12:00:00Z"`, `"2026-05-01T12:00:00Z"`},
		{"com.example.defs#when", `"2026-05-01T12:00:00,5Z"`, `use "2026-05-01T12:00:00.5Z"`, `"2026-05-01T12:00:00.5Z"`},
		{"com.example.defs#when", `"2026-5-1T9:05Z"`, `use "2026-05-01T09:05:00Z"`, `"2026-05-01T09:05:00Z"`},
		{"com.example.defs#when", `"2026/05/01"`, `use "2026-05-01T00:00:00Z" if the time is in UTC`, `"2026-05-01T00:00:00Z"`},
		{"com.example.defs#when", `"2026-05-01T12:00:00"`, `use "2026-05-01T12:00:00Z" if the time is in UTC`, `"2026-05-01T12:00:00Z"`},
		{"com.example.defs#when", `"1777636800"`, `use "2026-05-01T12:00:00Z"`, `"2026-05-01T12:00:00Z"`},
		{"com.example.defs#when", `"1777636800123"`, `use "2026-05-01T12:00:00.123Z"`, `"2026-05-01T12:00:00.123Z"`},
		{"com.example.defs#when", `"yesterday"`, `use a form like 2026-01-31T12:30:00.000Z`, `"2026-01-31T12:30:00.000Z"`},
		{"com.example.defs#when", `"2026-04-31T12:00:00Z"`, "", ""},
		{"com.example.defs#when", `""`, `use a form like 2026-01-31T12:30:00.000Z`, ""},

		{"com.example.defs#lang", `"en_US"`, `use "en-US"`, `"en-US"`},
		{"com.example.defs#lang", `"EN"`, `use "en"`, `"en"`},
		{"com.example.defs#lang", `"english"`, ``, ``},
	} {
		v := schemas.Records()
		if test.ref != "" {
			v = validator(t, schemas, test.ref, "")
		}
		found := v.Check(validate.Input{Text: []byte(test.value)}).Findings
		if len(found) != 1 || found[0].Help != test.help {
			t.Errorf("%s: want the help %q\n%s", test.value, test.help, listed(found))
			if len(found) > 0 {
				t.Logf("help: %s", found[0].Help)
			}
		}
		if test.right != "" && !v.Clean(validate.Input{Text: []byte(test.right)}) {
			t.Errorf("%s: the help leads to %s, which is not clean", test.value, test.right)
		}
	}
}
