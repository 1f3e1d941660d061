package sample_test

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/lexsmith/lexsmith/internal/testkit/conformance"
	"github.com/lexsmith/lexsmith/internal/testkit/generate"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/sample"
	"github.com/lexsmith/lexsmith/pkg/validate"
)

// choices are all combinations of options.
func choices(profile diag.Profile) []sample.Options {
	var all []sample.Options
	for _, size := range []sample.Size{sample.SizeTypical, sample.SizeSmall, sample.SizeLimit} {
		for _, optional := range []sample.Optional{sample.OptionalSome, sample.OptionalAll, sample.OptionalNone} {
			all = append(all, sample.Options{Size: size, Optional: optional, Profile: profile})
		}
	}
	return all
}

// checkedPart is a part of a definition that samples are made of.
type checkedPart struct {
	def       *lexicon.Definition
	part      lexicon.Part
	schema    lexicon.Schema // to make values of
	validator *validate.Validator
}

// checkedParts returns the parts of all definitions, except for what has no values:
// tokens, and bodies that are not JSON.
func checkedParts(c *lexicon.Catalog, profile diag.Profile) []checkedPart {
	schemas := validate.Compile(c, validate.Options{Profile: profile})
	var parts []checkedPart
	for _, d := range c.Documents() {
		if c.Document(d.ID) != d {
			continue
		}
		for _, def := range d.Defs {
			for part, schema := range lexicon.Parts(def.Schema) {
				validator, err := schemas.Validator(def.Reference(), part)
				if err != nil {
					continue
				}
				if part == lexicon.PartRecord {
					schema = def.Schema
				}
				parts = append(parts, checkedPart{def, part, schema, validator})
			}
		}
	}
	return parts
}

// checkCatalog makes samples of every part of every definition, validates them and
// records them. It returns how many there were.
func checkCatalog(t *testing.T, c *lexicon.Catalog, profile diag.Profile, seeds int, out *recorder) int {
	t.Helper()
	parts := checkedParts(c, profile)
	made := 0
	for _, o := range choices(profile) {
		s := sample.New(c, o)
		for _, p := range parts {
			for seed := range seeds {
				s.Seed(uint64(seed))
				v, err := s.Value(p.schema)
				if errors.Is(err, sample.ErrNoValue) {
					break
				} else if err != nil {
					t.Fatal(err)
				}
				made++
				if checkValue(t, p, v) {
					out.valid(p, v)
				}
			}
		}
	}
	out.faults(c, profile, parts)
	return made
}

// checkValue validates a value in both of its forms. It returns false if the schema is
// invalid, so that nothing is valid.
func checkValue(t *testing.T, p checkedPart, v sample.Value) bool {
	t.Helper()
	name := p.def.Reference().String() + " " + p.part.String()
	text := sample.JSON(v)
	for _, f := range p.validator.Check(validate.Input{Text: text}).Findings {
		if f.Rule.Code == "schema-invalid" {
			return false
		}
		t.Errorf("%s: %s %s %s\n%s", name, f.Severity, f.Pointer, f.Message, cut(text))
	}
	data, ok := sample.CBOR(v)
	if !ok {
		t.Errorf("%s: no DAG-CBOR of %s", name, cut(text))
	}
	for _, f := range p.validator.Check(validate.Input{Text: data, Encoding: validate.CBOR}).Findings {
		t.Errorf("%s in CBOR: %s %s %s", name, f.Severity, f.Pointer, f.Message)
	}
	return true
}

func cut(text []byte) []byte { return text[:min(len(text), 500)] }

var generated = flag.Int("generated", 1000, "how many schemas TestGenerated generates, at least")

// TestGenerated makes samples of schemas that are generated.
func TestGenerated(t *testing.T) {
	made, schemas := 0, 0
	out := newRecorder(t)
	for i := 0; schemas < *generated; i++ {
		profile := diag.Profile(i % 2)
		r := rand.New(rand.NewPCG(uint64(i), 7))
		texts := generate.Schemas(r, profile)
		schemas += len(texts)
		out.schemas(texts)
		made += checkCatalog(t, generate.Catalog(texts, profile), profile, 2, out)
		if t.Failed() {
			t.Fatalf("catalog %d", i)
		}
	}
	t.Logf("%d samples of %d schemas", made, schemas)
	if made == 0 {
		t.Error("no sample was made")
	}
}

// TestCorpus makes samples of real schemas.
func TestCorpus(t *testing.T) {
	folders := conformance.Glob(t, "corpus/schemas/*")
	made := 0
	for _, folder := range folders {
		if info, err := os.Stat(folder); err != nil || !info.IsDir() {
			continue
		}
		c, err := lexicon.Load(context.Background(), []lexicon.Input{{FS: os.DirFS(folder), Name: ".", Display: filepath.Base(folder)}}, lexicon.LoadOptions{})
		if err != nil {
			t.Fatal(err)
		}
		made += checkCatalog(t, c, diag.ProfileV1, 1, nil)
	}
	t.Logf("%d samples", made)
}

// TestSameSeed: a seed always gives the same value, whatever was made before.
func TestSameSeed(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	c := generate.Catalog(generate.Schemas(r, diag.ProfileV1), diag.ProfileV1)
	a, b := sample.New(c, sample.Options{Seed: 3}), sample.New(c, sample.Options{Seed: 4})
	for _, d := range c.Documents() {
		for _, def := range d.Defs {
			for _, schema := range lexicon.Parts(def.Schema) {
				a.Seed(9)
				b.Seed(9)
				x, errX := a.Value(schema)
				y, errY := b.Value(schema)
				if (errX == nil) != (errY == nil) || errX == nil && !bytes.Equal(sample.JSON(x), sample.JSON(y)) {
					t.Errorf("%s: not the same with one seed", def.Reference())
				}
			}
		}
	}
}

// Arrays of the typical size have no element twice, where the schema has others.
func TestArraysAreDistinct(t *testing.T) {
	c := defsCatalog(diag.ProfileV1, `"main": {"type": "object", "required": ["texts", "one", "pair"], "properties": {
		"texts": {"type": "array", "minLength": 4, "items": {"type": "string", "enum": ["a", "b", "c", "d", "e"]}},
		"one": {"type": "array", "items": {"type": "string", "const": "a"}},
		"pair": {"type": "array", "minLength": 2, "items": {"type": "string", "const": "a"}}}}`)
	s := sample.New(c, sample.Options{})
	for range 100 {
		v, err := s.Value(c.Documents()[0].Main().Schema)
		if err != nil {
			t.Fatal(err)
		}
		o := v.(sample.Object)
		texts := o.Get("texts").(sample.Array)
		for i, text := range texts {
			if slices.Contains(texts[:i], text) {
				t.Errorf("%s", sample.JSON(texts))
			}
		}
		if one := o.Get("one").(sample.Array); len(one) != 1 {
			t.Errorf("%s", sample.JSON(one))
		}
		if pair := o.Get("pair").(sample.Array); len(pair) != 2 {
			t.Errorf("%s", sample.JSON(pair))
		}
	}
}
