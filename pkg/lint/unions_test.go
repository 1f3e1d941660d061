package lint

import (
	"slices"
	"testing"

	"github.com/lexsmith/lexsmith/pkg/diag"
)

func TestUnions(t *testing.T) {
	testSubject(t, diag.ProfileV1, unions, []subjectCase{
		{"unions", `"a": {"type": "union", "refs": ["#o"], "closed": true}, "b": {"type": "union", "refs": ["#o"], "closed": false},
			"c": {"type": "union", "refs": ["#o"]}, "empty": {"type": "union", "refs": [], "closed": true},
			"broken": {"type": "union", "closed": true}, "o": {"type": "object", "properties": {}}`,
			[]string{"info closed-union /defs/a/closed"}},
		{"enums", `"a": {"type": "string", "enum": ["x"]}, "b": {"type": "integer", "enum": [1]}, "c": {"type": "string", "knownValues": ["x"]},
			"empty": {"type": "string", "enum": []}, "none": {"type": "integer", "enum": []}`,
			[]string{"info closed-enum /defs/a/enum", "info closed-enum /defs/b/enum"}},
		{"both lists are another fault", `"a": {"type": "string", "enum": ["x"], "knownValues": ["x"]}`, nil},
	})
}

// A reference that is malformed is unknown, not absent: a union of such references is
// neither empty nor without values.
func TestMalformedRefs(t *testing.T) {
	for _, closed := range []string{"true", "false"} {
		found := lintDefs(t, diag.ProfileV1, `"a": {"type": "object", "required": ["b", "c"], "properties": {
			"b": {"type": "union", "description": "B.", "closed": `+closed+`, "refs": ["not a ref", "#", "lex:com.example.defs"]},
			"c": {"type": "ref", "description": "C.", "ref": "#a.b"}}}`)
		want := []string{
			"invalid-ref /defs/a/properties/b/refs/0", "invalid-ref /defs/a/properties/b/refs/1", "invalid-ref /defs/a/properties/b/refs/2",
			"invalid-ref /defs/a/properties/c/ref",
		}
		if !slices.Equal(found, want) {
			t.Errorf("closed %s: found %v, want %v", closed, found, want)
		}
	}
}
