package compat_test

import (
	"testing"

	"github.com/lexsmith/lexsmith/pkg/diag"
)

const (
	list = `"main": {"type": "object", "properties": {"head": {"type": "ref", "ref": "#node"}}},
		"node": {"type": "object", "required": ["value"], "properties": {"value": {"type": "integer"}, "next": {"type": "ref", "ref": "#node"}}}`
	size = `"size": {"type": "object", "required": ["width"], "nullable": ["height"], "properties": {"width": {"type": "integer", "minimum": 0}, "height": {"type": "integer"}}}`
	// inlineSize is size as an inline schema.
	inlineSize = `{"type": "object", "nullable": ["height"], "required": ["width"], "properties": {"height": {"type": "integer"}, "width": {"type": "integer", "minimum": 0}}}`
)

// TestEquivalences has pairs of revisions that say the same.
func TestEquivalences(t *testing.T) {
	sized := func(x string) string {
		return size + `, "main": {"type": "object", "properties": {"x": ` + x + `}}`
	}
	for _, c := range []struct{ name, a, b string }{
		{"layout", `{"type": "integer"}`, "{\n\t\"type\":\"integer\"\n}"},
		{"order of definitions", `"a": {"type": "token"}, "b": {"type": "token"}`, `"b": {"type": "token"}, "a": {"type": "token"}`},
		{"order of properties", object(`, "required": ["x"]`), `"main": {"properties": {"x": {"type": "integer"}}, "required": ["x"], "type": "object"}`},
		{"order of required", `"main": {"type": "object", "required": ["a", "b"], "properties": {"a": {"type": "null"}, "b": {"type": "null"}}}`,
			`"main": {"type": "object", "required": ["b", "a"], "properties": {"b": {"type": "null"}, "a": {"type": "null"}}}`},
		{"required twice", object(`, "required": ["x"]`), object(`, "required": ["x", "x"]`)},
		{"required: []", object(``), object(`, "required": []`)},
		{"nullable: []", object(``), object(`, "nullable": []`)},
		{"nullable twice", object(`, "nullable": ["x"]`), object(`, "nullable": ["x", "x"]`)},
		{"order of enum", `{"type": "string", "enum": ["a", "b"]}`, `{"type": "string", "enum": ["b", "a", "b"]}`},
		{"spelling of integers", `{"type": "integer", "enum": [1, 20], "maximum": 100}`, `{"type": "integer", "enum": [2e1, 1.0], "maximum": 1e2}`},
		{"order of known values", `{"type": "string", "knownValues": ["a", "b"]}`, `{"type": "string", "knownValues": ["b", "a"]}`},
		{"order of accept", `{"type": "blob", "accept": ["image/png", "image/jpeg"]}`, `{"type": "blob", "accept": ["image/jpeg", "image/png"]}`},
		{"order of refs", definedWith(`{"type": "union", "refs": ["#red", "#blue"]}`), definedWith(`{"type": "union", "refs": ["#blue", "#red"]}`)},
		{"a ref twice", definedWith(`{"type": "union", "refs": ["#red"]}`), definedWith(`{"type": "union", "refs": ["#red", "com.example.thing#red"]}`)},
		{"closed: false", definedWith(`{"type": "union", "refs": ["#red"]}`), definedWith(`{"type": "union", "refs": ["#red"], "closed": false}`)},
		{"a local ref by its full name", definedWith(`{"type": "ref", "ref": "#red"}`), definedWith(`{"type": "ref", "ref": "com.example.thing#red"}`)},
		{"a ref to main by its full name", `{"type": "ref", "ref": "com.example.other"}`, `{"type": "ref", "ref": "com.example.other#main"}`},
		{"the own main", `"main": {"type": "object", "properties": {"x": {"type": "ref", "ref": "#main"}}}`, `"main": {"type": "object", "properties": {"x": {"type": "ref", "ref": "com.example.thing"}}}`},
		{"an object in line and by name", sized(inlineSize), sized(`{"type": "ref", "ref": "#size"}`)},
		{"items in line and by name", sized(`{"type": "array", "items": ` + inlineSize + `}`), sized(`{"type": "array", "items": {"type": "ref", "ref": "#size"}}`)},
		{"a ref by way of a ref", sized(`{"type": "ref", "ref": "#size"}`) + `, "alias": {"type": "ref", "ref": "#size"}`, sized(`{"type": "ref", "ref": "#alias"}`) + `, "alias": {"type": "ref", "ref": "#size"}`},
		{"a recursive object unrolled once", list,
			`"main": {"type": "object", "properties": {"head": {"type": "object", "required": ["value"], "properties": {"value": {"type": "integer"}, "next": {"type": "ref", "ref": "#node"}}}}},
			"node": {"type": "object", "required": ["value"], "properties": {"value": {"type": "integer"}, "next": {"type": "ref", "ref": "#node"}}}`},
		{"a recursive object unrolled inside", list,
			`"main": {"type": "object", "properties": {"head": {"type": "ref", "ref": "#node"}}},
			"node": {"type": "object", "required": ["value"], "properties": {"value": {"type": "integer"}, "next":
				{"type": "object", "required": ["value"], "properties": {"value": {"type": "integer"}, "next": {"type": "ref", "ref": "#node"}}}}}`},
		{"a list of MIME types", query(`, "output": {"encoding": "image/png, image/jpeg"}`), query(`, "output": {"encoding": "image/jpeg,image/png"}`)},
		{"case of a MIME type", query(`, "output": {"encoding": "image/png"}`), query(`, "output": {"encoding": "Image/PNG"}`)},
		{"order of errors", query(`, "errors": [{"name": "A"}, {"name": "B"}]`), query(`, "errors": [{"name": "B"}, {"name": "A"}]`)},
		{"no parameters", query(``), query(`, "parameters": {"type": "params", "properties": {}}`)},
		{"order of a permission", `"main": {"type": "permission-set", "permissions": [{"type": "permission", "resource": "repo", "collection": ["com.example.a", "com.example.b"]}, {"type": "permission", "resource": "rpc", "lxm": ["*"], "inheritAud": true}]}`,
			`"main": {"type": "permission-set", "permissions": [{"type": "permission", "resource": "rpc", "lxm": ["*"], "inheritAud": true}, {"type": "permission", "resource": "repo", "collection": ["com.example.b", "com.example.a"]}]}`},
		{"a permission's default", `"main": {"type": "permission-set", "permissions": [{"type": "permission", "resource": "rpc", "lxm": ["*"], "aud": "did:web:example.com"}]}`,
			`"main": {"type": "permission-set", "permissions": [{"type": "permission", "resource": "rpc", "lxm": ["*"], "aud": "did:web:example.com", "inheritAud": false}]}`},
		{"a file's name", "-- a.json --\n" + `{"lexicon": 1, "id": "com.example.a", "defs": {"main": {"type": "token"}}}` + "\n", "-- deep/b.json --\n" + `{"lexicon": 1, "id": "com.example.a", "defs": {"main": {"type": "token"}}}` + "\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, profile := range []diag.Profile{diag.ProfileV1, diag.ProfileATProto} {
				a, b := catalog(t, c.a), catalog(t, c.b)
				if found := compare(t, a, b, profile); len(found) > 0 {
					t.Errorf("there:%s", lines(found))
				}
				if found := compare(t, b, a, profile); len(found) > 0 {
					t.Errorf("back:%s", lines(found))
				}
				if found := compare(t, a, a, profile); len(found) > 0 {
					t.Errorf("with itself:%s", lines(found))
				}
			}
		})
	}
}

