package convert

import (
	"bytes"
	"flag"
	"fmt"
	"math/rand/v2"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/lexsmith/lexsmith/internal/testkit/generate"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/sample"
	"github.com/lexsmith/lexsmith/pkg/validate"
)

var values = flag.Int("values", 100_000, "how many values TestSound tries")

// valuesPerCatalog is how many values are tried on one set of schemas.
const valuesPerCatalog = 500

// TestSound compares exports with the validator on random schemas and values:
// what the validator accepts, every export accepts. What it refuses and the
// export accepts is in one of the gaps, and where the gap belongs to a field the
// losses name that field.
func TestSound(t *testing.T) {
	if testing.Short() {
		*values = min(*values, 10_000)
	}
	defer debug.SetGCPercent(debug.SetGCPercent(1000)) // the heap is small: most of the time would go into collecting it
	var next, accepted atomic.Int64
	var group sync.WaitGroup
	var lock sync.Mutex
	passed := map[string]int{}
	for range runtime.GOMAXPROCS(0) {
		group.Go(func() {
			for seed := next.Add(1) - 1; seed*valuesPerCatalog < int64(*values) && !t.Failed(); seed = next.Add(1) - 1 {
				c := newComparison(t, uint64(seed))
				c.run(valuesPerCatalog)
				accepted.Add(int64(c.accepted))
				lock.Lock()
				for name, n := range c.passed {
					passed[name] += n
				}
				lock.Unlock()
			}
		})
	}
	group.Wait()
	t.Logf("%d values, %d accepted by the validator; refused by it and accepted by an export, by gap: %v", *values, accepted.Load(), passed)
}

// FuzzSound does the same without an end.
func FuzzSound(f *testing.F) {
	f.Add(uint64(1 << 32))
	f.Fuzz(func(t *testing.T, seed uint64) { newComparison(t, seed).run(50) })
}

// comparison compares validator and exports on one set of schemas.
type comparison struct {
	t       testing.TB
	seed    uint64
	r       *rand.Rand
	files   map[string]string
	catalog *lexicon.Catalog
	profile diag.Profile
	schemas *validate.Schemas
	losses  map[string]bool // "NSID pointer gap"
	exports []*compiledExport
	subject []subject
	records []key
	anyOf   *compiledExport // the first of exports, with anyOf in place of oneOf
	codegen *compiledExport // in StyleCodegen

	accepted int
	passed   map[string]int
}

// subject is a schema that values are made for.
type subject struct {
	key       key
	validator *validate.Validator
	open      bool           // there are open unions with variants in it
	union     *lexicon.Union // of a message, whose $type may be missing
	make      func() generate.V
}

func newComparison(t testing.TB, seed uint64) *comparison {
	r := rand.New(rand.NewPCG(seed, 5))
	profile := diag.ProfileV1
	if seed%2 == 1 {
		profile = diag.ProfileATProto
	}
	c := &comparison{t: t, seed: seed, r: r, profile: profile, files: generate.Schemas(r, profile), losses: map[string]bool{}, passed: map[string]int{}}
	c.catalog = generate.Catalog(c.files, profile)
	c.schemas = validate.Compile(c.catalog, validate.Options{Profile: profile, AllowUnknown: true})
	selection, err := Select(c.catalog)
	if err != nil {
		t.Fatal(err)
	}
	c.export(selection, Options{
		Profile: profile, AllowUnresolved: true, NoAnnotations: seed%5 == 0,
		Example: sample.New(c.catalog, sample.Options{Profile: profile}).Example,
	})
	for _, def := range selection.Definitions {
		c.subjects(def)
	}
	return c
}

// export makes all exports of the selection and compiles them.
func (c *comparison) export(s *Selection, o Options) {
	bundle, err := JSONSchema(c.t.Context(), s, JSONSchemaOptions{Options: o})
	c.check(err)
	for _, l := range bundle.Losses {
		id, _, _ := strings.Cut(l.Ref, "#")
		c.losses[id+" "+l.Pointer+" "+l.Field+" "+l.Gap.Name] = true
	}
	model, err := JSONSchema(c.t.Context(), s, JSONSchemaOptions{Options: o, DataModel: true})
	c.check(err)
	files, err := JSONSchemaFiles(c.t.Context(), s, JSONSchemaOptions{Options: o})
	c.check(err)
	api, err := OpenAPI(c.t.Context(), s, OpenAPIOptions{Options: o})
	c.check(err)
	old, err := OpenAPI(c.t.Context(), s, OpenAPIOptions{Options: o, Version: OpenAPI30})
	c.check(err)
	c.exports = []*compiledExport{
		compileExport(c.t, "JSON Schema", bundle, jsonschema.Draft2020, false, bundleAddress),
		compileExport(c.t, "JSON Schema, asserted", bundle, jsonschema.Draft2020, true, bundleAddress),
		compileExport(c.t, "OpenAPI 3.1", api, jsonschema.Draft2020, true, componentsAddress),
		compileExport(c.t, "OpenAPI 3.0", translated(old), jsonschema.Draft2020, true, componentsAddress),
	}
	c.anyOf = compileExport(c.t, "anyOf", withAnyOf(bundle), jsonschema.Draft2020, false, bundleAddress)
	o.Style = StyleCodegen
	codegen, err := JSONSchema(c.t.Context(), s, JSONSchemaOptions{Options: o})
	c.check(err)
	c.codegen = compileExport(c.t, "codegen", codegen, jsonschema.Draft2020, false, bundleAddress)
	o.Style = StyleSound
	switch c.seed % 3 { // one of the others, to save time
	case 0:
		c.exports = append(c.exports, compileExport(c.t, "JSON Schema, data model", model, jsonschema.Draft2020, true, bundleAddress))
	case 1:
		c.exports = append(c.exports, compileExport(c.t, "JSON Schema files", files, jsonschema.Draft2020, true, filesAddress))
	case 2:
		old, err := JSONSchema(c.t.Context(), s, JSONSchemaOptions{Options: o, Draft7: true})
		c.check(err)
		c.exports = append(c.exports, compileExport(c.t, "draft 7", old, jsonschema.Draft7, true, draft7Address))
	}
}

