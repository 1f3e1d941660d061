package lint

import (
	"testing"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

func TestUnions(t *testing.T) {
	testSubject(t, lexicon.ProfileV1, unions, []subjectCase{
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
