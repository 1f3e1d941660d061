package sample_test

import (
	"slices"
	"testing"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/sample"
	"github.com/lexsmith/lexsmith/pkg/validate"
)

// everything has a place for every fault.
const everything = `{"lexicon": 1, "id": "com.example.everything", "defs": {
  "main": {"type": "record", "key": "tid", "record": {"type": "object",
    "required": ["title", "state", "kind", "rating", "hash", "link", "picture", "tags", "either", "flag", "when", "name"],
    "properties": {
      "title": {"type": "string", "minLength": 3, "maxLength": 20},
      "name": {"type": "string", "maxGraphemes": 5, "minGraphemes": 2},
      "state": {"type": "string", "enum": ["open", "sold"]},
      "kind": {"type": "string", "const": "thing"},
      "flag": {"type": "boolean", "const": true},
      "rating": {"type": "integer", "minimum": 1, "maximum": 5},
      "hash": {"type": "bytes", "minLength": 4, "maxLength": 8},
      "link": {"type": "cid-link"},
      "picture": {"type": "blob", "accept": ["image/*"], "maxSize": 1000},
      "tags": {"type": "array", "items": {"type": "string"}, "minLength": 1, "maxLength": 3},
      "when": {"type": "string", "format": "datetime"},
      "either": {"type": "union", "refs": ["#a", "#b"], "closed": true}
    }}},
  "a": {"type": "object", "properties": {"x": {"type": "integer"}}},
  "b": {"type": "object", "properties": {"y": {"type": "integer"}}}
}}`

func TestInvalid(t *testing.T) {
	c := lexicon.NewCatalog(lexicon.Parse(&lexicon.Source{Path: "everything.json", Text: []byte(everything)}, lexicon.ProfileV1))
	schemas := validate.Compile(c, validate.Options{})
	def := c.Documents()[0].Main()
	v, err := schemas.Validator(def.Reference(), lexicon.PartNone)
	if err != nil {
		t.Fatal(err)
	}
	s := sample.New(c, sample.Options{})
	for _, rule := range sample.Breakable() {
		for seed := range uint64(20) {
			s.Seed(seed)
			value, want, err := s.Invalid(v, def.Schema, rule)
			if err != nil {
				t.Errorf("%s: %v", rule.Code, err)
				break
			}
			var errors []*lexicon.Rule
			for _, f := range v.Check(validate.Input{Text: sample.JSON(value)}).Findings {
				if f.Severity == lexicon.Error {
					errors = append(errors, f.Rule)
				}
			}
			if !slices.Equal(errors, []*lexicon.Rule{rule}) || want.Rule != rule {
				t.Errorf("%s: %d errors in %s", rule.Code, len(errors), sample.JSON(value))
			}
		}
	}
	if _, _, err := s.Invalid(v, def.Schema, lexicon.RuleTooDeep); err == nil {
		t.Error("a value breaks a rule that no value can break")
	}
	seen := map[string]bool{}
	for range 200 {
		_, f, err := s.Invalid(v, def.Schema, nil)
		if err != nil {
			t.Fatal(err)
		}
		seen[f.Rule.Code] = true
	}
	if len(seen) < 10 {
		t.Errorf("only %d rules are broken when the choice is free", len(seen))
	}
}
