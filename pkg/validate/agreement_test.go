package validate_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/internal/testkit/generate"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/validate"
)

// TestAgreement compares the validator with the oracle, on schemas and values
// made at random. Among them must be enough of everything.
func TestAgreement(t *testing.T) {
	seen := map[string]int{}
	for seed := range uint64(2000) {
		agree(t, seed, 0, seen)
		if t.Failed() {
			return
		}
	}
	t.Log(seen)
	for _, rule := range validate.Rules() {
		switch rule.Code {
		case "schema-invalid", "record-key", "case-verdict", "invalid-cbor", "too-large":
			continue // these are not about a value and its schema alone
		}
		if seen[rule.Code] < 10 {
			t.Errorf("%s was seen %d times", rule.Code, seen[rule.Code])
		}
	}
	if all := seen["clean"] + seen["unclean"]; seen["clean"] < all/3 || seen["unclean"] < all/4 || seen["cbor"] < all/2 {
		t.Errorf("%d values are clean, %d are not, %d were checked in CBOR", seen["clean"], seen["unclean"], seen["cbor"])
	}
}

// FuzzValidate does the same for as long as it is let.
func FuzzValidate(f *testing.F) {
	f.Add(uint64(0), uint64(1))
	f.Fuzz(func(t *testing.T, a, b uint64) { agree(t, a, b, map[string]int{}) })
}

// agree makes a set of schemas and some values for them, and compares. It counts
// in seen what was there: values by "clean", "unclean" and "cbor", findings by
// code.
func agree(t *testing.T, a, b uint64, seen map[string]int) {
	r := rand.New(rand.NewPCG(a, b))
	flip := func() bool { return r.IntN(2) == 0 }
	options := validate.Options{Legacy: flip(), AllowUnknown: flip(), ExtraFields: flip(), DatetimePractice: flip()}
	if flip() {
		options.Profile = diag.ProfileATProto
	}
	files := generate.Schemas(r, options.Profile)
	catalog := generate.Catalog(files, options.Profile)
	c := &comparison{
		r: r, catalog: catalog, schemas: validate.Compile(catalog, options), oracle: newOracle(files, options), seen: seen,
	}
	for range 20 {
		d := catalog.Documents()[r.IntN(len(catalog.Documents()))]
		def := d.Defs[r.IntN(len(d.Defs))]
		if fault := c.definition(def); fault != "" {
			schema := files[d.Source.Path]
			t.Errorf("seeds %d, %d, %+v, %s: %s\nof %s", a, b, options, def.Reference(), fault, schema)
			return
		}
	}
}

// comparison compares validator and oracle on one set of schemas.
type comparison struct {
	r       *rand.Rand
	catalog *lexicon.Catalog
	schemas *validate.Schemas
	oracle  *oracle
	seen    map[string]int
}

// definition makes a value for a definition, or for one of its parts, and
// returns in which way the validators disagree; "" when they do not.
func (c *comparison) definition(def *lexicon.Definition) string {
	name := def.Reference().Full()
	switch schema := def.Schema.(type) {
	case *lexicon.Token:
		return ""
	case *lexicon.Record:
		v := generate.Value(c.r, c.catalog, schema)
		if c.r.IntN(2) == 0 {
			return c.value(c.schemas.Records(), v, c.oracle.record)
		}
		return c.value(c.validator(def, lexicon.PartNone), v, func(v any) { c.oracle.definition(name, v) })
	case *lexicon.Query:
		return c.endpoint(def, &schema.Endpoint, nil, schema.Output, nil)
	case *lexicon.Procedure:
		return c.endpoint(def, &schema.Endpoint, schema.Input, schema.Output, nil)
	case *lexicon.Subscription:
		return c.endpoint(def, &schema.Endpoint, nil, nil, schema.Message)
	}
	v := generate.Value(c.r, c.catalog, def.Schema)
	return c.value(c.validator(def, lexicon.PartNone), v, func(v any) { c.oracle.definition(name, v) })
}

