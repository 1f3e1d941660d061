package lint

import (
	"slices"
	"testing"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

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