func (c *comparison) check(err error) {
	if err != nil {
		c.t.Fatal(err)
	}
}

func bundleAddress(k key) string     { return "#/$defs/" + k.String() }
func draft7Address(k key) string     { return "#/definitions/" + k.String() }
func componentsAddress(k key) string { return "#/components/schemas/" + k.String() }

// subjects adds the definition, or its parts.
func (c *comparison) subjects(def *lexicon.Definition) {
	for part, schema := range lexicon.Parts(def.Schema) {
		s := subject{key: key{Reference: def.Reference()}, open: hasOpenUnion(schema), make: func() generate.V { return generate.Value(c.r, c.catalog, schema) }}
		switch part {
		case lexicon.PartNone:
			if schema.Type() == lexicon.TypeToken {
				continue
			}
		case lexicon.PartRecord:
			c.records = append(c.records, s.key)
			s.make = func() generate.V { return generate.Value(c.r, c.catalog, def.Schema) }
		case lexicon.PartParams:
			s.key.part = "params"
		case lexicon.PartInput:
			s.key.part = "input"
		case lexicon.PartOutput:
			s.key.part = "output"
		case lexicon.PartMessage:
			s.key.part = "message"
			message := def.Schema.(*lexicon.Subscription).Message
			s.union, _ = message.Schema.(*lexicon.Union)
			s.make = func() generate.V { return generate.Message(c.r, c.catalog, message) }
		}
		var err error
		if s.validator, err = c.schemas.Validator(def.Reference(), part); err != nil {
			continue // a body that is not JSON
		}
		c.subject = append(c.subject, s)
	}
}

func (c *comparison) run(n int) {
	if len(c.subject) == 0 {
		return
	}
	for range n {
		s := &c.subject[c.r.IntN(len(c.subject))]
		text := generate.JSON(s.make())
		if fault := c.value(s, text); fault != "" {
			c.t.Errorf("seed %d, %s: %s\n%s", c.seed, s.key, fault, text)
			for path, schema := range c.files {
				c.t.Logf("%s: %s", path, schema)
			}
			return
		}
	}
}

// value returns what is wrong with how the exports treat a value.
func (c *comparison) value(s *subject, text []byte) string {
	result := s.validator.Check(validate.Input{Text: text})
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return "" // not JSON, which exports do not see
	}
	if result.Valid() {
		c.accepted++
	}
	if sound := c.exports[0].schemas[s.key]; sound != nil {
		accepted, fault := c.choice(s, value)
		if fault != "" {
			return fault
		}
		if !accepted && c.codegen.schemas[s.key].Validate(value) == nil {
			return "codegen accepts what the sound export refuses"
		}
	}
	if len(c.records) > 0 { // the document as a whole accepts all records and nothing else
		accepted := slices.ContainsFunc(c.records, func(k key) bool { return c.exports[0].schemas[k].Validate(value) == nil })
		if err := c.exports[0].root.Validate(value); (err == nil) != accepted {
			return fmt.Sprintf("a record is accepted: %v, by the document: %v", accepted, err)
		}
	}
	for _, x := range c.exports {
		schema := x.schemas[s.key]
		switch {
		case schema == nil:
			continue
		case result.Valid():
			if err := schema.Validate(value); err != nil {
				return fmt.Sprintf("%s refuses a valid value: %v", x.name, err)
			}
		case x == c.exports[0]:
			if schema.Validate(value) == nil {
				if fault := c.excuse(s, text, result.Findings); fault != "" {
					return fault
				}
			}
		}
	}
	return ""
}

