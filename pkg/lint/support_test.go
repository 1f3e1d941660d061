package lint

import (
	"slices"
	"testing"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// TestSupport holds the option against the default, which leaves vendored
// schemas alone.
func TestSupport(t *testing.T) {
	parse := func(text string, support bool) *lexicon.Document {
		d := lexicon.Parse(&lexicon.Source{Path: "x.json", Text: []byte(text)}, lexicon.ProfileV1)
		d.Dependency = support
		return d
	}
	for _, support := range []bool{false, true} {
		c := lexicon.NewCatalog(
			parse(`{"lexicon": 1, "id": "com.example.own", "defs": {"main": {"type": "token", "description": "x"}}}`, false),
			parse(`{"lexicon": 1, "id": "org.example.other", "defs": {
				"main": {"type": "object", "required": ["self"], "properties": {"self": {"type": "ref", "ref": "#main"}, "gone": {"type": "ref", "ref": "#gone"}}},
				"one": {"type": "ref", "ref": "#one"}}}`, true),
		)
		var codes []string
		for _, f := range findings(t, c, Options{Dependency: support, MinSeverity: lexicon.Error}) {
			codes = append(codes, f.Rule.Code)
		}
		slices.Sort(codes)
		want := []string{"ref-cycle", "uninhabitable", "unresolved-ref"}
		if !support {
			want = nil
		}
		if !slices.Equal(codes, want) {
			t.Errorf("support %v: %q, want %q", support, codes, want)
		}
	}
}
