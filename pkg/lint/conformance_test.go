package lint

import (
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/lexsmith/lexsmith/internal/testkit/conformance"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// findingsIn loads and lints files.
func findingsIn(t *testing.T, files fs.FS, options Options) []diag.Finding {
	t.Helper()
	c, err := lexicon.Load(context.Background(), []lexicon.Input{{FS: files, Name: ".", Display: "."}}, lexicon.LoadOptions{Profile: options.Profile, Workers: options.Workers})
	if err != nil {
		t.Fatal(err)
	}
	return findings(t, c, options)
}

func hasError(findings []diag.Finding) bool {
	for _, f := range findings {
		if f.Severity == diag.Error {
			return true
		}
	}
	return false
}

// lintCase has the schemas of a small input with the right answer, which cmd tests.
type lintCase struct {
	Schemas map[string]json.RawMessage
}

func (c lintCase) files(t *testing.T) fstest.MapFS {
	t.Helper()
	files := fstest.MapFS{}
	for name, text := range c.Schemas {
		data := []byte(text)
		if text[0] == '"' { // the raw text of a file
			var raw string
			if err := json.Unmarshal(text, &raw); err != nil {
				t.Fatal(err)
			}
			data = []byte(raw)
		}
		files[name] = &fstest.MapFile{Data: data}
	}
	return files
}

// TestInterop checks the interoperability fixtures: valid ones have no errors under
// either profile, and invalid ones have errors under that of the network.
func TestInterop(t *testing.T) {
	dir := conformance.Path(t, "interop/lexicon")
	for _, valid := range []bool{true, false} {
		name := "lexicon-invalid.json"
		if valid {
			name = "lexicon-valid.json"
		}
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		var fixtures []struct {
			Name    string
			Lexicon json.RawMessage
		}
		if err := json.Unmarshal(text, &fixtures); err != nil || len(fixtures) == 0 {
			t.Fatalf("no fixtures in %s: %v", name, err)
		}
		for _, f := range fixtures {
			files := fstest.MapFS{"schema.json": &fstest.MapFile{Data: f.Lexicon}}
			if got := hasError(findingsIn(t, files, Options{Profile: diag.ProfileATProto})); got == valid {
				t.Errorf("%s, %q under atproto: errors: %v", name, f.Name, got)
			}
			if valid && hasError(findingsIn(t, files, Options{})) {
				t.Errorf("%s, %q under v1 has errors", name, f.Name)
			}
		}
	}
}

// notBroken says why the specification allows what other implementations reject.
var notBroken = map[string]string{
	"unknown params property":           "Field types > params: unknown is a permitted parameter type",
	"object inside properties or items": "Field types > object: can be nested",
	"null":                              "Type overview: null is a concrete type",
	"named union or unknown":            "Lexicon file: nothing forbids it",
	"primary definition not named main": "Lexicon file, rule 3: should be named main",
	"empty property name":               "Field types > object: properties by name, no rule on names",
}

// TestBroken finds an error in every file that the specification makes invalid.
func TestBroken(t *testing.T) {
	dir := conformance.Path(t, "corpus/schemas-broken")
	index, err := os.ReadFile(filepath.Join(dir, "index.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(index)), "\n")[1:]
	silent := 0
	for _, line := range lines {
		columns := strings.Split(line, "\t")
		text, err := os.ReadFile(filepath.Join(dir, columns[0]))
		if err != nil {
			t.Fatal(err)
		}
		d := lexicon.Parse(&diag.Source{Path: path.Base(columns[0]), Text: text}, diag.ProfileV1)
		findings := findings(t, lexicon.NewCatalog(d), Options{ExplicitFiles: true})
		if hasError(findings) {
			continue
		}
		silent++
		if why := excuse(columns); why == "" {
			t.Errorf("%s: no error; indigo: %s; ts: %s", columns[0], columns[3], columns[5])
		} else {
			t.Logf("%s: valid by the specification: %s", columns[0], why)
		}
	}
	t.Logf("%d of %d files have no error", silent, len(lines))
}

// excuse says why the specification allows a file that other implementations reject, by
// what they say about it; "" when it does not.
func excuse(columns []string) string {
	indigo, ts := columns[3], columns[5]
	switch {
	case strings.Contains(indigo, "params field type must be"):
		return notBroken["unknown params property"]
	case strings.Contains(indigo, "unexpected schema type: null"):
		return notBroken["null"]
	case strings.Contains(indigo, "can not be used as a named definition"):
		return notBroken["named union or unknown"]
	case strings.Contains(indigo, "can only have name 'main'"):
		return notBroken["primary definition not named main"]
	case strings.Contains(indigo, "empty object schema field name"):
		return notBroken["empty property name"]
	case indigo == "" && (strings.Contains(ts, "Invalid discriminator value") || strings.Contains(ts, "Invalid input")):
		return notBroken["object inside properties or items"]
	}
	return ""
}

// TestCorpus lints every real schema. The findings are the same with any number of
// workers, and every location is in its text.
func TestCorpus(t *testing.T) {
	files := os.DirFS(conformance.Path(t, "corpus/schemas"))
	want := findingsIn(t, files, Options{Workers: 1})
	counts := map[string]int{}
	for _, f := range want {
		counts[fmt.Sprintf("%s %s", f.Severity, f.Rule.Code)]++
		if f.Message == "" || f.Span.Start < 0 || f.Span.End < f.Span.Start || int(f.Span.End) > len(f.Source.Text) {
			t.Errorf("%s: %s: %q at %v", f.Path(), f.Rule.Code, f.Message, f.Span)
		}
	}
	t.Log(counts)
	for _, workers := range []int{2, 3, 8} {
		if got := findingsIn(t, files, Options{Workers: workers}); !reflect.DeepEqual(plain(got), plain(want)) {
			t.Errorf("%d workers find something else than one", workers)
		}
	}
}

// plain returns findings as text, to compare runs that loaded the files separately.
func plain(findings []diag.Finding) []string {
	all := make([]string, len(findings))
	for i, f := range findings {
		all[i] = fmt.Sprint(f.Path(), f.Span, f.Pointer, f.Rule.Code, f.Severity, f.Message, f.Help, len(f.Related))
	}
	return all
}
