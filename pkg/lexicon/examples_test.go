package lexicon_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

const (
	query  = `{"lexicon": 1, "id": "com.example.getThing", "defs": {"main": {"type": "query"}, "thing": {"type": "object", "properties": {}}}}`
	values = `{"main": {"params": [{"limit": 5}], "output": [{}, {"a": 1}]}, "thing": [{"x": [1]}]}`
)

func loadExamples(t *testing.T, files fstest.MapFS, names ...string) (*lexicon.Catalog, error) {
	t.Helper()
	var inputs []lexicon.Input
	for _, name := range names {
		inputs = append(inputs, lexicon.Input{FS: files, Name: name, Display: "lexicons/" + name})
	}
	return lexicon.Load(context.Background(), inputs, lexicon.LoadOptions{})
}

func allExamples(d *lexicon.Document) []string {
	var all []string
	for e := range d.AllExamples() {
		line := e.Fault
		if line == "" {
			line = fmt.Sprint(e.Definition.Name, " ", e.Part, " ", string(d.Examples.Text(e.Value)))
		}
		all = append(all, e.Value.Pointer()+" "+line)
	}
	return all
}

// The file of examples beside a schema is read with it, however the two are named, and
// is not a file of its own.
func TestLoadExamples(t *testing.T) {
	files := fstest.MapFS{
		"com/getThing.json":          {Data: []byte(query)},
		"com/getThing.examples.json": {Data: []byte(values)},
		"com/other.examples.json":    {Data: []byte(values)},
	}
	want := []string{
		`/main/params/0 main params {"limit": 5}`, `/main/output/0 main output {}`, `/main/output/1 main output {"a": 1}`,
		`/thing/0 thing  {"x": [1]}`,
	}
	for _, names := range [][]string{
		{"."}, {"com/getThing.json"}, {"com/getThing.examples.json"}, {"com/getThing.examples.json", "com/getThing.json", "."},
	} {
		c, err := loadExamples(t, files, names...)
		if err != nil || len(c.Documents()) != 1 {
			t.Errorf("%q: %d documents, %v", names, len(c.Documents()), err)
			continue
		}
		d := c.Documents()[0]
		if got := allExamples(d); !slices.Equal(got, want) || d.Source.Path != "lexicons/com/getThing.json" && names[0] != "." {
			t.Errorf("%q: %s: %q, want %q", names, d.Source.Path, got, want)
		}
		if names[0] == "." && (c.Skipped() != 1 || d.Examples.Source.Path != "lexicons/./com/getThing.examples.json") {
			t.Errorf("%d files are skipped, the examples are in %s", c.Skipped(), d.Examples.Source.Path)
		}
	}
}

func TestExamplesFaults(t *testing.T) {
	d := lexicon.Parse(&diag.Source{Path: "a.json", Text: []byte(query)}, diag.ProfileV1)
	for text, want := range map[string]string{
		`[]`:                        " the file must contain an object with one member per definition, but contains an array",
		`{"none": []}`:              `/none the Lexicon has no "none" definition`,
		`{"main": []}`:              "/main the examples of a query must be an object with one list per part, but are an array",
		`{"main": {"record": []}}`:  `/main/record "record" is not a part of a query (expected "params", "input", "output", "message", or "error")`,
		`{"main": {"params": {}}}`:  "/main/params the examples of a definition must be a list of values, but are an object",
		`{"thing": {}}`:             "/thing the examples of a definition must be a list of values, but are an object",
		`{"thing": [], "thing": 1}`: "",
	} {
		d.Examples = lexicon.ReadExamples(&diag.Source{Path: "a.examples.json", Text: []byte(text)})
		if got := strings.Join(allExamples(d), "\n"); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
	d.Examples = lexicon.ReadExamples(&diag.Source{Path: "a.examples.json"})
	if found := d.Examples.Found; len(found) != 1 || found[0].Rule != diag.RuleJSONSyntax {
		t.Errorf("an empty file: %v", found)
	}
	for range d.AllExamples() {
		t.Error("an empty file has examples")
	}
}

// A file of examples that cannot be read does not hide its schema.
func TestExamplesTooLarge(t *testing.T) {
	files := fstest.MapFS{
		"a.json":          {Data: []byte(query)},
		"a.examples.json": {Data: make([]byte, lexicon.MaxFileSize+1)},
	}
	c, err := loadExamples(t, files, ".")
	if err == nil || !strings.Contains(err.Error(), "a.examples.json") || len(c.Documents()) != 1 || c.Documents()[0].Examples != nil {
		t.Errorf("%d documents, %v", len(c.Documents()), err)
	}
}
