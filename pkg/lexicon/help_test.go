package lexicon

import (
	"slices"
	"testing"

	"github.com/lexsmith/lexsmith/pkg/diag"
)

// TestHelp pins help that depends on the mistake.
func TestHelp(t *testing.T) {
	for _, c := range []struct{ defs, message, help string }{
		{`"a": {"type": "string", "maxlength": 1}`, `unknown field "maxlength" in a string definition`, `did you mean "maxLength"?`},
		{`"a": {"type": "string", "maxGraphems": 1}`, `unknown field "maxGraphems" in a string definition`, `did you mean "maxGraphemes"?`},
		{`"a": {"type": "string", "maxLength": 1, "maxlength": 1}`, `unknown field "maxlength" in a string definition`, `remove it; it has no effect`},
		{`"a": {"type": "integer", "maxLength": 1}`, `"maxLength" does not apply to integer schemas`, `remove it; it applies only to string, bytes, and array schemas`},
		{`"a": {"type": "string", "pattern": "x"}`, `unknown field "pattern" in a string definition`, `remove it; Lexicon does not support patterns, but a format or a length limit may help`},
		{`"a": {"type": "string", "title": "x"}`, `"title" does not apply to string schemas`, `use "description"`},
		{`"a": {"type": "string", "required": true}`, `"required" does not apply to string schemas`, `remove it; only a property can be required`},
		{`"a": {"type": "string", "zzz": true}`, `unknown field "zzz" in a string definition`, `remove it; it has no effect`},
		{`"a": {"type": "array", "Items": {}}`, `the array is missing the required "items" field`, `rename "Items" to "items"; names are case-sensitive`},
		{`"a": {"type": "array", "items": [{"type": "string"}]}`, `the schema in "items" must be an object, but is an array`, `write the schema without the list; all elements share one, which can be a union`},
		{`"a": {"type": "ref", "refs": ["#b"]}`, `the ref is missing the required "ref" field`, `rename "refs" to "ref", and make its value a string`},
		{`"a": {"type": "union", "refs": [{"type": "ref", "ref": "#b"}]}`, `an entry of "refs" must be a string, but is an object`, `write only the reference: "#b"`},
		{`"a": {"type": "union", "refs": [{"$ref": "#b"}]}`, `an entry of "refs" must be a string, but is an object`, `write only the reference: "#b"`},
		{`"a": {"type": "union", "refs": [{"ref": 1}]}`, `an entry of "refs" must be a string, but is an object`, `give the variant a definition of its own, and write the reference to it, such as "#thing"`},
		{`"a": {"type": "array", "items": []}`, `the schema in "items" must be an object, but is an array`, `write a schema as {"type": …}`},
		{`"a": {"type": "string", "enum": [{"ref": "#b"}]}`, `an entry of "enum" must be a string, but is an object`, ``},
		{`"a": {"type": "object", "properties": {"b": [1]}}`, `a property must be an object, but is an array`, `write a schema as {"type": …}`},
		{`"main": {"type": "query", "requestBody": {"encoding": "a/b"}}`, `a query cannot have an input`, `make the query a procedure, or move the fields of the input to "parameters"`},
		{`"a": {"type": "union", "refs": [{"type": "object"}]}`, `an entry of "refs" must be a string, but is an object`, `give the variant a definition of its own, and write the reference to it, such as "#thing"`},
		{`"a": {"type": "array"}`, `the array is missing the required "items" field`, `add an "items" object, such as {"type": "integer"}`},
		{`"a": {"type": "union"}`, `the union is missing the required "refs" field`, `add a "refs" array of strings, such as ["#thing"]`},
		{`"a": {"type": "string", "maxLength": "64"}`, `"maxLength" must be an integer, but is the string "64"`, `write it without quotation marks: 64`},
		{`"a": {"type": "boolean", "default": "true"}`, `"default" must be a boolean, but is the string "true"`, `write it without quotation marks: true`},
		{`"a": {"type": "string", "enum": "x"}`, `"enum" must be an array of strings, but is the string "x"`, `put the value in a list, in square brackets`},
		{`"a": {"type": "integer", "maximum": 0.5}`, `"maximum" must be an integer, but is 0.5`, `use an integer; the data model does not support floating-point numbers`},
		{`"a": {"type": "integer", "maximum": 1e19}`, `"maximum" must fit in 64 bits, but is 1e19`, `use a number from -2^63 to 2^63-1`},
		{`"a": {"type": "strnig"}`, `unknown type "strnig"`, `did you mean "string"?`},
		{`"a": {"type": "datetime"}`, `unknown type "datetime"`, `use "type": "string" with "format": "datetime"`},
		{`"a": {"type": "did"}`, `unknown type "did"`, `use "type": "string" with "format": "did"`},
		{`"a": {"type": "integer", "default": "1.5"}`, `"default" must be an integer, but is the string "1.5"`, ``},
		{`"a": {"type": "blob", "maxSize": "1MB"}`, `"maxSize" must be an integer, but is the string "1MB"`, `use a number without a unit: 1000000`},
		{`"a": {"type": "blob", "maxSize": "2 KiB"}`, `"maxSize" must be an integer, but is the string "2 KiB"`, `use a number without a unit: 2048`},
		{`"a": {"type": "blob", "maxSize": "12b"}`, `"maxSize" must be an integer, but is the string "12b"`, `use a number without a unit: 12`},
		{`"a": {"type": "blob", "maxSize": "9999999 GB"}`, `"maxSize" must be an integer, but is the string "9999999 GB"`, ``},
		{`"a": {"type": "blob", "maxSize": "MB"}`, `"maxSize" must be an integer, but is the string "MB"`, ``},
		{`"a": {"type": "string", "default": 50}`, `"default" must be a string, but is the number 50`, `write it in quotation marks: "50", or use "type": "integer"`},
		{`"a": {"type": "string", "const": true}`, `"const" must be a string, but is true`, `write it in quotation marks: "true", or use "type": "boolean"`},
		{`"a": {"type": "string", "default": 0.5}`, `"default" must be a string, but is the number 0.5`, `write it in quotation marks: "0.5"`},
		{`"a": {"type": "string", "enum": [1]}`, `an entry of "enum" must be a string, but is the number 1`, `write it in quotation marks: "1", or use "type": "integer"`},
		{`"a": {"type": "string", "knownValues": [true]}`, `an entry of "knownValues" must be a string, but is true`, `write it in quotation marks: "true"`},
		{`"a": {"type": "com.example.b"}`, `unknown type "com.example.b"`, `write a reference as {"type": "ref", "ref": "com.example.b"}`},
		{`"a": {"type": "com.example.b#c"}`, `unknown type "com.example.b#c"`, `write a reference as {"type": "ref", "ref": "com.example.b#c"}`},
		{`"a": {"type": "b"}, "b": {"type": "integer"}`, `unknown type "b"`, `write a reference as {"type": "ref", "ref": "#b"}`},
		{`"a": {"type": "link"}, "link": {"type": "integer"}`, `unknown type "link"`, `write a reference as {"type": "ref", "ref": "#link"}`},
		{`"link": {"type": "link"}`, `unknown type "link"`, `use "cid-link"`},
		{`"a": {"type": "#b[]"}`, `unknown type "#b[]"`, `use {"type": "array", "items": {"type": …}}`},
		{`"a": {"type": "record", "key": "tid", "record": {"type": "com.example.b"}}`, `unknown type "com.example.b"`, `use "object"`},
		{`"a": {"type": "#b"}`, `unknown type "#b"`, `write a reference as {"type": "ref", "ref": "#b"}`},
		{`"a": "#b"`, `a definition must be an object, but is the string "#b"`, `write a reference as {"type": "ref", "ref": "#b"}`},
		{`"a": {"type": "ref", "ref": "b"}`, `"b" is not a valid reference: it is neither an NSID nor a local reference (#name)`, `use "#b" for a definition in this file, or the full NSID of a Lexicon`},
		{`"a": {"description": ""}`, `the definition is missing the required "type" field`, `add "type", such as "string" or "object"`},
		{`"a": {"type": ["string", "null"]}`, `"type" must be a string, but is an array`, `use "type": "string"; only a property can be null`},
		{`"a": {"type": "record", "key": "tid", "record": "#b"}`, `the schema in "record" must be an object, but is the string "#b"`, `use {"type": "object", "properties": {…}}`},
		{`"a": {"type": "record", "key": "tid", "record": {"type": "#b"}}`, `unknown type "#b"`, `use "object"`},
		{`"a": {"type": "record", "key": "tid", "record": {"type": null}}`, `"type" must be a string, but is null`, `use one type: "object"`},
		{`"a": {"type": "query", "parameters": "#b"}`, `the schema in "parameters" must be an object, but is the string "#b"`, `use {"type": "params", "properties": {…}}`},
		{`"a": {"type": "query", "output": {"encoding": "application/json", "schema": "#b"}}`,
			`the schema of a body must be an object, but is the string "#b"`, `write a reference as {"type": "ref", "ref": "#b"}`},
		{`"a": {"type": "query", "parameters": {"type": "params", "properties": {"p": {"type": "image"}}}}`,
			`unknown type "image"`, `use one of boolean, integer, string, unknown, and array`},
		{`"a": {"type": "array", "items": {"type": "query"}}`, `a query is allowed only directly under "defs"`,
			`define it in its own file, and use a type that describes data here`},
		{`"a": {"type": "query", "parameters": {"type": "params", "properties": {}, "requierd": []}}`,
			`unknown field "requierd" in a params object`, `did you mean "required"?`},
		{`"a": {"type": "permission-set", "permissions": [{"type": "permission", "resource": "repo", "collection": [], "lxm": 1}]}`,
			`servers ignore "repo" permissions that contain "lxm"`, `remove "lxm"; it applies only to the "rpc" resource`},
		{`"a": {"type": "permission-set", "permissions": [{"type": "permission", "resource": "rpc", "action": ["foo"]}]}`,
			`servers ignore "rpc" permissions that contain "action"`, `move "action" to a permission with "resource": "repo"`},
		{`"a": {"type": "permission-set", "permissions": [{"type": "permission", "resource": "rep", "collection": []}]}`,
			`servers ignore permissions for the "rep" resource`, `did you mean "repo"?`},
		{`"a": {"type": "permission-set", "permissions": [{"type": "permission", "resource": "blob", "accept": ["*/*"]}]}`,
			`servers ignore permissions for the "blob" resource`, `remove the permission; a permission set supports only the "repo" and "rpc" resources`},
	} {
		found := parse(schemaFile(c.defs)).Found
		if len(found) != 1 || found[0].Message != c.message || found[0].Help != c.help {
			t.Errorf("%s:\n got %+v\nwant %s | %s", c.defs, lines(found), c.message, c.help)
			for _, f := range found {
				t.Logf("help: %s", f.Help)
			}
		}
	}
	found := parse(schemaFile(`"a": {"type": "array", "Items": {}}`)).Found
	if related := found[0].Related; len(related) != 1 || related[0].Pointer != "/defs/a/Items" {
		t.Errorf("the similar key is %+v, want /defs/a/Items", related)
	}
}

