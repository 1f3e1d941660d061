package lint

import (
	"testing"

	"github.com/lexsmith/lexsmith/pkg/diag"
)

func TestDefinitions(t *testing.T) {
	const set = `{"type": "permission-set", "permissions": []}`
	testSubject(t, diag.ProfileV1, definitions, []subjectCase{
		{"one primary, whatever its name", `"first": {"type": "query"}, "main": {"type": "object", "properties": {}}`, nil},
		{"each after the first", `"a": {"type": "query"}, "b": {"type": "integer"}, "main": {"type": "record"}, "c": ` + set,
			[]string{"error multiple-primary /defs/main", "error multiple-primary /defs/c"}},
		{"one that could not be read", `"main": {"type": "query"}, "b": {"type": "queri"}`, nil},
		{"names", `"": {"type": "integer"}, "a.b": {"type": "integer"}, "#a": {"type": "integer"}, "a_b c": {"type": "integer"}, "ä": {"type": "integer"}`,
			[]string{"error invalid-def-name /defs/", "error invalid-def-name /defs/a.b", "error invalid-def-name /defs/#a"}},
		{"not of the network", `"n": {"type": "null"}`, []string{"off not-in-profile /defs/n/type"}},
	})
	testSubject(t, diag.ProfileATProto, definitions, []subjectCase{
		{"null anywhere", `"a": {"type": "null"}, "b": {"type": "array", "items": {"type": "null"}}, "c": {"type": "object", "properties": {"d": {"type": "null"}}}`,
			[]string{"error not-in-profile /defs/a/type", "error not-in-profile /defs/b/items/type", "error not-in-profile /defs/c/properties/d/type"}},
		{"unknown", `"main": {"type": "query", "parameters": {"type": "params", "properties": {
				"a": {"type": "unknown"}, "b": {"type": "array", "items": {"type": "unknown"}}, "c": {"type": "array", "items": {"type": "integer"}}}},
			"output": {"encoding": "application/json", "schema": {"type": "object", "properties": {"d": {"type": "unknown"}}}}}`,
			[]string{"error not-in-profile /defs/main/parameters/properties/a/type", "error not-in-profile /defs/main/parameters/properties/b/items/type"}},
	})
}

func TestMultiplePrimaryRelated(t *testing.T) {
	found := subjectFindings(t, diag.ProfileV1, definitions, `"main": {"type": "record"}, "list": {"type": "query"}`)
	if len(found) != 1 || len(found[0].Related) != 1 || found[0].Related[0].Pointer != "/defs/main" {
		t.Fatalf("found %+v", found)
	}
	if got := string(found[0].Source.Text[found[0].Span.Start:found[0].Span.End]); got != `"list"` {
		t.Errorf("marked is %s, want the name", got)
	}
}
