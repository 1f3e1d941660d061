package lint

import (
	"testing"

	"github.com/lexsmith/lexsmith/pkg/diag"
)

func TestBodies(t *testing.T) {
	body := func(encoding string) string {
		return `"main": {"type": "procedure", "input": {"encoding": ` + encoding + `, "schema": {"type": "object", "properties": {}}}}`
	}
	noJSON := []string{"warning schema-on-non-json-body /defs/main/input/schema"}
	invalid := []string{"error invalid-encoding /defs/main/input/encoding"}
	testSubject(t, diag.ProfileV1, bodyRules, []subjectCase{
		{"json", body(`"application/json"`), nil},
		{"json with parameters", body(`"application/json; charset=utf-8"`), nil},
		{"json in another word", body(`"application/activity+json"`), nil},
		{"everything", body(`"*/*"`), nil},
		{"all of application", body(`"application/*"`), nil},
		{"one of a list", body(`"text/csv, application/json"`), nil},
		{"csv", body(`"text/csv"`), noJSON},
		{"jsonl", body(`"application/jsonl"`), noJSON},
		{"a list without", body(`"text/csv,image/*"`), noJSON},
		{"no type", body(`"json"`), invalid},
		{"empty", body(`""`), invalid},
		{"a star alone", body(`"*"`), invalid},
		{"a partial glob", body(`"text/ht*"`), invalid},
		{"an empty entry", body(`"application/json,"`), invalid},
		{"of a wrong type", body(`1`), nil},
		{"both bodies", `"main": {"type": "procedure", "input": {"encoding": "a"}, "output": {"encoding": "b"}}`,
			[]string{"error invalid-encoding /defs/main/input/encoding", "error invalid-encoding /defs/main/output/encoding"}},
		{"no schema", `"main": {"type": "query", "output": {"encoding": "text/csv"}}`, nil},
		{"error names", `"main": {"type": "query", "errors": [{"name": "NotFound"}, {"name": ""}, {"name": "Not Found"}, {"name": "A\u00a0B"}, {"name": "A\n"}, {}, {"name": 1}, {"name": "Größe"}]}`,
			[]string{
				"error invalid-error-name /defs/main/errors/1/name", "error invalid-error-name /defs/main/errors/2/name",
				"error invalid-error-name /defs/main/errors/3/name", "error invalid-error-name /defs/main/errors/4/name",
			}},
		{"accept", `"a": {"type": "blob", "accept": ["image/png", "image/*", "*/*", "text/ht*", "*", "*/png", "png", "", "image/", 1, "image/png;q=1"]}`,
			[]string{
				"error invalid-accept /defs/a/accept/4", "error invalid-accept /defs/a/accept/5", "error invalid-accept /defs/a/accept/6",
				"error invalid-accept /defs/a/accept/7", "error invalid-accept /defs/a/accept/8", "error invalid-accept /defs/a/accept/10",
			}},
		{"an unknown encoding of streams", `"main": {"type": "subscription", "subprotocol": "json"}`, []string{"off unknown-subprotocol /defs/main/subprotocol"}},
		{"unions", `"a": {"type": "union", "refs": [], "closed": true}, "b": {"type": "union", "refs": []}, "c": {"type": "union", "refs": [], "closed": false},
				"d": {"type": "union", "closed": true}, "e": {"type": "union", "refs": ["#"], "closed": true}`,
			[]string{"error empty-closed-union /defs/a/refs"}},
		{"a union cut off", `{"lexicon": 1, "id": "com.example.thing", "defs": {"a": {"type": "union", "closed": true, "refs": [`, nil},
	})
	testSubject(t, diag.ProfileATProto, bodyRules, []subjectCase{
		{"known encodings of streams", `"main": {"type": "subscription", "subprotocol": "xrpc.v0.cbor"}, "a": {"type": "subscription", "subprotocol": "xrpc.v1.json"}, "b": {"type": "subscription", "subprotocol": "xrpc.v1.cbor"}, "c": {"type": "subscription"}`, nil},
		{"unknown ones", `"main": {"type": "subscription", "subprotocol": "xrpc.v1.JSON"}, "a": {"type": "subscription", "subprotocol": ""}, "b": {"type": "subscription", "subprotocol": 1}`,
			[]string{"warning unknown-subprotocol /defs/main/subprotocol", "warning unknown-subprotocol /defs/a/subprotocol"}},
		{"a partial glob on the network", `"a": {"type": "blob", "accept": ["image/*", "text/ht*"]}`, []string{"error invalid-accept /defs/a/accept/1"}},
	})
}

