package lint

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/lexsmith/lexsmith/pkg/diag"
)

// fixCase is what the fix of the only finding of a rule makes of a schema file. The texts
// are the members of defs; those that begin with a brace are whole files.
type fixCase struct {
	rule, before string
	after        string // "": there is no fix
	title        string // with "unsafe: " or "placeholder: " before it
}

const (
	inObject = `"a": {"type": "object", "properties": {"p": %s}}`
	listing  = `"a": {"type": "object", "required": ["p"], "properties": {"p": %s}}`
)

func in(frame, schema string) string { return fmt.Sprintf(frame, schema) }

var fixCases = []fixCase{
	// Keys.
	{"unexpected-field", `"a": {"type": "string", "maxlength": 5}`, `"a": {"type": "string", "maxLength": 5}`, `Rename "maxlength" to "maxLength"`},
	{"unexpected-field", `"a": {"type": "string", "maxLenght": 5}`, `"a": {"type": "string", "maxLength": 5}`, `Rename "maxLenght" to "maxLength"`},
	{"unexpected-field", `"a": {"type": "string", "maxLen": 5}`, `"a": {"type": "string"}`, `unsafe: Remove "maxLen"`},
	{"unexpected-field", `"a": {"type": "string", "maxGraphem": 5}`, `"a": {"type": "string", "maxGraphemes": 5}`, `unsafe: Rename "maxGraphem" to "maxGraphemes"`},
	{"unexpected-field", `"a": {"type": "string", "maxlength": "5"}`, ``, ``},
	{"unexpected-field", `"a": {"type": "string", "mixLength": 5}`, ``, ``},
	{"unexpected-field", `"a": {"type": "string", "maxlength": 0.5}`, ``, ``},
	{"unexpected-field", `"a": {"type": "string", "knownvalues": ["a", 1]}`, ``, ``},
	{"unexpected-field", `"a": {"type": "string", "maxLength": 5, "maxlength": 5}`, `"a": {"type": "string", "maxLength": 5}`, `unsafe: Remove "maxlength"`},
	{"unexpected-field", `"a": {"type": "integer", "min": 5}`, `"a": {"type": "integer", "minimum": 5}`, `unsafe: Rename "min" to "minimum"`},
	{"unexpected-field", `"a": {"type": "bytes", "max": 5}`, `"a": {"type": "bytes", "maxLength": 5}`, `unsafe: Rename "max" to "maxLength"`},
	{"unexpected-field", `"a": {"type": "blob", "mimeTypes": ["image/*"]}`, `"a": {"type": "blob", "accept": ["image/*"]}`, `unsafe: Rename "mimeTypes" to "accept"`},
	{"unexpected-field", `"a": {"type": "blob", "mimeTypes": "image/*"}`, ``, ``},
	{"unexpected-field", `"main": {"type": "query", "params": {"type": "params", "properties": {}}}`, `"main": {"type": "query", "parameters": {"type": "params", "properties": {}}}`, `unsafe: Rename "params" to "parameters"`},
	{"unexpected-field", `"main": {"type": "procedure", "requestBody": {"encoding": "a/b"}}`, `"main": {"type": "procedure", "input": {"encoding": "a/b"}}`, `unsafe: Rename "requestBody" to "input"`},
	{"unexpected-field", `"main": {"type": "query", "response": {"encoding": "a/b"}}`, `"main": {"type": "query", "output": {"encoding": "a/b"}}`, `unsafe: Rename "response" to "output"`},
	{"unexpected-field", `"a": {"type": "string", "pattern": "a"}`, `"a": {"type": "string"}`, `unsafe: Remove "pattern"`},
	{"unexpected-field", `"a": {"type": "boolean", "maxLength": 5}`, `"a": {"type": "boolean"}`, `unsafe: Remove "maxLength"`},
	{"unexpected-field", `"a": {"type": "boolean", "xyz": {}}`, `"a": {"type": "boolean"}`, `unsafe: Remove "xyz"`},
	{"unexpected-field", `"a": {"type": "boolean", "xyz": {"b": []}}`, ``, ``},
	{"unexpected-field", `"a": {"type": "union", "refs": [], "items": {"type": "integer"}}`, ``, ``},
	{"unexpected-field", `"a": {"type": "array", "items": {"type": "integer"}, "refs": ["#a"]}`, ``, ``},
	{"unexpected-field", `"a": {"type": "string", "deprecated": true}`, ``, ``},
	{"unexpected-field", `"a": {"type": "string", "desc": "My prose."}`, `"a": {"type": "string", "description": "My prose."}`, `unsafe: Rename "desc" to "description"`},
	{"unexpected-field", `"a": {"type": "string", "descr": "My prose."}`, `"a": {"type": "string", "description": "My prose."}`, `unsafe: Rename "descr" to "description"`},
	{"unexpected-field", `"a": {"type": "string", "description": "A.", "note": "My prose."}`, ``, ``},
	{"unexpected-field", `{"lexicon": 1, "id": "com.example.a", "note": "My prose.", "defs": {"a": {"type": "integer"}}}`,
		`{"lexicon": 1, "id": "com.example.a", "description": "My prose.", "defs": {"a": {"type": "integer"}}}`, `unsafe: Rename "note" to "description"`},
	{"unexpected-field", `{"lexicon": 1, "id": "com.example.a", "descripton": "A.", "defs": {"a": {"type": "integer"}}}`,
		`{"lexicon": 1, "id": "com.example.a", "description": "A.", "defs": {"a": {"type": "integer"}}}`, `Rename "descripton" to "description"`},
	{"missing-field", `"a": {"type": "array", "Items": {"type": "integer"}}`, `"a": {"type": "array", "items": {"type": "integer"}}`, `Rename "Items" to "items"`},
	{"missing-field", `"a": {"type": "object", "propertys": {}}`, `"a": {"type": "object", "properties": {}}`, `unsafe: Rename "propertys" to "properties"`},
	{"missing-field", in(inObject, `{"type": "ref", "$ref": "#a"}`), in(inObject, `{"type": "ref", "ref": "#a"}`), `Rename "$ref" to "ref"`},
	{"missing-field", `"a": {"type": "array"}`, ``, ``},

	// Types that are references.
	{"unknown-type", in(inObject, `{"type": "b"}`) + `, "b": {"type": "object", "properties": {}}`,
		in(inObject, `{"type": "ref", "ref": "#b"}`) + `, "b": {"type": "object", "properties": {}}`, `unsafe: Write "type": "ref", "ref": "#b"`},
	{"unknown-type", in(inObject, `{"type": "com.example.b#c"}`), in(inObject, `{"type": "ref", "ref": "com.example.b#c"}`), `Write "type": "ref", "ref": "com.example.b#c"`},
	{"unknown-type", in(inObject, `{"type": "com.example.b"}`), in(inObject, `{"type": "ref", "ref": "com.example.b"}`), `Write "type": "ref", "ref": "com.example.b"`},
	{"unknown-type", in(inObject, `{"type": "com.example.b[]"}`),
		in(inObject, `{"type": "array", "items": {"type": "ref", "ref": "com.example.b"}}`), `Write "type": "array", "items": {"type": "ref", "ref": "com.example.b"}`},
	{"unknown-type", in(inObject, `{"type": "com.example.defs#none"}`), ``, ``},

	// Several names in one entry.
	{"unknown-property", `"a": {"type": "object", "required": ["x, y"], "properties": {"x": {"type": "integer"}, "y": {"type": "integer"}}}`,
		`"a": {"type": "object", "required": ["x", "y"], "properties": {"x": {"type": "integer"}, "y": {"type": "integer"}}}`, `Split the entry`},
	{"unknown-property", `"a": {"type": "object", "required": ["x", "x y"], "properties": {"x": {"type": "integer"}, "y": {"type": "integer"}}}`, ``, ``},

	// Keys that bring an error or a warning under their right name.
	{"unexpected-field", `"a": {"type": "string", "minLength": 10, "maxlength": 5}`, ``, ``},
	{"unexpected-field", `"a": {"type": "string", "format": "datetime", "MaxLength": 1}`, ``, ``},
	{"unexpected-field", `"a": {"type": "integer", "enum": [1, 2], "Default": 5}`, ``, ``},
	{"unexpected-field", `"a": {"type": "integer", "Default": 9007199254740993}`, ``, ``},
	{"unexpected-field", `"main": {"type": "query", "Parameters": {"type": "params", "properties": {"p": {"type": "int"}}}}`, ``, ``},
	{"unexpected-field", in(inObject, `{"type": "ref", "ref": "#a", "required": true}`), ``, ``},
	{"unexpected-field", `"a": {"type": "object", "properties": {"$link": {"type": "string", "required": true}}}`, ``, ``},

	// Members one level too high.
	{"missing-field", `"main": {"type": "record", "key": "tid", "properties": {"p": {"type": "integer"}}, "required": ["p"]}`,
		`"main": {"type": "record", "key": "tid", "record": {"type": "object", "properties": {"p": {"type": "integer"}}, "required": ["p"]}}`, `Move "properties" and "required" into "record"`},
	{"missing-field", `"main": {"type": "record", "required": ["p"], "key": "tid", "properties": {"p": {"type": "integer"}}}`,
		`"main": {"type": "record", "record": {"type": "object", "required": ["p"], "properties": {"p": {"type": "integer"}}}, "key": "tid"}`, `Move "required" and "properties" into "record"`},
	{"missing-field", `"main": {"type": "record", "key": "tid", "record": {}, "properties": {"p": {"type": "integer"}}}`, ``, ``},
	{"unexpected-field", `"main": {"type": "record", "key": "tid", "record": {}, "properties": {"p": {"type": "integer"}}}`,
		`"main": {"type": "record", "key": "tid", "record": {"type": "object", "properties": {"p": {"type": "integer"}}}}`, `Move "properties" into "record"`},
	{"unexpected-field", `"main": {"type": "record", "key": "tid", "record": {"type": "object"}, "properties": {"p": {"type": "integer"}}}`,
		`"main": {"type": "record", "key": "tid", "record": {"type": "object", "properties": {"p": {"type": "integer"}}}}`, `Move "properties" into "record"`},
	{"unexpected-field", `"main": {"type": "record", "key": "tid", "record": {"type": "object", "properties": {"q": {"type": "integer"}}}, "properties": {"p": {"type": "integer"}}}`, ``, ``},
	{"unexpected-field", `"main": {"type": "query", "output": {"encoding": "application/json", "type": "object", "properties": {"p": {"type": "integer"}}}}`,
		`"main": {"type": "query", "output": {"encoding": "application/json", "schema": {"type": "object", "properties": {"p": {"type": "integer"}}}}}`, `Move "type" and "properties" into "schema"`},
	{"unexpected-field", `"main": {"type": "query", "output": {"properties": {"p": {"type": "integer"}}, "encoding": "application/json"}}`,
		`"main": {"type": "query", "output": {"schema": {"type": "object", "properties": {"p": {"type": "integer"}}}, "encoding": "application/json"}}`, `Move "properties" into "schema"`},
	{"unexpected-field", `"main": {"type": "query", "output": {"type":"ref", "encoding": "application/json", "ref":"#a"}}, "a": {"type": "object", "properties": {}}`,
		`"main": {"type": "query", "output": {"schema":{"type":"ref", "ref":"#a"}, "encoding": "application/json"}}, "a": {"type": "object", "properties": {}}`, `Move "type" and "ref" into "schema"`},
	{"unexpected-field", `"main": {"type": "query", "output": {"encoding": "application/json", "items": {"type": "integer"}}}`, ``, ``},
	{"missing-field", `"main": {"type": "subscription", "message": {"refs": ["#a"]}}, "a": {"type": "object", "properties": {}}`,
		`"main": {"type": "subscription", "message": {"schema": {"type": "union", "refs": ["#a"]}}}, "a": {"type": "object", "properties": {}}`, `Move "refs" into "schema"`},
	{"unexpected-field", `"main": {"type": "query", "encoding": "application/json", "schema": {"type": "object", "properties": {}}}`,
		`"main": {"type": "query", "output": {"encoding": "application/json", "schema": {"type": "object", "properties": {}}}}`, `Move "encoding" and "schema" into "output"`},
	{"unexpected-field", `"main": {"type": "subscription", "schema": {"type": "union", "refs": ["#a"]}}, "a": {"type": "object", "properties": {}}`,
		`"main": {"type": "subscription", "message": {"schema": {"type": "union", "refs": ["#a"]}}}, "a": {"type": "object", "properties": {}}`, `Move "schema" into "message"`},
	{"unknown-property", `"a": {"type": "object", "required": ["b"], "properties": {"properties": {"b": {"type": "integer"}}}}`, ``, ``},
	{"unknown-property", `"a": {"type": "object", "required": ["b"], "properties": {}, "b": {"type": "integer"}}`, ``, ``},
	{"unknown-property", `"main": {"type": "record", "key": "tid", "b": {"type": "integer"}, "record": {"type": "object", "required": ["b"], "properties": {}}}`, ``, ``},
	{"unexpected-field", `{"lexicon": 1, "id": "com.example.a", "defs": {"a": {"type": "ref", "ref": "#b"}}, "definitions": {"b": {"type": "integer"}, "c": {"type": "token"}}}`,
		`{"lexicon": 1, "id": "com.example.a", "defs": {"a": {"type": "ref", "ref": "#b"}, "b": {"type": "integer"}, "c": {"type": "token"}}}`, `unsafe: Move its content into "defs"`},
	{"unexpected-field", `{"lexicon": 1, "id": "com.example.a", "Defs": {"b": {"type": "integer"}}, "defs": {}}`,
		`{"lexicon": 1, "id": "com.example.a", "defs": {"b": {"type": "integer"}}}`, `unsafe: Move its content into "defs"`}, // where it is not used
	{"unexpected-field", `{"lexicon": 1, "id": "com.example.a", "defs": {"a": {"type": "integer"}}, "$defs": {"a": {"type": "boolean"}}}`, ``, ``},
	{"missing-field", `{"lexicon": 1, "id": "com.example.a", "definitions": {"b": {"type": "integer"}}}`,
		`{"lexicon": 1, "id": "com.example.a", "defs": {"b": {"type": "integer"}}}`, `unsafe: Rename "definitions" to "defs"`},
	{"unexpected-field", `{"lexicon": 1, "b": {"type": "integer"}, "id": "com.example.a", "defs": {"a": {"type": "ref", "ref": "#b"}}, "c": {"type": "token", "description": "C."}}`,
		`{"lexicon": 1, "id": "com.example.a", "defs": {"a": {"type": "ref", "ref": "#b"}, "b": {"type": "integer"}, "c": {"type": "token", "description": "C."}}}`, `Move "b" and "c" into "defs"`},
	{"unexpected-field", `{"lexicon": 1, "id": "com.example.a", "defs": {"a": {"type": "integer"}}, "a": {"type": "token"}}`, ``, ``},
	{"missing-field", `{"lexicon": 1, "id": "com.example.a", "main": {"type": "integer"}}`,
		`{"lexicon": 1, "id": "com.example.a", "defs": {"main": {"type": "integer"}}}`, `Move "main" into "defs"`},
	{"missing-field", `"a": {"type": "object", "b": {"type": "integer"}}`, `"a": {"type": "object", "properties": {"b": {"type": "integer"}}}`, `unsafe: Move "b" into "properties"`},
	{"unexpected-field", `"a": {"type": "object", "properties": {}, "b": {"type": "integer"}}`, ``, ``},
	{"unexpected-field", in(inObject, `{"type": "object", "properties": {}, "b": {"type": "integer"}}`), in(inObject, `{"type": "object", "properties": {"b": {"type": "integer"}}}`), `unsafe: Move "b" into "properties"`},
	{"unexpected-field", `"a": {"type": "object", "properties": {"b": {"type": "integer"}}, "Properties": {"c": {"type": "integer"}}}`,
		`"a": {"type": "object", "properties": {"b": {"type": "integer"}, "c": {"type": "integer"}}}`, `Move its content into "properties"`},
	{"unexpected-field", `"a": {"type": "object", "required": ["b"], "Required": ["c"], "properties": {"b": {"type": "integer"}, "c": {"type": "integer"}}}`, ``, ``},

	// Repeated keys, of which the first counts: the second would count without it.
	{"unknown-property", `"a": {"type": "object", "required": ["b"], "required": 1.5, "properties": {}}`, ``, ``},
	{"unexpected-field", `"a": {"type": "string", "maxlength": 5, "maxlength": "6"}`, ``, ``},
	{"unexpected-field", `"a": {"type": "string", "pattern": "a", "pattern": "b"}`, ``, ``},
	{"unexpected-field", in(inObject, `{"type": "string", "required": true, "required": false}`), ``, ``},
	{"missing-field", `"a": {"type": "object", "b": {"type": "integer"}, "b": {"type": "string"}}`, ``, ``},
	{"unexpected-field", `{"lexicon": 1, "id": "com.example.a", "b": {"type": "integer"}, "b": {"type": "string"}, "defs": {"a": {"type": "ref", "ref": "#b"}}}`, ``, ``},
	{"unexpected-field", `{"lexicon": 1, "id": "com.example.a", "Defs": {"b": {"type": "token"}}, "Defs": {}, "defs": {"a": {"type": "integer"}}}`, ``, ``},

	// Errors.
	{"missing-field", `"main": {"type": "query", "errors": [{"code": "A"}]}`, `"main": {"type": "query", "errors": [{"name": "A"}]}`, `unsafe: Rename "code" to "name"`},
	{"missing-field", `"main": {"type": "query", "errors": [{"code": 404}]}`, ``, ``},
	{"unexpected-field", `"main": {"type": "query", "errors": [{"name": "A", "message": "B."}]}`, `"main": {"type": "query", "errors": [{"name": "A", "description": "B."}]}`, `unsafe: Rename "message" to "description"`},
	{"wrong-type", `"main": {"type": "query", "errors": ["A"]}`, `"main": {"type": "query", "errors": [{"name": "A"}]}`, `Make it an object`},
	{"wrong-type", `"main": {"type": "query", "errors": ["not found"]}`, ``, ``},

	// Flags of properties.
	{"unexpected-field", in(inObject, `{"type": "string", "required": true}`), in(listing, `{"type": "string"}`), `List "p" in "required"`},
	{"unexpected-field", in(listing, `{"type": "string", "required": true}`), in(listing, `{"type": "string"}`), `Remove "required", which is redundant`},
	{"unexpected-field", in(inObject, `{"type": "string", "required": false}`), in(inObject, `{"type": "string"}`), `Remove "required", which is redundant`},
	{"unexpected-field", in(listing, `{"type": "string", "required": false}`), ``, ``},
	{"unexpected-field", in(inObject, `{"type": "string", "required": true, "default": "a"}`), ``, ``},
	{"unexpected-field", in(inObject, `{"nullable": true, "type": "string"}`), strings.Replace(in(listing, `{"type": "string"}`), "required", "nullable", 1), `List "p" in "nullable"`},
	{"unexpected-field", in(inObject, `{"type": "string", "optional": true}`), in(inObject, `{"type": "string"}`), `Remove "optional", which is redundant`},
	{"unexpected-field", in(inObject, `{"type": "string", "optional": false}`), in(listing, `{"type": "string"}`), `List "p" in "required"`},
	{"unexpected-field", in(listing, `{"type": "string", "optional": true}`), ``, ``},
	{"unexpected-field", `"a": {"type": "string", "nullable": true}`, `"a": {"type": "string"}`, `unsafe: Remove "nullable"`},
	{"unexpected-field", in(inObject, `{"type": "array", "items": {"type": "integer", "required": true}}`),
		in(inObject, `{"type": "array", "items": {"type": "integer"}}`), `unsafe: Remove "required"`},
	{"unexpected-field", `"a": {"type": "object", "required": "p", "properties": {"p": {"type": "string", "required": true}}}`, ``, ``},
	{"wrong-type", in(inObject, `{"type": "object", "required": true, "properties": {}}`), in(listing, `{"type": "object", "properties": {}}`), `List "p" in "required"`},
	{"unexpected-field", `"main": {"type": "query", "parameters": {"type": "params", "properties": {"p": {"type": "string", "nullable": true}}}}`,
		`"main": {"type": "query", "parameters": {"type": "params", "properties": {"p": {"type": "string"}}}}`, `unsafe: Remove "nullable"`},
	{"unexpected-field", `"main": {"type": "query", "parameters": {"type": "params", "properties": {"p": {"type": "string", "required": true}}}}`,
		`"main": {"type": "query", "parameters": {"type": "params", "required": ["p"], "properties": {"p": {"type": "string"}}}}`, `List "p" in "required"`},
	{"nullable-on-params", `"main": {"type": "query", "parameters": {"type": "params", "nullable": ["p"], "properties": {"p": {"type": "string"}}}}`, ``, ``},
	{"nullable-on-params", `"main": {"type": "query", "parameters": {"type": "params", "nullable": [], "properties": {"p": {"type": "string"}}}}`,
		`"main": {"type": "query", "parameters": {"type": "params", "properties": {"p": {"type": "string"}}}}`, `unsafe: Remove "nullable"`},

	// Types.
	{"unknown-type", `"a": {"type": "int"}`, `"a": {"type": "integer"}`, `Write "type": "integer"`},
	{"unknown-type", `"a": {"type": "Bool"}`, `"a": {"type": "boolean"}`, `Write "type": "boolean"`},
	{"unknown-type", `"a": {"type": "strng"}`, `"a": {"type": "string"}`, `Write "type": "string"`},
	{"unknown-type", `"a": {"type": "strings", "maxLength": 5}`, `"a": {"type": "string", "maxLength": 5}`, `Write "type": "string"`},
	{"unknown-type", `"a": {"type": "intgr"}`, ``, ``},
	{"unknown-type", `"a": {"type": "number", "minimum": 1}`, `"a": {"type": "integer", "minimum": 1}`, `unsafe: Write "type": "integer"`},
	{"unknown-type", `"a": {"type": "number", "minimum": 0.5}`, ``, ``},
	{"unknown-type", `"a": {"type": "datetime", "description": "A."}`, `"a": {"type": "string", "format": "datetime", "description": "A."}`, `Write "type": "string", "format": "datetime"`},
	{"unknown-type", `"a": {"type": "datetime", "format": "datetime"}`, `"a": {"type": "string", "format": "datetime"}`, `Write "type": "string"`},
	{"unknown-type", `"a": {"type": "date"}`, `"a": {"type": "string", "format": "datetime"}`, `unsafe: Write "type": "string", "format": "datetime"`},
	{"unknown-type", `"a": {"type": "url"}`, `"a": {"type": "string", "format": "uri"}`, `Write "type": "string", "format": "uri"`},
	{"unknown-type", `"a": {"type": "uri"}`, `"a": {"type": "string", "format": "uri"}`, `Write "type": "string", "format": "uri"`},
	{"unknown-type", `"a": {"type": "cid"}`, `"a": {"type": "cid-link"}`, `unsafe: Write "type": "cid-link"`},
	{"unknown-type", `"a": {"type": "cid[]"}`, `"a": {"type": "array", "items": {"type": "cid-link"}}`, `unsafe: Write "type": "array", "items": {"type": "cid-link"}`},
	{"unknown-type", `"a": {"type": "did"}`, `"a": {"type": "string", "format": "did"}`, `Write "type": "string", "format": "did"`},
	{"unknown-type", `"a": {"type": "enum", "enum": ["a"]}`, `"a": {"type": "string", "enum": ["a"]}`, `Write "type": "string"`},
	{"unknown-type", `"a": {"type": "enum", "enum": [1]}`, `"a": {"type": "integer", "enum": [1]}`, `Write "type": "integer"`},
	{"unknown-type", `"a": {"type": "enum", "values": ["a"]}`, ``, ``},
	{"unknown-type", `"a": {"type": "string[]"}`, `"a": {"type": "array", "items": {"type": "string"}}`, `Write "type": "array", "items": {"type": "string"}`},
	{"unknown-type", `"a": {"type": "int[][]"}`, `"a": {"type": "array", "items": {"type": "array", "items": {"type": "integer"}}}`,
		`Write "type": "array", "items": {"type": "array", "items": {"type": "integer"}}`},
	{"unknown-type", `"a": {"type":"did[]"}`, `"a": {"type":"array","items":{"type":"string","format":"did"}}`, `Write "type": "array", "items": {"type": "string", "format": "did"}`},
	{"unknown-type", `"a": {"type": "string[]", "maxLength": 5}`, ``, ``},
	{"unknown-type", `"a": {"type": "object[]"}`, ``, ``},
	{"unknown-type", `"a": {"type": "list", "items": {"type": "integer"}}`, `"a": {"type": "array", "items": {"type": "integer"}}`, `Write "type": "array"`},
	{"unknown-type", `"a": {"type": "list"}`, ``, ``},
	{"unknown-type", `"a": {"type": "map"}`, ``, ``},
	{"unknown-type", `"a": {"type": "datetime", "enum": ["now", "later"]}`, ``, ``},
	{"unknown-type", `"a": {"type": "datetime", "maxLength": 6}`, ``, ``},
	{"unknown-type", `"a": {"type": "obj", "properties": {"b": {"type": "array"}}}`, ``, ``},
	{"unknown-type", `"a": {"type": "obj", "properties": {"b": {"type": "list", "items": {"type": "int"}}}}`,
		`"a": {"type": "object", "properties": {"b": {"type": "array", "items": {"type": "integer"}}}}`, `Write "type": "object", and fix the errors in it`},
	{"unknown-type", `"a": {"type": "Int64"}`, `"a": {"type": "integer"}`, `Write "type": "integer"`},
	{"unknown-type", `"a": {"type": "uint"}`, `"a": {"type": "integer"}`, `unsafe: Write "type": "integer"`},
	{"unknown-type", `"a": {"type": "email", "maxLength": 5}`, `"a": {"type": "string", "maxLength": 5}`, `unsafe: Write "type": "string"`},
	{"unknown-type", `"a": {"type": "timestamp"}`, `"a": {"type": "string", "format": "datetime"}`, `unsafe: Write "type": "string", "format": "datetime"`},
	{"unknown-type", `"a": {"type": "locale"}`, `"a": {"type": "string", "format": "language"}`, `unsafe: Write "type": "string", "format": "language"`},
	{"unknown-type", `"a": {"type": "oneOf", "refs": ["#b"]}, "b": {"type": "object", "properties": {}}`, `"a": {"type": "union", "refs": ["#b"]}, "b": {"type": "object", "properties": {}}`, `Write "type": "union"`},
	{"unknown-type", `"a": {"type": "image"}`, `"a": {"type": "blob", "accept": ["image/*"]}`, `unsafe: Write "type": "blob", "accept": ["image/*"]`},
	{"unknown-type", in(inObject, `{"type": "#a"}`), in(inObject, `{"type": "ref", "ref": "#a"}`), `Write "type": "ref", "ref": "#a"`},
	{"unknown-type", in(inObject, `{"type": "#b"}`), ``, ``},
	{"unknown-type", `"main": {"type": "query", "parameters": {"type": "params", "properties": {"p": {"type": "datetime"}, "q": {"type": "boolean"}}}}`,
		`"main": {"type": "query", "parameters": {"type": "params", "properties": {"p": {"type": "string", "format": "datetime"}, "q": {"type": "boolean"}}}}`, `Write "type": "string", "format": "datetime"`},
	{"unknown-type", `"main": {"type": "query", "parameters": {"type": "params", "properties": {"p": {"type": "image"}}}}`, ``, ``},
	{"wrong-type", in(inObject, `{"type": ["string", "null"]}`), strings.Replace(in(listing, `{"type": "string"}`), "required", "nullable", 1), `Write "type": "string", and list "p" in "nullable"`},
	{"wrong-type", `"a": {"type": ["string"]}`, `"a": {"type": "string"}`, `Write "type": "string"`},
	{"wrong-type", `"a": {"type": ["string", "null"]}`, ``, ``},
	{"wrong-type", in(inObject, `{"type": ["string", "integer"]}`), ``, ``},
	{"missing-field", `"a": {"properties": {}}`, `"a": {"type": "object", "properties": {}}`, `Add "type": "object"`},
	{"missing-field", `"a": {"description": "A.", "items": {"type": "integer"}}`, `"a": {"type": "array", "description": "A.", "items": {"type": "integer"}}`, `Add "type": "array"`},
	{"missing-field", in(inObject, `{"$ref": "#a"}`), in(inObject, `{"type": "ref", "ref": "#a"}`), `Add "type": "ref", and fix the errors in it`},
	{"missing-field", `"a": {"properties": {}, "items": {}}`, ``, ``},
	{"missing-field", `"main": {"type": "query", "parameters": {"properties": {}}}`, `"main": {"type": "query", "parameters": {"type": "params", "properties": {}}}`, `Add "type": "params"`},
	{"missing-field", `"main": {"type": "query", "output": {"encoding": "application/json", "schema": {"items": {"type": "integer"}}}}`, ``, ``},

	// Values.
	{"wrong-type", `"a": {"type": "string", "maxLength": "64"}`, `"a": {"type": "string", "maxLength": 64}`, `Remove the quotation marks`},
	{"wrong-type", `"a": {"type": "string", "maxLength": "many"}`, ``, ``},
	{"wrong-type", `"a": {"type": "boolean", "default": "false"}`, `"a": {"type": "boolean", "default": false}`, `Remove the quotation marks`},
	{"wrong-type", `"a": {"type": "blob", "accept": "image/*"}`, `"a": {"type": "blob", "accept": ["image/*"]}`, `Make it a list`},
	{"wrong-type", in(inObject, `"#a"`), in(inObject, `{"type": "ref", "ref": "#a"}`), `Make it a ref`},
	{"wrong-type", in(inObject, `"#b"`), ``, ``},
	{"wrong-type", in(inObject, `"com.example.thing"`), in(inObject, `{"type": "ref", "ref": "com.example.thing"}`), `unsafe: Make it a ref`},
	{"wrong-type", in(inObject, `"something"`), ``, ``},
	{"wrong-type", `{"lexicon": "1", "id": "com.example.a", "defs": {"a": {"type": "integer"}}}`, `{"lexicon": 1, "id": "com.example.a", "defs": {"a": {"type": "integer"}}}`, `Remove the quotation marks`},
	{"wrong-type", `{"lexicon": "2", "id": "com.example.a", "defs": {"a": {"type": "integer"}}}`, ``, ``},
	{"missing-field", `{"id": "com.example.a", "defs": {"a": {"type": "integer"}}}`, `{"lexicon": 1, "id": "com.example.a", "defs": {"a": {"type": "integer"}}}`, `Add "lexicon": 1`},
	{"missing-field", `{"$type": "com.atproto.lexicon.schema", "id": "com.example.a", "defs": {"a": {"type": "integer"}}}`,
		`{"$type": "com.atproto.lexicon.schema", "lexicon": 1, "id": "com.example.a", "defs": {"a": {"type": "integer"}}}`, `Add "lexicon": 1`},
	{"lexicon-version", `{"lexicon": 2, "id": "com.example.a", "defs": {"a": {"type": "integer"}}}`, ``, ``},
	{"unknown-format", `"a": {"type": "string", "format": "date-time"}`, `"a": {"type": "string", "format": "datetime"}`, `Write "datetime"`},
	{"unknown-format", `"a": {"type": "string", "format": "at_uri"}`, `"a": {"type": "string", "format": "at-uri"}`, `Write "at-uri"`},
	{"unknown-format", `"a": {"type": "string", "format": "url"}`, `"a": {"type": "string", "format": "uri"}`, `Write "uri"`},
	{"unknown-format", `"a": {"type": "string", "format": "url", "default": "here"}`, ``, ``},
	{"unknown-format", `"a": {"type": "string", "format": "date"}`, `"a": {"type": "string", "format": "datetime"}`, `unsafe: Write "datetime"`},
	{"unknown-format", `"a": {"type": "string", "format": "sid"}`, ``, ``},
	{"unknown-format", `"a": {"type": "string", "format": "email"}`, ``, ``},
	{"unmatchable-accept", `"a": {"type": "blob", "accept": ["image/jpg"]}`, `"a": {"type": "blob", "accept": ["image/jpeg"]}`, `Write "image/jpeg"`},

	// References.
	{"invalid-ref", in(inObject, `{"type": "ref", "ref": "a"}`), in(inObject, `{"type": "ref", "ref": "#a"}`), `Write "#a"`},
	{"invalid-ref", in(inObject, `{"type": "ref", "ref": "lex:com.example.b#c"}`), in(inObject, `{"type": "ref", "ref": "com.example.b#c"}`), `Write "com.example.b#c"`},
	{"invalid-ref", in(inObject, `{"type": "ref", "ref": "b"}`), ``, ``},
	{"invalid-ref", in(listing, `{"type": "ref", "ref": "a"}`), ``, ``},
	{"invalid-ref", in(inObject, `{"type": "ref", "ref": "b"}`) + `, "b": {"type": "token"}`, ``, ``},
	{"invalid-ref", in(inObject, `{"type": "union", "refs": ["b"]}`) + `, "b": {"type": "integer"}`, ``, ``},
	{"unresolved-ref", in(inObject, `{"type": "ref", "ref": "#/defs/a"}`), in(inObject, `{"type": "ref", "ref": "#a"}`), `Write "#a"`},
	{"unresolved-ref", in(inObject, `{"type": "ref", "ref": "#/definitions/a"}`), in(inObject, `{"type": "ref", "ref": "#a"}`), `Write "#a"`},
	{"unresolved-ref", in(inObject, `{"type": "ref", "ref": "#/definitions/b"}`), ``, ``},
	{"unresolved-ref", in(`"thing": {"type": "object", "properties": {"p": %s}}`, `{"type": "ref", "ref": "#thign"}`),
		in(`"thing": {"type": "object", "properties": {"p": %s}}`, `{"type": "ref", "ref": "#thing"}`), `unsafe: Write "#thing"`},
	{"unresolved-external-ref", in(inObject, `{"type": "ref", "ref": "com.example.other.shape"}`), in(inObject, `{"type": "ref", "ref": "com.example.other#shape"}`), `Write "com.example.other#shape"`},
	{"unresolved-external-ref", in(inObject, `{"type": "union", "refs": ["com.example.other.shape", "com.example.other#shape"]}`), ``, ``},
	{"unresolved-external-ref", in(inObject, `{"type": "union", "refs": ["com.example.other.size"]}`), ``, ``},
	{"unresolved-external-ref", in(inObject, `{"type": "ref", "ref": "com.example.other.none"}`), ``, ``},
	{"redundant-main", in(inObject, `{"type": "ref", "ref": "com.example.other#main"}`), in(inObject, `{"type": "ref", "ref": "com.example.other"}`), `Write "com.example.other"`},
	{"full-local-ref", in(inObject, `{"type": "ref", "ref": "com.example.defs#a"}`), in(inObject, `{"type": "ref", "ref": "#a"}`), `Write "#a"`},
	{"duplicate-union-ref", in(inObject, `{"type": "union", "refs": ["#a", "#a"]}`), in(inObject, `{"type": "union", "refs": ["#a"]}`), `Remove the entry`},
	{"known-string-local-ref", `"a": {"type": "string", "knownValues": ["#b"]}, "b": {"type": "token"}`, `"a": {"type": "string", "knownValues": ["com.example.defs#b"]}, "b": {"type": "token"}`, `Write "com.example.defs#b"`},
	{"known-string-local-ref", `"a": {"type": "string", "enum": ["#b"]}, "b": {"type": "token"}`, `"a": {"type": "string", "enum": ["com.example.defs#b"]}, "b": {"type": "token"}`, `unsafe: Write "com.example.defs#b"`},
	{"known-string-local-ref", `"a": {"type": "string", "knownValues": ["com.example.defs#b", "#b"]}, "b": {"type": "token"}`,
		`"a": {"type": "string", "knownValues": ["com.example.defs#b"]}, "b": {"type": "token"}`, `unsafe: Remove the entry`},
	{"known-string-local-ref", `"a": {"type": "string", "knownValues": ["#none"]}`, ``, ``},

	// Lists.
	{"duplicate-entry", `"a": {"type": "string", "enum": ["a", "b", "a"]}`, `"a": {"type": "string", "enum": ["a", "b"]}`, `Remove the entry`},
	{"duplicate-entry", `"main": {"type": "permission-set", "permissions": [{"type": "permission", "resource": "rpc", "lxm": ["com.example.a", "com.example.b", "com.example.a"], "aud": "*"}]}`,
		`"main": {"type": "permission-set", "permissions": [{"type": "permission", "resource": "rpc", "lxm": ["com.example.a", "com.example.b"], "aud": "*"}]}`, `Remove the entry`},
	{"duplicate-entry", `"main": {"type": "query", "errors": [{"name": "A", "description": "B."}, {"name": "A"}]}`, ``, ``},
	{"unknown-property", `"a": {"type": "object", "required": ["nmae"], "properties": {"name": {"type": "integer"}}}`, `"a": {"type": "object", "required": ["name"], "properties": {"name": {"type": "integer"}}}`, `Write "name"`},
	{"unknown-property", `"a": {"type": "object", "required": ["name", "nmae"], "properties": {"name": {"type": "integer"}}}`,
		`"a": {"type": "object", "required": ["name"], "properties": {"name": {"type": "integer"}}}`, `unsafe: Remove the entry`},
	{"unknown-property", `"a": {"type": "object", "required": ["bid"], "properties": {"did": {"type": "integer"}, "tid": {"type": "integer"}}}`, ``, ``},
	{"unknown-property", `"a": {"type": "object", "required": ["other"], "properties": {"name": {"type": "integer"}}}`, `"a": {"type": "object", "properties": {"name": {"type": "integer"}}}`, `unsafe: Remove the entry`},
	{"unknown-property", `"a": {"type": "object", "required": ["$type", "name"], "properties": {"name": {"type": "integer"}}}`, `"a": {"type": "object", "required": ["name"], "properties": {"name": {"type": "integer"}}}`, `unsafe: Remove the entry`},
	{"required-with-default", in(listing, `{"type": "integer", "default": 1}`), in(listing, `{"type": "integer"}`), `unsafe: Remove "default"`},
	{"enum-and-known-values", `"a": {"type": "string", "enum": ["a"], "knownValues": ["a"]}`, `"a": {"type": "string", "enum": ["a"]}`, `unsafe: Remove "knownValues"`},
	{"enum-and-known-values", `"a": {"type": "string", "enum": ["a"], "knownValues": ["a", "b"]}`, ``, ``},

	// Placeholders.
	{"unlimited-string", `"a": {"type": "string", "default": "x"}`, `"a": {"type": "string", "maxLength": 3000, "maxGraphemes": 300, "default": "x"}`, `placeholder: Add "maxLength" and "maxGraphemes"`},
	{"unlimited-string", `"a": {"type": "object", "properties": {"createdAt": {"type": "string"}}}`,
		`"a": {"type": "object", "properties": {"createdAt": {"type": "string", "format": "datetime"}}}`, `placeholder: Add "format"`},
	{"unlimited-blob", `"a": {"type": "blob"}`, `"a": {"type": "blob", "accept": ["*/*"], "maxSize": 1000000}`, `placeholder: Add "accept" and "maxSize"`},
	{"unlimited-blob", `"a": {"type": "blob", "maxSize": 1}`, `"a": {"type": "blob", "accept": ["*/*"], "maxSize": 1}`, `placeholder: Add "accept"`},
	{"missing-primary-description", `"main": {"type": "query", "output": {"encoding": "text/plain"}}`,
		`"main": {"type": "query", "description": "What it is for.", "output": {"encoding": "text/plain"}}`, `placeholder: Add "description"`},
}

