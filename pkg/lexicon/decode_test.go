package lexicon

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/pkg/diag"
)

// schemaFile returns the text of a schema file with the given members of defs.
func schemaFile(defs string) string {
	return `{"lexicon": 1, "id": "com.example.thing", "defs": {` + defs + `}}`
}

func parse(text string) *Document {
	return Parse(&diag.Source{Path: "thing.json", Text: []byte(text)}, diag.ProfileV1)
}

// faults returns the findings of a text, each as "rule pointer `spanned text`".
func faults(text string) []string { return faultsIn(diag.ProfileV1, text) }

// faultsIn is faults for a profile.
func faultsIn(p diag.Profile, text string) []string {
	var all []string
	for _, f := range Parse(&diag.Source{Path: "thing.json", Text: []byte(text)}, p).Found {
		all = append(all, fmt.Sprintf("%s %s `%s`", f.Rule.Code, f.Pointer, text[f.Span.Start:f.Span.End]))
	}
	return all
}

func TestRulesOfTheParser(t *testing.T) {
	object := func(property string) string {
		return `"main": {"type": "object", "properties": {"p": ` + property + `}}`
	}
	params := func(property string) string {
		return `"main": {"type": "query", "parameters": {"type": "params", "properties": {"p": ` + property + `}}}`
	}
	body := func(schema string) string {
		return `"main": {"type": "query", "output": {"encoding": "application/json", "schema": ` + schema + `}}`
	}
	raised := map[*diag.Rule]bool{}
	for _, c := range []struct {
		text string
		want []string
	}{
		// The file.
		{`[1]`, []string{"wrong-type  `[1]`"}},
		{`"x"`, []string{"wrong-type  `\"x\"`"}},
		{`{}`, []string{"missing-field  `{`", "missing-field  `{`", "missing-field  `{`"}},
		{`{"lexicon": 2, "id": "com.example.thing", "defs": {"a": {"type": "token"}}}`, []string{"lexicon-version /lexicon `2`"}},
		{`{"lexicon": -1, "id": "com.example.thing", "defs": {"a": {"type": "token"}}}`, []string{"lexicon-version /lexicon `-1`"}},
		{`{"lexicon": 1.0, "id": "com.example.thing", "defs": {"a": {"type": "token"}}}`, nil},
		{`{"lexicon": 1.5, "id": "com.example.thing", "defs": {"a": {"type": "token"}}}`, []string{"wrong-type /lexicon `1.5`"}},
		{`{"lexicon": "1", "id": "com.example.thing", "defs": {"a": {"type": "token"}}}`, []string{"wrong-type /lexicon `\"1\"`"}},
		{`{"lexicon": 1, "id": "example.thing", "defs": {"a": {"type": "token"}}}`, []string{"invalid-nsid /id `\"example.thing\"`"}},
		{`{"lexicon": 1, "id": "", "defs": {"a": {"type": "token"}}}`, []string{"invalid-nsid /id `\"\"`"}},
		{`{"lexicon": 1, "id": "com.example.thing", "defs": {}}`, []string{"no-definitions /defs `{}`"}},
		{`{"$type": "com.atproto.lexicon.schema", "$schema": "x", "lexicon": 1, "id": "com.example.thing", "revision": 3, "description": "", "defs": {"a": {"type": "token"}}}`, nil},
		{`{"$type": "query", "lexicon": 1, "id": "com.example.thing", "defs": {"a": {"type": "token"}}}`, []string{"unexpected-field /$type `\"query\"`"}},
		{`{"$type": 1, "lexicon": 1, "id": "com.example.thing", "defs": {"a": {"type": "token"}}}`, []string{"wrong-type /$type `1`"}},
		{`{"Lexicon": 1, "id": "com.example.thing", "defs": {"a": {"type": "token"}}}`, []string{"missing-field  `{`"}},
		{`{"lexicon": 1, "id": "com.example.thing", "descripton": "", "defs": {"a": {"type": "token"}}}`, []string{"unexpected-field /descripton `\"descripton\"`"}},

		{`{"lexicon": 1, "id": "com.example.thing", "def": {"a": {"type": "token"}}}`, []string{"missing-field  `{`"}},
		{`{"lexicon": 01, "id": "com.example.thing"}`, []string{"json-syntax /lexicon `0`"}},
		{schemaFile(`"a": {"type": "array", "itms": {"type": "boolean"}}`), []string{"missing-field /defs/a `{`"}},
		{schemaFile(`"a": {"typ": "array"}`), []string{"missing-field /defs/a `{`"}},

		// Types and their places.
		{schemaFile(`"a": "string"`), []string{"wrong-type /defs/a `\"string\"`"}},
		{schemaFile(`"a": {}`), []string{"missing-field /defs/a `{`"}},
		{schemaFile(`"a": {"Type": "string"}`), []string{"missing-field /defs/a `{`"}},
		{schemaFile(`"a": {"type": 1, "x": 1}`), []string{"wrong-type /defs/a/type `1`"}},
		{schemaFile(`"a": {"type": "number", "x": 1}`), []string{"unknown-type /defs/a/type `\"number\"`"}},
		{schemaFile(`"a": {"type": "String"}`), []string{"unknown-type /defs/a/type `\"String\"`"}},
		{schemaFile(`"a": {"type": "invalid"}`), []string{"unknown-type /defs/a/type `\"invalid\"`"}},
		{schemaFile(`"a": {"type": "params", "properties": {}}`), []string{"misplaced-type /defs/a/type `\"params\"`"}},
		{schemaFile(`"a": {"type": "space", "key": "any", "name": "A", "collections": ["com.example.*", "com.example.note", "note", 7]}`), []string{
			"invalid-nsid /defs/a/collections/0 `\"com.example.*\"`", "invalid-nsid /defs/a/collections/2 `\"note\"`", "wrong-type /defs/a/collections/3 `7`"}},
		{schemaFile(`"a": {"type": "space"}`), []string{"missing-field /defs/a `{`", "missing-field /defs/a `{`", "missing-field /defs/a `{`"}},
		{schemaFile(object(`{"type": "space", "key": "any", "name": "A", "collections": []}`)), []string{"misplaced-type /defs/main/properties/p/type `\"space\"`"}},
		{schemaFile(`"a": {"type": "permission", "resource": "repo"}`), []string{"misplaced-type /defs/a/type `\"permission\"`"}},
		{schemaFile(object(`{"type": "token"}`)), []string{"misplaced-type /defs/main/properties/p/type `\"token\"`"}},
		{schemaFile(object(`{"type": "query"}`)), []string{"misplaced-type /defs/main/properties/p/type `\"query\"`"}},
		{schemaFile(object(`{"type": "params"}`)), []string{"misplaced-type /defs/main/properties/p/type `\"params\"`"}},
		{schemaFile(object(`{"type": "array", "items": {"type": "record"}}`)), []string{"misplaced-type /defs/main/properties/p/items/type `\"record\"`"}},
		{schemaFile(object(`{"type": "array", "items": {"type": "array", "items": {"type": "object", "properties": {"q": {"type": "ref", "ref": "#main"}}}}}`)), nil},
		{schemaFile(`"main": {"type": "query", "parameters": {"type": "object", "properties": {}}}`), []string{"misplaced-type /defs/main/parameters/type `\"object\"`"}},
		{schemaFile(params(`{"type": "ref", "ref": "#x"}`)), []string{"params-property-type /defs/main/parameters/properties/p/type `\"ref\"`"}},
		{schemaFile(params(`{"type": "object", "properties": {}}`)), []string{"params-property-type /defs/main/parameters/properties/p/type `\"object\"`"}},
		{schemaFile(params(`{"type": "array", "items": {"type": "string"}}`)), nil},
		{schemaFile(params(`{"type": "unknown"}`)), nil},
		{schemaFile(params(`{"type": "array", "items": {"type": "ref", "ref": "#x"}}`)), []string{"params-property-type /defs/main/parameters/properties/p/items/type `\"ref\"`"}},
		{schemaFile(params(`{"type": "array", "items": {"type": "array", "items": {"type": "string"}}}`)), []string{"params-property-type /defs/main/parameters/properties/p/items/type `\"array\"`"}},
		{schemaFile(body(`{"type": "integer"}`)), []string{"body-schema-type /defs/main/output/schema/type `\"integer\"`"}},
		{schemaFile(body(`{"type": "array", "items": 1}`)), []string{"body-schema-type /defs/main/output/schema/type `\"array\"`"}},
		{schemaFile(body(`{"type": "union", "refs": []}`)), nil},
		{schemaFile(`"main": {"type": "subscription", "message": {"schema": {"type": "ref", "ref": "#x"}}}`), []string{"message-not-union /defs/main/message/schema/type `\"ref\"`"}},
		{schemaFile(`"main": {"type": "record", "key": "tid", "record": {"type": "ref", "ref": "#x"}}`), []string{"record-not-object /defs/main/record/type `\"ref\"`"}},
		{schemaFile(`"main": {"type": "permission-set", "permissions": [{"type": "object", "properties": {}}]}`), []string{"misplaced-type /defs/main/permissions/0/type `\"object\"`"}},

		// Fields.
		{schemaFile(`"main": {"type": "query", "input": {"encoding": 1}}`), []string{"input-on-query /defs/main/input `\"input\"`"}},
		{schemaFile(`"main": {"type": "query", "parameters": {"type": "params", "nullable": [], "properties": {}}}`), []string{"nullable-on-params /defs/main/parameters/nullable `\"nullable\"`"}},
		{schemaFile(`"a": {"type": "array"}`), []string{"missing-field /defs/a `{`"}},
		{schemaFile(`"a": {"type": "array", "Items": {"type": "integer"}}`), []string{"missing-field /defs/a `{`"}},
		{schemaFile(`"main": {"type": "query", "output": {"schema": {"type": "union", "refs": []}}, "errors": [{}]}`), []string{"missing-field /defs/main/output `{`", "missing-field /defs/main/errors/0 `{`"}},
		{schemaFile(`"main": {"type": "subscription", "message": {}}`), []string{"missing-field /defs/main/message `{`"}},
		{schemaFile(`"a": {"type": "integer", "maxLength": 3}`), []string{"unexpected-field /defs/a/maxLength `\"maxLength\"`"}},
		{schemaFile(object(`{"type": "string", "required": true, "nullable": true}`)), []string{"unexpected-field /defs/main/properties/p/required `\"required\"`", "unexpected-field /defs/main/properties/p/nullable `\"nullable\"`"}},
		{schemaFile(`"a": {"type": "object", "properties": {}, "required": true}`), []string{"wrong-type /defs/a/required `true`"}},
		{schemaFile(`"a": {"type": "integer", "a/b": 1}`), []string{"unexpected-field /defs/a/a~1b `\"a/b\"`"}},
		{schemaFile(`"a": {"type": "integer", "maximum": 1.5, "minimum": 9223372036854775808, "enum": [1, 0.1, "2"]}`), []string{
			"wrong-type /defs/a/maximum `1.5`", "wrong-type /defs/a/minimum `9223372036854775808`", "wrong-type /defs/a/enum/1 `0.1`", "wrong-type /defs/a/enum/2 `\"2\"`",
		}},

		// References.
		{schemaFile(`"a": {"type": "ref", "ref": "size"}`), []string{"invalid-ref /defs/a/ref `\"size\"`"}},
		{schemaFile(`"a": {"type": "ref", "ref": ""}`), []string{"invalid-ref /defs/a/ref `\"\"`"}},
		{schemaFile(`"a": {"type": "union", "refs": ["#ok", "#", "com.example.thing", "com.example.thing#a.b"]}`), []string{"invalid-ref /defs/a/refs/1 `\"#\"`", "invalid-ref /defs/a/refs/3 `\"com.example.thing#a.b\"`"}},

		// Permissions that servers ignore.
		{schemaFile(`"main": {"type": "permission-set", "permissions": [
			{"type": "permission", "resource": "space", "collection": ["com.example.thing"]},
			{"type": "permission", "resource": "repo", "collection": ["com.example.thing"], "lxm": 1, "scope": "mine", "actoin": []},
			{"type": "permission", "resource": "rpc", "lxm": [], "action": []}]}`), []string{
			"permission-ignored /defs/main/permissions/0/resource `\"space\"`",
			"permission-ignored /defs/main/permissions/1/lxm `\"lxm\"`", "permission-ignored /defs/main/permissions/1/scope `\"scope\"`",
			"unexpected-field /defs/main/permissions/1/actoin `\"actoin\"`",
			"permission-ignored /defs/main/permissions/2/action `\"action\"`",
		}},

		// Only the first of several members with the same key is checked.
		{schemaFile(`"a": {"type": "token"}, "a": {"type": "nothing"}`), []string{"duplicate-key /defs/a `\"a\"`"}},
		{schemaFile(`"a": {"type": "token", "type": 1}`), []string{"duplicate-key /defs/a/type `\"type\"`"}},
		{schemaFile(`"a": {"type": "object", "properties": {"b": {"type": "integer"}, "b": 1}}`), []string{"duplicate-key /defs/a/properties/b `\"b\"`"}},
	} {
		if got := faults(c.text); !slices.Equal(got, c.want) {
			t.Errorf("%s:\n got %q\nwant %q", c.text, got, c.want)
		}
		for _, f := range parse(c.text).Found {
			raised[f.Rule] = true
		}
	}
	for _, r := range Rules() {
		if !raised[r] && r.Group != "input" { // those are in jsonCases
			t.Errorf("no text raises %s", r.Code)
		}
	}
}

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