func (c *comparison) endpoint(def *lexicon.Definition, e *lexicon.Endpoint, input, output *lexicon.Body, message *lexicon.Message) string {
	own := string(def.Document.ID)
	schema := c.oracle.definitions[def.Reference().Full()]
	body := func(part lexicon.Part, b *lexicon.Body, key string) string {
		s, ok := schema[key].(map[string]any)["schema"].(map[string]any)
		if !ok {
			return c.value(c.validator(def, part), generate.Value(c.r, c.catalog, &lexicon.Unknown{}), func(any) {})
		}
		return c.value(c.validator(def, part), generate.Value(c.r, c.catalog, b.Schema), func(v any) { c.oracle.value(s, own, v, "", false) })
	}
	switch part := c.r.IntN(5); {
	case part == 0 && e.Parameters != nil:
		return c.value(c.validator(def, lexicon.PartParams), generate.Value(c.r, c.catalog, e.Parameters), func(v any) {
			c.oracle.value(schema["parameters"].(map[string]any), own, v, "", false)
		})
	case part == 1 && input != nil:
		return body(lexicon.PartInput, input, "input")
	case part == 2 && output != nil:
		return body(lexicon.PartOutput, output, "output")
	case part >= 1 && message != nil:
		return c.value(c.validator(def, lexicon.PartMessage), generate.Message(c.r, c.catalog, message), func(v any) {
			c.oracle.message(schema["message"].(map[string]any)["schema"].(map[string]any), own, v)
		})
	}
	errors, _ := schema["errors"].([]any)
	return c.value(c.validator(def, lexicon.PartError), generate.Error(c.r), func(v any) { c.oracle.errorBody(v, errors) })
}

func (c *comparison) validator(def *lexicon.Definition, part lexicon.Part) *validate.Validator {
	v, err := c.schemas.Validator(def.Reference(), part)
	if err != nil {
		panic(err)
	}
	return v
}

// value compares on one value.
func (c *comparison) value(v *validate.Validator, made generate.V, check func(any)) string {
	text := generate.JSON(made)
	result := v.FullJSON(text)
	c.count(result)
	if fault := c.laws(v, text, result); fault != "" {
		return fmt.Sprintf("%s\n%s%s", text, fault, listed(result.Findings))
	}
	if fault := c.verdict(text, result, check); fault != "" {
		return fmt.Sprintf("%s\n%s%s", text, fault, listed(result.Findings))
	}
	data, ok := generate.CBOR(made)
	if !ok {
		return ""
	}
	c.seen["cbor"]++
	other := v.FullCBOR(data)
	if want, got := faultsOf(result.Findings), faultsOf(other.Findings); !slices.Equal(got, want) || result.Unknown != other.Unknown {
		return fmt.Sprintf("%s\nin JSON %v, in CBOR (%x) %v%s", text, want, data, got, listed(other.Findings))
	}
	if v.Clean(validate.Input{Text: data, Encoding: validate.CBOR}) != (len(other.Findings) == 0 && !other.Unknown) {
		return fmt.Sprintf("%s\nin CBOR (%x) Clean = %v%s", text, data, v.Clean(validate.Input{Text: data, Encoding: validate.CBOR}), listed(other.Findings))
	}
	return ""
}

func (c *comparison) count(result validate.Result) {
	if len(result.Findings) == 0 {
		c.seen["clean"]++
		return
	}
	c.seen["unclean"]++
	for _, f := range result.Findings {
		c.seen[f.Rule.Code]++
	}
}

