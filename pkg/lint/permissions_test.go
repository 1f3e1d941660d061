package lint

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// The set of the cases is com.example.thing.
func TestPermissions(t *testing.T) {
	set := func(permission string) string {
		return `"main": {"type": "permission-set", "title": "T", "permissions": [{"type": "permission", ` + permission + `}]}`
	}
	at := func(pointers ...string) []string {
		for i, p := range pointers {
			pointers[i] = "error invalid-permission /defs/main/permissions/0" + p
		}
		return pointers
	}
	const repo, rpc = `"resource": "repo", "collection": ["com.example.a"]`, `"resource": "rpc", "lxm": ["com.example.a"]`
	testSubject(t, diag.ProfileV1, rulesOf("invalid-permission", "permission-outside-namespace", "permission-wildcard", "permissionset-no-title", "permissionset-no-permissions", "duplicate-entry"), []subjectCase{
		{"repo", set(repo + `, "action": ["create", "update", "delete"]`), nil},
		{"all actions", set(repo), nil},
		{"no collection", set(`"resource": "repo"`), at("")},
		{"empty collection", set(`"resource": "repo", "collection": []`), at("/collection")},
		{"collections", set(`"resource": "repo", "collection": ["com.example.a", "*", "a.b", "a.b.*"]`), at("/collection/1", "/collection/2", "/collection/3")},
		{"broken collection", set(`"resource": "repo", "collection": "com.example.a"`), nil},
		{"actions", set(repo + `, "action": ["Create", "update", "read", "*"]`), at("/action/0", "/action/2", "/action/3")},
		{"repeated entries", set(`"resource": "repo", "collection": ["com.example.a", "com.example.b", "com.example.a"], "action": ["create", "create"]`),
			append([]string{"warning duplicate-entry /defs/main/permissions/0/collection/2"}, at("/action/1")...)},
		{"repeated methods", set(`"resource": "rpc", "lxm": ["com.example.a", "com.example.a"], "aud": "*", "collection": ["com.example.a", "com.example.a"]`),
			[]string{"warning duplicate-entry /defs/main/permissions/0/lxm/1"}},
		{"a resource of another profile", set(`"resource": "space", "collection": ["*", "x", "x"], "action": ["no", "no"]`), nil},

		{"rpc", set(rpc + `, "inheritAud": true`), nil},
		{"every service", set(rpc + `, "aud": "*"`), nil},
		{"one service", set(rpc + `, "aud": "did:web:example.com#api"`), at("/aud")},
		{"every method of every service", set(`"resource": "rpc", "lxm": ["*"], "aud": "*"`), at("/aud")},
		{"every method of one service", set(`"resource": "rpc", "lxm": ["*"], "aud": "did:web:example.com"`), at("/aud")},
		{"false is not true", set(rpc + `, "aud": "*", "inheritAud": false`), nil},
		{"no methods", set(`"resource": "rpc", "aud": "*"`), at("")},
		{"empty methods", set(`"resource": "rpc", "lxm": [], "aud": "*"`), at("/lxm")},
		{"methods", set(`"resource": "rpc", "lxm": ["a.b.*"], "aud": "*"`), at("/lxm/0")},
		{"no service", set(rpc), at("")},
		{"inherited not", set(rpc + `, "inheritAud": false`), at("/inheritAud")},
		{"both", set(rpc + `, "aud": "*", "inheritAud": true`), at("/inheritAud")},
		{"broken service", set(rpc + `, "aud": 1`), nil},
		{"no resource", set(`"lxm": []`), nil},
		{"a resource of a wrong type", set(`"resource": 1`), nil},
		{"another resource", set(`"resource": "blob", "collection": ["x"], "lxm": ["*", "a.b.c"]`), nil},

		{"a wildcard", set(`"resource": "rpc", "lxm": ["com.example.a", "*"], "inheritAud": true`), []string{"warning permission-wildcard /defs/main/permissions/0/lxm/1"}},
		{"outside", set(`"resource": "repo", "collection": ["com.example.a", "com.example", "com.example.a.b.c", "com.examples.a", "com.other.a"]`), []string{
			"error invalid-permission /defs/main/permissions/0/collection/1",
			"warning permission-outside-namespace /defs/main/permissions/0/collection/3", "warning permission-outside-namespace /defs/main/permissions/0/collection/4"}},

		{"no title", `"main": {"type": "permission-set", "title:lang": {"de": "T"}, "permissions": [1]}`, []string{"warning permissionset-no-title /defs/main"}},
		{"an empty title", `"main": {"type": "permission-set", "title": "", "permissions": [1]}`, []string{"warning permissionset-no-title /defs/main/title"}},
		{"a title of a wrong type", `"main": {"type": "permission-set", "title": 1, "permissions": [1]}`, nil},
		{"no permissions", `"main": {"type": "permission-set", "title": "T", "permissions": []}`, []string{"warning permissionset-no-permissions /defs/main/permissions"}},
		{"permissions missing", `"main": {"type": "permission-set", "title": "T"}`, nil},
		{"cut off", `{"lexicon": 1, "id": "com.example.thing", "defs": {"main": {"type": "permission-set", "permissions": [{"type": "permission", "resource": "rpc"`, nil},
		{"translations", `"main": {"type": "permission-set", "title": "T", "permissions": [1], "title:lang": {"de": "T", "pt-BR": "T", "pt_BR": "T", "fr": 1},
			"detail:lang": {"": "T", "x-y": null}}`, []string{
			"error invalid-permission /defs/main/title:lang/pt_BR", "error invalid-permission /defs/main/title:lang/fr",
			"error invalid-permission /defs/main/detail:lang/", "error invalid-permission /defs/main/detail:lang/x-y"}},
	})
}

