package lint

import (
	"slices"
	"testing"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// TestDependency compares the option with the default, which does not check vendored
// schemas.
func TestDependency(t *testing.T) {
	parse := func(text string, dependency bool) *lexicon.Document {
		d := lexicon.Parse(&diag.Source{Path: "x.json", Text: []byte(text)}, diag.ProfileV1)
		d.Dependency = dependency
		return d
	}
	for _, dependency := range []bool{false, true} {
		c := lexicon.NewCatalog(
			parse(`{"lexicon": 1, "id": "com.example.own", "defs": {"main": {"type": "token", "description": "x"}}}`, false),
			parse(`{"lexicon": 1, "id": "org.example.other", "defs": {
				"main": {"type": "object", "required": ["self"], "properties": {"self": {"type": "ref", "ref": "#main"}, "gone": {"type": "ref", "ref": "#gone"}}},
				"one": {"type": "ref", "ref": "#one"}}}`, true),
		)
		var codes []string
		for _, f := range findings(t, c, Options{Dependency: dependency, MinSeverity: diag.Error}) {
			codes = append(codes, f.Rule.Code)
		}
		slices.Sort(codes)
		want := []string{"ref-cycle", "uninhabitable", "unresolved-ref"}
		if !dependency {
			want = nil
		}
		if !slices.Equal(codes, want) {
			t.Errorf("dependency %v: %q, want %q", dependency, codes, want)
		}
	}
}
