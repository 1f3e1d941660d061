package convert

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/lexsmith/lexsmith/internal/testkit/conformance"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/lint"
)

// TestCorpus exports every repository of the corpus that has no lint errors to
// every target.
func TestCorpus(t *testing.T) {
	corpus := conformance.Path(t, "corpus/schemas")
	folders, err := os.ReadDir(corpus)
	if err != nil {
		t.Fatal(err)
	}
	const network = "bluesky-social__atproto/lexicons" // the rest of that repository is fixtures
	names := []string{network}
	for _, folder := range folders {
		if folder.IsDir() {
			names = append(names, folder.Name())
		}
	}
	exported := 0
	for _, name := range names {
		catalog := load(t, filepath.Join(corpus, name))
		result, err := lint.Lint(t.Context(), catalog, lint.Options{MinSeverity: diag.Error})
		if err != nil {
			t.Fatal(err)
		}
		if name != network && len(result.Findings) > 0 {
			continue
		}
		exported++
		t.Run(name, func(t *testing.T) { exportAll(t, catalog) })
	}
	if exported < 10 {
		t.Errorf("only %d repositories have no lint errors", exported)
	}
}

func load(t testing.TB, folder string) *lexicon.Catalog {
	t.Helper()
	catalog, err := lexicon.Load(context.Background(), []lexicon.Input{{FS: os.DirFS(folder), Name: ".", Display: folder}}, lexicon.LoadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return catalog
}

// exportAll makes all exports of a catalog, twice, compiles their schemas and checks
// their examples.
func exportAll(t *testing.T, catalog *lexicon.Catalog) {
	t.Helper()
	samples := newSamples(t, catalog)
	for _, target := range targets(samples.example) {
		first, again := target.make(t, catalog), target.make(t, catalog)
		for i := range first.Files {
			if !bytes.Equal(first.Files[i].JSON(), again.Files[i].JSON()) {
				t.Errorf("%s: %s differs the second time", target.name, first.Files[i].Name)
			}
		}
		if len(first.Files) == 1 {
			var document any
			if err := json.Unmarshal(first.Files[0].JSON(), &document); err != nil {
				t.Fatal(err)
			}
			if ref := danglingRef(document, document); ref != "" {
				t.Errorf("%s: %s does not resolve", target.name, ref)
			}
		}
		samples.check(first, compileExport(t, target.name, translated(first), target.draft, true, target.address))
	}
	samples.missing()
}

type target struct {
	name    string
	draft   *jsonschema.Draft
	address func(key) string
	make    func(t testing.TB, c *lexicon.Catalog) *Export
}

// targets are all forms of exports, with unresolved references allowed, and with
// examples unless example is nil.
func targets(example func(*lexicon.Definition, lexicon.Part) ([]byte, bool)) []target {
	o := Options{AllowUnresolved: true, Example: example}
	all := func(t testing.TB, c *lexicon.Catalog, convert func(*Selection) (*Export, error)) *Export {
		t.Helper()
		selection, err := Select(c)
		if err != nil {
			t.Fatal(err)
		}
		x, err := convert(selection)
		if err != nil {
			t.Fatal(err)
		}
		return x
	}
	return []target{
		{"jsonschema", jsonschema.Draft2020, bundleAddress, func(t testing.TB, c *lexicon.Catalog) *Export {
			return all(t, c, func(s *Selection) (*Export, error) { return JSONSchema(t.Context(), s, JSONSchemaOptions{Options: o}) })
		}},
		{"jsonschema files", jsonschema.Draft2020, filesAddress, func(t testing.TB, c *lexicon.Catalog) *Export {
			return all(t, c, func(s *Selection) (*Export, error) {
				return JSONSchemaFiles(t.Context(), s, JSONSchemaOptions{Options: o, DataModel: true})
			})
		}},
		{"openapi 3.1", jsonschema.Draft2020, componentsAddress, func(t testing.TB, c *lexicon.Catalog) *Export {
			return all(t, c, func(s *Selection) (*Export, error) { return OpenAPI(t.Context(), s, OpenAPIOptions{Options: o}) })
		}},
		{"openapi 3.0", jsonschema.Draft2020, componentsAddress, func(t testing.TB, c *lexicon.Catalog) *Export {
			return all(t, c, func(s *Selection) (*Export, error) {
				return OpenAPI(t.Context(), s, OpenAPIOptions{Options: o, Version: OpenAPI30})
			})
		}},
		{"asyncapi", jsonschema.Draft7, componentsAddress, func(t testing.TB, c *lexicon.Catalog) *Export {
			return all(t, c, func(s *Selection) (*Export, error) {
				return AsyncAPI(t.Context(), s.Only(lexicon.TypeSubscription), AsyncAPIOptions{Options: o})
			})
		}},
	}
}

func filesAddress(k key) string { return fileName(k.NSID) + "#/$defs/" + k.local() }

// BenchmarkOpenAPI exports the 402 Lexicons of one repository.
func BenchmarkOpenAPI(b *testing.B) {
	catalog := load(b, conformance.Path(b, "corpus/schemas/bluesky-social__atproto/lexicons"))
	b.ReportAllocs()
	for b.Loop() {
		selection, err := Select(catalog)
		if err != nil {
			b.Fatal(err)
		}
		x, err := OpenAPI(b.Context(), selection, OpenAPIOptions{Options: Options{AllowUnresolved: true}})
		if err != nil {
			b.Fatal(err)
		}
		b.SetBytes(int64(len(x.Files[0].JSON())))
	}
}
