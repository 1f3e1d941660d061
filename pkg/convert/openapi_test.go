package convert

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/internal/testkit/generate"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

func methodFiles() map[string]string {
	return map[string]string{
		"get.json": `{"lexicon": 1, "id": "com.example.get", "defs": {"main": {"type": "query", "description": "DEPRECATED: use list.",
			"parameters": {"type": "params", "properties": {
				"one": {"type": "string", "format": "did", "description": "Deprecated, without effect."},
				"two": {"type": "integer"}, "three": {"type": "string", "knownValues": ["a", "b"]}}},
			"output": {"encoding": "application/json", "schema": {"type": "ref", "ref": "#used"}}},
			"used": {"type": "object", "properties": {"more": {"type": "ref", "ref": "#indirect"}}},
			"indirect": {"type": "object", "properties": {}},
			"unused": {"type": "object", "properties": {}}}}`,
		"thing.json": `{"lexicon": 1, "id": "org.example.thing", "defs": {"main": {"type": "record", "key": "tid", "record": {
			"type": "object", "required": ["n"], "properties": {"n": {"type": "integer"}}}}}}`,
	}
}

func selectAllOf(t *testing.T, files map[string]string) *Selection {
	t.Helper()
	s, err := Select(generate.Catalog(files, diag.ProfileV1))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// at returns the value at the end of a path of member names and, in arrays,
// indexes; nil if there is none.
func at(n node, path ...string) node {
	for _, step := range path {
		switch v := n.(type) {
		case *object:
			n = v.get(step)
		case array:
			var i int
			if _, err := fmt.Sscan(step, &i); err != nil || i >= len(v) {
				return nil
			}
			n = v[i]
		default:
			return nil
		}
	}
	return n
}

// TestBodyNames names the schema of a body: with StyleCodegen, a body that is a ref has
// the name of its target alone, since openapi-python-client omits it if it has two.
func TestBodyNames(t *testing.T) {
	s := selectAllOf(t, methodFiles())
	for style, want := range map[Style]string{StyleSound: "com.example.get__output", StyleCodegen: "com.example.get_used"} {
		x, err := OpenAPI(t.Context(), s, OpenAPIOptions{Options: Options{Style: style}})
		if err != nil {
			t.Fatal(err)
		}
		root := x.Files[0].root
		body := at(root, "paths", "/xrpc/com.example.get", "get", "responses", "200", "content", "application/json", "schema", "$ref")
		if body != text("#/components/schemas/"+want) {
			t.Errorf("style %d: the body is %v, want %s", style, body, want)
		}
		if at(root, "components", "schemas", want) == nil {
			t.Errorf("style %d: %s is not there", style, want)
		}
	}
}

// TestDraft7Enum writes an enum of one value in place of const in draft 7 with StyleCodegen,
// since typify ignores const.
func TestDraft7Enum(t *testing.T) {
	s := selectAllOf(t, map[string]string{"kind.json": `{"lexicon": 1, "id": "com.example.kind", "defs": {"main": {"type": "token"}}}`})
	for style, want := range map[Style]string{StyleSound: "const", StyleCodegen: "enum"} {
		x, err := JSONSchema(t.Context(), s, JSONSchemaOptions{Options: Options{Style: style}, Draft7: true})
		if err != nil {
			t.Fatal(err)
		}
		if at(x.Files[0].root, "definitions", "com.example.kind", want) == nil {
			t.Errorf("style %d: no %s", style, want)
		}
	}
}

// TestBearer demands a token for all methods but the public ones.
func TestBearer(t *testing.T) {
	s := selectAllOf(t, methodFiles())
	for _, test := range []struct {
		options  OpenAPIOptions
		security string
		denied   bool
	}{
		{OpenAPIOptions{}, "", false},
		{OpenAPIOptions{Bearer: true}, "", true},
		{OpenAPIOptions{Bearer: true, Public: []syntax.NSID{"com.example.get"}}, "[]", false},
	} {
		x, err := OpenAPI(t.Context(), s, test.options)
		if err != nil {
			t.Fatal(err)
		}
		operation := at(x.Files[0].root, "paths", "/xrpc/com.example.get", "get")
		security := ""
		if n := at(operation, "security"); n != nil {
			security = printed(n)
		}
		if denied := at(operation, "responses", "401") != nil; denied != test.denied || security != test.security {
			t.Errorf("%+v: 401 %v, security %q", test.options, denied, security)
		}
	}
	_, err := OpenAPI(t.Context(), s, OpenAPIOptions{Bearer: true, Public: []syntax.NSID{"com.example.get", "org.example.thing", "com.example.none"}})
	if want := "org.example.thing is not an exported query or procedure\ncom.example.none is not an exported query or procedure"; fmt.Sprint(err) != want {
		t.Errorf("error %v", err)
	}
}

// TestMethods keeps only what methods reach.
func TestMethods(t *testing.T) {
	x, err := OpenAPI(t.Context(), selectAllOf(t, methodFiles()).Only(lexicon.TypeQuery, lexicon.TypeProcedure), OpenAPIOptions{})
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, m := range at(x.Files[0].root, "components", "schemas").(*object).members {
		names = append(names, m.name)
	}
	want := "XrpcError com.example.get__output com.example.get_indirect com.example.get_used did"
	if got := strings.Join(names, " "); got != want {
		t.Errorf("components %s, want %s", got, want)
	}
}

// TestInfo names only the domains of methods.
func TestInfo(t *testing.T) {
	for version, license := range map[OpenAPIVersion]string{
		OpenAPI31: "{\n  \"name\": \"MIT\",\n  \"identifier\": \"MIT\"\n}", OpenAPI30: "{\n  \"name\": \"MIT\"\n}",
	} {
		x, err := OpenAPI(t.Context(), selectAllOf(t, methodFiles()), OpenAPIOptions{Version: version, License: "MIT"})
		if err != nil {
			t.Fatal(err)
		}
		info := at(x.Files[0].root, "info").(*object)
		if got := info.get("title"); got != text("XRPC methods of example.com") {
			t.Errorf("title %q", got)
		}
		if got := printed(info.get("license")); got != license || info.has("contact") {
			t.Errorf("license %s", got)
		}
	}
}

// TestDeprecated marks what is called deprecated, and describes known values.
func TestDeprecated(t *testing.T) {
	for _, version := range []OpenAPIVersion{OpenAPI31, OpenAPI30} {
		x, err := OpenAPI(t.Context(), selectAllOf(t, methodFiles()), OpenAPIOptions{Version: version})
		if err != nil {
			t.Fatal(err)
		}
		operation := at(x.Files[0].root, "paths", "/xrpc/com.example.get", "get")
		for path, want := range map[string]node{
			"deprecated": boolean(true), "parameters/0/deprecated": boolean(true), "parameters/1/deprecated": nil,
			"parameters/2/description": text("Known values: a, b."),
		} {
			if got := at(operation, strings.Split(path, "/")...); got != want {
				t.Errorf("version %d: %s is %v", version, path, got)
			}
		}
	}
}

// TestExamples puts the values of Options.Example into the documents.
func TestExamples(t *testing.T) {
	values := map[string]string{
		"com.example.get params": `{"one": "did:web:example.com", "two": -5}`, "com.example.get output": `{"more": {"x": [null, true]}}`,
		"org.example.thing record": `{"$type": "org.example.thing", "n": 9223372036854775807}`,
	}
	o := Options{Example: func(def *lexicon.Definition, part lexicon.Part) ([]byte, bool) {
		value, ok := values[def.Reference().String()+" "+part.String()]
		return []byte(value), ok
	}}
	s := selectAllOf(t, methodFiles())
	compact := func(n node) string { return strings.Join(strings.Fields(printed(n)), " ") }
	bundle, err := JSONSchema(t.Context(), s, JSONSchemaOptions{Options: o})
	if err != nil {
		t.Fatal(err)
	}
	api, err := OpenAPI(t.Context(), s, OpenAPIOptions{Options: o})
	if err != nil {
		t.Fatal(err)
	}
	old, err := OpenAPI(t.Context(), s, OpenAPIOptions{Options: o, Version: OpenAPI30})
	if err != nil {
		t.Fatal(err)
	}
	get := []string{"paths", "/xrpc/com.example.get", "get"}
	record := `{ "$type": "org.example.thing", "n": 9223372036854775807 }`
	for _, test := range []struct {
		document *Export
		path     []string
		want     string
	}{
		{bundle, []string{"$defs", "com.example.get__params", "examples"}, `[ { "one": "did:web:example.com", "two": -5 } ]`},
		{bundle, []string{"$defs", "com.example.get__output", "examples"}, `[ { "more": { "x": [ null, true ] } } ]`},
		{bundle, []string{"$defs", "org.example.thing", "examples"}, `[ ` + record + ` ]`},
		{api, []string{"components", "schemas", "org.example.thing", "examples"}, `[ ` + record + ` ]`},
		{old, []string{"components", "schemas", "org.example.thing", "example"}, record},
		{api, append(get, "parameters", "0", "example"), `"did:web:example.com"`},
		{old, append(get, "parameters", "1", "example"), `-5`},
		{api, append(get, "responses", "200", "content", "application/json", "example"), `{ "more": { "x": [ null, true ] } }`},
	} {
		if got := at(test.document.Files[0].root, test.path...); got == nil || compact(got) != test.want {
			t.Errorf("%v: %v, want %s", test.path, got, test.want)
		}
	}
	for _, broken := range []string{`{"n": 1.5}`, `{`, `{} {}`, ``, `{"n": 1, "n": 2}`} {
		values["org.example.thing record"] = broken
		if _, err := JSONSchema(t.Context(), s, JSONSchemaOptions{Options: o}); err == nil || !strings.HasPrefix(err.Error(), "the example of org.example.thing record: ") {
			t.Errorf("%s: error %v", broken, err)
		}
	}
}

// printed returns a tree as JSON.
func printed(n node) string {
	var b strings.Builder
	p := newPrinter(&b, escapeJSON)
	p.json(n, "")
	p.Flush()
	return b.String()
}

// TestNullableStrings writes nullable strings as one schema in OpenAPI 3.0.
func TestNullableStrings(t *testing.T) {
	s := selectAllOf(t, map[string]string{"a.json": `{"lexicon": 1, "id": "com.example.a", "defs": {"main": {"type": "object",
		"nullable": ["id", "key", "word"], "properties": {
			"id": {"type": "string", "format": "did", "maxLength": 64, "description": "Who it is."},
			"key": {"type": "string", "format": "tid"},
			"word": {"type": "string", "enum": ["a", "b"], "default": "a"}}}}}`})
	x, err := OpenAPI(t.Context(), s, OpenAPIOptions{Version: OpenAPI30})
	if err != nil {
		t.Fatal(err)
	}
	properties := at(x.Files[0].root, "components", "schemas", "com.example.a", "properties")
	for path, want := range map[string]string{
		"id/nullable": "true", "id/type": `"string"`, "id/maxLength": "64", "id/minLength": "7", "id/format": `"did"`,
		"key/nullable": "true", "key/maxLength": "13", "word/nullable": "true", "word/default": `"a"`,
		"word/enum": "[\n  \"a\",\n  \"b\",\n  null\n]",
	} {
		if got := at(properties, strings.Split(path, "/")...); got == nil || printed(got) != want {
			t.Errorf("%s is %v, want %s", path, got, want)
		}
	}
	id := printed(at(properties, "id"))
	if strings.Count(id, `"description"`) != 1 || !strings.Contains(id, `"description": "Who it is."`) {
		t.Errorf("the description is in %s", id)
	}
}
