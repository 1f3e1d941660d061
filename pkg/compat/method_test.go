package compat_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

func TestBodies(t *testing.T) {
	const object = `{"type": "object", "properties": {"a": {"type": "integer"}}}`
	output := func(encoding, more string) string {
		return query(`, "output": {"encoding": "` + encoding + `"` + more + `}`)
	}
	check(t, []change{
		{"input comes", procedure(``), procedure(`, "input": {"encoding": "application/json"}`), []string{"body-added error backward /defs/main/input < /defs/main"}},
		{"input goes", procedure(`, "input": {"encoding": "application/json"}`), procedure(``), []string{"body-removed error both /defs/main < /defs/main/input"}},
		{"output comes", procedure(``), procedure(`, "output": {"encoding": "application/json"}`), []string{"body-added warning nothing /defs/main/output < /defs/main"}},
		{"output goes", query(`, "output": {"encoding": "application/json"}`), query(``), []string{"body-removed error forward /defs/main < /defs/main/output"}},
		{"message goes", subscription(`"#red"`), twoVariants + `"main": {"type": "subscription"}`, []string{"body-removed error forward /defs/main < /defs/main/message"}},
		{"encoding", output("application/json", ``), output("*/*", ``), []string{"body-encoding error forward /defs/main/output/encoding < /defs/main/output/encoding"}},
		{"encoding of a list", output("image/png, image/jpeg", ``), output("image/png", ``), []string{"body-encoding error backward /defs/main/output/encoding < /defs/main/output/encoding"}},
		{"schema comes", output("application/json", ``), output("application/json", `, "schema": `+object), []string{"body-schema-added warning backward /defs/main/output/schema < /defs/main/output"}},
		{"schema goes", output("application/json", `, "schema": `+object), output("application/json", ``), []string{"body-schema-removed error forward /defs/main/output < /defs/main/output/schema"}},
		{"both at once", output("application/json", `, "schema": `+object), output("*/*", `, "schema": {"type": "object", "required": ["a"], "properties": {"a": {"type": "integer"}}}`), []string{
			"body-encoding error forward /defs/main/output/encoding < /defs/main/output/encoding",
			"object-required error backward /defs/main/output/schema/required/0 < /defs/main/output/schema",
		}},
		{"schema of another type", twoVariants + output("application/json", `, "schema": `+object), twoVariants + output("application/json", `, "schema": {"type": "union", "refs": ["#red"]}`), []string{
			"type-change error both /defs/main/output/schema/type < /defs/main/output/schema/type",
		}},
		{"schema by name", twoVariants + output("application/json", `, "schema": `+object), twoVariants + output("application/json", `, "schema": {"type": "ref", "ref": "#red"}`), nil},
		{"query to procedure", query(`, "output": {"encoding": "application/json"}`), procedure(``), []string{"type-change error both /defs/main/type < /defs/main/type"}},
	})
}

func TestSubprotocols(t *testing.T) {
	stream := func(more string) string { return `"main": {"type": "subscription"` + more + `}` }
	const v0, v1, unread = `, "subprotocol": "xrpc.v0.cbor"`, `, "subprotocol": "xrpc.v1.json"`, `, "subprotocol": 1`
	check(t, []change{
		{"the default made explicit", stream(``), stream(v0), nil},
		{"and the reverse", stream(v0), stream(``), nil},
		{"the same", stream(v1), stream(v1), nil},
		{"added", stream(``), stream(v1), []string{"subprotocol-changed warning nothing /defs/main/subprotocol < /defs/main"}},
		{"removed", stream(v1), stream(``), []string{"subprotocol-changed warning nothing /defs/main < /defs/main/subprotocol"}},
		{"changed", stream(v0), stream(v1), []string{"subprotocol-changed warning nothing /defs/main/subprotocol < /defs/main/subprotocol"}},
		{"not readable", stream(v1), stream(unread), nil},
	})
	// Profile v1 does not have the field, so that lint has no error that says what was
	// not compared.
	report := compareLinted(t, catalog(t, stream(v1)), catalog(t, stream(unread)))
	if len(report.Undecided) > 0 {
		t.Errorf("undecided in profile v1: %v", report.Undecided)
	}
}

// TestKeys derives what each change of a record key type breaks from the keys
// themselves.
func TestKeys(t *testing.T) {
	types := []string{"tid", "nsid", "any", "literal:self", "literal:other", "literal:3jzfcijpj2z2a", "literal:a.b.c"}
	keys := []string{"3jzfcijpj2z2a", "3jzfcijpj2z2b", "a.b.c", "a.b.d", "self", "other", "another"}
	for _, old := range types {
		for _, new := range types {
			var want diag.Direction
			for _, key := range keys {
				before, after := syntax.CheckRecordKey(old, key) == nil, syntax.CheckRecordKey(new, key) == nil
				switch {
				case before && !after:
					want |= diag.Backward
				case after && !before:
					want |= diag.Forward
				}
			}
			var lines []string
			if old != new {
				lines = []string{"record-key-type error " + directions(want) + " /defs/main/key < /defs/main/key"}
			}
			check(t, []change{{old + " to " + new, recordWith(old), recordWith(new), lines}})
		}
	}
}

