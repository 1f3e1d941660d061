package sample_test

import (
	"slices"
	"testing"

	"github.com/lexsmith/lexsmith/pkg/diag"
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
	c := lexicon.NewCatalog(lexicon.Parse(&diag.Source{Path: "everything.json", Text: []byte(everything)}, diag.ProfileV1))
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
			var errors []*diag.Rule
			for _, f := range v.Check(validate.Input{Text: sample.JSON(value)}).Findings {
				if f.Severity == diag.Error {
					errors = append(errors, f.Rule)
				}
			}
			if !slices.Equal(errors, []*diag.Rule{rule}) || want.Rule != rule {
				t.Errorf("%s: %d errors in %s", rule.Code, len(errors), sample.JSON(value))
			}
		}
	}
	if _, _, err := s.Invalid(v, def.Schema, diag.RuleTooDeep); err == nil {
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

// A rule is broken wherever the schema can break it, whatever the seed.
func TestInvalidInside(t *testing.T) {
	c := lexicon.NewCatalog(lexicon.Parse(&diag.Source{Path: "deep.json", Text: []byte(`{"lexicon": 1, "id": "com.example.deep", "defs": {
	  "main": {"type": "record", "key": "tid", "record": {"type": "object", "properties": {
	    "a": {"type": "string"}, "b": {"type": "boolean"}, "c": {"type": "integer"}, "d": {"type": "ref", "ref": "#card"}}}},
	  "card": {"type": "object", "nullable": ["media"], "properties": {
	    "media": {"type": "union", "refs": ["#image", "#video"]}, "next": {"type": "ref", "ref": "#card"},
	    "none": {"type": "array", "maxLength": 0, "items": {"type": "boolean", "const": true}}}},
	  "image": {"type": "object", "properties": {"alt": {"type": "string"}}},
	  "video": {"type": "object", "properties": {"files": {"type": "array", "maxLength": 2, "items": {"type": "ref", "ref": "#file"}}}},
	  "file": {"type": "object", "properties": {"poster": {"type": "blob", "accept": ["image/*"]}, "card": {"type": "ref", "ref": "#card"},
	    "state": {"type": "string", "enum": ["new", "old"]}, "lang": {"type": "string", "format": "language"}}}}}`)}, diag.ProfileV1))
	def := c.Documents()[0].Main()
	v, err := validate.Compile(c, validate.Options{}).Validator(def.Reference(), lexicon.PartNone)
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range choices(diag.ProfileV1) {
		s := sample.New(c, o)
		for seed := range uint64(20) {
			for _, rule := range []*diag.Rule{validate.RuleAccept, validate.RuleEnum, validate.RuleFormat, validate.RuleLength} {
				s.Seed(seed)
				if value, _, err := s.Invalid(v, def.Schema, rule); err != nil {
					t.Errorf("%+v: %v", o, err)
				} else if found := v.Check(validate.Input{Text: sample.JSON(value)}).Findings; len(found) != 1 || found[0].Rule != rule {
					t.Errorf("%s: %s", rule.Code, sample.JSON(value))
				}
			}
			for _, rule := range []*diag.Rule{validate.RuleConst, validate.RuleRange, validate.RuleMissingRequired} {
				if value, _, err := s.Invalid(v, def.Schema, rule); err == nil {
					t.Errorf("%s: %s", rule.Code, sample.JSON(value))
				}
			}
		}
	}
}

// Parameters are invalid as JSON and as a query string, for the same reason.
func TestInvalidParams(t *testing.T) {
	c := lexicon.NewCatalog(lexicon.Parse(&diag.Source{Path: "list.json", Text: []byte(`{"lexicon": 1, "id": "com.example.list", "defs": {
	  "main": {"type": "query", "parameters": {"type": "params", "required": ["q"], "properties": {
	    "q": {"type": "string", "maxLength": 20}, "limit": {"type": "integer", "minimum": 1, "maximum": 100}, "all": {"type": "boolean"},
	    "ids": {"type": "array", "maxLength": 3, "items": {"type": "integer"}}, "tags": {"type": "array", "items": {"type": "string"}},
	    "at": {"type": "string", "format": "datetime"}}}}}}`)}, diag.ProfileV1))
	def := c.Documents()[0].Main()
	v, err := validate.Compile(c, validate.Options{}).Validator(def.Reference(), lexicon.PartParams)
	if err != nil {
		t.Fatal(err)
	}
	var schema lexicon.Schema
	for _, schema = range lexicon.Parts(def.Schema) {
	}
	s := sample.New(c, sample.Options{})
	reached := map[string]bool{}
	for range 300 {
		value, want, err := s.Invalid(v, schema, nil)
		if err != nil {
			t.Fatal(err)
		}
		params, _ := value.(sample.Object)
		query := sample.Query(params)
		for _, in := range []validate.Input{{Text: sample.JSON(value)}, {Text: []byte(query), Encoding: validate.Query}} {
			found := v.Check(in).Findings
			if len(found) != 1 || found[0].Rule != want.Rule || found[0].Pointer != want.Pointer {
				t.Errorf("%s: want %s at %s, got %+v", in.Text, want.Rule.Code, want.Pointer, found)
			}
		}
		reached[want.Rule.Code+" "+want.Pointer] = true
	}
	for _, place := range []string{"value-type /q", "value-type /limit", "value-type /all", "missing-required ", "range /limit", "length /ids", "length /q", "format /at"} {
		if !reached[place] {
			t.Errorf("never: %s", place)
		}
	}
	for _, rule := range []*diag.Rule{validate.RuleNullNotAllowed, validate.RuleDataModel} {
		if value, _, err := s.Invalid(v, schema, rule); err == nil {
			t.Errorf("%s: %s", rule.Code, sample.JSON(value))
		}
	}
}

// The response for an error has its name and, as the message, its description.
func TestErrorSchema(t *testing.T) {
	c := lexicon.NewCatalog(lexicon.Parse(&diag.Source{Path: "get.json", Text: []byte(`{"lexicon": 1, "id": "com.example.get", "defs": {
	  "main": {"type": "query", "errors": [{"name": "NotFound", "description": "There is no such thing."}, {"name": "Gone"}]}}}`)}, diag.ProfileV1))
	def := c.Documents()[0].Main()
	v, err := validate.Compile(c, validate.Options{}).Validator(def.Reference(), lexicon.PartError)
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range choices(diag.ProfileV1) {
		s := sample.New(c, o)
		for i, e := range lexicon.EndpointOf(def.Schema).Errors {
			schema := sample.ErrorSchema(e)
			value, err := s.Value(schema)
			if err != nil {
				t.Fatal(err)
			}
			if text := sample.JSON(value); !v.Clean(validate.Input{Text: text}) || i == 0 && string(text) != `{"error": "NotFound", "message": "There is no such thing."}` {
				t.Errorf("%s", text)
			}
			if value, f, err := s.Invalid(v, schema, nil); err != nil || v.Check(validate.Input{Text: sample.JSON(value)}).Valid() {
				t.Errorf("%s: %s, %v", sample.JSON(value), f.Message, err)
			}
		}
	}
}
