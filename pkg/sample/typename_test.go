package sample_test

import (
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/sample"
)

// Where $type is a property, values have one that its schema allows, or there are none.
func TestTypeName(t *testing.T) {
	object := func(schema string) string {
		return `{"type": "object", "required": ["$type"], "properties": {"$type": ` + schema + `}}`
	}
	tests := []struct {
		name, schema string
		has          bool
	}{
		{"string", object(`{"type": "string"}`), true},
		{"integer", object(`{"type": "integer"}`), false},
		{"nullable", `{"type": "object", "required": ["$type"], "nullable": ["$type"], "properties": {"$type": {"type": "null"}}}`, false},
		{"optional", `{"type": "object", "properties": {"$type": {"type": "integer"}}}`, true},
		{"not declared", `{"type": "object", "required": ["$type"], "properties": {}}`, true},
		{"own name", object(`{"type": "string", "const": "com.example.defs#d5"}`), true},
		{"another name", object(`{"type": "object"}`), false},
		{"empty const", object(`{"type": "string", "const": ""}`), false},
		{"enum", object(`{"type": "string", "enum": ["", "blob", "com.example.defs#d8"]}`), true},
		{"empty enum", object(`{"type": "string", "enum": [""]}`), false},
		{"blob", object(`{"type": "string", "const": "blob"}`), false},
		{"no length", object(`{"type": "string", "maxLength": 0}`), false},
		{"unknown", object(`{"type": "unknown"}`), true},
		{"open union", object(`{"type": "union", "refs": []}`), true},
		{"union", object(`{"type": "union", "refs": ["#d0"]}`), false},
		{"record", `{"type": "record", "key": "tid", "record": {"type": "object", "properties": {"$type": {"type": "integer"}}}}`, false},
		{"record with its name", `{"type": "record", "key": "tid", "record": ` + object(`{"type": "string", "const": "com.example.defs#d16"}`) + `}`, true},
		{"record with another name", `{"type": "record", "key": "tid", "record": ` + object(`{"type": "string", "const": "com.example.other"}`) + `}`, false},
		{"variant", `{"type": "object", "required": ["x"], "properties": {"x": {"type": "union", "closed": true, "refs": ["#d3", "#d4"]}}}`, true},
		{"variants that are none", `{"type": "object", "required": ["x"], "properties": {"x": {"type": "union", "closed": true, "refs": ["#d3"]}}}`, false},
		{"open union of variants that are none", `{"type": "object", "required": ["x"], "properties": {"x": {"type": "union", "refs": ["#d3"]}}}`, true},
		{"tid", `{"type": "object", "required": ["x"], "properties": {"x": ` + object(`{"type": "string", "format": "tid"}`) + `}}`, true},
		{"short", `{"type": "array", "minLength": 1, "items": ` + object(`{"type": "string", "maxGraphemes": 2}`) + `}`, true},
	}
	var schemas []string
	for _, test := range tests {
		schemas = append(schemas, test.schema)
	}
	checkSchemas(t, diag.ProfileV1, schemas, func(i int) bool { return tests[i].has })
}

// An example that is valid can be too deep inside of another value. The whole is then no
// example.
func TestDeepExample(t *testing.T) {
	inner := `{"type": "ref", "ref": "#inner"}`
	for range 10 {
		inner = `{"type": "object", "required": ["x"], "properties": {"x": ` + inner + `}}`
	}
	c := defsCatalog(diag.ProfileV1, `"main": {"type": "query", "output": {"encoding": "application/json", "schema": `+inner+`}},
		"inner": {"type": "object", "properties": {}}`)
	d := c.Documents()[0]
	example := func(depth int) (valid, ok bool) {
		d.Examples = lexicon.ReadExamples(&diag.Source{Text: []byte(`{"inner": [` + strings.Repeat(`{"x": `, depth-1) + "{}" + strings.Repeat("}", depth-1) + "]}")})
		s := sample.New(c, sample.Options{})
		_, ok = s.Example(d.Main(), lexicon.PartOutput)
		return len(s.Examples(d.Definition("inner"), lexicon.PartNone)) == 1, ok
	}
	if valid, ok := example(985); !valid || !ok {
		t.Errorf("985 levels: %t, %t", valid, ok)
	}
	if valid, ok := example(995); !valid || ok {
		t.Errorf("995 levels: %t, %t", valid, ok)
	}
}