// TestForeignHelp pins the help for what authors know from other schema languages. It
// must lead to a valid schema, not to the next error.
func TestForeignHelp(t *testing.T) {
	object := func(property string) string { return `"a": {"type": "object", "properties": {"p": ` + property + `}}` }
	listed := func(property string) string {
		return `"a": {"type": "object", "required": ["p"], "properties": {"p": ` + property + `}}`
	}
	params := func(property string) string {
		return `"a": {"type": "query", "parameters": {"type": "params", "properties": {"p": ` + property + `}}}`
	}
	for _, c := range []struct{ defs, help string }{
		{`"a": {"type": "integer", "min": 1}`, `use "minimum"`},
		{`"a": {"type": "integer", "max": 1}`, `use "maximum"`},
		{`"a": {"type": "string", "min": 1}`, `use "minLength"`},
		{`"a": {"type": "string", "maximum": 1}`, `use "maxLength"`},
		{`"a": {"type": "array", "items": {"type": "integer"}, "maxItems": 1}`, `use "maxLength"`},
		{`"a": {"type": "blob", "max": 1}`, `use "maxSize"`},
		{`"a": {"type": "blob", "mimeTypes": ["image/png"]}`, `use "accept"`},
		{`"a": {"type": "string", "maxLength": 9, "max": 1}`, `remove it; it has no effect`},
		{`"a": {"type": "boolean", "max": 1}`, `remove it; it has no effect`},
		{`"a": {"type": "query", "output": {"mimeType": "application/json"}}`, `rename "mimeType" to "encoding"`},
		{`"a": {"type": "object", "fields": {}}`, `rename "fields" to "properties"`},
		{`"a": {"type": "string", "values": ["x"]}`, `use "knownValues", or "enum" for a closed set`},
		{`"a": {"type": "integer", "values": [1]}`, `use "enum"`},
		{`"a": {"type": "integer", "exclusiveMinimum": 1}`, `use "minimum" with the next larger integer`},
		{`"a": {"type": "object", "properties": {}, "ref": "#a"}`, `use "type": "ref", or remove the key`},

		{object(`{"$ref": "#/definitions/a"}`), `use {"type": "ref", "ref": "#a"}`},
		{object(`{"$ref": "#/$defs/a"}`), `use {"type": "ref", "ref": "#a"}`},
		{object(`{"$ref": "lex:com.example.other#b"}`), `use {"type": "ref", "ref": "com.example.other#b"}`},
		{object(`{"$ref": "com.example.other#b"}`), `use {"type": "ref", "ref": "com.example.other#b"}`},
		{object(`{"$ref": "./other.json"}`), `use {"type": "ref", "ref": …}`},
		{object(`{"type": "object", "properties": {}, "$ref": "#/definitions/a"}`), `use {"type": "ref", "ref": "#a"}`},
		{object(`{"anyOf": []}`), `use {"type": "union", "refs": […]}, with a named object for each alternative`},
		{object(`{"oneOf": [{"type": "string"}], "description": "x"}`), `use {"type": "union", "refs": […]}, with a named object for each alternative`},
		{object(`{"allOf": []}`), `use {"type": "object", "properties": {…}} that combines all of the properties`},
		{params(`{"$ref": "#/definitions/a"}`), `add "type": "boolean", "integer", "string", "unknown", or "array"`},
		{object(`{"properties": {}}`), `add "type": "object"`},
		{object(`{"items": {"type": "string"}}`), `add "type": "array"`},
		{object(`{"ref": "#a"}`), `add "type": "ref"`},
		{`"a": {"type": "query", "parameters": {"properties": {}}}`, `add "type": "params"`},
		{object(`"string"`), `use {"type": "string"}`},
		{object(`"#a"`), `write a reference as {"type": "ref", "ref": "#a"}`},

		{object(`{"type": "url"}`), `use "type": "string" with "format": "uri"`},
		{object(`{"type": "timestamp"}`), `use "type": "string" with "format": "datetime"`},
		{object(`{"type": "uuid"}`), `use "string" with "maxLength"`},
		{object(`{"type": "string[]"}`), `use {"type": "array", "items": {"type": "string"}}`},
		{object(`{"type": "Array<integer>"}`), `use {"type": "array", "items": {"type": "integer"}}`},
		{object(`{"type": "Thing[]"}`), `use {"type": "array", "items": {"type": …}}`},
		{object(`{"type": "string?"}`), `use "string"; a property is optional unless its object lists it in "required"`},
		{object(`{"type": ["string", "null"]}`), `use "type": "string", and add "p" to the object's "nullable" list`},
		{object(`{"type": ["null", "integer"]}`), `use "type": "integer", and add "p" to the object's "nullable" list`},
		{object(`{"type": ["string", "integer"]}`), `use one type, such as "string" or "object"`},
		{object(`{"type": ["string"]}`), `use one type, such as "string" or "object"`},
		{params(`{"type": ["string", "null"]}`), `use "type": "string"; a query string cannot contain null`},

		{object(`{"type": "string", "required": true}`), `add "p" to the object's "required" list instead`},
		{listed(`{"type": "string", "required": true}`), `remove it; the object's "required" list has "p" already`},
		{listed(`{"type": "string", "optional": false}`), `remove it; the object's "required" list has "p" already`},
		{listed(`{"type": "string", "required": false}`), `remove either this key, or "p" from the object's "required" list`},
		{listed(`{"type": "object", "properties": {}, "required": true}`), `remove it; the object that contains "p" lists it already`},
		{object(`{"type": "string", "required": false}`), `remove it; a property is not required unless its object lists it in "required"`},
		{object(`{"type": "string", "optional": true}`), `remove it; a property is not required unless its object lists it in "required"`},
		{object(`{"type": "string", "optional": false}`), `add "p" to the object's "required" list instead`},
		{object(`{"type": "string", "nullable": true}`), `add "p" to the object's "nullable" list instead`},
		{object(`{"type": "string", "nullable": false}`), `remove it; a property is not nullable unless its object lists it in "nullable"`},
		{params(`{"type": "string", "required": true}`), `add "p" to the params object's "required" list instead`},
		{params(`{"type": "string", "nullable": true}`), `remove it; a query string cannot contain null`},
		{`"a": {"type": "array", "items": {"type": "string", "nullable": true}}`, `remove it; only a property can be nullable`},
		{`"a": {"type": "object", "properties": {}, "required": true}`, `list the names of the required properties`},
		{object(`{"type": "object", "properties": {}, "required": true}`), `list the names of the required properties; to make "p" itself required, list it in the object that contains it`},
		{object(`{"type": "object", "properties": {}, "nullable": "p"}`), `put the value in a list, in square brackets`},

		{`"a": {"type": "object", "properties": []}`, `use {}, not []`},
		{`"a": {"type": "object", "properties": ["b"]}`, `use an object, with the names as keys and the schemas as values`},
		{object(`{"type": "ref", "ref": "lex:com.example.other#b"}`), `use "com.example.other#b"`},
		{object(`{"type": "ref", "ref": "lex:com.example.other"}`), `use "com.example.other"`},
		{object(`{"type": "union", "refs": ["lex:#a"]}`), `use "#a"`},
	} {
		found := parse(schemaFile(c.defs)).Found
		if len(found) != 1 || found[0].Help != c.help {
			t.Errorf("%s:\n got %+v\nwant %s", c.defs, lines(found), c.help)
			for _, f := range found {
				t.Logf("help: %s", f.Help)
			}
		}
	}
}

