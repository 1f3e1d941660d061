package lint

import (
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/pkg/diag"
)

func TestSizes(t *testing.T) {
	testSubject(t, diag.ProfileV1, rulesOf("unlimited-string", "unlimited-bytes", "large-string", "large-bytes"), []subjectCase{
		{"every limit counts", record(`"a": {"type": "string", "maxLength": 9}, "b": {"type": "string", "maxGraphemes": 9},
			"c": {"type": "string", "format": "did"}, "d": {"type": "string", "enum": ["x"]}, "e": {"type": "string", "const": "x"},
			"f": {"type": "string", "knownValues": ["x"]}, "g": {"type": "bytes", "maxLength": 9}`), nil},
		{"a least length is no limit", record(`"a": {"type": "string", "minLength": 1, "minGraphemes": 1, "default": "x"}, "b": {"type": "bytes", "minLength": 1}`),
			[]string{"warning unlimited-string /defs/main/record/properties/a", "warning unlimited-bytes /defs/main/record/properties/b"}},
		{"broken limits are found elsewhere", record(`"a": {"type": "string", "maxLength": "9"}, "b": {"type": "string", "maxlength": 9},
			"c": {"type": "bytes", "maxlength": 9}, "d": {"type": "string", "format": "email"}, "e": {"type": "string", "enum": []}`), nil},
		{"reached from a record", record(`"a": {"type": "array", "items": {"type": "ref", "ref": "#b"}}`) + `,
			"b": {"type": "array", "items": {"type": "string"}}, "c": {"type": "string"}`,
			[]string{"warning unlimited-string /defs/b/items", "info unlimited-string /defs/c"}},
		{"input and output", `"main": {"type": "procedure", "description": "P.",
			"parameters": {"type": "params", "properties": {"p": {"type": "string"}}},
			"input": {"encoding": "application/json", "schema": {"type": "object", "properties": {"i": {"type": "string"}, "j": {"type": "bytes"}}}},
			"output": {"encoding": "application/json", "schema": {"type": "object", "properties": {"o": {"type": "string"}, "q": {"type": "bytes"}}}}}`,
			[]string{
				"info unlimited-string /defs/main/parameters/properties/p",
				"info unlimited-string /defs/main/input/schema/properties/i", "info unlimited-bytes /defs/main/input/schema/properties/j",
				"info unlimited-string /defs/main/output/schema/properties/o", "info unlimited-bytes /defs/main/output/schema/properties/q",
			}},
		{"large", record(`"a": {"type": "string", "maxLength": 20480}, "b": {"type": "string", "maxLength": 20481},
			"c": {"type": "bytes", "maxLength": 20480}, "d": {"type": "bytes", "maxLength": 20481},
			"e": {"type": "string", "maxLength": 99999, "enum": ["x"]}`),
			[]string{"warning large-string /defs/main/record/properties/b/maxLength", "warning large-bytes /defs/main/record/properties/d/maxLength"}},
		{"large outside of records", `"a": {"type": "string", "maxLength": 20481}, "b": {"type": "bytes", "maxLength": 20481}`, nil},
	})
}

func TestUsualFormat(t *testing.T) {
	tests := map[string]string{
		"createdAt": `"datetime"`, "did": `"did"`, "subjectDid": `"did"`, "dids": `"did"`, "uri": `"at-uri" or "uri"`,
		"avatarUrl": `"uri"`, "langs": `"language"`, "At": "", "candid": "", "flat": "", "": "", "text": "", "Éa": "",
	}
	for name, want := range tests {
		if got := usualFormat(name); got != want {
			t.Errorf("%q: the usual format is %s, want %s", name, got, want)
		}
	}
	found := subjectFindings(t, diag.ProfileV1, rulesOf("unlimited-string", "unlimited-bytes", "large-string", "large-bytes"), record(`"dids": {"type": "array", "items": {"type": "string"}}`))
	if len(found) != 1 || !strings.Contains(found[0].Help, `"format": "did"`) {
		t.Errorf("the help does not name the format: %v", found)
	}
}

