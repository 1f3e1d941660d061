package compat_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/pkg/diag"
)

// fields is a main object with the properties given.
func fields(required, properties string) string {
	return `"main": {"type": "object", "required": [` + required + `], "properties": {` + properties + `}}`
}

func TestFields(t *testing.T) {
	check(t, []change{
		{"a required field", fields(``, ``), fields(`"x"`, `"x": {"type": "null"}`), []string{
			"field-added-required error backward /defs/main/required/0 < /defs/main/properties",
		}},
		{"a field without properties before", `"main": {"type": "object", "properties": {}}`, object(``), []string{
			"field-added info nothing x < /defs/main/properties",
		}},
		{"a required field was removed", fields(`"x"`, `"x": {"type": "null"}`), fields(``, ``), []string{
			"field-removed error forward /defs/main/properties < x",
		}},
		{"a field becomes required", object(``), object(`, "required": ["x"]`), []string{
			"object-required error backward /defs/main/required/0 < /defs/main",
		}},
		{"a field becomes optional", fields(`"x", "y"`, `"x": {"type": "null"}, "y": {"type": "null"}`), fields(`"x"`, `"x": {"type": "null"}, "y": {"type": "null"}`), []string{
			"object-required error forward /defs/main/required < /defs/main/required/1",
		}},
		{"a field becomes nullable", object(``), object(`, "nullable": ["x"]`), []string{
			"object-nullable error forward /defs/main/nullable/0 < /defs/main",
		}},
		{"a field changes in all ways", object(``), `"main": {"type": "object", "required": ["x"], "nullable": ["x"], "properties": {"x": {"type": "integer", "enum": [1]}}}`, []string{
			"enum-values error backward x/enum < x", "object-nullable error forward /defs/main/nullable/0 < /defs/main", "object-required error backward /defs/main/required/0 < /defs/main",
		}},
		{"deep inside", `{"type": "array", "items": {"type": "object", "properties": {"y": {"type": "array", "items": {"type": "integer"}}}}}`, `{"type": "array", "items": {"type": "object", "properties": {"y": {"type": "array", "items": {"type": "boolean"}}}}}`, []string{
			"type-change error both x/items/properties/y/items/type < x/items/properties/y/items/type",
		}},
		{"nothing below another type", `{"type": "array", "items": {"type": "integer"}}`, `{"type": "object", "required": ["y"], "properties": {"y": {"type": "null"}}}`, []string{
			"type-change error both x/type < x/type",
		}},
		{"from unknown", `{"type": "unknown"}`, `{"type": "object", "properties": {"y": {"type": "null"}}}`, []string{
			"type-change error backward x/type < x/type",
		}},
		{"null to unknown", `{"type": "null"}`, `{"type": "unknown"}`, []string{
			"type-change error both x/type < x/type",
		}},
		{"a parameter", params(``, `"q": {"type": "string"}, "n": {"type": "integer", "maximum": 9}`), params(`"q"`, `"q": {"type": "string"}, "n": {"type": "integer", "maximum": 8}`), []string{
			"integer-range error backward /defs/main/parameters/properties/n/maximum < /defs/main/parameters/properties/n/maximum",
			"object-required error backward /defs/main/parameters/required/0 < /defs/main/parameters/required",
		}},
		{"parameters come", query(``), params(`"q"`, `"q": {"type": "string"}, "n": {"type": "integer"}`), []string{
			"field-added info nothing /defs/main/parameters/properties/n < /defs/main",
			"field-added-required error backward /defs/main/parameters/required/0 < /defs/main",
		}},
		{"parameters go", params(`"q"`, `"q": {"type": "string"}, "n": {"type": "integer"}`), query(``), []string{
			"field-removed warning nothing /defs/main < /defs/main/parameters/properties/n",
			"field-removed error forward /defs/main < /defs/main/parameters/properties/q",
		}},
	})
}

// TestSynonym: overrides of params-required apply to the findings of two rules that
// are on parameters, and to nothing else.
func TestSynonym(t *testing.T) {
	for _, c := range []struct {
		old, new string
		want     bool
	}{
		{params(``, `"q": {"type": "string"}`), params(`"q"`, `"q": {"type": "string"}`), true},
		{params(`"q"`, `"q": {"type": "string"}`), params(``, `"q": {"type": "string"}`), true},
		{query(``), params(`"q"`, `"q": {"type": "string"}`), true},
		{query(``), params(``, `"q": {"type": "string"}`), false},
		{object(``), object(`, "required": ["x"]`), false},
		{fields(``, ``), fields(`"x"`, `"x": {"type": "null"}`), false},
	} {
		found := compare(t, catalog(t, c.old), catalog(t, c.new), diag.ProfileV1)
		if len(found) != 1 {
			t.Fatal(lines(found))
		}
		if got := found[0].Synonym != nil && found[0].Synonym.Code == "params-required"; got != c.want {
			t.Errorf("%s: synonym %v, want %v", line(found[0]), got, c.want)
		}
	}
}