func TestErrorsAndPermissions(t *testing.T) {
	set := func(permissions string) string {
		return `"main": {"type": "permission-set", "title": "A", "permissions": [` + permissions + `]}`
	}
	const (
		rpc  = `{"type": "permission", "resource": "rpc", "lxm": ["com.example.getThing"], "inheritAud": true}`
		repo = `{"type": "permission", "resource": "repo", "collection": ["com.example.thing"]}`
	)
	check(t, []change{
		{"an error comes", query(``), query(`, "errors": [{"name": "NotFound"}]`), []string{"errors-added info nothing /defs/main/errors/0/name < /defs/main"}},
		{"one for another", query(`, "errors": [{"name": "A"}]`), query(`, "errors": [{"name": "B"}]`), []string{
			"errors-added info nothing /defs/main/errors/0/name < /defs/main/errors", "errors-removed info nothing /defs/main/errors < /defs/main/errors/0/name",
		}},
		{"an error is described", query(`, "errors": [{"name": "A"}]`), query(`, "errors": [{"name": "A", "description": "It is not there."}]`), []string{
			"description-changed info nothing /defs/main/errors/0/description < /defs/main/errors/0",
		}},
		{"a permission comes", set(rpc), set(repo + `, ` + rpc), []string{"permissions warning nothing /defs/main/permissions/0 < /defs/main/permissions"}},
		{"a permission goes", set(rpc + `, ` + repo), set(rpc), []string{"permissions warning nothing /defs/main/permissions < /defs/main/permissions/1"}},
		{"a permission changes", set(rpc), set(`{"type": "permission", "resource": "rpc", "lxm": ["*"], "inheritAud": true}`), []string{
			"permissions warning nothing /defs/main/permissions < /defs/main/permissions/0", "permissions warning nothing /defs/main/permissions/0 < /defs/main/permissions",
		}},
		{"a method is added to a permission", set(rpc), set(strings.Replace(rpc, `"]`, `", "com.example.getOther"]`, 1)), []string{
			"permissions warning nothing /defs/main/permissions/0 < /defs/main/permissions/0",
		}},
		{"a permission among others changes", set(rpc + `, ` + repo), set(repo + `, ` + strings.Replace(rpc, `"inheritAud": true`, `"aud": "did:web:example.com"`, 1)), []string{
			"permissions warning nothing /defs/main/permissions/1 < /defs/main/permissions/0",
		}},
		{"the title changes", set(rpc), `"main": {"type": "permission-set", "title": "B", "detail": "All of it.", "permissions": [` + rpc + `]}`, []string{
			"description-changed info nothing /defs/main/detail < /defs/main", "description-changed info nothing /defs/main/title < /defs/main/title",
		}},
	})
}

// A permission for spaces is compared with that for the same type of spaces, and a default
// that is written down is no change.
func TestSpacePermissions(t *testing.T) {
	set := func(fields string) *lexicon.Catalog {
		text := `{"lexicon": 1, "id": "com.example.auth", "defs": {"main": {"type": "permission-set", "title": "A", "permissions": [
			{"type": "permission", "resource": "space", ` + fields + `}]}}}`
		return lexicon.NewCatalog(lexicon.Parse(&diag.Source{Path: "auth.json", Text: []byte(text)}, diag.ProfileATProto))
	}
	const room = `"spaceType": "com.example.room"`
	for _, c := range []struct{ old, new, want string }{
		{room, room + `, "authority": "self", "skey": "*"`, ""},
		{room + `, "collection": ["com.example.a", "com.example.b"]`, room + `, "collection": ["com.example.b", "com.example.a", "com.example.b"]`, ""},
		{room, room + `, "authority": "*"`, `the permission for "space" changed: authority changed from "self" to "*"`},
		{room + `, "skey": "main"`, room, `the permission for "space" changed: skey changed from "main" to "*"`},
		{room, room + `, "manage": ["create"]`, `the permission for "space" changed: added to manage: ["create"]`},
		{room, room + `, "action": ["read"], "collection": ["*"]`,
			`the permission for "space" changed: collection changed from the collections of the space to ["*"]; action changed from the default actions to ["read"]`},
		{room, `"spaceType": "com.example.forum", "skey": "main"`, `the permission {"resource": "space", "spaceType": "com.example.forum", "skey": "main"} was added
the permission {"resource": "space", "spaceType": "com.example.room"} was removed`},
	} {
		var got []string
		for _, f := range compare(t, set(c.old), set(c.new), diag.ProfileATProto) {
			got = append(got, f.Message)
		}
		slices.Sort(got)
		if found := strings.Join(got, "\n"); found != c.want {
			t.Errorf("%s to %s:\ngot  %s\nwant %s", c.old, c.new, found, c.want)
		}
	}
}