func TestPagination(t *testing.T) {
	const (
		code   = "info pagination /defs/main"
		limit  = `"limit": {"type": "integer"}`
		cursor = `"cursor": {"type": "string"}`
	)
	query := func(parameters, output string) string {
		text := `"main": {"type": "query"`
		if parameters != "" {
			text += `, "parameters": {"type": "params", ` + parameters + `}`
		}
		if output != "" {
			text += `, "output": {"encoding": "application/json", "schema": {` + output + `}}`
		}
		return text + `}`
	}
	params := func(properties string) string { return `"properties": {` + properties + `}` }
	object := func(properties string) string { return `"type": "object", "properties": {` + properties + `}` }
	testSubject(t, diag.ProfileV1, paginationRules, []subjectCase{
		{"all there", query(params(limit+", "+cursor), object(cursor)), nil},
		{"no pages", query(params(limit), object("")), nil},
		{"no parameters", query("", object("")), nil},
		{"no limit", query(params(cursor), object(cursor)), []string{code + "/parameters"}},
		{"cursor out only", query(params(limit), object(cursor)), []string{code + "/parameters"}},
		{"cursor out without parameters", query("", object(cursor)), []string{code}},
		{"cursor in only", query(params(limit+", "+cursor), object("")), []string{code + "/output/schema"}},
		{"two faults", query(params(cursor), object("")), []string{code + "/parameters", code + "/output/schema"}},
		{"no output", query(params(limit+", "+cursor), ""), nil},
		{"output that is a union", query(params(limit+", "+cursor), `"type": "union", "refs": []`), nil},
		{"output not loaded", query(params(limit+", "+cursor), `"type": "ref", "ref": "com.example.other"`), nil},
		{"output by reference", query(params(limit+", "+cursor), `"type": "ref", "ref": "#page"`) + `, "page": {` + object("") + `}`,
			[]string{"info pagination /defs/page"}},
		{"output by reference, good", query(params(limit+", "+cursor), `"type": "ref", "ref": "#page"`) + `, "page": {` + object(cursor) + `}`, nil},
		{"required cursors", query(`"required": ["cursor"], `+params(limit+", "+cursor), `"required": ["limit", "cursor"], `+object(cursor)),
			[]string{code + "/parameters/required/0", code + "/output/schema/required/1"}},
		{"cursors of two types", query(params(limit+`, "cursor": {"type": "integer"}`), object(cursor)), []string{code + "/parameters/properties/cursor"}},
		{"cursors of a type that is not known", query(params(limit+`, "cursor": {"type": "number"}`), object(`"cursor": {"type": "ref", "ref": "com.example.other"}`)), nil},
		{"broken parameters", `"main": {"type": "query", "parameters": 5, "output": {"encoding": "application/json", "schema": {` + object(cursor) + `}}}`, nil},
		{"procedure", `"main": {"type": "procedure", "output": {"encoding": "application/json", "schema": {` + object(cursor) + `}}}`, nil},
		{"output in another file", "-- com/example/list.json --\n" +
			`{"lexicon": 1, "id": "com.example.list", "defs": {` + query(params(limit+", "+cursor), `"type": "ref", "ref": "com.example.defs#page"`) + `}}` +
			"\n-- com/example/defs.json --\n" + `{"lexicon": 1, "id": "com.example.defs", "defs": {"page": {` + object("") + `}}}`,
			[]string{code + "/output"}},
	})
}
