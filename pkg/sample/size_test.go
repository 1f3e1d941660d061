package sample_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/sample"
)

// A schema that requires a huge value has no sample, and one that allows it has a
// smaller one.
func TestTooLarge(t *testing.T) {
	array := func(least string, items string) string {
		return `{"type": "array", "minLength": ` + least + `, "items": ` + items + `}`
	}
	const huge, integer = "9000000000000000000", `{"type": "integer"}`
	wide := "" // nine levels of objects, with ten fields each
	for i := range 9 {
		wide += fmt.Sprintf(`, "o%d": {"type": "object", "required": ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"], "properties": {`, i)
		for j, name := range "abcdefghij" {
			wide += strings.Repeat(", ", min(j, 1)) + fmt.Sprintf(`"%c": {"type": "ref", "ref": "#o%d"}`, name, i+1)
		}
		wide += "}}"
	}
	for name, field := range map[string]string{
		"string":         `{"type": "string", "minLength": ` + huge + `}`,
		"graphemes":      `{"type": "string", "minGraphemes": ` + huge + `}`,
		"bytes":          `{"type": "bytes", "minLength": ` + huge + `}`,
		"array":          array(huge, integer),
		"nested arrays":  array("3000", array("3000", array("3000", integer))),
		"array of texts": array("3000", `{"type": "string", "minLength": 3000}`),
		"array of links": array("90000", `{"type": "cid-link"}`),
		"array of blobs": array("90000", `{"type": "blob"}`),
		"long names":     array("90000", `{"type": "object", "required": ["`+strings.Repeat("x", 1000)+`"]}`),
		"many objects":   `{"type": "ref", "ref": "#o0"}`,
		"examples":       array("90000", `{"type": "ref", "ref": "#example"}`),
	} {
		t.Run(name, func(t *testing.T) {
			d := lexicon.Parse(&diag.Source{Text: []byte(`{"lexicon": 1, "id": "com.example.large", "defs": {
			  "required": {"type": "object", "required": ["large"], "properties": {"large": ` + field + `}},
			  "optional": {"type": "object", "required": ["one"], "properties": {"large": ` + field + `, "one": ` + integer + `}},
			  "nullable": {"type": "object", "required": ["large"], "nullable": ["large"], "properties": {"large": ` + field + `}},
			  "element": {"type": "array", "items": ` + field + `},
			  "example": {"type": "string"},
			  "o9": ` + integer + wide + `}}`)}, diag.ProfileV1)
			d.Examples = lexicon.ReadExamples(&diag.Source{Text: []byte(`{"example": ["` + strings.Repeat("long ", 100) + `"]}`)})
			catalog := lexicon.NewCatalog(d)
			for _, o := range []sample.Options{{Optional: sample.OptionalAll}, {Size: sample.SizeSmall}, {Size: sample.SizeLimit}} {
				if o.Size != sample.SizeTypical && name == "examples" {
					continue // which are not used
				}
				s := sample.New(catalog, o)
				for _, p := range checkedParts(catalog, diag.ProfileV1) {
					switch p.def.Name {
					case "required":
						if _, err := s.Value(p.schema); !errors.Is(err, sample.ErrNoValue) {
							t.Errorf("%+v: required: error %v", o, err)
						}
					case "optional", "nullable", "element":
						v, err := s.Value(p.schema)
						if err != nil {
							t.Errorf("%+v: %s: %v", o, p.def.Name, err)
						} else if text := sample.JSON(v); len(text) > 200 || !checkValue(t, p, v) {
							t.Errorf("%+v: %s is %s", o, p.def.Name, cut(text))
						}
					}
				}
			}
		})
	}
}

// What a schema requires is made, if it is not too large, and so is its size known.
func TestLargeValues(t *testing.T) {
	for name, schema := range map[string]string{
		"array":  `{"type": "array", "minLength": 9000, "items": {"type": "integer"}}`,
		"nested": `{"type": "array", "minLength": 90, "items": {"type": "array", "minLength": 90, "items": {"type": "boolean"}}}`,
		"string": `{"type": "string", "minLength": 2000000}`,
		"texts":  `{"type": "string", "minGraphemes": 1500000, "minLength": 2000000}`,
		"bytes":  `{"type": "bytes", "minLength": 2000000}`,
		"cid":    `{"type": "string", "format": "cid", "maxLength": 1000000}`,
		"links":  `{"type": "array", "minLength": 9000, "items": {"type": "cid-link"}}`,
	} {
		t.Run(name, func(t *testing.T) {
			c := lexicon.NewCatalog(lexicon.Parse(&diag.Source{Text: []byte(`{"lexicon": 1, "id": "com.example.large", "defs": {"value": ` + schema + `}}`)}, diag.ProfileV1))
			checkCatalog(t, c, diag.ProfileV1, 1, nil)
			s := sample.New(c, sample.Options{})
			for _, p := range checkedParts(c, diag.ProfileV1) {
				if _, _, err := s.Invalid(p.validator, p.schema, nil); err != nil {
					t.Error(err)
				}
			}
			v, err := s.Value(c.Documents()[0].Definition("value").Schema)
			if err != nil {
				t.Fatal(err)
			}
			if text, bytes := len(sample.JSON(v)), sample.JSONSize(v); bytes < text*3/4 || bytes > 10*text {
				t.Errorf("%d bytes are said to be %d", text, bytes)
			}
		})
	}
}
