package compat_test

import (
	"fmt"
	"testing"

	"github.com/lexsmith/lexsmith/pkg/compat"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lint"
)

// TestConstraints has changes of limits that TestSteps lacks: where they are, and
// how several of them interact.
func TestConstraints(t *testing.T) {
	check(t, []change{
		{"two constraints at once", `{"type": "string", "format": "did", "maxLength": 100}`, `{"type": "string", "format": "handle", "maxLength": 50}`, []string{
			"string-format error both x/format < x/format", "string-length error backward x/maxLength < x/maxLength",
		}},
		{"the first limits, two of them", `{"type": "string"}`, `{"type": "string", "format": "uri", "maxLength": 100}`, []string{
			"string-format warning backward x/format < x", "string-length warning backward x/maxLength < x",
		}},
		{"a limit beside one that excludes nothing", `{"type": "string", "minLength": 0}`, `{"type": "string", "minLength": 0, "maxLength": 100}`, []string{
			"string-length error backward x/maxLength < x",
		}},
		{"a limit on what has only a default", `{"type": "integer", "default": 1}`, `{"type": "integer", "default": 1, "minimum": 0}`, []string{
			"integer-range warning backward x/minimum < x",
		}},
		{"a limit on what has known values", `{"type": "string", "knownValues": ["a"]}`, `{"type": "string", "knownValues": ["a"], "maxLength": 9}`, []string{
			"string-length warning backward x/maxLength < x",
		}},
		{"a limit on an array of limited items", `{"type": "array", "items": {"type": "string", "maxLength": 9}}`, `{"type": "array", "items": {"type": "string", "maxLength": 9}, "maxLength": 9}`, []string{
			"array-length warning backward x/maxLength < x",
		}},
		{"a limit on the items of a limited array", `{"type": "array", "maxLength": 9, "items": {"type": "string"}}`, `{"type": "array", "maxLength": 9, "items": {"type": "string", "maxLength": 9}}`, []string{
			"string-length warning backward x/items/maxLength < x/items",
		}},
		{"maxSize on what has accept", `{"type": "blob", "accept": ["image/*"]}`, `{"type": "blob", "accept": ["image/*"], "maxSize": 100}`, []string{
			"blob-size error backward x/maxSize < x",
		}},
		{"one limit for another", `{"type": "string", "maxLength": 100}`, `{"type": "string", "maxGraphemes": 100}`, []string{
			"string-length error forward x < x/maxLength",
		}},
		{"graphemes for bytes", `{"type": "string", "maxLength": 100}`, `{"type": "string", "maxGraphemes": 10}`, []string{
			"string-length error both x < x/maxLength",
		}},
		{"enum to known values", `{"type": "string", "enum": ["a", "b"]}`, `{"type": "string", "knownValues": ["a", "b"]}`, []string{
			"enum-values error forward x < x/enum", "known-values info nothing x/knownValues < x",
		}},
		{"known values to enum", `{"type": "string", "knownValues": ["a", "b"]}`, `{"type": "string", "enum": ["a", "b"]}`, []string{
			"enum-values error backward x/enum < x", "known-values info nothing x < x/knownValues",
		}},
		{"a const that enum has", `{"type": "string", "enum": ["a", "b"]}`, `{"type": "string", "const": "a"}`, []string{
			"const-value error backward x/const < x", "enum-values info nothing x < x/enum",
		}},
		{"enum for a format", `{"type": "string", "format": "did"}`, `{"type": "string", "enum": ["did:a:b"]}`, []string{
			"enum-values error backward x/enum < x", "string-format info nothing x < x/format",
		}},
		{"enum beside a format", `{"type": "string", "enum": ["did:a:b", "c.d"]}`, `{"type": "string", "format": "did"}`, []string{
			"enum-values error forward x < x/enum", "string-format error backward x/format < x",
		}},
		{"long values that begin alike", `{"type": "string", "enum": ["aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaX"]}`, `{"type": "string", "enum": ["aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaY"]}`, []string{
			"enum-values error both x/enum < x/enum",
		}},
		{"integers beyond a double", `{"type": "integer", "maximum": 9007199254740993}`, `{"type": "integer", "maximum": 9007199254740992}`, []string{
			"integer-range error backward x/maximum < x/maximum",
		}},
		{"enum of nearly a whole range", `{"type": "integer", "minimum": 1, "maximum": 4}`, `{"type": "integer", "enum": [4, 2, 1]}`, []string{
			"enum-values error backward x/enum < x", "integer-range info nothing x < x/minimum",
		}},
		{"enum of one side of a range", `{"type": "integer", "minimum": 9223372036854775806}`, `{"type": "integer", "enum": [9223372036854775806, 9223372036854775807]}`, []string{
			"enum-values info nothing x/enum < x", "integer-range info nothing x < x/minimum",
		}},
		{"accept beside", `{"type": "blob", "accept": ["image/png", "video/*"]}`, `{"type": "blob", "accept": ["image/*", "video/mp4"]}`, []string{
			"blob-accept error both x/accept < x/accept",
		}},
		{"a glob in a subtype", `{"type": "blob", "accept": ["text/html"]}`, `{"type": "blob", "accept": ["text/ht*"]}`, []string{
			"blob-accept error forward x/accept < x/accept",
		}},
	})
}

