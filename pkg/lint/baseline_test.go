package lint

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/lexsmith/lexsmith/pkg/diag"
)

// manyFaults returns a Lexicon with about 500 findings of several rules.
func manyFaults(definitions ...string) string {
	var defs []string
	for i := range 100 {
		defs = append(defs, fmt.Sprintf(`"d%d": {"type": "object", "required": ["x", "y"],
			"properties": {"a": {"type": "string", "maxlength": 5, "knownValues": ["v", "w", "v"]}, "b": {"type": "ref", "ref": "#none%d"}}}`, i, i))
	}
	defs = append(defs, definitions...)
	return `{"lexicon": 1, "id": "com.example.defs", "defs": {` + strings.Join(defs, ",\n\n") + "}}"
}

func TestBaseline(t *testing.T) {
	old := manyFaults(`"e": {"type": "string", "enum": [], "format": "email"}`)
	before := findings(t, loadAll(t, fstest.MapFS{"a.json": file(old)}), Options{})
	if len(before) < 500 {
		t.Fatalf("%d findings", len(before))
	}
	reversed := strings.Split(strings.TrimSuffix(strings.TrimPrefix(old, `{"lexicon": 1, "id": "com.example.defs", "defs": {`), "}}"), ",\n\n")
	slices.Reverse(reversed)
	for name, test := range map[string]struct {
		text, path string
		want       []string
	}{
		"nothing":             {old, "a.json", nil},
		"a renamed file":      {old, "sub/b.json", nil},
		"lines above":         {strings.Replace(old, `"defs"`, strings.Repeat("\n", 30)+`"defs"`, 1), "a.json", nil},
		"moved definitions":   {`{"lexicon": 1, "id": "com.example.defs", "defs": {` + strings.Join(reversed, ",\n\n") + "}}", "a.json", nil},
		"reordered keys":      {strings.ReplaceAll(old, `"type": "string", "maxlength": 5`, `"maxlength": 5, "type": "string"`), "a.json", nil},
		"an entry before":     {strings.ReplaceAll(old, `["v", "w", "v"]`, `["u", "v", "w", "x", "v"]`), "a.json", nil},
		"other values":        {strings.ReplaceAll(old, `"ref": "#none`, `"ref": "#nowhere`), "a.json", nil},
		"fewer":               {strings.ReplaceAll(old, `"required": ["x", "y"],`, ``), "a.json", nil},
		"one more entry":      {strings.Replace(old, `["x", "y"]`, `["x", "z", "y"]`, 1), "a.json", []string{"unknown-property /defs/d0/required/1"}},
		"another entry":       {strings.Replace(old, `["x", "y"]`, `["z", "x"]`, 1), "a.json", []string{"unknown-property /defs/d0/required/0"}},
		"one more of a list":  {strings.Replace(old, `["v", "w", "v"]`, `["v", "w", "v", "v"]`, 1), "a.json", []string{"duplicate-entry /defs/d0/properties/a/knownValues/3"}},
		"one more key":        {strings.Replace(old, `"b": {"type": "ref"`, `"c": {"type": "int"}, "b": {"type": "ref"`, 1), "a.json", []string{"unknown-type /defs/d0/properties/c/type"}},
		"another definition":  {strings.Replace(old, `"d7":`, `"d700":`, 1), "a.json", nil},
		"another rule":        {strings.Replace(old, `"enum": [], "format": "email"`, `"enum": ["a", "a"]`, 1), "a.json", []string{"duplicate-entry /defs/e/enum/1"}},
		"another Lexicon":     {strings.Replace(old, `"com.example.defs"`, `"com.example.other.defs"`, 1), "a.json", nil},
		"comments":            {strings.Replace(old, `"defs"`, `/* a */ "defs"`, 1), "a.json", []string{"json-syntax "}},
		"a name with a slash": {strings.Replace(old, `"e":`, `"e/0": {"type": "string", "enum": []}, "e":`, 1), "a.json", []string{"def-name-syntax /defs/e~10", "invalid-enum /defs/e~10/enum"}},
	} {
		t.Run(name, func(t *testing.T) {
			fresh := NewBaseline(before).New(findings(t, loadAll(t, fstest.MapFS{test.path: file(test.text)}), Options{}))
			var got []string
			for _, f := range fresh {
				if f.Severity > diag.Info && f.Rule.Code != "file-path" {
					got = append(got, f.Rule.Code+" "+f.Pointer)
				}
			}
			switch name {
			case "another definition":
				if len(got) < 4 || len(got) > 6 || slices.ContainsFunc(got, func(f string) bool { return !strings.Contains(f, " /defs/d700") }) {
					t.Errorf("got %q, want those of d700", got)
				}
			case "another Lexicon":
				if len(got) < 400 {
					t.Errorf("%d are new, want all", len(got))
				}
			default:
				if !slices.Equal(got, test.want) {
					t.Errorf("got %q, want %q", got, test.want)
				}
			}
		})
	}
}

// A file without an id is known by its name, or else by what is wrong with it.
func TestBaselineWithoutID(t *testing.T) {
	text := `{"lexicon": 1, "defs": {"a": {"type": "int"}}}`
	before := findings(t, loadAll(t, fstest.MapFS{"a.json": file(text), "b.json": file(text)}), Options{})
	for name, files := range map[string]fstest.MapFS{
		"moved":   {"sub/a.json": file(text), "b.json": file(text)},
		"renamed": {"c.json": file(text), "d.json": file(text)},
		"fewer":   {"c.json": file(text)},
	} {
		if fresh := NewBaseline(before).New(findings(t, loadAll(t, files), Options{})); len(fresh) > 0 {
			t.Errorf("%s: new is %q", name, plain(fresh))
		}
	}
	files := fstest.MapFS{"a.json": file(text), "b.json": file(text), "c.json": file(text)}
	fresh := NewBaseline(before).New(findings(t, loadAll(t, files), Options{}))
	if len(fresh) == 0 || slices.ContainsFunc(fresh, func(f diag.Finding) bool { return f.Path() != "./c.json" }) {
		t.Errorf("new is %q, want what is in c.json", plain(fresh))
	}
}