// TestManyFindings: of very many, each rule is still seen.
func TestManyFindings(t *testing.T) {
	var b strings.Builder
	for i := range 50_000 {
		fmt.Fprintf(&b, `, "k%d": 0`, i)
	}
	d := parse(schemaFile(`"a": {"type": "string"` + b.String() + `}, "b": {}, "c": {}`))
	if len(d.Found) != diag.MaxFindings+2 || len(d.Omitted) != 1 || d.Omitted[0].Count != 50_000-diag.MaxFindings {
		t.Errorf("%d findings and %v omitted", len(d.Found), d.Omitted)
	}
	if last := d.Found[len(d.Found)-1]; last.Rule != ruleMissingField || last.Pointer != "/defs/c" {
		t.Errorf("the last finding is %q", lines([]diag.Finding{last}))
	}
	if d := parse(schemaFile(`"a": {}`)); len(d.Omitted) != 0 {
		t.Errorf("%v are omitted of one", d.Omitted)
	}
}

// TestHelpOfTheProfile: no help leads to what the profile forbids.
func TestHelpOfTheProfile(t *testing.T) {
	params := func(schema string) string {
		return schemaFile(`"a": {"type": "query", "parameters": {"type": "params", "properties": {"p": ` + schema + `}}}`)
	}
	for text, want := range map[string]string{
		params(`{"type": "object", "properties": {}}`): "a parameter must be of type boolean, integer, string, or array, not object",
		params(`{"type": "unknwon"}`):                  "use one of boolean, integer, string, and array",
		params(`{"type": "any"}`):                      "use one of boolean, integer, string, and array",
		params(`{}`):                                   `add "type": "boolean", "integer", "string", or "array"`,
		schemaFile(`"a": "#b"`):                        `write a schema as {"type": …}`,
		schemaFile(`"a": {"type": "any"}`):             "use one of string, integer, boolean, object, array, blob, and 9 more",
		schemaFile(`"a": {"type": "unknown"}`):         "",
	} {
		got := ""
		for _, f := range Parse(&diag.Source{Text: []byte(text)}, diag.ProfileATProto).Found {
			got += f.Message + " | " + f.Help
		}
		if !strings.Contains(got, want) || want == "" && got != "" {
			t.Errorf("%s: got %s, want %s", text, got, want)
		}
	}
}

