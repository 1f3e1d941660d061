package lint

import (
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/pkg/diag"
)

func TestRecordKey(t *testing.T) {
	for key, want := range map[string]string{ // help, "" where the key is valid
		`"tid"`: "", `"nsid"`: "", `"any"`: "", `"literal:self"`: "", `"literal:tid"`: "", `"literal:a:b"`: "",
		`1`:                           "", // of a wrong type, found already
		`"self"`:                      `use "literal:self" for a fixed key; otherwise use "tid", "nsid", or "any"`,
		`"TID"`:                       `did you mean "tid"?`,
		`"did"`:                       `use "any", which allows every record key`,
		`"cid"`:                       `use "any", which allows every record key`,
		`"literal"`:                   `write the fixed key after a colon, such as "literal:self"`,
		`"nsids"`:                     `did you mean "nsid"?`,
		`"Literal:self"`:              `use "literal:self"`,
		`"literal:"`:                  `write the fixed key after the colon, such as "literal:self"`,
		`"literal:."`:                 "use letters, digits, and the characters . _ ~ : -",
		`"literal:a/b"`:               "use letters, digits, and the characters . _ ~ : -",
		`"literal: self"`:             "use letters, digits, and the characters . _ ~ : -",
		`"` + long(513) + `"`:         `use "tid", or "literal:self" if an account has only one such record`,
		`""`:                          `use "tid", or "literal:self" if an account has only one such record`,
		`"my key"`:                    `use "tid", or "literal:self" if an account has only one such record`,
		`"literal:` + long(512) + `"`: "",
	} {
		found := subjectFindings(t, diag.ProfileV1, recordRules, `"main": {"type": "record", "key": `+key+`, "record": {"type": "object", "properties": {}}}`)
		switch {
		case want == "" && len(found) != 0:
			t.Errorf("%.40s is refused: %s", key, found[0].Message)
		case want != "" && len(found) != 1:
			t.Errorf("%.40s: %d findings, want 1", key, len(found))
		case want != "" && (found[0].Help != want || found[0].Pointer != "/defs/main/key"):
			t.Errorf("%.40s: help at %s: %s, want %s", key, found[0].Pointer, found[0].Help, want)
		}
	}
	if found := subjectFindings(t, diag.ProfileV1, recordRules, `"main": {"type": "record", "record": {"type": "object", "properties": {}}}`); len(found) != 0 {
		t.Errorf("a missing key is found again: %s", found[0].Message)
	}
}

func long(n int) string { return strings.Repeat("o", n) }

func TestEmbeddedRecord(t *testing.T) {
	const other = `, "other": {"type": "object", "properties": {"a": {"type": "ref", "ref": "#main"}}}`
	ref := func(to string) string { return `"a": {"type": "ref", "ref": "` + to + `"}` }
	found := "warning embedded-record /defs/main/record/properties/a"
	testSubject(t, diag.ProfileV1, recordRules, []subjectCase{
		{"a ref", record(ref("#main")), []string{found + "/ref"}},
		{"an item", record(`"a": {"type": "array", "items": {"type": "ref", "ref": "#main"}}`), []string{found + "/items/ref"}},
		{"through a ref", record(ref("#b")) + `, "b": {"type": "ref", "ref": "#main"}`, []string{"warning embedded-record /defs/b/ref"}},
		{"in what a record contains", record(ref("#other")) + other, []string{"warning embedded-record /defs/other/properties/a/ref"}},
		{"elsewhere", record(`"a": {"type": "integer"}`) + other, nil},
		{"an object", record(ref("#b")) + `, "b": {"type": "object", "properties": {}}`, nil},
		{"a union", record(`"a": {"type": "union", "refs": ["#main"]}`), nil},
	})
}

func TestObjectAsRecord(t *testing.T) {
	const (
		created = `"createdAt": {"type": "string", "format": "datetime"}`
		found   = "info object-as-record /defs/main/type"
	)
	object := func(properties string) string { return `"type": "object", "properties": {` + properties + `}` }
	testSubject(t, diag.ProfileV1, recordRules, []subjectCase{
		{"an object", `"main": {` + object(created) + `}`, []string{found}},
		{"one that refers to itself", `"main": {` + object(created+`, "a": {"type": "ref", "ref": "#main"}`) + `}`, []string{found}},
		{"a record", `"main": {"type": "record", "key": "tid", "record": {` + object(created) + `}}`, nil},
		{"no createdAt", `"main": {` + object(`"a": {"type": "integer"}`) + `}`, nil},
		{"used", `"main": {` + object(created) + `}, "a": {"type": "array", "items": {"type": "ref", "ref": "#main"}}`, nil},
		{"another definition", `"main": {"type": "integer"}, "a": {` + object(created) + `}`, nil},
		{"defs", "-- com/example/defs.json --\n" + `{"lexicon": 1, "id": "com.example.defs", "defs": {"main": {` + object(created) + `}}}`, nil},
	})
	c := loadAll(t, exampleFiles(t, `"main": {`+object(created)+`}`))
	for _, f := range findings(t, c, Options{ExplicitFiles: true}) {
		if f.Rule.Code == "object-as-record" {
			t.Error("found in a file that was named")
		}
	}
}