// TestRecursionRenamed has recursive definitions that go by another name: the
// definition is missed, but what refers to it accepts the same.
func TestRecursionRenamed(t *testing.T) {
	check(t, []change{
		{"one", list,
			`"main": {"type": "object", "properties": {"head": {"type": "ref", "ref": "#link"}}},
			"link": {"type": "object", "required": ["value"], "properties": {"value": {"type": "integer"}, "next": {"type": "ref", "ref": "#link"}}}`,
			[]string{
				"def-added info nothing /defs/link < /defs", "def-removed error both /defs < /defs/node",
				"ref-change warning nothing /defs/main/properties/head/ref < /defs/main/properties/head/ref",
			}},
		{"a circle of two for one of one", list,
			`"main": {"type": "object", "properties": {"head": {"type": "ref", "ref": "#even"}}},
			"even": {"type": "object", "required": ["value"], "properties": {"value": {"type": "integer"}, "next": {"type": "ref", "ref": "#odd"}}},
			"odd": {"type": "object", "required": ["value"], "properties": {"value": {"type": "integer"}, "next": {"type": "ref", "ref": "#even"}}}`,
			[]string{
				"def-added info nothing /defs/even < /defs", "def-added info nothing /defs/odd < /defs", "def-removed error both /defs < /defs/node",
				"ref-change warning nothing /defs/main/properties/head/ref < /defs/main/properties/head/ref",
			}},
		{"with a difference far inside", list,
			`"main": {"type": "object", "properties": {"head": {"type": "ref", "ref": "#even"}}},
			"even": {"type": "object", "required": ["value"], "properties": {"value": {"type": "integer"}, "next": {"type": "ref", "ref": "#odd"}}},
			"odd": {"type": "object", "properties": {"value": {"type": "integer"}, "next": {"type": "ref", "ref": "#even"}}}`,
			[]string{
				"def-added info nothing /defs/even < /defs", "def-added info nothing /defs/odd < /defs", "def-removed error both /defs < /defs/node",
				"ref-change error forward /defs/main/properties/head/ref < /defs/main/properties/head/ref",
			}},
	})
}

