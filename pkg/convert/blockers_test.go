package convert

import (
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/lint"
)

// blockers returns what blocks a selection, each as "rule NSID pointer".
func blockers(t *testing.T, c *lexicon.Catalog, s *Selection, o BlockerOptions) string {
	t.Helper()
	o.Unresolved = lint.RuleUnresolvedExternalRef
	result, err := lint.Lint(t.Context(), c, lint.Options{Dependency: true})
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for _, f := range s.Blockers(result.Findings, o) {
		list = append(list, f.Rule.Code+" "+f.NSID+" "+f.Pointer)
	}
	return strings.Join(list, "\n")
}

// TestBlockers lets only what is wrong with the selection block an export.
func TestBlockers(t *testing.T) {
	parse := func(path, text string, dependency bool) *lexicon.Document {
		d := lexicon.Parse(&diag.Source{Path: path, Text: []byte(text)}, diag.ProfileV1)
		d.Dependency = dependency
		return d
	}
	catalog := lexicon.NewCatalog(
		parse("a.json", `{"lexicon": 1, "id": "com.example.a", "defs": {
			"good": {"type": "object", "properties": {"b": {"type": "ref", "ref": "com.example.b#used"}}},
			"bad": {"type": "number"},
			"far": {"type": "object", "properties": {"x": {"type": "ref", "ref": "org.example.x"}}}}}`, false),
		parse("b.json", `{"lexicon": 1, "id": "com.example.b", "defs": {
			"used": {"type": "object", "properties": {"n": {"type": "string", "maxLength": -1}, "m": {"type": "string"}}},
			"unused": {"type": "number"}}}`, true),
		parse("p.json", `{"lexicon": 3, "id": "com.example.p", "defs": {"main": {"type": "permission-set", "permissions": [{"type": "permission"}]}}}`, false),
		parse("q.json", `{"lexicon": 4, "defs": {"main": {"type": "query"}}}`, false),
		parse("s.json", `{"lexicon": 5, "defs": {"main": {"type": "subscription", "message": {"schema": {"type": "union", "refs": []}}}}}`, false),
		parse("c.json", `{"lexicon": 2, "id": "com.example.c", "defs": {"fine": {"type": "integer"}}}`, false),
	)
	ref := func(id, name string) lexicon.Reference {
		r, err := lexicon.ParseReference(id+"#"+name, "")
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	warnings := func(f *diag.Finding) bool { return f.Severity >= diag.Warning }
	for _, test := range []struct {
		name    string
		refs    []lexicon.Reference
		options BlockerOptions
		want    []string
	}{
		{"one", []lexicon.Reference{ref("com.example.a", "good")}, BlockerOptions{},
			[]string{"invalid-bounds com.example.b /defs/used/properties/n/maxLength"}},
		{"warnings, but none about dependencies", []lexicon.Reference{ref("com.example.a", "good")}, BlockerOptions{Blocks: warnings},
			[]string{"file-path com.example.a /id", "unused-def com.example.a /defs/good", "invalid-bounds com.example.b /defs/used/properties/n/maxLength"}},
		{"unresolved", []lexicon.Reference{ref("com.example.a", "far")}, BlockerOptions{},
			[]string{"unresolved-external-ref com.example.a /defs/far/properties/x/ref"}},
		{"unresolved allowed", []lexicon.Reference{ref("com.example.a", "far")}, BlockerOptions{AllowUnresolved: true}, nil},
		{"a file that holds it", []lexicon.Reference{ref("com.example.c", "fine")}, BlockerOptions{},
			[]string{"lexicon-version com.example.c /lexicon"}},
		{"everything", nil, BlockerOptions{}, []string{
			"unknown-type com.example.a /defs/bad/type",
			"unresolved-external-ref com.example.a /defs/far/properties/x/ref",
			"invalid-bounds com.example.b /defs/used/properties/n/maxLength",
			"lexicon-version com.example.c /lexicon",
			"missing-field  ",
			"lexicon-version  /lexicon",
			"missing-field  ",
			"lexicon-version  /lexicon",
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			s, err := Select(catalog, test.refs...)
			if err != nil {
				t.Fatal(err)
			}
			if got, want := blockers(t, catalog, s, test.options), strings.Join(test.want, "\n"); got != want {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
		})
	}
}

// TestBlockersOfSubscriptions lets a file without subscriptions block nothing.
func TestBlockersOfSubscriptions(t *testing.T) {
	catalog := lexicon.NewCatalog(
		lexicon.Parse(&diag.Source{Path: "q.json", Text: []byte(`{"lexicon": 4, "id": "com.example.q", "defs": {"main": {"type": "query"}}}`)}, diag.ProfileV1),
		lexicon.Parse(&diag.Source{Path: "s.json", Text: []byte(`{"lexicon": 5, "id": "com.example.s", "defs": {"main": {
			"type": "subscription", "message": {"schema": {"type": "union", "refs": []}}}}}`)}, diag.ProfileV1),
		lexicon.Parse(&diag.Source{Path: "t.json", Text: []byte(`{"lexicon": 1, "id": "com.example.t", "defs": {"main": `)}, diag.ProfileV1),
	)
	all, err := Select(catalog)
	if err != nil {
		t.Fatal(err)
	}
	want := "lexicon-version com.example.s /lexicon\njson-syntax com.example.t /defs/main"
	if got := blockers(t, catalog, all.Only(lexicon.TypeSubscription), BlockerOptions{}); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