// TestFixCases makes one fix of each kind.
func TestFixCases(t *testing.T) {
	for _, c := range fixCases {
		t.Run(c.rule+" "+c.title, func(t *testing.T) {
			catalog := loadAll(t, fixFiles(c.before))
			found := tried(t, catalog, Options{Placeholders: true})
			fixes := slices.DeleteFunc(slices.Clone(found), func(f diag.Finding) bool { return f.Rule.Code != c.rule })
			if len(fixes) != 1 {
				t.Fatalf("%s: %d findings", c.before, len(fixes))
			}
			f := fixes[0]
			if f.Fix == nil || c.after == "" {
				if f.Fix != nil || c.after != "" {
					t.Errorf("%s: the fix is %+v, want %s", c.before, f.Fix, c.title)
				}
				return
			}
			checkEdits(t, f)
			title := f.Fix.Title
			if f.Fix.Placeholder {
				title = "placeholder: " + title
			} else if !f.Fix.Safe {
				title = "unsafe: " + title
			}
			if title != c.title {
				t.Errorf("%s: the fix is\n%s, want\n%s", c.before, title, c.title)
			}
			after := edited(catalog, fixes, diag.ProfileV1)
			want := fixFiles(c.after)
			if got := string(after.DocumentAt(f.Path()).Source.Text); got != string(want[strings.TrimPrefix(f.Path(), "./")].Data) {
				t.Errorf("%s: got\n%s", c.before, got)
			}
			checkFixes(t, catalog, after, found, findings(t, after, Options{Placeholders: true}), fixes)
		})
	}
}

