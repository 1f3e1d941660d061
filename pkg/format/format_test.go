package format

import (
	"errors"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/internal/jsontree"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// source formats a text twice: what is formatted must stay.
func source(t *testing.T, text string, o Options) string {
	t.Helper()
	got, err := Source([]byte(text), o)
	if err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	again, err := Source(got, o)
	if err != nil || string(again) != string(got) {
		t.Errorf("%q is formatted as\n%s\nand then as\n%s (%v)", text, got, again, err)
	}
	return string(got)
}

func TestLayout(t *testing.T) {
	word := func(n int) string { return `"` + strings.Repeat("x", n-2) + `"` } // n columns
	for _, test := range []struct{ name, in, want string }{
		{"scalars", `"x"`, `"x"`},
		{"white space around", " \r\n\t1 \n", "1"},
		{"byte-order mark", "\ufeff[ ]", "[]"},
		{"empty object", "{ }", "{}"},
		{"empty object with lines", "{\n\n}", "{}"},
		{"empty array with lines", "[\n\n]", "[]"},
		{"object on a line", `{"a":1,"b":"c"}`, `{ "a": 1, "b": "c" }`},
		{"array on a line", `[true,null]`, `[true, null]`},
		{"nested on a line", `{"a":[{"b":{}}]}`, `{ "a": [{ "b": {} }] }`},

		{"a line before the first key breaks", "{\n\"a\": 1}", "{\n  \"a\": 1\n}"},
		{"so does CR", "{\r\"a\": 1}", "{\n  \"a\": 1\n}"},
		{"a line before another key does not", "{\"a\": 1,\n\"b\":\n2\n}", `{ "a": 1, "b": 2 }`},
		{"nor one in an array", "[\n1,\n2\n]", "[1, 2]"},
		{"what is around a broken object is broken", "{\"a\": [{\n\"b\": 1}], \"c\": {\"d\": 2}}",
			"{\n  \"a\": [\n    {\n      \"b\": 1\n    }\n  ],\n  \"c\": { \"d\": 2 }\n}"},

		{"80 columns fit", "[" + word(78) + "]", "[" + word(78) + "]"},
		{"81 do not", "[" + word(79) + "]", "[\n  " + word(79) + "\n]"},
		{"the comma counts", "{\n\"a\": [" + word(67) + ", 1],\n\"b\": 1}", "{\n  \"a\": [" + word(67) + ", 1],\n  \"b\": 1\n}"},
		{"the comma counts, one more", "{\n\"a\": [" + word(68) + ", 1],\n\"b\": 1}", "{\n  \"a\": [\n    " + word(68) + ",\n    1\n  ],\n  \"b\": 1\n}"},
		{"no comma, no column", "{\n\"a\": [" + word(68) + ", 1]}", "{\n  \"a\": [" + word(68) + ", 1]\n}"},
		{"an object that does not fit", `{"a": {"b": 1}, "c": ` + word(70) + "}", "{\n  \"a\": { \"b\": 1 },\n  \"c\": " + word(70) + "\n}"},
		{"long strings stay whole", `{"a": ` + word(100) + "}", "{\n  \"a\": " + word(100) + "\n}"},

		{"several objects of several keys", `[{"a":1,"b":2},{"a":1,"b":2}]`, "[\n  { \"a\": 1, \"b\": 2 },\n  { \"a\": 1, \"b\": 2 }\n]"},
		{"one of them with one key", `[{"a":1,"b":2},{"a":1}]`, `[{ "a": 1, "b": 2 }, { "a": 1 }]`},
		{"a single object", `[{"a":1,"b":2}]`, `[{ "a": 1, "b": 2 }]`},
		{"several arrays of several elements", `[[1,2],[3,4]]`, "[\n  [1, 2],\n  [3, 4]\n]"},
		{"arrays of one element", `[[1],[2]]`, "[[1], [2]]"},
		{"an array and an object", `[[1,2],{"a":1,"b":2}]`, `[[1, 2], { "a": 1, "b": 2 }]`},

		{"numbers fill lines", "[" + strings.Repeat("1234567, ", 9) + "-1]",
			"[\n  1234567, 1234567, 1234567, 1234567, 1234567, 1234567, 1234567, 1234567,\n  1234567, -1\n]"},
		{"numbers up to the last column", "[" + strings.Repeat("123456789, ", 8) + "1]",
			"[\n  123456789, 123456789, 123456789, 123456789, 123456789, 123456789, 123456789,\n  123456789, 1\n]"},
		{"numbers and others do not", "[" + strings.Repeat("1234567, ", 9) + "null]",
			"[\n  " + strings.Repeat("1234567,\n  ", 9) + "null\n]"},
		{"blank lines between numbers", "[1,\n\n\n2, 3]", "[\n  1,\n\n  2, 3\n]"},

		{"a blank line between members stays", "{\n\"a\": 1,\n\n\"b\": 2}", "{\n  \"a\": 1,\n\n  \"b\": 2\n}"},
		{"of many one", "{\n\n\"a\": 1,\n\n \t\n\r\n\"b\": 2\n\n}", "{\n  \"a\": 1,\n\n  \"b\": 2\n}"},
		{"it breaks an object", "{\"a\": 1,\n\n\"b\": 2}", "{\n  \"a\": 1,\n\n  \"b\": 2\n}"},
		{"one before the comma counts", "{\"a\": 1\n\n, \"b\": 2}", "{\n  \"a\": 1,\n\n  \"b\": 2\n}"},
		{"one around the comma does not", "{\"a\": 1\n,\n\"b\": 2}", `{ "a": 1, "b": 2 }`},
		{"one after a colon does not", "{\"a\":\n\n1}", `{ "a": 1 }`},
		{"it does not break an array", "[\"a\",\n\n\"b\"]", `["a", "b"]`},
		{"but stays in a broken one", "[" + word(70) + ",\n\n" + word(70) + "]", "[\n  " + word(70) + ",\n\n  " + word(70) + "\n]"},
		{"one before the comma of an array does not count", "[" + word(70) + "\n\n," + word(70) + "]", "[\n  " + word(70) + ",\n  " + word(70) + "\n]"},

		{"escapes keep their spelling", `{"\u0041\/": "\u00E9\t\"\\"}`, `{ "\u0041\/": "\u00E9\t\"\\" }`},
		{"East Asian characters are wide", `["` + strings.Repeat("日", 38) + `"]`, `["` + strings.Repeat("日", 38) + `"]`},
		{"one more does not fit", `["` + strings.Repeat("日", 38) + `a"]`, "[\n  \"" + strings.Repeat("日", 38) + "a\"\n]"},
		{"so are emoji", `{"` + strings.Repeat("👩‍👩‍👦", 34) + `": "aa"}`, `{ "` + strings.Repeat("👩‍👩‍👦", 34) + `": "aa" }`},
		{"marks have no width", `["` + strings.Repeat("e\u0301", 76) + `"]`, `["` + strings.Repeat("e\u0301", 76) + `"]`},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := source(t, test.in, Options{}); got != test.want+"\n" {
				t.Errorf("got\n%s\nwant\n%s", got, test.want)
			}
		})
	}
}