func TestArrays(t *testing.T) {
	const list, most = `{"type": "array", "maxLength": 9, "items": `, "info atomic-array-items /defs/"
	testSubject(t, diag.ProfileV1, rulesOf("unlimited-array", "atomic-array-items"), []subjectCase{
		{"limits", `"a": {"type": "array", "items": {"type": "array", "maxLength": 9, "items": {"type": "integer"}}},
			"b": {"type": "array", "minLength": 1, "items": {"type": "integer"}}, "c": {"type": "array", "maxlength": 9, "items": {"type": "integer"}}`,
			[]string{"info unlimited-array /defs/a", "info unlimited-array /defs/b"}},
		{"plain items in a record", record(`"a": ` + list + `{"type": "boolean"}}, "b": ` + list + `{"type": "integer"}},
			"c": ` + list + `{"type": "string", "format": "did"}}, "d": ` + list + `{"type": "bytes", "maxLength": 9}}, "e": ` + list + `{"type": "cid-link"}}`),
			[]string{
				most + "main/record/properties/a/items", most + "main/record/properties/b/items", most + "main/record/properties/c/items",
				most + "main/record/properties/d/items", most + "main/record/properties/e/items",
			}},
		{"behind references", record(`"a": {"type": "ref", "ref": "#a"}`) + `, "a": ` + list + `{"type": "ref", "ref": "#b"}}, "b": {"type": "string", "maxLength": 9}`,
			[]string{most + "a/items"}},
		{"items that can grow", record(`"a": `+list+`{"type": "object", "properties": {}}}, "b": `+list+`{"type": "union", "refs": []}},
			"c": `+list+`{"type": "ref", "ref": "com.example.other"}}, "d": `+list+`{"type": "number"}}, "e": `+list+`{"type": "ref", "ref": "#loop"}}`) +
			`, "loop": {"type": "ref", "ref": "#loop"}`, nil},
		{"outside of records", `"a": ` + list + `{"type": "integer"}}`, nil},
		{"methods", `"main": {"type": "query", "description": "Q.",
			"parameters": {"type": "params", "properties": {"a": ` + list + `{"type": "integer"}}}},
			"output": {"encoding": "application/json", "schema": {"type": "object", "properties": {"a": ` + list + `{"type": "integer"}}}}}}`,
			[]string{most + "main/output/schema/properties/a/items"}},
	})
}

func TestBlobs(t *testing.T) {
	tests := []struct{ blob, names, not string }{
		{`{"type": "blob"}`, "neither an accept list nor a maxSize", ""},
		{`{"type": "blob", "accept": ["image/png"]}`, "no maxSize", "no accept"},
		{`{"type": "blob", "maxSize": 9}`, "no accept", "no maxSize"},
		{`{"type": "blob", "accept": "image/png"}`, "no maxSize", "no accept"},
		{`{"type": "blob", "accept": ["*/*"], "maxSize": 9}`, "", ""},
		{`{"type": "blob", "accept": ["*/*"], "maxsize": 9}`, "", ""},
	}
	for _, test := range tests {
		found := subjectFindings(t, diag.ProfileV1, rulesOf("unlimited-blob", "unmatchable-accept"), `"file": `+test.blob)
		switch {
		case test.names == "":
			if len(found) != 0 {
				t.Errorf("%s: found %q", test.blob, found[0].Message)
			}
		case len(found) != 1 || found[0].Pointer != "/defs/file" || !strings.Contains(found[0].Message, test.names) ||
			test.not != "" && strings.Contains(found[0].Message, test.not):
			t.Errorf("%s: found %v, want one with %q", test.blob, found, test.names)
		}
	}
}

func TestUnmatchableAccept(t *testing.T) {
	const rule = "warning unmatchable-accept /defs/"
	testSubject(t, diag.ProfileV1, rulesOf("unlimited-blob", "unmatchable-accept"), []subjectCase{
		{"registered", `"a": {"type": "blob", "accept": ["image/jpeg", "image/*", "application/x-own", "*/*"], "maxSize": 9}`, nil},
		{"not registered", `"a": {"type": "blob", "accept": ["image/jpg", "image/png", "AUDIO/MP3"], "maxSize": 9}`, []string{rule + "a/accept/0", rule + "a/accept/2"}},
		{"matched by another entry", `"a": {"type": "blob", "accept": ["image/jpg", "image/jpeg"], "maxSize": 9}, "b": {"type": "blob", "accept": ["image/*", "image/jpg"], "maxSize": 9}`, nil},
		{"empty", `"a": {"type": "blob", "accept": [], "maxSize": 9}`, []string{rule + "a/accept"}},
		{"broken", `"a": {"type": "blob", "accept": [1], "maxSize": 9}, "b": {"type": "blob", "accept": "image/jpg", "maxSize": 9}`, nil},
	})
}

func TestBlobScope(t *testing.T) {
	const blob = `"b": {"type": "blob"}`
	testSubject(t, diag.ProfileV1, rulesOf("unlimited-blob", "unmatchable-accept"), []subjectCase{
		{"record", record(blob), []string{"warning unlimited-blob /defs/main/record/properties/b"}},
		{"what a record contains", record(`"a": {"type": "ref", "ref": "#b"}`) + `, ` + blob, []string{"warning unlimited-blob /defs/b"}},
		{"elsewhere", blob, []string{"info unlimited-blob /defs/b"}},
		{"output", `"main": {"type": "procedure", "output": {"encoding": "application/json", "schema": {"type": "object", "properties": {` + blob + `}}}}`,
			[]string{"info unlimited-blob /defs/main/output/schema/properties/b"}},
	})
}