// TestRoot compares documents for one definition with the schema of that definition in the
// document for all.
func TestRoot(t *testing.T) {
	for seed := range uint64(10) {
		c := newComparison(t, 1<<41+seed)
		for _, s := range c.subject {
			if s.key.part != "" {
				continue
			}
			selection, err := Select(c.catalog, s.key.Reference)
			c.check(err)
			o := JSONSchemaOptions{Options: Options{Profile: c.profile, AllowUnresolved: true}}
			x, err := JSONSchema(t.Context(), selection, o)
			c.check(err)
			root := compileExport(t, s.key.String(), x, jsonschema.Draft2020, false, bundleAddress).root
			o.Draft7 = true
			x, err = JSONSchema(t.Context(), selection, o)
			c.check(err)
			draft7 := compileExport(t, s.key.String(), x, jsonschema.Draft7, false, draft7Address).root
			if !x.Files[0].root.has("title") {
				t.Errorf("%s: the document is not the schema", s.key)
			}
			for range 20 {
				value, err := jsonschema.UnmarshalJSON(bytes.NewReader(generate.JSON(s.make())))
				if err != nil {
					continue
				}
				want := c.exports[0].schemas[s.key].Validate(value) == nil
				if root.Validate(value) == nil != want || draft7.Validate(value) == nil != want {
					t.Errorf("seed %d, %s: want %v of both documents: %v", seed, s.key, want, value)
				}
			}
		}
	}
}

// excuse counts the gaps by which an invalid value is accepted. It returns the
// finding that is in none.
func (c *comparison) excuse(s *subject, text []byte, findings []diag.Finding) string {
	for _, f := range findings {
		if f.Rule == diag.RuleDuplicateKey { // each reader takes another one of the values
			c.passed[gapDocument.Name]++
			return ""
		}
	}
	for _, f := range findings {
		if f.Severity != diag.Error {
			continue
		}
		if f.Rule.Code == "union-variant" {
			if fault := c.excuseMessage(s, text); fault != "" {
				return fault
			}
			continue
		}
		gap := c.gap(&f, text)
		if gap.Name == "" {
			return fmt.Sprintf("accepted, but in none of the gaps: %s, %s (at %q, schema %s %q)",
				f.Rule.Code, f.Message, f.Pointer, placeOf(&f).Schema, placeOf(&f).Constraint.Pointer)
		}
		c.passed[gap.Name]++
	}
	return ""
}

// excuseMessage does so for a message without $type, which has the faults of
// each variant.
func (c *comparison) excuseMessage(s *subject, text []byte) string {
	fault := ""
	for _, l := range s.union.Refs {
		validator, err := c.schemas.Validator(l.Reference, lexicon.PartNone)
		if err != nil {
			continue
		}
		if fault = c.excuse(s, text, validator.Check(validate.Input{Text: text}).Findings); fault == "" {
			return ""
		}
	}
	return fault
}

// gap returns the gap that explains a finding; the zero Gap when none does.
func (c *comparison) gap(f *diag.Finding, text []byte) Gap {
	place := placeOf(f)
	nsid, _, _ := strings.Cut(place.Schema, "#")
	broken := place.Constraint.Pointer
	at := func(gap Gap) bool { // the losses name the place
		i := strings.LastIndexByte(broken, '/')
		return i >= 0 && c.losses[nsid+" "+broken[:i]+" "+broken[i+1:]+" "+gap.Name] ||
			c.losses[nsid+" "+broken+" type "+gap.Name] || c.losses[nsid+" "+broken+" ref "+gap.Name] || c.losses[nsid+" "+broken+" refs "+gap.Name]
	}
	candidates := map[string][]Gap{
		"length":             {gapByteLength, gapBase64Length},
		"graphemes":          {gapGraphemes},
		"format":             {gapFormat},
		"null-not-allowed":   {gapUnknownValue},
		"value-type":         {gapUnresolved, gapDataModel},
		"schema-invalid":     {gapTokenRef},
		"data-model":         {gapDataModel},
		"type-main-fragment": {gapTypeName},
		"type-syntax":        {gapTypeName},
		"json-syntax":        {gapDocument},
		"too-deep":           {gapDocument},
	}
	for _, gap := range candidates[f.Rule.Code] {
		switch {
		case f.Rule.Code == "value-type" && gap == gapDataModel:
			if looksSpecial(text, f) {
				return gap
			}
		case gap.Everywhere, at(gap):
			return gap
		}
	}
	return Gap{}
}

// placeOf returns the place in the schema that a finding is about; the zero
// DataPlace when it is about the data alone.
func placeOf(f *diag.Finding) diag.DataPlace {
	if f.Data == nil {
		return diag.DataPlace{}
	}
	return *f.Data
}

// looksSpecial reports whether a finding is about an object that looks like
// bytes, a link or a blob.
func looksSpecial(text []byte, f *diag.Finding) bool {
	value := text[f.Span.Start:f.Span.End]
	return value[0] == '{' && slices.ContainsFunc([]string{`"$bytes"`, `"$link"`, `"blob"`}, func(word string) bool {
		return bytes.Contains(value, []byte(word))
	})
}
