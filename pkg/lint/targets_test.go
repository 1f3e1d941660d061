package lint

import (
	"slices"
	"testing"

	"github.com/lexsmith/lexsmith/pkg/diag"
)

func TestTokens(t *testing.T) {
	tests := []struct {
		entry string
		want  string // code; "" for none
	}{
		{"#low", "known-string-local-ref"},
		{"#high", "known-string-local-ref"}, // not defined
		{"#face", "known-string-local-ref"}, // defined, though it could be a colour
		{"#c0ffee", ""},
		{"#000", ""},
		{"#", ""},
		{"# low", ""},
		{"low", ""},
		{"com.example.defs#low", ""},
		{"com.example.defs#lwo", "unresolved-token"},
		{"com.example.defs#main", "unresolved-token"},
		{"com.example.defs", ""}, // may be the Lexicon's name as such
		{"com.example.other", ""},
		{"com.example.other#x", ""}, // not loaded
		{"com.example.defs#low#x", ""},
		{"com.example.defs#low.x", ""},
		{"https://example.com/a.b.c#low", ""},
		{"C#", ""},
		{"example.com", ""},
	}
	for _, test := range tests {
		for _, field := range []string{"knownValues", "enum"} {
			got := ofRules(lintDefs(t, diag.ProfileV1, `
				"level": {"type": "string", "`+field+`": ["`+test.entry+`"]},
				"low": {"type": "token", "description": "Can wait."},
				"face": {"type": "token", "description": "Looks good."}`),
				"known-string-local-ref", "unresolved-token")
			var want []string
			if test.want != "" {
				want = []string{test.want + " /defs/level/" + field + "/0"}
			}
			if !slices.Equal(got, want) {
				t.Errorf("%s %q: got %v, want %v", field, test.entry, got, want)
			}
		}
	}
}
