package sample_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/sample"
	"github.com/lexsmith/lexsmith/pkg/validate"
)

// checkSchemas makes samples of schemas, in all sizes. Each must be valid, and the schemas
// that have values must be those of has.
func checkSchemas(t *testing.T, profile diag.Profile, schemas []string, has func(i int) bool) {
	t.Helper()
	var defs strings.Builder
	for i, schema := range schemas {
		fmt.Fprintf(&defs, "%.*s\"d%d\": %s", min(i, 1), ",", i, schema)
	}
	c := defsCatalog(profile, defs.String())
	parts := checkedParts(c, profile)
	for _, o := range choices(profile) {
		s := sample.New(c, o)
		for i, p := range parts {
			s.Seed(uint64(i))
			v, err := s.Value(p.schema)
			if (err == nil) != has(i) || err != nil && !errors.Is(err, sample.ErrNoValue) {
				t.Errorf("size %d of %s: %v", o.Size, schemas[i], err)
			}
			if err != nil {
				continue
			}
			text := sample.JSON(v)
			if result := p.validator.Check(validate.Input{Text: text}); !result.Valid() {
				t.Errorf("size %d of %s: %s\n%s", o.Size, schemas[i], result.Findings[0].Message, cut(text))
			}
		}
		if t.Failed() {
			return
		}
	}
}

// Values keep every limit. Schemas that leave no value, or only huge ones, have none.
func TestLimits(t *testing.T) {
	tests := []struct {
		schema string
		has    bool
	}{
		{`{"type": "string", "const": "abc", "maxLength": 2}`, false},
		{`{"type": "string", "enum": ["abc", "ab", "a"], "maxLength": 1}`, true},
		{`{"type": "string", "enum": ["abc", "ab"], "maxLength": 1}`, false},
		{`{"type": "string", "enum": []}`, false},
		{`{"type": "string", "enum": ["x"], "format": "did"}`, false},
		{`{"type": "string", "maxLength": -1}`, false},
		{`{"type": "string", "minLength": 1048576}`, true},
		{`{"type": "string", "minLength": 4194305}`, false},
		{`{"type": "string", "minGraphemes": 9223372036854775807}`, false},
		{`{"type": "integer", "minimum": 3, "maximum": 2}`, false},
		{`{"type": "integer", "const": 3, "maximum": 2}`, false},
		{`{"type": "integer", "enum": [5, 1, 9], "minimum": 6}`, true},
		{`{"type": "integer", "enum": [5, 1], "minimum": 6}`, false},
		{`{"type": "bytes", "minLength": 3, "maxLength": 2}`, false},
		{`{"type": "bytes", "maxLength": -1}`, false},
		{`{"type": "bytes", "minLength": 100000000000}`, false},
		{`{"type": "blob", "maxSize": -1}`, false},
		{`{"type": "blob", "maxSize": 0}`, true},
		{`{"type": "blob", "accept": ["image"]}`, false},
		{`{"type": "blob", "accept": ["image", "a/b*"]}`, true},
		{`{"type": "array", "minLength": 3, "maxLength": 2, "items": {"type": "integer"}}`, false},
		{`{"type": "array", "maxLength": -1, "items": {"type": "integer"}}`, false},
		{`{"type": "array", "minLength": 5000, "items": {"type": "integer"}}`, true},
		{`{"type": "array", "minLength": 9223372036854775807, "items": {"type": "integer"}}`, false},
		{`{"type": "array", "items": {"type": "string", "maxLength": -1}}`, true},
		{`{"type": "array", "minLength": 100, "items": {"type": "string", "minLength": 1000000}}`, false},
		{`{"type": "object", "properties": {"x": {"type": "string", "format": "tid", "maxLength": 12}}}`, true},
		{`{"type": "object", "required": ["x"], "nullable": ["x"], "properties": {"x": {"type": "integer", "minimum": 1, "maximum": 0}}}`, true},
	}
	var schemas []string
	for _, test := range tests {
		schemas = append(schemas, test.schema)
	}
	checkSchemas(t, diag.ProfileV1, schemas, func(i int) bool { return tests[i].has })
}

// Values whose number of parts doubles with each level, and ones that nest deeply, are
// given up, except where optional properties alone make them so large.
func TestGrowth(t *testing.T) {
	levels := func(n int, level func(next string) string) []string {
		schemas := make([]string, n)
		for i := range schemas {
			schemas[i] = `{"type": "integer"}`
			if i+1 < n {
				schemas[i] = level(fmt.Sprintf(`{"type": "ref", "ref": "#d%d"}`, i+1))
			}
		}
		return schemas
	}
	t.Run("doubling", func(t *testing.T) {
		checkSchemas(t, diag.ProfileV1, levels(16, func(next string) string {
			return `{"type": "object", "required": ["a", "b"], "properties": {"a": ` + next + `, "b": ` + next + `}}`
		}), func(i int) bool { return i > 0 })
	})
	t.Run("optional", func(t *testing.T) {
		all := []string{`{"type": "object", "properties": {"a": {"type": "ref", "ref": "#d1"}}}`}
		for range 8 {
			all = append(all, fmt.Sprintf(`{"type": "array", "minLength": 10, "items": {"type": "ref", "ref": "#d%d"}}`, len(all)+1))
		}
		checkSchemas(t, diag.ProfileV1, append(all, `{"type": "null"}`), func(i int) bool { return i == 0 || i > 4 })
	})
	t.Run("deep", func(t *testing.T) {
		checkSchemas(t, diag.ProfileV1, levels(600, func(next string) string {
			return `{"type": "object", "required": ["a"], "properties": {"a": ` + next + `}}`
		}), func(i int) bool { return i > 600-500 })
	})
}

// Samples at the limit stay within what other implementations accept.
func TestFormatsAtLimit(t *testing.T) {
	for format, most := range map[string]int{"cid": 128, "datetime": 64, "uri": 2048} {
		for _, limit := range []string{"", `, "maxLength": 500`} {
			document := lexicon.Parse(&diag.Source{Text: []byte(`{"lexicon": 1, "id": "com.example.text", "defs": {"main": {"type": "string", "format": "` + format + `"` + limit + `}}}`)}, diag.ProfileV1)
			value, err := sample.New(lexicon.NewCatalog(document), sample.Options{Size: sample.SizeLimit}).Value(document.Main().Schema)
			if text, _ := value.(sample.String); err != nil || len(text.Text) < min(most, 500)/3 || len(text.Text) > most {
				t.Errorf("%s%s: %q, %v", format, limit, text.Text, err)
			}
		}
	}
}
