package compat_test

import (
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// definitions has a definition of every type that can be one, but ref.
var definitions = map[lexicon.Type]string{
	lexicon.TypeNull:          `{"type": "null"}`,
	lexicon.TypeBoolean:       `{"type": "boolean"}`,
	lexicon.TypeInteger:       `{"type": "integer"}`,
	lexicon.TypeString:        `{"type": "string"}`,
	lexicon.TypeBytes:         `{"type": "bytes"}`,
	lexicon.TypeCIDLink:       `{"type": "cid-link"}`,
	lexicon.TypeBlob:          `{"type": "blob"}`,
	lexicon.TypeArray:         `{"type": "array", "items": {"type": "integer"}}`,
	lexicon.TypeObject:        `{"type": "object", "properties": {}}`,
	lexicon.TypeToken:         `{"type": "token"}`,
	lexicon.TypeUnion:         `{"type": "union", "refs": ["com.example.other"]}`,
	lexicon.TypeUnknown:       `{"type": "unknown"}`,
	lexicon.TypeRecord:        `{"type": "record", "key": "any", "record": {"type": "object", "properties": {}}}`,
	lexicon.TypeQuery:         `{"type": "query", "parameters": {"type": "params", "properties": {}}}`,
	lexicon.TypeProcedure:     `{"type": "procedure"}`,
	lexicon.TypeSubscription:  `{"type": "subscription"}`,
	lexicon.TypeSpace:         `{"type": "space", "key": "any", "name": "Room", "collections": []}`,
	lexicon.TypePermissionSet: `{"type": "permission-set", "permissions": [{"type": "permission", "resource": "rpc", "lxm": ["*"], "inheritAud": true}]}`,
}

// TestTypes compares definitions of every type with each other. What is unknown
// on one side takes the other's values, but for null and what has none.
func TestTypes(t *testing.T) {
	for typ := lexicon.TypeNull; typ < lexicon.NumTypes; typ++ {
		if definitions[typ] == "" && typ != lexicon.TypeRef && typ != lexicon.TypeParams && typ != lexicon.TypePermission {
			t.Errorf("no definition of type %s", typ)
		}
	}
	takes := func(unknown, other lexicon.Type) bool {
		if unknown == lexicon.TypeObject && other == lexicon.TypeUnion {
			return true // values of every variant are objects, and this object names no field
		}
		return unknown == lexicon.TypeUnknown && (other == lexicon.TypeRecord || other != lexicon.TypeNull && !other.Primary())
	}
	for old, a := range definitions {
		for new, b := range definitions {
			found := compare(t, catalog(t, `"main": `+a), catalog(t, `"main": `+b), diag.ProfileV1)
			if old == new {
				if len(found) > 0 {
					t.Errorf("%s with itself:%s", old, lines(found))
				}
				continue
			}
			want := diag.Backward | diag.Forward
			if takes(new, old) {
				want = diag.Forward
			}
			if takes(old, new) {
				want = diag.Backward
			}
			if len(found) != 1 || outcome(found[0]) != "type-change error "+directions(want) {
				t.Errorf("%s to %s: want %s, found%s", old, new, directions(want), lines(found))
			}
			if words := " " + found[0].Message + " "; !strings.Contains(words, " "+old.String()+" ") || !strings.Contains(words, " "+new.String()+" ") {
				t.Errorf("%s to %s is called %q", old, new, found[0].Message)
			}
		}
	}
}
