package validate_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/internal/testkit/generate"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/validate"
)

// Findings say what a constraint asks for and what was found, as data.
func TestExpectedAndActual(t *testing.T) {
	files := map[string]string{"one.json": `{"lexicon": 1, "id": "com.example.one", "defs": {
		"main": {"type": "object", "required": ["r"], "properties": {
			"r": {"type": "null"}, "i": {"type": "integer", "minimum": 3, "enum": [3, 4]}, "b": {"type": "boolean", "const": true},
			"s": {"type": "string", "maxLength": 2, "minGraphemes": 9, "enum": ["x", "y"]}, "f": {"type": "string", "format": "did"},
			"a": {"type": "array", "maxLength": 1, "items": {"type": "bytes", "minLength": 2}},
			"o": {"type": "blob", "accept": ["image/*"], "maxSize": 5}, "u": {"type": "union", "refs": ["#x"], "closed": true}, "p": {"type": "ref", "ref": "#x"}}},
		"x": {"type": "object", "properties": {}}}}`}
	v := validator(t, validate.Compile(generate.Catalog(files, diag.ProfileV1), validate.Options{}), "com.example.one", "")
	const link = `{"$link": "bafkreiccldh766hwcnuxnf2wh6jgzepf2nlu2lvcllt63eww5p6chi4ity"}`
	for value, want := range map[string][]string{
		`{}`:                           {`missing-required "r" nil`},
		`{"r": null, "i": "3"}`:        {`value-type "integer" "string"`},
		`{"r": null, "i": 2}`:          {`range 3 2`, `enum [3 4] 2`},
		`{"r": null, "b": false}`:      {`const true false`},
		`{"r": null, "s": "\u0061bc"}`: {`length 2 3`, `enum ["x" "y"] "abc"`, `graphemes 9 3`},
		`{"r": null, "f": "did"}`:      {`format "did" "did"`},
		`{"r": null, "f": "` + strings.Repeat("d", diag.MaxActual+1) + `"}`:                      {`format "did" nil`},
		`{"r": null, "a": [{"$bytes": "AA"}, {"$bytes": "AAAA"}]}`:                               {`length 1 2`, `length 2 1`},
		`{"r": null, "o": {"$type": "blob", "ref": ` + link + `, "mimeType": "a/b", "size": 6}}`: {`accept ["image/*"] "a/b"`, `max-size 5 6`},
		`{"r": null, "u": {"$type": "com.example.one"}}`:                                         {`type-mismatch ["com.example.one#x"] "com.example.one"`},
		`{"r": null, "u": {}}`:                           {`type-missing ["com.example.one#x"] nil`},
		`{"r": null, "p": {"$type": "com.example.two"}}`: {`ref-type-mismatch "com.example.one#x" "com.example.two"`},
		`{"r": null, "p": {"$type": "blob", "ref": ` + link + `, "mimeType": "a/b", "size": 6}}`: {`value-type "object" "blob"`},
	} {
		var got []string
		for _, f := range v.Check(validate.Input{Text: []byte(value)}).Findings {
			got = append(got, strings.ReplaceAll(fmt.Sprintf("%s %#v %#v", f.Rule.Code, shown{f.Data.Expected}, shown{f.Data.Actual}), "<nil>", "nil"))
		}
		if slices.Sort(got); !slices.Equal(got, slices.Sorted(slices.Values(want))) {
			t.Errorf("%.99s\n got %v\nwant %v", value, got, want)
		}
	}
}

// shown prints a value without the names of types.
type shown struct{ any }

func (s shown) GoString() string {
	switch v := s.any.(type) {
	case string, []string:
		return fmt.Sprintf("%q", v)
	}
	return fmt.Sprint(s.any)
}