// TestVersionHelp: the field lexicon is 1, and a file that is data is told apart.
func TestVersionHelp(t *testing.T) {
	const data = `this looks like data of type "com.example.note"; validate it as data, or add "lexicon": 1 if it is a schema`
	for text, want := range map[string]string{
		`{"id": "com.example.thing", "defs": {"a": {"type": "token"}}}`:                 `add "lexicon": 1`,
		`{"lexicon": "2", "id": "com.example.thing", "defs": {"a": {"type": "token"}}}`: `use "lexicon": 1`,
		`{"Lexicon": 1, "id": "com.example.thing", "defs": {"a": {"type": "token"}}}`:   `rename "Lexicon" to "lexicon"; names are case-sensitive`,
		`{"$type": "com.example.note", "text": "x"}`:                                    data,
		`{"$type": "com.example.note", "defs": {"a": {"type": "token"}}}`:               `add "lexicon": 1`,
		`{"$type": "com.atproto.lexicon.schema", "id": "com.example.thing"}`:            `add "lexicon": 1`,
		`{"$type": 1, "id": "com.example.thing", "defs": {"a": {"type": "token"}}}`:     `add "lexicon": 1`,
	} {
		found := parse(text).Found
		if !slices.ContainsFunc(found, func(f diag.Finding) bool { return f.Help == want }) {
			t.Errorf("%s: got %+v, want the help %s", text, found, want)
		}
	}
}