func TestOptions(t *testing.T) {
	const text = `{"a": {"b": [1, 2]}, "c": "dddddddddddddddd"}`
	for _, test := range []struct {
		name    string
		options Options
		want    string
	}{
		{"defaults", Options{}, "{ \"a\": { \"b\": [1, 2] }, \"c\": \"dddddddddddddddd\" }\n"},
		{"narrow", Options{Width: 20}, "{\n  \"a\": {\n    \"b\": [1, 2]\n  },\n  \"c\": \"dddddddddddddddd\"\n}\n"},
		{"one column", Options{Width: 1}, "{\n  \"a\": {\n    \"b\": [\n      1,\n      2\n    ]\n  },\n  \"c\": \"dddddddddddddddd\"\n}\n"},
		{"spaces", Options{Width: 24, Indent: 4}, "{\n    \"a\": {\n        \"b\": [1, 2]\n    },\n    \"c\": \"dddddddddddddddd\"\n}\n"},
		{"tabs", Options{Width: 23, Tabs: true}, "{\n\t\"a\": { \"b\": [1, 2] },\n\t\"c\": \"dddddddddddddddd\"\n}\n"},
		{"a tab has a width", Options{Width: 24, Tabs: true, Indent: 4}, "{\n\t\"a\": {\n\t\t\"b\": [1, 2]\n\t},\n\t\"c\": \"dddddddddddddddd\"\n}\n"},
		{"any width", Options{Width: math.MaxInt}, "{ \"a\": { \"b\": [1, 2] }, \"c\": \"dddddddddddddddd\" }\n"},
		{"line ends", Options{Width: 26, LineEnd: "\r\n"}, "{\r\n  \"a\": { \"b\": [1, 2] },\r\n  \"c\": \"dddddddddddddddd\"\r\n}\r\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := source(t, text, test.options); got != test.want {
				t.Errorf("got\n%s\nwant\n%s", got, test.want)
			}
		})
	}
}