// A "type" beside "defs" is not a misspelled $type, which says something else.
func TestTypeOfFile(t *testing.T) {
	for _, c := range []struct{ typ, defs, help string }{
		{"query", `"defs": {"main": {"type": "token"}}`, "remove it; it has no effect"},
		{"query", `"defs": {"a": {"type": "token"}}`, `move it into a "main" definition in "defs"`},
		{"query", `"description": ""`, `move it into a "main" definition in "defs"`},
		{"query", `"defs": 1`, `move it into a "main" definition in "defs"`},
		{"token", `"defs": {"a": {"type": "token"}}`, "remove it; it has no effect"},
		{SchemaType, `"defs": {"a": {"type": "token"}}`, `did you mean "$type"?`},
	} {
		found := parse(`{"type": "` + c.typ + `", "lexicon": 1, "id": "com.example.thing", ` + c.defs + `}`).Found
		if i := slices.IndexFunc(found, func(f diag.Finding) bool { return f.Rule == RuleUnexpectedField }); i < 0 || found[i].Help != c.help {
			t.Errorf("%s, %s: %+v", c.typ, c.defs, found)
		}
	}
	found := parse(`{"$type": "com.example.note", "lexicon": 1, "id": "com.example.thing"}`).Found
	if len(found) != 1 || found[0].Rule != ruleMissingField {
		t.Errorf("data: %+v", found)
	}
}