// Help that depends on the program is a hint, with the same in neutral words.
func TestHints(t *testing.T) {
	files := map[string]string{
		"one.json": `{"lexicon": 1, "id": "com.example.one", "defs": {
			"main": {"type": "object", "properties": {"b": {"type": "blob"}, "r": {"type": "ref", "ref": "com.exmaple.one"}, "x": {"type": "wat"}}},
			"list": {"type": "query", "parameters": {"type": "params", "properties": {}}}}}`,
		"record.json": `{"lexicon": 1, "id": "com.example.record", "defs": {"main": {"type": "record", "key": "any", "record": {"type": "object", "properties": {}}}}}`,
	}
	schemas := validate.Compile(generate.Catalog(files, diag.ProfileV1), validate.Options{})
	record := validator(t, schemas, "com.example.record", "")
	one, list := validator(t, schemas, "com.example.one", ""), validator(t, schemas, "com.example.one#list", "params")
	for _, test := range []struct {
		v    *validate.Validator
		in   validate.Input
		want diag.Hint
	}{
		{one, validate.Input{Text: []byte(`{"b": {"cid": "bafkreibabalobzn6cd366ukcsjycp4yymjymgfxcv6xczmlgpemzkz3cfa", "mimeType": "a/b"}}`)}, diag.HintAllowLegacy{}},
		{one, validate.Input{Text: []byte(`{"r": {}}`)}, diag.HintAcceptUnknown{NSID: "com.exmaple.one", Near: "com.example.one"}},
		{one, validate.Input{Text: []byte(`{"x": 1}`)}, diag.HintCheckSchemas{}},
		{one, validate.Input{Text: []byte("{}\n{}")}, diag.HintLines{}},
		{one, validate.Input{Text: []byte("{}\n\n{\"a\": }")}, diag.HintLines{}},
		{one, validate.Input{Text: []byte("\"a\"\n\"b\"\n")}, diag.HintLines{}},
		{one, validate.Input{Text: []byte("{\n}\n{\n}\n")}, diag.HintLines{Spread: true}},
		{one, validate.Input{Text: []byte("{}\n{\n}\n")}, diag.HintLines{Spread: true}},
		{schemas.Records(), validate.Input{Text: []byte(`{"ref": "com.example.thing", "value": {}}`)}, diag.HintCase{}},
		{list, validate.Input{Text: []byte("a=1\nb=2"), Encoding: validate.Query}, diag.HintQueryLines{}},
		{schemas.Records(), validate.Input{Text: []byte(`{}`)}, diag.HintNameDefinition{}},
		{schemas.Records(), validate.Input{Text: []byte(`{"lexicon": 1, "defs": {}}`)}, diag.HintSchemaAsData{}},
		{schemas.Records(), validate.Input{Text: []byte(`{"$type": "com.example.one"}`)}, diag.HintNameDefinition{Reference: "com.example.one"}},
		{schemas.Records(), validate.Input{Text: []byte(`{"$type": "com.example.one#list"}`)}, diag.HintNameDefinition{Reference: "com.example.one#list", Parts: "params or error"}},
		{schemas.Records(), validate.Input{Text: []byte(`{"did": "did:web:example.com", "time_us": 1, "kind": "identity"}`)}, diag.HintValuesAt{Wrapper: "a Jetstream event", Place: "/commit/record"}},
		{schemas.Records(), validate.Input{Text: []byte(`{"uri": "at://did:web:example.com/com.example.one/a", "cid": "b", "value": {"$type": "com.example.one"}}`)}, diag.HintValuesAt{Wrapper: "a getRecord response", Place: "/value"}},
		{schemas.Records(), validate.Input{Text: []byte(`{"records": []}`)}, diag.HintValuesAt{Wrapper: "a listRecords response", Place: "/records/*/value"}},
		{schemas.Records(), validate.Input{Text: []byte(`{"id": 7, "type": "record", "record": {"live": true, "collection": "com.example.record", "record": {"$type": "com.example.record"}}}`)}, diag.HintValuesAt{Wrapper: "a Tap event", Place: "/record/record"}},
		{schemas.Records(), validate.Input{Text: []byte(`{"id": 7, "type": "identity", "identity": {}}`)}, diag.HintValuesAt{Wrapper: "a Tap event", Place: "/record/record"}},
		{schemas.Records(), validate.Input{Text: []byte(`{"repo": "did:web:example.com", "collection": "com.example.record", "record": {}}`)}, diag.HintValuesAt{Wrapper: "the input of createRecord or putRecord", Place: "/record"}},
		{schemas.Records(), validate.Input{Text: []byte(`{"repo": "did:web:example.com", "writes": [{"$type": "com.example.writes#delete"}, {"value": {"$type": "com.example.record"}}]}`)}, diag.HintValuesAt{Wrapper: "the input of applyWrites", Place: "/writes/*/value"}},
		{schemas.Records(), validate.Input{Text: []byte(`{"uri": "at://a", "embed": {"record": {"value": {"$type": "com.example.record"}}}, "record": {"$type": "com.example.record"}}`)}, diag.HintValuesAt{Wrapper: "a view of a record", Place: "/record"}},
		{schemas.Records(), validate.Input{Text: []byte(`{"feed": [{"post": {}}, {"post": {"record": {"$type": "com.example.record"}}}]}`)}, diag.HintValuesAt{Wrapper: "a value that contains records", Place: "/feed/*/post/record"}},
		{schemas.Records(), validate.Input{Text: []byte(`{"'; echo '": {"a/b": {"a": {"$type": "com.example.record"}}}}`)}, diag.HintValuesAt{Wrapper: "a value that contains records", Place: "/*/*/a"}},
		{schemas.Records(), validate.Input{Text: []byte(`[[[[[[[[[{"$type": "com.example.record"}]]]]]]]]]`)}, nil},
		{schemas.Records(), validate.Input{Text: []byte(`{"records": [{"$type": "com.example.record"}]}`)}, diag.HintValuesAt{Wrapper: "a value that contains records", Place: "/records/*"}},
		{schemas.Records(), validate.Input{Text: []byte(`[{"$type": "com.example.record"}]`)}, diag.HintValuesAt{Wrapper: "an array of records", Place: "/*"}},
		{schemas.Records(), validate.Input{Text: []byte(`[{}]`)}, diag.HintValuesAt{Wrapper: "an array of records", Place: "/*"}},
		{schemas.Records(), validate.Input{Text: []byte(`[{"record": {"$type": "com.example.record"}}]`)}, diag.HintValuesAt{Wrapper: "a value that contains records", Place: "/*/record"}},
		{record, validate.Input{Text: []byte(`[{"$type": "com.example.record"}]`)}, diag.HintValuesAt{Wrapper: "an array of records", Place: "/*"}},
		{record, validate.Input{Text: []byte(`{"a": {"$type": "com.example.other"}, "b": {"c": {"$type": "com.example.record"}}}`)}, diag.HintValuesAt{Wrapper: "a value that contains records", Place: "/b/c"}},
		{schemas.Records(), validate.Input{Text: []byte(`[]`)}, nil},
		{schemas.Records(), validate.Input{Text: []byte(`{"id": 7, "type": "note", "text": "x"}`)}, diag.HintNameDefinition{}},
		{schemas.Records(), validate.Input{Text: []byte(`{"ref": "com.example.record", "value": {"$type": "com.example.record"}}`)}, diag.HintCase{}},
		{schemas.Records(), validate.Input{Text: []byte(`{"op": 1, "t": "#commit"}`)}, diag.HintEventFrame{}},
		{schemas.Records(), validate.Input{Text: []byte("\xa2\x61t\x67#commit\x62op\x01\xa0"), Encoding: validate.CBOR}, diag.HintEventFrame{}},
		{schemas.Records(), validate.Input{Text: []byte("\xa1\x62op\x20\xa0"), Encoding: validate.CBOR}, diag.HintEventFrame{}},
		{schemas.Records(), validate.Input{Text: []byte("\xa1\x62op\x01\xa0"), Encoding: validate.CBOR}, nil},
		{record, validate.Input{Text: []byte(`{"uri": "at://did:web:example.com/com.example.record/a", "value": {}}`)}, diag.HintValuesAt{Wrapper: "a getRecord response", Place: "/value"}},
		{schemas.Records(), validate.Input{Text: []byte(`{"$type": "org.example.other"}`)}, diag.HintAcceptUnknown{NSID: "org.example.other"}},
	} {
		found := test.v.Check(test.in).Findings
		if len(found) != 1 || found[0].Hint != test.want || (found[0].Help == "") != (test.want == nil) {
			t.Errorf("%s: found %+v, want the hint %#v", test.in.Text, found, test.want)
		}
	}
}