func TestOrder(t *testing.T) {
	for _, test := range []struct{ name, in, want string }{
		{"file", `{"defs": {}, "x": 1, "description": "", "revision": 1, "id": "", "a": 2, "lexicon": 1, "$type": "", "$schema": ""}`,
			"{\n  \"$schema\": \"\",\n  \"$type\": \"\",\n  \"lexicon\": 1,\n  \"id\": \"\",\n  \"revision\": 1,\n  \"description\": \"\",\n  \"defs\": {},\n  \"x\": 1,\n  \"a\": 2\n}"},
		{"main comes first, others stay", `{"defs": {"z": {}, "main": {}, "a": {}}}`, `{ "defs": { "main": {}, "z": {}, "a": {} } }`},
		{"main is a name elsewhere", `{"defs": {"a": {"type": "object", "properties": {"z": {}, "main": {}}}}}`,
			`{ "defs": { "a": { "type": "object", "properties": { "z": {}, "main": {} } } } }`},
		{"no Lexicon", `{"id": "", "$type": "", "type": "", "main": {"description": "", "type": ""}}`,
			`{ "id": "", "$type": "", "type": "", "main": { "description": "", "type": "" } }`},
		{"the word in another case", `{"id": "", "Lexicon": 1, "description": ""}`, `{ "id": "", "description": "", "Lexicon": 1 }`},
		{"below an unknown key", `{"defs": {"a": {"x": {"description": "", "type": "token"}, "type": "token"}}}`,
			"{\n  \"defs\": {\n    \"a\": { \"type\": \"token\", \"x\": { \"description\": \"\", \"type\": \"token\" } }\n  }\n}"},
		{"a type that is unknown", `{"defs": {"a": {"maxLength": 1, "description": "", "format": "", "type": "sting"}}}`,
			"{\n  \"defs\": {\n    \"a\": { \"type\": \"sting\", \"description\": \"\", \"maxLength\": 1, \"format\": \"\" }\n  }\n}"},
		{"a schema that is none", `{"defs": {"a": [{"description": "", "type": "token"}], "b": "x"}}`,
			`{ "defs": { "a": [{ "type": "token", "description": "" }], "b": "x" } }`},
		{"escapes in keys", `{"defs": {"a": {"description": "", "t\u0079pe": "token"}}}`, `{ "defs": { "a": { "t\u0079pe": "token", "description": "" } } }`},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := source(t, test.in, Options{}); got != test.want+"\n" {
				t.Errorf("got\n%s\nwant\n%s", got, test.want)
			}
			kept, err := Source([]byte(test.in), Options{KeepOrder: true})
			if err != nil {
				t.Fatal(err)
			}
			if strip(string(kept)) != strip(test.in) {
				t.Errorf("the order is not kept:\n%s", kept)
			}
		})
	}
}

// strip takes out white space; no string of the tests has any.
func strip(text string) string { return strings.Join(strings.Fields(text), "") }

