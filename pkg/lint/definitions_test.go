package lint

import (
	"slices"
	"testing"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

func TestDefinitions(t *testing.T) {
	const set = `{"type": "permission-set", "permissions": []}`
	testSubject(t, diag.ProfileV1, definitionRules, []subjectCase{
		{"one primary, whatever its name", `"first": {"type": "query"}, "main": {"type": "object", "properties": {}}`, nil},
		{"each after the first", `"a": {"type": "query"}, "b": {"type": "integer"}, "main": {"type": "record"}, "c": ` + set,
			[]string{"error multiple-primary /defs/main", "error multiple-primary /defs/c"}},
		{"one that could not be read", `"main": {"type": "query"}, "b": {"type": "queri"}`, nil},
		{"names", `"": {"type": "integer"}, "a.b": {"type": "integer"}, "#a": {"type": "integer"}, "a_b c": {"type": "integer"}, "ä": {"type": "integer"}`,
			[]string{"error invalid-def-name /defs/", "error invalid-def-name /defs/a.b", "error invalid-def-name /defs/#a"}},
		{"not of the network", `"n": {"type": "null"}`, []string{"off not-in-profile /defs/n/type"}},
		{"a type of the network", `"main": {"type": "space"}`, []string{"error not-in-profile /defs/main/type"}},
		{"a field of the network", `"main": {"type": "subscription", "subprotocol": "xrpc.v1.json"}`, []string{"info not-in-profile /defs/main/subprotocol"}},
		{"whatever its value", `"main": {"type": "subscription", "subprotocol": [1]}`, []string{"info not-in-profile /defs/main/subprotocol"}},
	})
	testSubject(t, diag.ProfileATProto, definitionRules, []subjectCase{
		{"a type of the network", `"main": {"type": "space"}`, nil},
		{"a field of the network", `"main": {"type": "subscription", "subprotocol": "xrpc.v1.json"}`, nil},
		{"null anywhere", `"a": {"type": "null"}, "b": {"type": "array", "items": {"type": "null"}}, "c": {"type": "object", "properties": {"d": {"type": "null"}}}`,
			[]string{"error not-in-profile /defs/a/type", "error not-in-profile /defs/b/items/type", "error not-in-profile /defs/c/properties/d/type"}},
		{"unknown", `"main": {"type": "query", "parameters": {"type": "params", "properties": {
				"a": {"type": "unknown"}, "b": {"type": "array", "items": {"type": "unknown"}}, "c": {"type": "array", "items": {"type": "integer"}}}},
			"output": {"encoding": "application/json", "schema": {"type": "object", "properties": {"d": {"type": "unknown"}}}}}`,
			[]string{"error not-in-profile /defs/main/parameters/properties/a/type", "error not-in-profile /defs/main/parameters/properties/b/items/type"}},
	})
}

// What the profile does not have is checked for each type that has such a field, and no fix
// removes it.
func TestLaterFields(t *testing.T) {
	for typ := lexicon.TypeNull; typ < lexicon.NumTypes; typ++ {
		for _, field := range typ.Fields() {
			if field.Since == diag.ProfileV1 || typ == lexicon.TypePermission { // permission-ignored says it of the whole permission
				continue
			}
			found := subjectFindings(t, diag.ProfileV1, definitionRules, `"main": {"type": "`+typ.String()+`", "`+field.Name+`": {}}`)
			if len(found) != 1 || found[0].Rule.Code != "not-in-profile" || found[0].Severity != diag.Info || found[0].Fix != nil ||
				found[0].Hint != (diag.HintUseProfile{Profile: field.Since}) || found[0].Help != "use the profile atproto, which has it" {
				t.Errorf("%s of %s: %+v", field.Name, typ, found)
			}
		}
	}
}

func TestMultiplePrimaryRelated(t *testing.T) {
	found := subjectFindings(t, diag.ProfileV1, definitionRules, `"main": {"type": "record"}, "list": {"type": "query"}`)
	if len(found) != 1 || len(found[0].Related) != 1 || found[0].Related[0].Pointer != "/defs/main" {
		t.Fatalf("found %+v", found)
	}
	if got := string(found[0].Source.Text[found[0].Span.Start:found[0].Span.End]); got != `"list"` {
		t.Errorf("marked is %s, want the name", got)
	}
}

func TestPlacement(t *testing.T) {
	tests := []struct {
		name, defs string
		want       []string
	}{
		{"main", `"main": {"type": "query"}`, nil},
		{"query", `"q": {"type": "query"}`, []string{"non-main-primary /defs/q"}},
		{"permission set", `"p": {"type": "permission-set", "permissions": []}`, []string{"non-main-primary /defs/p"}},
		{"beside a main of another type", `"main": {"type": "integer"}, "q": {"type": "query"}`, []string{"non-main-primary /defs/q"}},
		{"beside a primary main", `"main": {"type": "procedure"}, "q": {"type": "query"}`, nil}, // multiple-primary
		{"two", `"q": {"type": "query"}, "r": {"type": "query"}`, []string{"non-main-primary /defs/q"}},
		{"object", `"o": {"type": "object", "properties": {}}`, nil},
		{"ref", `"r": {"type": "ref", "ref": "#i"}, "i": {"type": "integer"}`, []string{"not-definable /defs/r/type"}},
		{"union", `"u": {"type": "union", "refs": []}`, []string{"not-definable /defs/u/type"}},
		{"unknown", `"main": {"type": "unknown"}`, []string{"not-definable /defs/main/type"}},
		{"ref cycle", `"a": {"type": "ref", "ref": "#a"}, "b": {"type": "ref", "ref": "#a"}`, []string{"not-definable /defs/b/type"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			for _, profile := range []diag.Profile{diag.ProfileV1, diag.ProfileATProto} {
				got := ofRules(lintDefs(t, profile, test.defs), "non-main-primary", "not-definable")
				if !slices.Equal(got, test.want) {
					t.Errorf("%s: got %v, want %v", profile, got, test.want)
				}
			}
		})
	}
}

func TestPlacementSeverity(t *testing.T) {
	text := `{"lexicon": 1, "id": "com.example.thing", "defs": {"q": {"type": "query"}, "u": {"type": "unknown"}}}`
	for profile, want := range map[diag.Profile]diag.Severity{diag.ProfileV1: diag.Warning, diag.ProfileATProto: diag.Error} {
		d := lexicon.Parse(&diag.Source{Path: "thing.json", Text: []byte(text)}, profile)
		n := 0
		for _, f := range findings(t, lexicon.NewCatalog(d), Options{Profile: profile}) {
			if f.Rule.Code == "non-main-primary" || f.Rule.Code == "not-definable" {
				n++
				if f.Severity != want {
					t.Errorf("%s: %s is of severity %s, want %s", profile, f.Rule.Code, f.Severity, want)
				}
			}
		}
		if n != 2 {
			t.Errorf("%s: got %d findings, want 2", profile, n)
		}
	}
}
