package lint

import (
	"testing"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

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
	testSubject(t, lexicon.ProfileV1, permissions, []subjectCase{
		{"repo", set(`"resource": "repo", "collection": ["a.b.c"], "action": ["create", "update", "delete"]`), nil},
		{"all actions", set(`"resource": "repo", "collection": ["a.b.c"]`), nil},
		{"no collection", set(`"resource": "repo"`), at("")},
		{"empty collection", set(`"resource": "repo", "collection": []`), at("/collection")},
		{"collections", set(`"resource": "repo", "collection": ["a.b.c", "*", "a.b", "a.b.*"]`), at("/collection/1", "/collection/2", "/collection/3")},
		{"broken collection", set(`"resource": "repo", "collection": "a.b.c"`), nil},
		{"actions", set(`"resource": "repo", "collection": ["a.b.c"], "action": ["Create", "update", "read", "*"]`), at("/action/0", "/action/2", "/action/3")},
		{"rpc", set(`"resource": "rpc", "lxm": ["a.b.c"], "inheritAud": true`), nil},
		{"every method of a service", set(`"resource": "rpc", "lxm": ["*"], "aud": "did:web:example.com#api"`), nil},
		{"false is not true", set(`"resource": "rpc", "lxm": ["a.b.c"], "aud": "*", "inheritAud": false`), nil},
		{"no methods", set(`"resource": "rpc", "aud": "*"`), at("")},
		{"empty methods", set(`"resource": "rpc", "lxm": [], "aud": "*"`), at("/lxm")},
		{"methods", set(`"resource": "rpc", "lxm": ["a.b.*", "*"], "aud": "*"`), at("/lxm/0")},
		{"no service", set(`"resource": "rpc", "lxm": ["a.b.c"]`), at("")},
		{"inherited not", set(`"resource": "rpc", "lxm": ["a.b.c"], "inheritAud": false`), at("/inheritAud")},
		{"two services", set(`"resource": "rpc", "lxm": ["a.b.c"], "aud": "*", "inheritAud": true`), at("/inheritAud")},
		{"broken service", set(`"resource": "rpc", "lxm": ["a.b.c"], "aud": 1`), nil},
		{"other resources", set(`"resource": "blob", "accept": ["*/*"]`), at("/resource")},
		{"no resource", set(`"lxm": []`), nil},
		{"a resource of a wrong type", set(`"resource": 1`), nil},
		{"no title", `"main": {"type": "permission-set", "title:lang": {"de": "T"}, "permissions": [1]}`, []string{"warning permissionset-no-title /defs/main"}},
		{"an empty title", `"main": {"type": "permission-set", "title": "", "permissions": [1]}`, []string{"warning permissionset-no-title /defs/main/title"}},
		{"a title of a wrong type", `"main": {"type": "permission-set", "title": 1, "permissions": [1]}`, nil},
		{"no permissions", `"main": {"type": "permission-set", "title": "T", "permissions": []}`, []string{"warning permissionset-no-permissions /defs/main/permissions"}},
		{"permissions missing", `"main": {"type": "permission-set", "title": "T"}`, nil},
		{"cut off", `{"lexicon": 1, "id": "com.example.thing", "defs": {"main": {"type": "permission-set", "permissions": [{"type": "permission", "resource": "rpc"`, nil},
	})
}