func TestSeveritiesOfTheProfile(t *testing.T) {
	for _, p := range []diag.Profile{diag.ProfileV1, diag.ProfileATProto} {
		for _, f := range Parse(&diag.Source{Text: []byte("\uFEFF{\"x\": 1, \"x\": 2}")}, p).Found {
			if f.Severity != f.Rule.Severity[p] || f.Severity == diag.Off {
				t.Errorf("%s has severity %s under %s", f.Rule.Code, f.Severity, p)
			}
		}
	}
	d := parse(`{"lexicon": 1, "id": "com.example.thing", "id": 1, "defs": {}}`)
	for _, f := range d.Found {
		if f.NSID != "com.example.thing" {
			t.Errorf("%s is of %q", f.Rule.Code, f.NSID)
		}
	}
}

// A "type" beside "defs" is not a misspelled $type, which says something else.
func TestTypeOfFile(t *testing.T) {
	for typ, help := range map[string]string{"query": "remove it; it has no effect", SchemaType: `did you mean "$type"?`} {
		found := parse(`{"type": "` + typ + `", "lexicon": 1, "id": "com.example.thing", "defs": {"a": {"type": "token"}}}`).Found
		if len(found) != 1 || found[0].Help != help {
			t.Errorf("%s: %+v", typ, found)
		}
	}
	found := parse(`{"type": "query", "lexicon": 1, "id": "com.example.thing"}`).Found
	if len(found) != 2 || found[1].Help != `move it into a "main" definition in "defs"` {
		t.Errorf("without defs: %+v", found)
	}
	found = parse(`{"$type": "com.example.note", "lexicon": 1, "id": "com.example.thing"}`).Found
	if len(found) != 1 || found[0].Rule != ruleMissingField {
		t.Errorf("data: %+v", found)
	}
}
