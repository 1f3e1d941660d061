package describe

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/lexsmith/lexsmith/internal/testkit/conformance"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/lint"
)

var update = flag.Bool("update", false, "rewrite the schemas in docs")

// docs has the schemas that editors can load.
func TestSchemaGolden(t *testing.T) {
	for name, want := range map[string][]byte{
		"lexicon.schema.json": LexiconSchema(Draft2020), "lexicon-draft7.schema.json": LexiconSchema(Draft7), "lexsmith.schema.json": ConfigSchema(),
	} {
		path := filepath.Join("..", "..", "docs", name)
		if *update {
			if err := os.WriteFile(path, want, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		got, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(bytes.ReplaceAll(got, []byte("\r\n"), []byte("\n")), want) {
			t.Errorf("docs/%s is out of date: run make update", name)
		}
	}
}

func compile(t testing.TB, schema []byte) *jsonschema.Schema {
	t.Helper()
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(schema))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("file:///schema.json", document); err != nil {
		t.Fatal(err)
	}
	compiled, err := c.Compile("file:///schema.json")
	if err != nil {
		t.Fatal(err)
	}
	return compiled
}

func both(t testing.TB) map[string]*jsonschema.Schema {
	return map[string]*jsonschema.Schema{"2020-12": compile(t, LexiconSchema(Draft2020)), "draft 7": compile(t, LexiconSchema(Draft7))}
}

// check returns why a schema refuses a file; nil where it is valid.
func check(t testing.TB, schema *jsonschema.Schema, text []byte) error {
	t.Helper()
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return schema.Validate(value)
}

// faulty reports whether lint finds an error of the groups input and schema.
func faulty(t testing.TB, path string, text []byte) bool {
	t.Helper()
	d := lexicon.Parse(&diag.Source{Path: path, Text: text}, diag.ProfileV1)
	result, err := lint.Lint(t.Context(), lexicon.NewCatalog(d), lint.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range result.Findings {
		if f.Severity == diag.Error && (f.Rule.Group == "input" || f.Rule.Group == "schema") {
			return true
		}
	}
	return false
}

// The schema refuses no real Lexicon that lint accepts.
func TestSchemaCorpus(t *testing.T) {
	schemas := both(t)
	valid, refused, invalid := 0, 0, 0
	for _, folder := range []string{"corpus/schemas", "corpus/schemas-broken", "corpus/revisions"} {
		err := filepath.WalkDir(conformance.Path(t, folder), func(path string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() || filepath.Ext(path) != ".json" {
				return err
			}
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			if lexicon.ParseFound(&diag.Source{Path: path, Text: text}, diag.ProfileV1) == nil || !json.Valid(text) {
				return nil
			}
			isFaulty := faulty(t, path, text)
			for draft, schema := range schemas {
				err := check(t, schema, text)
				switch {
				case isFaulty && err != nil:
					refused++
				case isFaulty:
				case err != nil:
					t.Errorf("%s refuses %s: %v", draft, path, err)
				}
			}
			if isFaulty {
				invalid++
			} else {
				valid++
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("%d valid files pass; of %d with errors %d are refused", valid, invalid, refused/len(schemas))
	if valid < 1000 {
		t.Errorf("only %d valid files", valid)
	}
}

// The schema refuses the cases of lint errors that JSON Schema can express.
func TestSchemaCases(t *testing.T) {
	schemas := both(t)
	// The cases whose error JSON Schema cannot see, with the reason. judges/node/editor-files.js reads it too.
	var inexpressible map[string]string
	list, err := os.ReadFile(filepath.Join("testdata", "inexpressible.json"))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(list, &inexpressible); err != nil {
		t.Fatal(err)
	}
	expressible, caught := 0, 0
	for _, path := range conformance.Glob(t, "cases/lint-*.json") {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		var c struct {
			Schemas map[string]json.RawMessage
			Expect  struct{ Verdict string }
		}
		if err := json.Unmarshal(text, &c); err != nil {
			t.Fatal(err)
		}
		name := strings.TrimSuffix(filepath.Base(path), ".json")
		refused := map[string]bool{}
		for _, file := range c.Schemas {
			if file[0] == '"' {
				var raw string
				if err := json.Unmarshal(file, &raw); err != nil {
					t.Fatal(err)
				}
				file = json.RawMessage(raw)
			}
			if !json.Valid(file) {
				continue
			}
			for draft, schema := range schemas {
				var invalid *jsonschema.ValidationError
				if err := check(t, schema, file); errors.As(err, &invalid) {
					refused[draft] = true
				} else if err != nil {
					t.Fatal(err)
				}
			}
		}
		reason := inexpressible[name]
		switch fails := c.Expect.Verdict == "fail"; {
		case len(refused) == 1:
			t.Errorf("%s: the drafts differ: %v", name, refused)
		case !fails && len(refused) > 0:
			t.Errorf("%s is valid but refused", name)
		case fails && reason != "" && len(refused) > 0:
			t.Errorf("%s is refused, though listed as not expressible: %s", name, reason)
		case fails && reason == "":
			expressible++
			if len(refused) > 0 {
				caught++
			} else {
				t.Logf("%s is not refused", name)
			}
		}
	}
	t.Logf("%d of %d expressible errors are refused", caught, expressible)
	if caught*100 < expressible*85 {
		t.Errorf("%d of %d expressible errors are refused, fewer than 85 %%", caught, expressible)
	}
}

// Of the examples of the rules, the schema refuses no good one.
func TestSchemaRuleExamples(t *testing.T) {
	schemas := both(t)
	seen, refused := 0, 0
	for _, rule := range append(lexicon.Rules(), lint.Rules()...) {
		for _, example := range []string{rule.Good(), rule.Bad()} {
			if strings.HasPrefix(example, `"`) {
				example = `{"lexicon": 1, "id": "com.example.thing", "defs": {` + example + "}}"
			}
			if !json.Valid([]byte(example)) || !strings.Contains(example, "defs") {
				continue // several files, or a syntax error
			}
			isFaulty := faulty(t, "-", []byte(example))
			for draft, schema := range schemas {
				err := check(t, schema, []byte(example))
				if err != nil && !isFaulty {
					t.Errorf("%s refuses an example of %s: %v\n%s", draft, rule.Code, err, example)
				}
				if isFaulty && err != nil {
					refused++
				}
			}
			if isFaulty {
				seen++
			}
		}
	}
	t.Logf("of %d examples with errors %d are refused", seen, refused/len(schemas))
}

// The schema has the types of later profiles: it accepts a space, and finds mistakes in one.
func TestSchemaSpaces(t *testing.T) {
	const valid = `{"lexicon": 1, "id": "com.example.room", "defs": {"main": {"type": "space", "description": "A.", "key": "literal:self", "name": "A", "name:lang": {"de": "B"}, "collections": ["com.example.note"]}}}`
	for draft, schema := range both(t) {
		if err := check(t, schema, []byte(valid)); err != nil {
			t.Errorf("%s: %v", draft, err)
		}
		for _, change := range [][2]string{
			{`"literal:self"`, `"self"`}, {`"name": "A"`, `"name": ""`}, {`"name": "A", `, ``}, {`"de"`, `"deutsch!"`},
			{`"com.example.note"`, `"com.example.*"`}, {`["com.example.note"]`, `"com.example.note"`},
			{`"main": {`, `"main": {"type": "object", "properties": {"x": {`},
		} {
			text := strings.Replace(valid, change[0], change[1], 1)
			if change[0] == `"main": {` {
				text = strings.Replace(text, "}}}", "}}}}}", 1)
			}
			if check(t, schema, []byte(text)) == nil {
				t.Errorf("%s accepts %s", draft, text)
			}
		}
	}
}