func TestWords(t *testing.T) {
	file := func(head string) string {
		return "-- thing.json --\n" + `{"lexicon": 1, "id": "com.example.thing"` + head + `, "defs": {"main": {"type": "token"}}}` + "\n"
	}
	check(t, []change{
		{"of the file", file(``), file(`, "description": "Things."`), []string{"description-changed info nothing /description < "}},
		{"removed", file(`, "description": "Things."`), file(``), []string{"description-changed info nothing  < /description"}},
		{"of a definition", `"main": {"type": "token", "description": "One."}`, `"main": {"type": "token", "description": "Two."}`, []string{"description-changed info nothing /defs/main/description < /defs/main/description"}},
		{"of a ref and its target", `"main": {"type": "object", "properties": {"x": {"type": "ref", "ref": "#a", "description": "One."}}}, "a": {"type": "integer"}`,
			`"main": {"type": "object", "properties": {"x": {"type": "ref", "ref": "#a", "description": "Two."}}}, "a": {"type": "integer", "description": "A."}`, []string{
				"description-changed info nothing /defs/a/description < /defs/a", "description-changed info nothing x/description < x/description",
			}},
		{"of an object that becomes a ref", `"main": {"type": "object", "properties": {"x": {"type": "object", "properties": {}, "description": "One."}}}, "a": {"type": "object", "properties": {}}`,
			`"main": {"type": "object", "properties": {"x": {"type": "ref", "ref": "#a", "description": "One."}}}, "a": {"type": "object", "properties": {}}`, nil},
		{"of a body", query(`, "output": {"encoding": "image/png"}`), query(`, "output": {"encoding": "image/png", "description": "A picture."}`), []string{"description-changed info nothing /defs/main/output/description < /defs/main/output"}},
		{"of params", query(`, "parameters": {"type": "params", "properties": {}}`), query(`, "parameters": {"type": "params", "properties": {}, "description": "None."}`), []string{"description-changed info nothing /defs/main/parameters/description < /defs/main/parameters"}},
		{"of a record and its object", `"main": {"type": "record", "key": "any", "record": {"type": "object", "properties": {}}}`,
			`"main": {"type": "record", "key": "any", "description": "A.", "record": {"type": "object", "properties": {}, "description": "B."}}`, []string{
				"description-changed info nothing /defs/main/description < /defs/main", "description-changed info nothing /defs/main/record/description < /defs/main/record",
			}},
		{"revision up", file(`, "revision": 1`), file(`, "revision": 2`), []string{"description-changed info nothing /revision < /revision"}},
		{"revision comes", file(``), file(`, "revision": 2`), []string{"description-changed info nothing /revision < "}},
		{"revision down", file(`, "revision": 2`), file(`, "revision": 1`), []string{"revision warning nothing /revision < /revision"}},
		{"revision away", file(`, "revision": 2`), file(``), []string{"revision warning nothing  < /revision"}},
	})
}

// TestNewNames: the help of what a method cannot change names the next version.
func TestNewNames(t *testing.T) {
	for id, want := range map[string]string{"getThing": "getThingV2", "getThingV2": "getThingV3", "getThingV": "getThingVV2", "getV9": "getV10", "getVotes": "getVotesV2"} {
		found := compare(t, catalog(t, files(id, procedure(``))), catalog(t, files(id, procedure(`, "input": {"encoding": "application/json"}`))), diag.ProfileV1)
		if len(found) != 1 || !strings.Contains(found[0].Help, `"`+want+`"`) {
			t.Errorf("%s: want %s, found%s", id, want, lines(found))
		}
	}
}

// TestPermissionWords: a change names what was added and what was removed, each once.
func TestPermissionWords(t *testing.T) {
	set := func(permission string) string {
		return `"main": {"type": "permission-set", "title": "A", "permissions": [{"type": "permission", ` + permission + `}]}`
	}
	for _, test := range []struct{ old, new, want string }{
		{`"resource": "rpc", "lxm": ["com.example.a", "com.example.b"], "inheritAud": true`, `"resource": "rpc", "lxm": ["com.example.c", "com.example.a"], "inheritAud": true`,
			`the permission for "rpc" changed: added to lxm: ["com.example.c"]; removed from lxm: ["com.example.b"]`},
		{`"resource": "repo", "collection": ["com.example.a"]`, `"resource": "repo", "collection": ["com.example.a"], "action": ["create"]`,
			`the permission for "repo" changed: action changed from all actions to ["create"]`},
		{`"resource": "rpc", "lxm": ["com.example.a"], "inheritAud": true`, `"resource": "rpc", "lxm": ["com.example.a"], "aud": "did:web:example.com"`,
			`the permission for "rpc" changed: an aud of "did:web:example.com" was added; inheritAud changed from true to false`},
	} {
		found := compare(t, catalog(t, set(test.old)), catalog(t, set(test.new)), diag.ProfileV1)
		if len(found) != 1 || found[0].Message != test.want {
			t.Errorf("want %s, found%s", test.want, lines(found))
		}
	}
}
