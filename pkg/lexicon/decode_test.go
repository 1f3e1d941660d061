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
