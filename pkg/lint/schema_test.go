package lint

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// subjectCase is a schema and what the rules of one subject find in it, each as
// "severity code /pointer".
type subjectCase struct {
	name, defs string
	want       []string
}

// testSubject lints each case and compares what rules of the subject found.
func testSubject(t *testing.T, profile diag.Profile, subject []*rule, cases []subjectCase) {
	t.Helper()
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			var got []string
			for _, f := range subjectFindings(t, profile, subject, c.defs) {
				t.Log(f.Message, "-", f.Help)
				got = append(got, f.Severity.String()+" "+f.Rule.Code+" "+f.Pointer)
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("found\n  %s\nwant\n  %s", strings.Join(got, "\n  "), strings.Join(c.want, "\n  "))
			}
		})
	}
}

// rulesOf returns the rules with the given codes.
func rulesOf(codes ...string) []*rule {
	return slices.DeleteFunc(rules(), func(r *rule) bool { return !slices.Contains(codes, r.Code) })
}

// subjectFindings lints an example and returns what rules of the subject found.
func subjectFindings(t *testing.T, profile diag.Profile, subject []*rule, defs string) []diag.Finding {
	t.Helper()
	c, err := lexicon.Load(context.Background(), []lexicon.Input{{FS: exampleFiles(t, defs), Name: "."}}, lexicon.LoadOptions{Profile: profile})
	if err != nil {
		t.Fatal(err)
	}
	return slices.DeleteFunc(findings(t, c, Options{Profile: profile, Interest: keepAll}), func(f diag.Finding) bool {
		return !slices.ContainsFunc(subject, func(r *rule) bool { return r.Code == f.Rule.Code })
	})
}

// record puts properties into a record, the main definition.
func record(properties string) string {
	return `"main": {"type": "record", "description": "A thing.", "key": "tid", "record": {"type": "object", "properties": {` +
		properties + `}}}`
}

func TestSubject(t *testing.T) {
	tests := []struct{ defs, want string }{
		{`"color": {"type": "string"}`, `"color"`},
		{`"colors": {"type": "array", "items": {"type": "string"}}`, `each item of "colors"`},
		{`"a": {"type": "object", "properties": {"items": {"type": "string"}}}`, `"items"`},
		{`"a": {"type": "object", "properties": {"items": {"type": "array", "items": {"type": "string"}}}}`, `each item of "items"`},
		{`"a": {"type": "object", "properties": {"properties": {"type": "array", "items": {"type": "string"}}}}`, `each item of "properties"`},
		{`"a": {"type": "object", "properties": {"record": {"type": "string"}}}`, `"record"`},
		{`"a": {"type": "object", "properties": {"a/b~c": {"type": "string"}}}`, `"a/b~c"`},
		{`"a": {"type": "object", "properties": {"line\nfeed": {"type": "string"}}}`, `"line\nfeed"`},
		{`"a": {"type": "array", "items": {"type": "object", "properties": {"b": {"type": "string"}}}}`, `"b"`},
		{record(`"title": {"type": "string"}`), `"title"`},
		{`"main": {"type": "query", "parameters": {"type": "params", "properties": {"q": {"type": "string"}}}}`, `"q"`},
		{`"main": {"type": "query", "output": {"encoding": "application/json", "schema": {"type": "union", "refs": []}}}`, `the output`},
	}
	for _, test := range tests {
		source := &diag.Source{Text: []byte(`{"lexicon": 1, "id": "com.example.thing", "defs": {` + test.defs + `}}`)}
		var deepest lexicon.Schema
		lexicon.Walk(lexicon.Parse(source, diag.ProfileV1).Defs[0].Schema, func(s lexicon.Schema) bool {
			deepest = s
			return true
		})
		if got := subject(deepest); got != test.want {
			t.Errorf("%s: the subject is %s, want %s", test.defs, got, test.want)
		}
	}
}

func TestResolve(t *testing.T) {
	source := &diag.Source{Text: []byte(`{"lexicon": 1, "id": "com.example.defs", "defs": {
		"a": {"type": "ref", "ref": "#b"}, "b": {"type": "ref", "ref": "com.example.defs#c"}, "c": {"type": "integer"},
		"round": {"type": "ref", "ref": "#trip"}, "trip": {"type": "ref", "ref": "#round"},
		"gone": {"type": "ref", "ref": "#nowhere"}, "broken": {"type": "ref"}
	}}`)}
	d := lexicon.Parse(source, diag.ProfileV1)
	lexicon.NewCatalog(d)
	for _, name := range []string{"a", "b", "c"} {
		if got := lexicon.Resolve(d.Definition(name).Schema); got != d.Definition("c").Schema {
			t.Errorf("%s leads to %v", name, got)
		}
	}
	for _, name := range []string{"round", "gone", "broken"} {
		if got := lexicon.Resolve(d.Definition(name).Schema); got != nil {
			t.Errorf("%s leads to %v", name, got)
		}
	}
}