// TestOrderOfSchemas gives each kind of object its keys in reverse order, an unknown
// one in between.
func TestOrderOfSchemas(t *testing.T) {
	const schema = `{…}`
	definition := func(members string) string { return `{"lexicon": 1, "defs": {"main": ` + members + `}}` }
	for _, test := range []struct{ file, keys string }{
		{definition(schema), "type:null description"},
		{definition(schema), "type:boolean description default const"},
		{definition(schema), "type:integer description minimum maximum enum default const"},
		{definition(schema), "type:string format description maxLength minLength maxGraphemes minGraphemes knownValues enum default const"},
		{definition(schema), "type:bytes description minLength maxLength"},
		{definition(schema), "type:cid-link description"},
		{definition(schema), "type:blob description accept maxSize"},
		{definition(schema), "type:array description items minLength maxLength"},
		{definition(schema), "type:object description required nullable properties"},
		{definition(schema), "type:token description"},
		{definition(schema), "type:ref ref description"},
		{definition(schema), "type:union description refs closed"},
		{definition(schema), "type:unknown description"},
		{definition(schema), "type:record description key record"},
		{definition(schema), "type:query description parameters output errors"},
		{definition(schema), "type:procedure description parameters input output errors"},
		{definition(schema), "type:subscription description parameters message errors"},
		{definition(schema), "type:permission-set description title title:lang detail detail:lang permissions"},
		{definition(`{"type": "record", "record": {…}}`), "type:object description required nullable properties"},
		{definition(`{"type": "array", "items": {…}}`), "type:blob description accept maxSize"},
		{definition(`{"type": "object", "properties": {"type": {…}}}`), "type:ref ref description"},
		{definition(`{"type": "query", "parameters": {…}}`), "type:params description required properties"},
		{definition(`{"type": "query", "parameters": {"type": "params", "properties": {"a": {…}}}}`), "type:array description items minLength"},
		{definition(`{"type": "query", "output": {…}}`), "description encoding schema"},
		{definition(`{"type": "procedure", "input": {…}}`), "description encoding schema"},
		{definition(`{"type": "procedure", "input": {"schema": {…}}}`), "type:union description refs closed"},
		{definition(`{"type": "subscription", "message": {…}}`), "description schema"},
		{definition(`{"type": "subscription", "message": {"schema": {…}}}`), "type:union description refs closed"},
		{definition(`{"type": "query", "errors": [{"name": "A"}, {…}]}`), "name description"},
		{definition(`{"type": "permission-set", "permissions": [{…}]}`), "type:permission description resource collection action lxm aud inheritAud"},
	} {
		var forward, backward []string
		for key := range strings.FieldsSeq(test.keys) {
			member := `"` + key + `": 1`
			if name, value, ok := strings.Cut(key, ":"); ok && name == "type" {
				member = `"type": "` + value + `"`
			}
			forward, backward = append(forward, member), append([]string{member}, backward...)
		}
		members := append(append(backward[:1:1], `"x-unknown": 1`), backward[1:]...)
		in := strings.Replace(test.file, "…", strings.Join(members, ", "), 1)
		want := strings.Replace(test.file, "…", strings.Join(append(forward, `"x-unknown": 1`), ", "), 1)
		if got := source(t, in, Options{}); strip(got) != strip(want) {
			t.Errorf("%s:\n%s", in, got)
		}
	}
}

// A blank line belongs to the member after it.
func TestOrderBlankLines(t *testing.T) {
	for _, test := range []struct{ name, in, want string }{
		{"it moves with its member", "{\n\"defs\": {},\n\n\"id\": \"\",\n\"lexicon\": 1}", "{\n  \"lexicon\": 1,\n\n  \"id\": \"\",\n  \"defs\": {}\n}"},
		{"and goes at the start", "{\n\"defs\": {},\n\n\"lexicon\": 1}", "{\n  \"lexicon\": 1,\n  \"defs\": {}\n}"},
		{"the object stays broken", "{\"defs\": {},\n\n\"lexicon\": 1}", "{\n  \"lexicon\": 1,\n  \"defs\": {}\n}"},
		{"a line before the first key is one of the object", "{\n\"defs\": {}, \"lexicon\": 1}", "{\n  \"lexicon\": 1,\n  \"defs\": {}\n}"},
		{"one before another key is not", "{\"defs\": {},\n\"lexicon\": 1}", `{ "lexicon": 1, "defs": {} }`},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := source(t, test.in, Options{}); got != test.want+"\n" {
				t.Errorf("got\n%s\nwant\n%s", got, test.want)
			}
		})
	}
}

