package convert

import (
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/lexsmith/lexsmith/internal/conformance"
	"github.com/lexsmith/lexsmith/internal/generate"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/sample"
	"github.com/lexsmith/lexsmith/pkg/validate"
)

// TestSamples puts samples into the documents, and makes sure that the validator
// accepts each, and so does the schema beside it.
func TestSamples(t *testing.T) {
	catalogs := map[string]*lexicon.Catalog{"own": load(t, filepath.FromSlash("../../judges/testdata/lexicons"))}
	if folder := conformance.Glob(t, "corpus/schemas/bluesky-social__atproto/lexicons"); len(folder) == 1 {
		catalogs["network"] = load(t, folder[0])
	}
	for seed := range uint64(20) {
		r := rand.New(rand.NewPCG(seed, 11))
		catalogs["generated"] = generate.Catalog(generate.Schemas(r, lexicon.ProfileV1), lexicon.ProfileV1)
		for name, catalog := range catalogs {
			if name == "generated" || seed == 0 {
				checkSamples(t, name, catalog)
			}
		}
	}
}

// checkSamples exports a catalog to all targets with samples, and checks them.
func checkSamples(t *testing.T, name string, catalog *lexicon.Catalog) {
	t.Helper()
	schemas := validate.Compile(catalog, validate.Options{AllowUnknown: true})
	sampler := sample.New(catalog, sample.Options{})
	made := map[key]string{}
	example := func(def *lexicon.Definition, part lexicon.Part) ([]byte, bool) {
		value, ok := sampler.Example(def, part)
		if !ok {
			return nil, false
		}
		k := exampleKey(def, part)
		v, err := schemas.Validator(def.Reference(), part)
		if err != nil {
			t.Fatalf("%s: %s: %v", name, k, err)
		}
		if result := v.Check(validate.Input{Text: value}); !result.Valid() {
			t.Errorf("%s: the example of %s is not valid: %v\n%s", name, k, result.Findings, value)
		}
		if before, ok := made[k]; ok && before != string(value) {
			t.Errorf("%s: the example of %s is not always the same", name, k)
		}
		made[k] = string(value)
		return value, true
	}
	found := map[key]bool{}
	for _, target := range targets(example) {
		x := target.make(t, catalog)
		compiled := compileExport(t, target.name, translated(x), target.draft, true, target.address)
		for k, n := range examplesIn(x) {
			found[k] = true
			value, err := jsonschema.UnmarshalJSON(strings.NewReader(printed(n)))
			if err != nil {
				t.Fatal(err)
			}
			if err := compiled.schemas[k].Validate(value); err != nil {
				t.Errorf("%s: %s refuses the example of %s: %v\n%s", name, target.name, k, err, printed(n))
			}
		}
	}
	for k := range made {
		if !found[k] {
			t.Errorf("%s: the example of %s is in no document", name, k)
		}
	}
	t.Logf("%s: %d examples", name, len(made))
}

func exampleKey(def *lexicon.Definition, p lexicon.Part) key {
	k := key{Reference: def.Reference()}
	if p != lexicon.PartRecord {
		k.part = part(p.String())
	}
	return k
}

// examplesIn returns the examples of schemas and of media types in an export, by the
// schema that they are of.
func examplesIn(x *Export) map[key]node {
	found := map[key]node{}
	names := map[node]key{}
	for k, schema := range x.schemas {
		names[text(componentAddress("", k))] = k
		if list, ok := schema.get("examples").(array); ok {
			found[k] = list[0]
		}
		if example := schema.get("example"); example != nil {
			found[k] = example
		}
	}
	for i := range x.Files {
		rewritten(x.Files[i].root, func(o *object) {
			if k, ok := names[at(o, "schema", "$ref")]; ok && o.has("example") {
				found[k] = o.get("example")
			}
		})
	}
	return found
}