func TestRenames(t *testing.T) {
	const text = `{"type": "string", "maxLength": 9}`
	described := func(s string) string { return `{"type": "string", "maxLength": 9, "description": "` + s + `"}` }
	check(t, []change{
		{"the only one", fields(``, `"alpha": `+text), fields(``, `"omega": `+text), []string{
			"field-renamed error nothing /defs/main/properties/omega < /defs/main/properties/alpha",
		}},
		{"an integer in another notation", fields(``, `"alpha": `+text), fields(``, `"omega": {"type": "string", "maxLength": 9.0}`), []string{
			"field-renamed error nothing /defs/main/properties/omega < /defs/main/properties/alpha",
		}},
		{"a required one", fields(`"alpha"`, `"alpha": `+text), fields(`"omega"`, `"omega": `+text), []string{
			"field-renamed error both /defs/main/properties/omega < /defs/main/properties/alpha",
		}},
		{"of another schema", fields(``, `"alpha": `+text), fields(``, `"alphas": {"type": "string", "maxLength": 8}`), []string{
			"field-added info nothing /defs/main/properties/alphas < /defs/main/properties", "field-removed warning nothing /defs/main/properties < /defs/main/properties/alpha",
		}},
		{"required before only", fields(`"alpha"`, `"alpha": `+text), fields(``, `"omega": `+text), []string{
			"field-added info nothing /defs/main/properties/omega < /defs/main/properties", "field-removed error forward /defs/main/properties < /defs/main/properties/alpha",
		}},
		{"ambiguous", fields(``, `"alpha": `+text), fields(``, `"omega": `+text+`, "zeta": `+text), []string{
			"field-added info nothing /defs/main/properties/omega < /defs/main/properties", "field-added info nothing /defs/main/properties/zeta < /defs/main/properties",
			"field-removed warning nothing /defs/main/properties < /defs/main/properties/alpha",
		}},
		{"by its description", fields(``, `"alpha": `+described("What it is.")), fields(``, `"omega": `+text+`, "zeta": `+described("What it is.")), []string{
			"field-added info nothing /defs/main/properties/omega < /defs/main/properties",
			"field-renamed error nothing /defs/main/properties/zeta < /defs/main/properties/alpha",
		}},
		{"by its name", fields(``, `"flavour": `+text), fields(``, `"size": `+text+`, "flavor": `+text), []string{
			"field-added info nothing /defs/main/properties/size < /defs/main/properties",
			"field-renamed error nothing /defs/main/properties/flavor < /defs/main/properties/flavour",
		}},
		{"two of different schemas", fields(``, `"a": `+text+`, "b": {"type": "integer"}`), fields(``, `"c": `+text+`, "d": {"type": "integer"}`), []string{
			"field-renamed error nothing /defs/main/properties/c < /defs/main/properties/a", "field-renamed info nothing /defs/main/properties/d < /defs/main/properties/b",
			"field-added info nothing /defs/main/properties/d < /defs/main/properties", "field-removed warning nothing /defs/main/properties < /defs/main/properties/b",
		}},
		{"siblings", fields(``, `"measurementUnit": {"type": "string"}`), fields(``, `"measurementDate": {"type": "string"}`), []string{
			"field-added info nothing /defs/main/properties/measurementDate < /defs/main/properties", "field-removed warning nothing /defs/main/properties < /defs/main/properties/measurementUnit",
		}},
		{"siblings with a limit", fields(``, `"minSize": `+text), fields(``, `"maxSize": `+text), []string{
			"field-renamed info nothing /defs/main/properties/maxSize < /defs/main/properties/minSize",
			"field-added info nothing /defs/main/properties/maxSize < /defs/main/properties", "field-removed warning nothing /defs/main/properties < /defs/main/properties/minSize",
		}},
		{"described differently", fields(``, `"alpha": `+described("How the author feels.")), fields(``, `"omega": `+described("Name of the program that wrote the entry.")), []string{
			"field-added info nothing /defs/main/properties/omega < /defs/main/properties", "field-removed warning nothing /defs/main/properties < /defs/main/properties/alpha",
		}},
		{"extended", fields(``, `"a": `+text+`, "created": {"type": "string", "format": "datetime"}`), fields(``, `"a": `+text+`, "createdAt": {"type": "string", "format": "datetime"}`), []string{
			"field-renamed error nothing /defs/main/properties/createdAt < /defs/main/properties/created",
		}},
		{"a parameter", params(``, `"alpha": `+text), params(``, `"omega": `+text), []string{
			"field-renamed error nothing /defs/main/parameters/properties/omega < /defs/main/parameters/properties/alpha",
		}},
		{"a ref to the same", definedWith(`{"type": "ref", "ref": "#red"}`), strings.Replace(definedWith(`{"type": "ref", "ref": "com.example.thing#red"}`), `"x"`, `"y"`, 1), []string{
			"field-renamed error nothing /defs/main/properties/y < x",
		}},
		{"a ref to something else", definedWith(`{"type": "ref", "ref": "#red"}`), strings.Replace(definedWith(`{"type": "ref", "ref": "#blue"}`), `"x"`, `"y"`, 1), []string{
			"field-added info nothing /defs/main/properties/y < /defs/main/properties", "field-removed warning nothing /defs/main/properties < x",
		}},
	})
}

// TestManyRenames has more removed and added fields than are paired.
func TestManyRenames(t *testing.T) {
	side := func(prefix string, n int) string {
		var b []string
		for i := range n {
			b = append(b, fmt.Sprintf(`"%s%d": {"type": "string", "description": "%d"}`, prefix, i, i))
		}
		return fields(``, strings.Join(b, ", "))
	}
	for _, c := range []struct {
		n    int
		want string
	}{{100, "field-renamed"}, {101, "field-added field-removed"}} {
		found := compare(t, catalog(t, side("a", c.n)), catalog(t, side("b", c.n)), diag.ProfileV1)
		codes := map[string]int{}
		for _, f := range found {
			codes[f.Rule.Code]++
		}
		for code := range strings.FieldsSeq(c.want) {
			if codes[code] != c.n {
				t.Errorf("%d fields: %v, want %s of each", c.n, codes, c.want)
			}
		}
	}
}
