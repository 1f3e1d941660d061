package validate_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/internal/testkit/generate"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/validate"
)

// TestDecisions has values on which the specification is silent.
func TestDecisions(t *testing.T) {
	files := map[string]string{
		"one.json": `{"lexicon": 1, "id": "com.example.one", "defs": {
			"main": {"type": "object", "properties": {"n": {"type": "integer"}}},
			"ref": {"type": "object", "properties": {"at": {"type": "ref", "ref": "#main"}}},
			"inline": {"type": "object", "properties": {"at": {"type": "object", "properties": {"n": {"type": "integer"}}}}},
			"typed": {"type": "object", "properties": {"at": {"type": "object", "properties": {"$type": {"type": "string"}}}}},
			"broken": {"type": "union", "refs": ["not a ref", 5]},
			"none": {"type": "union", "refs": []},
			"closed": {"type": "union", "refs": ["not a ref", "#main"], "closed": true},
			"cid": {"type": "string", "format": "cid"}}}`,
		"find.json": `{"lexicon": 1, "id": "com.example.find", "defs": {"main": {"type": "query", "parameters": {
			"type": "params", "required": ["q", "bare"], "properties": {"q": {"type": "string"}}}}}}`,
	}
	schemas := validate.Compile(generate.Catalog(files, diag.ProfileV1), validate.Options{})
	one, find := func(name string) *validate.Validator { return validator(t, schemas, "com.example.one#"+name, "") }, validator(t, schemas, "com.example.find", "params")
	const object = "must be a boolean, an integer, a string, or an array of these, but is "
	for _, test := range []struct {
		v           *validate.Validator
		value, want string // severity, code, pointer: message
	}{
		// A $type that decides nothing is never an error, on a ref or on an equal inline object.
		{one("ref"), `{"at": {"$type": "com.example.one", "n": 1}}`, ""},
		{one("ref"), `{"at": {"$type": "com.example.one#main"}}`, `warning ref-type-mismatch /at/$type: "$type" is "com.example.one#main", but the schema refers to "com.example.one"`},
		{one("ref"), `{"at": {"$type": "com.example.two"}}`, `warning ref-type-mismatch /at/$type: "$type" is "com.example.two", but the schema refers to "com.example.one"`},
		{one("inline"), `{"at": {"$type": "com.example.one"}}`, `warning ref-type-mismatch /at/$type: "$type" is "com.example.one", but the schema is an inline object, which has no name`},
		{one("inline"), `{"at": {"n": 1}}`, ""},
		{one("typed"), `{"at": {"$type": "com.example.two"}}`, ""},
		{one("main"), `{"$type": "com.example.one#main"}`, `warning ref-type-mismatch /$type: "$type" is "com.example.one#main", but the schema is "com.example.one"`},
		// Malformed refs are variants that are not known.
		{one("none"), `5`, ""},
		{one("broken"), `{"$type": "com.example.one", "n": 1}`, ""},
		{one("broken"), `{"n": 1}`, `error type-missing : the value is missing $type, which selects the variant of a union`},
		{one("broken"), `5`, `error value-type : the value must be an object whose $type is a variant of the union, but is the integer 5`},
		{one("closed"), `{"$type": "com.example.one", "n": 1}`, ""},
		{one("closed"), `{"$type": "com.example.two"}`, `error schema-invalid : the value cannot be checked because its schema has malformed refs`},
		// Of an unlisted parameter, only what a query string can carry is valid.
		{find, `{"q": "", "bare": [1, "", true]}`, ""},
		{find, `{"q": "", "bare": null}`, `error null-not-allowed /bare: "bare" must not be null`},
		{find, `{"q": "", "bare": {}}`, `error value-type /bare: "bare" ` + object + "an object"},
		{find, `{"q": "", "bare": [[]]}`, `error value-type /bare/0: "bare[0]" must be a boolean, an integer, or a string, but is an array`},
		{find, `{"q": "", "bare": [null, 1.5]}`, `error value-type /bare/0: "bare[0]" must be a boolean, an integer, or a string, but is null; error data-model /bare/1: "bare[1]" is a floating-point number, which the data model does not support`},
		{find, `{"q": "", "bare": 1, "x": {"$bytes": ""}}`, `warning unknown-param /x: "x" is not a parameter of the method; error value-type /x: "x" ` + object + "0 raw bytes"},
		{find, `{"q": "", "bare": 1, "x": null}`, `warning unknown-param /x: "x" is not a parameter of the method; error null-not-allowed /x: "x" must not be null`},
		// A string in the form of a CID may be impossible to decode.
		{one("cid"), `"zdj7WbTaiJT1fgatdet9Ei9iDB5hdCxkbVyhyh8YTUnXMiwYi"`, ""},
		{one("cid"), `"f0155003b` + strings.Repeat("00", 59) + `"`, ""},
		{one("cid"), `"f0155003c` + strings.Repeat("00", 60) + `"`, `warning undecodable-cid : the value is "f0155003c` + strings.Repeat("0", 51) + `"…, which is 129 bytes long, but programs of the network decode only CIDs of at most 128`},
		{one("cid"), `"bafyreiexample00000000000000"`, `warning undecodable-cid : the value is "bafyreiexample00000000000000", which cannot be decoded as a CID`},
		{one("cid"), `"bafy"`, `error format : the value is not a valid CID: it is 4 bytes long, but at least 8 are required`},
	} {
		if got := told(test.v.FullJSON([]byte(test.value))); got != test.want {
			t.Errorf("%s\n got %s\nwant %s", test.value, got, test.want)
		}
		if clean := test.v.Clean(validate.Input{Text: []byte(test.value)}); clean != (test.want == "") {
			t.Errorf("%s: Clean = %v", test.value, clean)
		}
	}
}

// told renders findings on one line: severity, code, pointer and message of each.
func told(result validate.Result) string {
	var all []string
	for _, f := range result.Findings {
		all = append(all, f.Severity.String()+" "+f.Rule.Code+" "+f.Pointer+": "+f.Message)
	}
	return strings.Join(all, "; ")
}

// A record whose schema does not say which keys it can have cannot be checked with
// its key.
func TestUnknownKeyType(t *testing.T) {
	for key, why := range map[string]string{
		`"key": "self", `:     `its schema has the unknown record key type "self" at /defs/main/key`,
		`"key": "literal:", `: `its schema has the unknown record key type "literal:" at /defs/main/key`,
		``:                    `its schema has no record key type at /defs/main`,
		`"key": "any", `:      "",
	} {
		files := map[string]string{"one.json": `{"lexicon": 1, "id": "com.example.one", "defs": {"main": {"type": "record", ` + key + `
			"record": {"type": "object", "properties": {}}}}}`}
		schemas := validate.Compile(generate.Catalog(files, diag.ProfileV1), validate.Options{})
		in := validate.Input{Text: []byte(`{"$type": "com.example.one"}`), RecordKey: "x"}
		for _, v := range []*validate.Validator{schemas.Records(), validator(t, schemas, "com.example.one", "")} {
			var got []string
			for _, f := range v.Check(in).Findings {
				got = append(got, f.Rule.Code+": "+f.Message+" at "+f.Data.Constraint.Pointer)
			}
			var want []string
			if why != "" {
				want = []string{"schema-invalid: the value cannot be checked because " + why}
			}
			if !slices.Equal(got, want) {
				t.Errorf("%s\n got %q\nwant %q", key, got, want)
			}
			if v.Clean(in) != (want == nil) {
				t.Errorf("%s: Clean says otherwise", key)
			}
		}
	}
}