// TestMessages has each form of message and help once.
func TestMessages(t *testing.T) {
	for _, c := range []struct{ old, new, message, help string }{
		{`{"type": "string", "maxLength": 9}`, `{"type": "string", "maxLength": 8, "maxGraphemes": 4}`,
			"maxLength changed from 9 to 8 and a maxGraphemes of 4 was added", "revert this change, because existing data may become invalid; put the new constraint on a new optional field instead"},
		{`{"type": "integer"}`, `{"type": "integer", "minimum": 1}`,
			"a minimum of 1 was added", "make sure that existing data satisfies the new constraint"},
		{`{"type": "integer", "minimum": 1}`, `{"type": "integer"}`,
			"the minimum of 1 was removed", "revert this change, because old software rejects the newly allowed values; to allow them, add a new optional field instead"},
		{`{"type": "integer", "const": 1}`, `{"type": "integer", "const": 2}`,
			"the const changed from 1 to 2", "revert this change; put the new constraint on a new optional field instead"},
		{`{"type": "string"}`, `{"type": "string", "minLength": 0}`,
			"a minLength of 0 was added; the set of valid values is unchanged", ""},
		{`{"type": "string", "enum": ["b", "a"]}`, `{"type": "string", "enum": ["a", "c"]}`,
			`"b" was removed from the enum, and "c" was added`, "revert this change; put the new constraint on a new optional field instead"},
		{`{"type": "string", "enum": ["a"]}`, `{"type": "string", "enum": ["a", "b", "c", "d", "e", "f", "g", "h", "i"]}`,
			`"b", "c", "d", "e", "f", "g", and 2 more were added to the enum`, "revert this change, because old software rejects the newly allowed values; to allow them, add a new optional field instead"},
		{`{"type": "string", "default": "a"}`, `{"type": "string"}`,
			`the default of "a" was removed`, "revert this change, because software that applies the default would behave differently"},
		{`{"type": "integer"}`, `{"type": "unknown"}`,
			"the type changed from integer to unknown", "revert this change; if you need the new type, use it in a new optional field, or publish the new schema under a new NSID"},
		{`{"type": "unknown"}`, `{"type": "union", "refs": []}`,
			"the type changed from unknown to empty union", "revert this change; if you need the new type, use it in a new optional field, or publish the new schema under a new NSID"},
		{`{"type": "ref", "ref": "com.example.a"}`, `{"type": "integer"}`,
			"the schema changed from a ref to com.example.a to an inline integer; the two cannot be compared because com.example.a is not loaded", "load the Lexicon com.example.a"},
		{`{"type": "ref", "ref": "com.example.a"}`, `{"type": "ref", "ref": "com.example.b"}`,
			"the ref changed from com.example.a to com.example.b; the two cannot be compared because neither Lexicon is loaded", "load both Lexicons"},
		{definedWith(`{"type": "ref", "ref": "#red"}`), definedWith(`{"type": "ref", "ref": "#blue"}`),
			"the ref changed from com.example.thing#red to com.example.thing#blue; the two definitions differ: a maximum of 9 was added", "revert this change, and add a new optional field with the new schema"},
		{object(``), object(`, "required": ["x"]`),
			`the "x" field became required`, "leave it optional; existing data might not include it"},
		{object(``), `"main": ` + emptyObject,
			`the optional "x" field was removed`, `keep the field, and begin its description with "Deprecated"; if you remove it, never reuse the name with a different type`},
		{`{"type": "integer", "description": "How large it is."}`, `{"type": "integer", "description": "DEPRECATED: use extent."}`,
			"the description now marks \"x\" as deprecated", ""},
		{procedure(``), procedure(`, "input": {"encoding": "application/json"}`),
			"an input was added to the procedure", `define a new method, such as "thingV2"; existing clients send no body`},
	} {
		found := compare(t, catalog(t, c.old), catalog(t, c.new), 0)
		if len(found) != 1 || found[0].Message != c.message || found[0].Help != c.help {
			for _, f := range found {
				t.Errorf("found\n\t%s\n\t%s", f.Message, f.Help)
			}
			t.Errorf("want\n\t%s\n\t%s", c.message, c.help)
		}
	}
}

// TestEmptyStrings: no text satisfies the limits of a string exactly where lint says so.
func TestEmptyStrings(t *testing.T) {
	fields := []string{"minLength", "maxLength", "minGraphemes", "maxGraphemes"}
	values := []int{-1, 0, 1, 7, 8, 9, 2049} // -1: not set
	integer := catalog(t, `{"type": "integer"}`)
	empty := 0
	for _, format := range []string{"", `, "format": "did"`} {
		for i := range len(values) * len(values) * len(values) * len(values) {
			schema := `{"type": "string"` + format
			for _, field := range fields {
				if v := values[i%len(values)]; v >= 0 {
					schema += fmt.Sprintf(`, %q: %d`, field, v)
				}
				i /= len(values)
			}
			c := catalog(t, schema+"}")
			found := onlyOf(mustCompare(t, c, integer, compat.Options{}).Findings, "type-change")
			result, err := lint.Lint(t.Context(), c, lint.Options{Workers: 1, MinSeverity: diag.Error})
			if err != nil || len(found) != 1 {
				t.Fatal(err, len(found))
			}
			isEmpty := found[0].Change.Breaks&diag.Backward == 0
			if reported := len(onlyOf(result.Findings, "invalid-bounds")) > 0; reported != isEmpty {
				t.Errorf("%s}: empty %v, reported by lint %v", schema, isEmpty, reported)
			}
			if isEmpty {
				empty++
			}
		}
	}
	if empty == 0 {
		t.Error("no schema is empty")
	}
}