// TestNoEffect has limits that exclude nothing: they are infos.
func TestNoEffect(t *testing.T) {
	const nothing = " info nothing "
	check(t, []change{
		{"maxLength of a uri", `{"type": "string", "format": "uri"}`, `{"type": "string", "format": "uri", "maxLength": 8192}`, []string{"string-length" + nothing + "x/maxLength < x"}},
		{"maxLength of a uri that it can reach", `{"type": "string", "format": "uri"}`, `{"type": "string", "format": "uri", "maxLength": 8191}`, []string{"string-length error backward x/maxLength < x"}},
		{"length of a tid", `{"type": "string", "format": "tid"}`, `{"type": "string", "format": "tid", "minLength": 13, "maxGraphemes": 13}`, []string{"string-length" + nothing + "x/minLength < x"}},
		{"minLength 0", `{"type": "string"}`, `{"type": "string", "minLength": 0}`, []string{"string-length" + nothing + "x/minLength < x"}},
		{"minLength 0 of bytes", `{"type": "bytes", "minLength": 0}`, `{"type": "bytes"}`, []string{"bytes-length" + nothing + "x < x/minLength"}},
		{"minLength 0 of an array", `{"type": "array", "items": {"type": "null"}}`, `{"type": "array", "items": {"type": "null"}, "minLength": 0}`, []string{"array-length" + nothing + "x/minLength < x"}},
		{"graphemes within bytes", `{"type": "string", "maxLength": 10}`, `{"type": "string", "maxLength": 10, "maxGraphemes": 10}`, []string{"string-length" + nothing + "x/maxGraphemes < x"}},
		{"bytes within graphemes", `{"type": "string", "minGraphemes": 10}`, `{"type": "string", "minGraphemes": 10, "minLength": 10}`, []string{"string-length" + nothing + "x/minLength < x"}},
		{"a grapheme is a byte at least", `{"type": "string", "minLength": 1}`, `{"type": "string", "minLength": 1, "minGraphemes": 1}`, []string{"string-length" + nothing + "x/minGraphemes < x"}},
		{"no graphemes, no bytes", `{"type": "string", "maxGraphemes": 0}`, `{"type": "string", "maxLength": 0}`, []string{"string-length" + nothing + "x/maxLength < x"}},
		{"accept all", `{"type": "blob"}`, `{"type": "blob", "accept": ["*/*"]}`, []string{"blob-accept" + nothing + "x/accept < x"}},
		{"accept part of what is accepted", `{"type": "blob", "accept": ["image/*"]}`, `{"type": "blob", "accept": ["image/*", "image/png"]}`, []string{"blob-accept" + nothing + "x/accept < x/accept"}},
		{"case of accept", `{"type": "blob", "accept": ["image/png"]}`, `{"type": "blob", "accept": ["IMAGE/PNG"]}`, []string{"blob-accept" + nothing + "x/accept < x/accept"}},
		{"the smallest integer", `{"type": "integer"}`, `{"type": "integer", "minimum": -9223372036854775808}`, []string{"integer-range" + nothing + "x/minimum < x"}},
		{"a maximum above enum", `{"type": "integer", "enum": [1, 2]}`, `{"type": "integer", "enum": [1, 2], "maximum": 2}`, []string{"integer-range" + nothing + "x/maximum < x"}},
		{"enum of a whole range", `{"type": "integer", "minimum": 1, "maximum": 3}`, `{"type": "integer", "enum": [3, 2, 1]}`, []string{"enum-values" + nothing + "x/enum < x", "integer-range" + nothing + "x < x/minimum"}},
		{"const for an enum of one", `{"type": "string", "enum": ["a"]}`, `{"type": "string", "const": "a"}`, []string{"const-value" + nothing + "x/const < x", "enum-values" + nothing + "x < x/enum"}},
		{"a length that enum has", `{"type": "string", "enum": ["a", "bb"]}`, `{"type": "string", "enum": ["a", "bb"], "maxLength": 2}`, []string{"string-length" + nothing + "x/maxLength < x"}},
		{"an enum value that the format rejects", `{"type": "string", "format": "did", "const": "did:a:b"}`, `{"type": "string", "format": "did", "enum": ["did:a:b"]}`, []string{"const-value" + nothing + "x < x/const", "enum-values" + nothing + "x/enum < x"}},
		{"unknown and the empty union", `{"type": "unknown"}`, `{"type": "union", "refs": []}`, []string{"type-change" + nothing + "x/type < x/type"}},
		{"null may be null", `"main": {"type": "object", "properties": {"x": {"type": "null"}}}`, `"main": {"type": "object", "nullable": ["x"], "properties": {"x": {"type": "null"}}}`, []string{"object-nullable" + nothing + "/defs/main/nullable/0 < /defs/main"}},
		{"a format for a wider one that it was cut to", `{"type": "string", "format": "at-identifier", "enum": ["did:a:b"]}`, `{"type": "string", "format": "did", "enum": ["did:a:b"]}`, []string{"string-format" + nothing + "x/format < x/format"}},
	})
}