func TestSpacePermissionTarget(t *testing.T) {
	files := fstest.MapFS{
		"set.json": file(`{"lexicon": 1, "id": "com.example.authBasic", "defs": {"main": {"type": "permission-set", "title": "T", "permissions": [
			{"type": "permission", "resource": "space", "spaceType": "com.example.room", "collection": ["com.example.rec", "org.other.rec", "org.other.get", "org.other.recs", "net.gone.thing", "*"]},
			{"type": "permission", "resource": "space", "spaceType": "com.example.rec"}, {"type": "permission", "resource": "space", "spaceType": "com.example.rooms"},
			{"type": "permission", "resource": "space", "spaceType": "com.example.gone"}]}}}`),
		"room.json":  file(`{"lexicon": 1, "id": "com.example.room", "defs": {"main": {"type": "space", "key": "any", "name": "R", "collections": ["com.example.rec"]}}}`),
		"rec.json":   file(`{"lexicon": 1, "id": "com.example.rec", "defs": {"main": {"type": "record", "key": "tid", "record": {"type": "object", "properties": {}}}}}`),
		"other.json": file(`{"lexicon": 1, "id": "org.other.rec", "defs": {"main": {"type": "record", "key": "tid", "record": {"type": "object", "properties": {}}}}}`),
		"get.json":   file(`{"lexicon": 1, "id": "org.other.get", "defs": {"main": {"type": "query"}}}`),
	}
	want := []string{
		`/defs/main/permissions/0/collection/2 each entry in "collection" must refer to a record, but "org.other.get" is a query`,
		`/defs/main/permissions/0/collection/3 "org.other.recs" is not loaded and may be misspelled`,
		`/defs/main/permissions/1/spaceType "spaceType" must refer to a space, but "com.example.rec" is a record`,
		`/defs/main/permissions/2/spaceType "com.example.rooms" is not loaded and may be misspelled`,
	}
	var got []string
	for _, f := range findings(t, loadAs(t, files, diag.ProfileATProto), Options{Profile: diag.ProfileATProto}) {
		if f.Rule.Code == "permission-target" {
			got = append(got, f.Pointer+" "+f.Message)
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("found\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// readRules are the rules of reading that are about permissions.
var readRules = []*rule{{Rule: lexicon.RulePermissionIgnored}, {Rule: lexicon.RuleUnexpectedField}}

// The set of the cases is com.example.thing.
func TestSpacePermissions(t *testing.T) {
	set := func(fields string) string {
		return `"main": {"type": "permission-set", "title": "T", "permissions": [{"type": "permission", "resource": "space", ` + fields + `}]}`
	}
	room := func(fields string) string { return set(`"spaceType": "com.example.room", ` + fields) }
	at := func(rule string, pointers ...string) (lines []string) {
		for _, p := range pointers {
			lines = append(lines, rule+" /defs/main/permissions/0"+p)
		}
		return lines
	}
	invalid := func(pointers ...string) []string { return at("error invalid-permission", pointers...) }
	rules := append(rulesOf("invalid-permission", "permission-outside-namespace", "permission-wildcard", "permission-no-effect", "duplicate-entry"), readRules...)
	testSubject(t, diag.ProfileATProto, rules, []subjectCase{
		{"the type alone", set(`"spaceType": "com.example.room"`), nil},
		{"all fields", room(`"authority": "did:web:example.com", "skey": "main", "collection": ["com.example.a", "org.other.b"], "action": ["read", "create", "update", "delete"], "manage": ["create", "update", "delete"]`), nil},
		{"defaults and wildcards", room(`"authority": "self", "skey": "*", "collection": ["*"], "action": ["read_self", "delete"]`), nil},
		{"every authority", room(`"authority": "*", "action": ["read_self"]`), nil},
		{"no type", set(`"skey": "main"`), invalid("")},
		{"a misspelled type", set(`"spacetype": "com.example.room"`), at("warning unexpected-field", "/spacetype")},
		{"every type", set(`"spaceType": "*"`), invalid("/spaceType")},
		{"not a type", set(`"spaceType": "room"`), invalid("/spaceType")},
		{"types", set(`"spaceType": ["com.example.room"]`), invalid("/spaceType")},
		{"a type of no kind", set(`"spaceType": null`), invalid("/spaceType")},
		{"a type elsewhere", set(`"spaceType": "org.other.room"`), at("warning permission-outside-namespace", "/spaceType")},
		{"a handle", room(`"authority": "alice.example.com"`), invalid("/authority")},
		{"no authority", room(`"authority": ""`), invalid("/authority")},
		{"authorities", room(`"authority": ["self"]`), invalid("/authority")},
		{"no key", room(`"skey": ""`), invalid("/skey")},
		{"dots", room(`"skey": ".."`), invalid("/skey")},
		{"a pattern of keys", room(`"skey": "a*"`), invalid("/skey")},
		{"keys", room(`"skey": ["a"]`), invalid("/skey")},
		{"empty lists", room(`"collection": [], "action": [], "manage": []`), invalid("/collection", "/action", "/manage")},
		{"scalars", room(`"collection": "com.example.a", "action": "read", "manage": true`), invalid("/collection", "/action", "/manage")},
		{"entries that are not strings", room(`"collection": [1, "com.example.a"], "action": [null], "manage": [["create"]]`), invalid("/collection/0", "/action/0", "/manage/0")},
		{"not a collection", room(`"collection": ["note", "com.example.*", ""]`), invalid("/collection/0", "/collection/1", "/collection/2")},
		{"actions", room(`"action": ["write", "*", "read_all", "Read"]`), invalid("/action/0", "/action/1", "/action/2", "/action/3")},
		{"managing", room(`"manage": ["read", "*", "create"]`), invalid("/manage/0", "/manage/1")},
		{"repeated entries", room(`"collection": ["com.example.a", "com.example.a", "*", "*"], "action": ["create", "create"], "manage": ["create", "create"]`), []string{
			"warning duplicate-entry /defs/main/permissions/0/collection/1", "info permission-no-effect /defs/main/permissions/0/collection/2",
			"warning duplicate-entry /defs/main/permissions/0/collection/3",
			"error invalid-permission /defs/main/permissions/0/action/1", "warning duplicate-entry /defs/main/permissions/0/manage/1",
		}},
		{"both kinds of reading", room(`"action": ["create", "read_self", "read"]`), at("info permission-no-effect", "/action/1")},
		{"everything and more", room(`"collection": ["com.example.a", "*"]`), at("info permission-no-effect", "/collection/1")},
		{"collections to read", room(`"collection": ["com.example.a"], "action": ["read"]`), at("warning permission-no-effect", "/collection")},
		{"collections to read oneself", room(`"collection": ["*"], "action": ["read_self"], "manage": ["create"]`), at("warning permission-no-effect", "/collection")},
		{"collections to do what", room(`"collection": ["*"], "action": ["reed"]`), invalid("/action/0")},
		{"methods", room(`"lxm": ["com.example.a"], "aud": "*", "inheritAud": true`), at("warning permission-ignored", "/lxm", "/aud", "/inheritAud")},
		{"an unknown field", room(`"visibility": "public"`), at("warning permission-ignored", "/visibility")},
		{"cut off", `{"lexicon": 1, "id": "com.example.thing", "defs": {"main": {"type": "permission-set", "title": "T", "permissions": [{"type": "permission", "resource": "space", "collection": [`, nil},
		{"of another resource", `"main": {"type": "permission-set", "title": "T", "permissions": [
			{"type": "permission", "resource": "repo", "collection": ["com.example.a"], "spaceType": 1, "manage": ["create"]}]}`,
			at("warning permission-ignored", "/spaceType", "/manage")},
		{"nearly the resource", `"main": {"type": "permission-set", "title": "T", "permissions": [{"type": "permission", "resource": "spaces"}]}`,
			at("warning permission-ignored", "/resource")},
	})
}

// The profile v1 has no permissions for spaces, and names the profile that has.
func TestSpacePermissionsInV1(t *testing.T) {
	rules := append(rulesOf("invalid-permission", "permission-no-effect"), readRules...)
	found := subjectFindings(t, diag.ProfileV1, rules, `"main": {"type": "permission-set", "title": "T", "permissions": [
		{"type": "permission", "resource": "space", "spaceType": 1, "action": ["read", "read_self"]},
		{"type": "permission", "resource": "repo", "collection": ["com.example.a"], "spaceType": "com.example.room"}]}`)
	want := []string{
		`/defs/main/permissions/0/resource servers ignore permissions for the "space" resource - use the profile atproto, which has it`,
		`/defs/main/permissions/1/spaceType servers ignore "repo" permissions that contain "spaceType" - remove "spaceType"; it applies only to the "space" resource`,
	}
	var got []string
	for _, f := range found {
		got = append(got, f.Pointer+" "+f.Message+" - "+f.Help)
	}
	if !slices.Equal(got, want) || found[0].Hint != (diag.HintUseProfile{Profile: diag.ProfileATProto}) {
		t.Errorf("found\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestPermissionTarget(t *testing.T) {
	files := fstest.MapFS{
		"set.json": file(`{"lexicon": 1, "id": "com.example.authBasic", "defs": {"main": {"type": "permission-set", "title": "T", "permissions": [
			{"type": "permission", "resource": "repo", "collection": ["com.example.rec", "com.example.get", "com.example.defs", "com.example.gone", "com.example.broken", "com.example.recs", "com.example.deep.rec", "com.example.deep.get"]},
			{"type": "permission", "resource": "rpc", "aud": "*", "lxm": ["com.example.rec", "com.example.get", "com.example.stream", "com.example.authBasic"]}]}}}`),
		"rec.json":    file(`{"lexicon": 1, "id": "com.example.rec", "defs": {"main": {"type": "record", "key": "tid", "record": {"type": "object", "properties": {}}}}}`),
		"get.json":    file(`{"lexicon": 1, "id": "com.example.get", "defs": {"main": {"type": "query"}}}`),
		"stream.json": file(`{"lexicon": 1, "id": "com.example.stream", "defs": {"main": {"type": "subscription"}}}`),
		"defs.json":   file(`{"lexicon": 1, "id": "com.example.defs", "defs": {"a": {"type": "token"}}}`),
		"broken.json": file(`{"lexicon": 1, "id": "com.example.broken", "defs": {"main": {"type": "recrod"}}}`),
	}
	want := []string{
		`/defs/main/permissions/0/collection/1 each entry in "collection" must refer to a record, but "com.example.get" is a query`,
		`/defs/main/permissions/0/collection/2 each entry in "collection" must refer to a record, but "com.example.defs" has no main definition`,
		`/defs/main/permissions/0/collection/5 "com.example.recs" is not loaded and may be misspelled`,
		`/defs/main/permissions/0/collection/6 "com.example.deep.rec" is not loaded and may be misspelled`,
		`/defs/main/permissions/1/lxm/0 each entry in "lxm" must refer to a query or procedure, but "com.example.rec" is a record`,
		`/defs/main/permissions/1/lxm/3 each entry in "lxm" must refer to a query or procedure, but "com.example.authBasic" is a permission set`,
	}
	var got []string
	for _, f := range findingsOf(t, files, "permission-target") {
		got = append(got, f.Pointer+" "+f.Message)
	}
	if !slices.Equal(got, want) {
		t.Errorf("found\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}