func TestNumber(t *testing.T) {
	for in, want := range map[string]string{
		"0": "0", "-0": "-0", "10": "10", "1.0": "1.0", "1.00": "1.0", "1.50": "1.5", "0.5": "0.5", "-0.050": "-0.05",
		"1E3": "1e3", "1e+3": "1e3", "1E-3": "1e-3", "1e003": "1e3", "1e-03": "1e-3", "1e0": "1", "1e-0": "1", "1e+00": "1", "0e0": "0",
		"1.50E+05": "1.5e5", "1.0e10": "1.0e10", "1.00e0": "1.0", "-1.20e-0": "-1.2", "100": "100", "1e100": "1e100",
		"123456789012345678901234567890.10": "123456789012345678901234567890.1",
	} {
		before := in
		if got := string(number([]byte(in))); got != want {
			t.Errorf("%s is spelled %s, want %s", in, got, want)
		}
		if in != before {
			t.Errorf("%s became %s", before, in)
		}
	}
}

func TestRefused(t *testing.T) {
	for text, want := range map[string]string{
		"":                      "1:1: the file is empty",
		"{\n\"a\": 1,}":         "2:7: JSON does not allow a trailing comma",
		`{"a": 1, "\u0061": 2}`: `1:10: the key "a" appears twice in this object`,
		"[\"\xff\"]":            "1:3: invalid UTF-8",
		`["\ud800"]`:            "1:3: unpaired surrogate",
		strings.Repeat("[", jsontree.MaxDepth+1) + strings.Repeat("]", jsontree.MaxDepth+1): "1:1001: objects and arrays are nested more than 1000 levels deep",
	} {
		got, err := Source([]byte(text), Options{})
		var fault *Error
		if !errors.As(err, &fault) || got != nil || err.Error() != want {
			t.Errorf("%.40q: %q, %v, want %s", text, got, err, want)
		}
	}
	document := lexicon.Parse(&diag.Source{Path: "a.json", Text: []byte(`{"lexicon": 1, "lexicon": 1}`)}, diag.ProfileV1)
	if _, err := Document(document, Options{}); err == nil || err.Error() != `a.json:1:16: the key "lexicon" appears twice in this object` {
		t.Errorf("got %v", err)
	}
	if _, err := Source([]byte(strings.Repeat("[", jsontree.MaxDepth)+strings.Repeat("]", jsontree.MaxDepth)), Options{}); err != nil {
		t.Error(err)
	}
}

// Of very many findings some are only counted.
func TestRefusedOmitted(t *testing.T) {
	text := `{"a": 1` + strings.Repeat(`, "a": 1`, diag.MaxFindings+5) + "}"
	_, err := Source([]byte(text), Options{})
	var fault *Error
	if !errors.As(err, &fault) || len(fault.Findings) != diag.MaxFindings || len(fault.Omitted) != 1 || fault.Omitted[0].Count != 5 {
		t.Errorf("got %v", err)
	}
}

// A document is formatted whatever is wrong with its schemas.
func TestDocument(t *testing.T) {
	const text = "\ufeff" + `{"id": 1, "lexicon": 2}`
	document := lexicon.Parse(&diag.Source{Text: []byte(text)}, diag.ProfileATProto)
	got, err := Document(document, Options{})
	if want := `{ "lexicon": 2, "id": 1 }` + "\n"; err != nil || string(got) != want {
		t.Errorf("got %q, %v, want %q", got, err, want)
	}
	if string(document.Source.Text) != text {
		t.Errorf("the source became %q", document.Source.Text)
	}
}

// The examples of this repository are formatted.
func TestExamples(t *testing.T) {
	count := 0
	err := filepath.WalkDir(filepath.Join("..", "..", "examples"), func(path string, entry fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".json" {
			return err
		}
		count++
		text, err := os.ReadFile(path)
		if err == nil && source(t, string(text), Options{}) != string(text) {
			t.Errorf("%s is not formatted", path)
		}
		return err
	})
	if err != nil || count == 0 {
		t.Errorf("%d examples, %v", count, err)
	}
}