// fixFiles returns the files of a case.
func fixFiles(text string) fstest.MapFS {
	files := fstest.MapFS{"com.example.other.json": file(`{"lexicon": 1, "id": "com.example.other", "defs": {
		"main": {"type": "object", "properties": {}}, "shape": {"type": "object", "properties": {}}, "size": {"type": "integer"}}}`)}
	if strings.HasPrefix(text, "{") {
		files["com.example.a.json"] = file(text)
	} else {
		files["com.example.defs.json"] = file(`{"lexicon": 1, "id": "com.example.defs", "defs": {` + text + `}}`)
	}
	return files
}

// TestFixHelp demands that a rule tells of fixes exactly where a case has one, and that the
// bad example of a rule with safe fixes becomes a good one.
func TestFixHelp(t *testing.T) {
	tested := map[string]diag.FixHelp{}
	for _, c := range fixCases {
		help := tested[c.rule]
		switch {
		case c.after == "":
		case strings.HasPrefix(c.title, "placeholder: "):
			help.Placeholder = "x"
		case strings.HasPrefix(c.title, "unsafe: "):
			help.Unsafe = "x"
		default:
			help.Safe = "x"
		}
		tested[c.rule] = help
	}
	tested["json-syntax"], tested["byte-order-mark"] = diag.FixHelp{Safe: "x", Unsafe: "x"}, diag.FixHelp{Safe: "x"} // see TestRepairs
	for _, r := range allRules() {
		want := tested[r.Code]
		if (r.Fix.Safe != "") != (want.Safe != "") || (r.Fix.Unsafe != "") != (want.Unsafe != "") || (r.Fix.Placeholder != "") != (want.Placeholder != "") {
			t.Errorf("%s tells of %+v, cases have %+v", r.Code, r.Fix, want)
		}
		for _, text := range []string{r.Fix.Safe, r.Fix.Unsafe, r.Fix.Placeholder} {
			if strings.HasSuffix(text, ".") || text != "" && !strings.HasSuffix(strings.Fields(text)[0], "s") {
				t.Errorf("%s: %q does not begin with what the fix does", r.Code, text)
			}
		}
	}
}
