package lexicon

import (
	"slices"
	"testing"

	"github.com/lexsmith/lexsmith/pkg/diag"
)

func TestRoleOf(t *testing.T) {
	for text, want := range map[string]Role{
		`{"lexicon": 1}`: RoleFile, `{"a": 1, "defs": 2}`: RoleFile, `{"LEXICON": 1}`: RoleFile, `{"Defs": 1}`: RoleFile,
		`{"id": "lexicon"}`: RoleNone, `{}`: RoleNone, `["defs"]`: RoleNone, `1`: RoleNone,
	} {
		root, _ := ReadJSON(&diag.Source{Text: []byte(text)})
		if got := RoleOf(root); got != want {
			t.Errorf("%s: got %d, want %d", text, got, want)
		}
	}
	if got := RoleOf(nil); got != RoleNone {
		t.Errorf("nothing: got %d", got)
	}
}

func TestKeys(t *testing.T) {
	for _, test := range []struct {
		role   Role
		object string
		key    string
		rank   int
		inside Role
	}{
		{RoleFile, `{}`, "$schema", 0, RoleNone},
		{RoleFile, `{}`, "defs", 6, RoleDefinitions},
		{RoleFile, `{}`, "main", maxFields, RoleNone},
		{RoleDefinitions, `{}`, "main", 0, RoleSchema},
		{RoleDefinitions, `{}`, "a", maxFields, RoleSchema},
		{RoleDefinitions, `{}`, "", maxFields, RoleSchema},
		{RoleProperties, `{}`, "main", maxFields, RoleSchema},
		{RoleProperties, `{}`, "", maxFields, RoleSchema},
		{RoleSchema, `{"type": "object"}`, "type", 0, RoleNone},
		{RoleSchema, `{"type": "object"}`, "nullable", 3, RoleNone},
		{RoleSchema, `{"type": "object"}`, "properties", 4, RoleProperties},
		{RoleSchema, `{"type": "array"}`, "items", 2, RoleSchema},
		{RoleSchema, `{"type": "array"}`, "properties", maxFields, RoleNone},
		{RoleSchema, `{"type": "query"}`, "output", 3, RoleBody},
		{RoleSchema, `{"type": "query"}`, "input", maxFields, RoleNone},
		{RoleSchema, `{"type": "procedure"}`, "input", 3, RoleBody},
		{RoleSchema, `{"type": "subscription"}`, "message", 4, RoleMessage},
		{RoleSchema, `{"type": "permission-set"}`, "permissions", 6, RoleSchema},
		{RoleSchema, `{"type": "none"}`, "description", 1, RoleNone},
		{RoleSchema, `{"type": "none"}`, "items", maxFields, RoleNone},
		{RoleSchema, `{"type": 1}`, "description", 1, RoleNone},
		{RoleSchema, `{}`, "description", 1, RoleNone},
		{RoleBody, `{}`, "schema", 2, RoleSchema},
		{RoleMessage, `{}`, "schema", 1, RoleSchema},
		{RoleError, `{}`, "name", 0, RoleNone},
		{RoleNone, `{"type": "object"}`, "type", maxFields, RoleNone},
	} {
		object, _ := ReadJSON(&diag.Source{Text: []byte(test.object)})
		keys := test.role.Keys(object)
		if rank, inside := keys.Rank(test.key), keys.Inside(test.key); rank != test.rank || inside != test.inside {
			t.Errorf("%q in %s of role %d: rank %d, role %d, want %d, %d", test.key, test.object, test.role, rank, inside, test.rank, test.inside)
		}
	}
}

// Every object that a field holds has a role, except the translations.
func TestFieldsHold(t *testing.T) {
	for s, fields := range shapeFields() {
		for _, f := range fields {
			objects := f.Kind == KindObject || f.Kind == KindArray && f.Elements == KindObject
			translations := slices.Contains([]string{"title:lang", "detail:lang", "name:lang"}, f.Name)
			if (f.Holds != RoleNone) != (objects && !translations) {
				t.Errorf("%s of %s holds role %d", f.Name, shape(s), f.Holds)
			}
		}
	}
}

func TestReadJSON(t *testing.T) {
	root, found := ReadJSON(&diag.Source{Text: []byte("\uFEFF[1,]")})
	if root == nil || len(root.Items) != 1 || found.Len() != 2 {
		t.Errorf("got %+v, %+v", root, found.Findings())
	}
	if root, found := ReadJSON(&diag.Source{}); root != nil || found.Len() != 1 {
		t.Errorf("nothing: got %+v, %+v", root, found.Findings())
	}
}