// laws checks what holds for every value.
func (c *comparison) laws(v *validate.Validator, text []byte, result validate.Result) string {
	if clean := v.Clean(validate.Input{Text: text}); clean != (len(result.Findings) == 0 && !result.Unknown) {
		return fmt.Sprintf("Clean = %v", clean)
	}
	if checked := v.Check(validate.Input{Text: text}); !slices.Equal(faultsOf(checked.Findings), faultsOf(result.Findings)) || checked.Unknown != result.Unknown {
		return fmt.Sprintf("Check found %v", faultsOf(checked.Findings))
	}
	var value any // nil where there is none that pointers can lead into
	if wellFormed(text) && len(repeatedKeys(text)) == 0 {
		value = slowValue(text)
	}
	last := int32(0)
	for _, f := range result.Findings {
		if f.Span.Start < last || f.Span.End < f.Span.Start || int(f.Span.End) > len(text) {
			return fmt.Sprintf("span %v is out of order or outside the text", f.Span)
		}
		last = f.Span.Start
		if value != nil && !resolves(value, f.Pointer) {
			return fmt.Sprintf("pointer %q leads nowhere", f.Pointer)
		}
		if f.Message == "" || strings.ContainsAny(f.Message, "\n\x00") || strings.HasSuffix(f.Message, ".") {
			return fmt.Sprintf("message %q", f.Message)
		}
	}
	return ""
}

// verdict compares the verdict and the findings with those of the oracle.
func (c *comparison) verdict(text []byte, result validate.Result, check func(any)) string {
	if !wellFormed(text) {
		if result.Valid() {
			return "valid, and it is not even well-formed"
		}
		return ""
	}
	got := faultsOf(result.Findings)
	if repeated := repeatedKeys(text); len(repeated) > 0 {
		for _, at := range repeated {
			if want := (fault{diag.RuleDuplicateKey.Code, at, diag.Error}); !slices.Contains(got, want) {
				return "a key repeats: " + at
			}
		}
		return ""
	}
	value := slowValue(text)
	c.oracle.run(value, func() { check(value) })
	if result.Valid() != c.oracle.valid() {
		return fmt.Sprintf("valid = %v, want %v with %v", result.Valid(), c.oracle.valid(), c.oracle.faults)
	}
	if c.oracle.vague {
		return ""
	}
	if want := sorted(c.oracle.faults); !agreed(got, want) {
		return fmt.Sprintf("found %v\nwant  %v", got, want)
	}
	if result.Unknown != c.oracle.unknown {
		return fmt.Sprintf("unknown = %v, want %v", result.Unknown, c.oracle.unknown)
	}
	return ""
}

// faultsOf returns the faults that findings stand for.
func faultsOf(findings []diag.Finding) []fault {
	var faults []fault
	for _, f := range findings {
		faults = append(faults, fault{f.Rule.Code, f.Pointer, f.Severity})
	}
	return sorted(faults)
}

// sorted returns faults in a fixed order, each once.
func sorted(faults []fault) []fault {
	faults = slices.Clone(faults)
	slices.SortFunc(faults, func(a, b fault) int { return strings.Compare(a.String(), b.String()) })
	return slices.Compact(faults)
}

// agreed reports whether every fault found is wanted, and every wanted one found.
func agreed(got, want []fault) bool {
	return !slices.ContainsFunc(got, func(g fault) bool { return !slices.ContainsFunc(want, g.matches) }) &&
		!slices.ContainsFunc(want, func(w fault) bool {
			return !slices.ContainsFunc(got, func(g fault) bool { return g.matches(w) })
		})
}

// resolves reports whether a pointer leads to a value.
func resolves(v any, pointer string) bool {
	if pointer == "" {
		return true
	}
	for _, name := range strings.Split(pointer[1:], "/") {
		name = strings.NewReplacer("~1", "/", "~0", "~").Replace(name)
		switch container := v.(type) {
		case map[string]any:
			member, ok := container[name]
			if !ok {
				return false
			}
			v = member
		case []any:
			i, err := strconv.Atoi(name)
			if err != nil || i < 0 || i >= len(container) {
				return false
			}
			v = container[i]
		default:
			return false
		}
	}
	return true
}