// The trail leads to the value, or to that of the key, and no further.
func TestTrail(t *testing.T) {
	files := map[string]string{"one.json": `{"lexicon": 1, "id": "com.example.one", "defs": {
		"main": {"type": "record", "key": "any", "record": {"type": "object", "properties": {
			"a": {"type": "object", "properties": {"n": {"type": "integer"}}}, "b": {"type": "array", "items": {"type": "ref", "ref": "#x"}}}}},
		"x": {"type": "object", "properties": {"s": {"type": "string"}}}}}`}
	v := validate.Compile(generate.Catalog(files, diag.ProfileV1), validate.Options{Trail: true}).Records()
	const record, x = "/defs/main /defs/main/record", " /defs/main/record/properties/b /defs/main/record/properties/b/items /defs/x"
	for value, want := range map[string]string{
		`"a": {"n": "1"}`:                  record + " /defs/main/record/properties/a /defs/main/record/properties/a/properties/n",
		`"b": [{}, {"s": 1}]`:              record + x + " /defs/x/properties/s",
		`"b": [{}, {"other": {"z": 1.5}}]`: record + x,
		`"a": {}, "a": {"n": 1}`:           record + " /defs/main/record/properties/a",
	} {
		found := v.Check(validate.Input{Text: []byte(`{"$type": "com.example.one", ` + value + `}`)}).Findings
		var got []string
		for _, element := range found[0].Data.Trail {
			got = append(got, element.Pointer())
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s\n got %v\nwant %v", value, got, want)
		}
	}
}
