package convert

import (
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/lexsmith/lexsmith/internal/testkit/generate"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/sample"
	"github.com/lexsmith/lexsmith/pkg/validate"
)

// TestSamples makes all exports of a catalog that has everything, and of generated ones,
// with samples as examples. TestCorpus does so with real Lexicons.
func TestSamples(t *testing.T) {
	exportAll(t, load(t, filepath.FromSlash("../../judges/testdata/lexicons")))
	for seed := range uint64(20) {
		r := rand.New(rand.NewPCG(seed, 11))
		exportAll(t, generate.Catalog(generate.Schemas(r, diag.ProfileV1), diag.ProfileV1))
	}
}

// samples are the examples of a catalog. The validator must accept each, and so must the
// schemas beside which they are in the exports.
type samples struct {
	t       *testing.T
	schemas *validate.Schemas
	sampler *sample.Sampler
	made    map[key]string
	found   map[key]bool // in exports
}

func newSamples(t *testing.T, catalog *lexicon.Catalog) *samples {
	return &samples{
		t: t, schemas: validate.Compile(catalog, validate.Options{AllowUnknown: true}), sampler: sample.New(catalog, sample.Options{}),
		made: map[key]string{}, found: map[key]bool{},
	}
}

// example is an Options.Example.
func (s *samples) example(def *lexicon.Definition, part lexicon.Part) ([]byte, bool) {
	value, ok := s.sampler.Example(def, part)
	if !ok {
		return nil, false
	}
	k := exampleKey(def, part)
	v, err := s.schemas.Validator(def.Reference(), part)
	if err != nil {
		s.t.Fatalf("%s: %v", k, err)
	}
	if result := v.Check(validate.Input{Text: value}); !result.Valid() {
		s.t.Errorf("the example of %s is not valid: %v\n%s", k, result.Findings, value)
	}
	if before, ok := s.made[k]; ok && before != string(value) {
		s.t.Errorf("the example of %s is not always the same", k)
	}
	s.made[k] = string(value)
	return value, true
}

// check validates the examples in an export.
func (s *samples) check(x *Export, compiled *compiledExport) {
	for k, n := range examplesIn(x) {
		s.found[k] = true
		value, err := jsonschema.UnmarshalJSON(strings.NewReader(printed(n)))
		if err != nil {
			s.t.Fatal(err)
		}
		if err := compiled.schemas[k].Validate(value); err != nil {
			s.t.Errorf("%s refuses the example of %s: %v\n%s", compiled.name, k, err, printed(n))
		}
	}
}

// missing makes sure that each example is in some export.
func (s *samples) missing() {
	for k := range s.made {
		if !s.found[k] {
			s.t.Errorf("the example of %s is in no document", k)
		}
	}
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
			if k, ok := names[at(o, "payload", "$ref")]; ok && o.has("examples") {
				found[k] = at(o, "examples", "0", "payload")
			}
		})
	}
	return found
}
