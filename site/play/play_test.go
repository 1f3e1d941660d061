package play

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf16"
)

func read(t *testing.T, path ...string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(append([]string{"..", ".."}, path...)...))
	if err != nil {
		t.Fatal(err)
	}
	return strings.ReplaceAll(string(text), "\r\n", "\n")
}

// at returns the text of a place.
func at(text string, p Place) string {
	return string(utf16.Decode(utf16.Encode([]rune(text))[p.Start:p.End]))
}

func find(t *testing.T, a Answer, rule string) Finding {
	t.Helper()
	for _, f := range a.Findings {
		if f.Rule == rule {
			return f
		}
	}
	t.Fatalf("no finding of %s in %+v", rule, a)
	return Finding{}
}

func TestLint(t *testing.T) {
	text := read(t, "examples", "com", "example", "shop", "listing.json")
	a := Run(context.Background(), Request{Mode: "lint", Schemas: text})
	if a.Summary != "1 Lexicon, 2 errors, 1 warning" {
		t.Errorf("summary %q", a.Summary)
	}
	f := find(t, a, "unexpected-field")
	if at(text, f.Place) != `"maxlength"` || f.Line != 16 || f.Fix == nil || len(f.Fix.Edits) != 1 {
		t.Errorf("%+v", f)
	}
	if e := f.Fix.Edits[0]; !strings.Contains(e.New, "maxLength") || !strings.Contains(at(text, e.Place), "maxlength") {
		t.Errorf("edit %+v", e)
	}
}

// Places count UTF-16 code units from the start of the pane, whatever is before them.
func TestPlaces(t *testing.T) {
	first := `{"lexicon": 1, "id": "com.example.one", "defs": {"main": {"type": "token", "description": "😀 é"}}}`
	second := "{\n  \"lexicon\": 1,\n  \"id\": \"com.example.two\",\n  \"defs\": {\"main\": {\"type\": \"tokn\", \"description\": \"é\"}}\n}"
	for _, separator := range []string{"\n", "\r\n", "\n\n", "\n-- com/example/two.json --\n"} {
		text := first + separator + second
		a := Run(context.Background(), Request{Mode: "lint", Schemas: text})
		f := find(t, a, "unknown-type")
		if at(text, f.Place) != `"tokn"` || f.Line != strings.Count(first+separator, "\n")+4 || f.Column != 29 {
			t.Errorf("%q: %+v", separator, f)
		}
		if !strings.HasPrefix(a.Summary, "2 Lexicons, ") {
			t.Errorf("%q: %s", separator, a.Summary)
		}
	}
}

// A brace at the start of a line begins a file unless it continues an object.
func TestFiles(t *testing.T) {
	for text, want := range map[string]int{
		"":                                       0,
		"\n\n":                                   0,
		"{}":                                     1,
		"{\n\"a\":\n{\n}\n}":                     1,
		"[\n{},\n{}\n]":                          1,
		"{}\n{}\n\n{}":                           3,
		"{\"open\": [\n{}\n{\"lexicon\": 1}":     2, // the first is broken
		"-- a.json --\n{}\n-- b.json --\n{}\n{}": 3,
	} {
		if p := newPane("schemas", text); len(p.files) != want {
			t.Errorf("%q has %d files, want %d", text, len(p.files), want)
		}
	}
}

func TestValidate(t *testing.T) {
	schemas := read(t, "internal", "testkit", "images", "testdata", "diff", "new", "com", "example", "shop", "listing.json")
	data := read(t, "site", "examples", "listings.ndjson")
	a := Run(context.Background(), Request{Mode: "validate", Schemas: schemas, Data: data})
	if !strings.HasPrefix(a.Summary, "3 values, 2 invalid, ") {
		t.Errorf("summary %q", a.Summary)
	}
	f := find(t, a, "value-type")
	if f.Pane != "data" || at(data, f.Place) != `"12 EUR"` || f.Line != 2 || len(f.Related) != 1 || f.Related[0].Pane != "schemas" {
		t.Errorf("%+v", f)
	}
	if a := Run(context.Background(), Request{Mode: "validate", Schemas: schemas, Data: data, Ref: "com.example.none"}); a.Error == "" {
		t.Error("an unknown definition is no error")
	}
}

func TestDiff(t *testing.T) {
	side := func(name string) string {
		return read(t, "internal", "testkit", "images", "testdata", "diff", name, "com", "example", "shop", "listing.json")
	}
	a := Run(context.Background(), Request{Mode: "diff", Old: side("old"), Schemas: side("new")})
	if a.Summary != "breaking, 2 errors" {
		t.Errorf("summary %q", a.Summary)
	}
	f := find(t, a, "string-length")
	if f.Pane != "schemas" || strings.Join(f.Consequences, "; ") != "breaks backward compatibility; affects the com.example.shop.listing record" || len(f.Related) == 0 || f.Related[0].Pane != "old" {
		t.Errorf("%+v", f)
	}
	broken := strings.Replace(side("new"), `"string"`, `"text"`, 1)
	for schemas, want := range map[string]string{
		side("old"): "identical",
		broken:      "breaking, partial: a side has errors, 2 errors",
	} {
		if a := Run(context.Background(), Request{Mode: "diff", Old: side("old"), Schemas: schemas}); a.Summary != want {
			t.Errorf("summary %q, want %q", a.Summary, want)
		}
	}
}

func TestExport(t *testing.T) {
	schemas := read(t, "site", "examples", "search.txt")
	for target, want := range map[string]string{"": `"$schema"`, "openapi": `"openapi": "3.1`, "asyncapi": `"asyncapi": "3.0`} {
		a := Run(context.Background(), Request{Mode: "export", Target: target, Schemas: schemas})
		if a.Error != "" || !strings.Contains(a.Output, want) {
			t.Errorf("%s: %+v", target, a)
		}
	}
	a := Run(context.Background(), Request{Mode: "export", Schemas: `{"lexicon": 1, "id": "com.example.a", "defs": {"main": {"type": "none"}}}`})
	if a.Output != "" || !strings.HasPrefix(a.Summary, "nothing exported, ") {
		t.Errorf("%+v", a)
	}
}
