package validate_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/validate"
)

// caseSchemas has a record, an object and a query.
func caseSchemas(t *testing.T) *validate.Schemas {
	t.Helper()
	var documents []*lexicon.Document
	for name, text := range map[string]string{
		"lamp": `"main": {"type": "record", "key": "literal:self", "record": {"type": "object", "properties": {
			"watts": {"type": "integer", "maximum": 60}, "name": {"type": "string", "maxLength": 8}}}},
			"shade": {"type": "object", "required": ["color"], "properties": {"color": {"type": "string"}}}`,
		"listLamps": `"main": {"type": "query", "parameters": {"type": "params", "properties": {"limit": {"type": "integer", "maximum": 9}}}}`,
	} {
		text = `{"lexicon": 1, "id": "com.example.` + name + `", "defs": {` + text + `}}`
		documents = append(documents, lexicon.Parse(&diag.Source{Path: name + ".json", Text: []byte(text)}, diag.ProfileV1))
	}
	return validate.Compile(lexicon.NewCatalog(documents...), validate.Options{})
}

// runCase returns what there is to say of a line, as "rule <text>: message",
// and its related places, as "pointer <text>".
func runCase(t *testing.T, schemas *validate.Schemas, line string, keep func(*diag.Finding) bool) (summary, related []string) {
	t.Helper()
	var found []diag.Finding
	for result, err := range schemas.Cases(t.Context(), strings.NewReader(line), "lamps.ndjson", validate.StreamOptions{}, keep) {
		if err != nil {
			t.Fatal(err)
		}
		found = append(found, result.Findings...)
	}
	for _, f := range found {
		if f.Data.Record != "0" {
			t.Errorf("%s: the record is %q", line, f.Data.Record)
		}
		summary = append(summary, f.Rule.Code+" <"+line[f.Span.Start:f.Span.End]+">: "+f.Message)
		for _, r := range f.Related {
			related = append(related, r.Pointer+" <"+line[r.Span.Start:r.Span.End]+">")
		}
	}
	return summary, related
}

func TestCases(t *testing.T) {
	schemas := caseSchemas(t)
	tests := []struct {
		name, line    string
		want, related []string
	}{
		{name: "valid", line: `{"ref": "com.example.lamp#shade", "value": {"color": "red"}}`},
		{name: "main spelled out", line: `{"ref": "com.example.lamp#main", "value": {"$type": "com.example.lamp"}, "valid": true}`},
		{name: "invalid as expected", line: `{"ref": "com.example.lamp#shade", "value": {}, "valid": false}`},
		{name: "null", line: `{"ref": "com.example.lamp#shade", "value": null, "valid": false}`},
		{name: "not valid", line: `{"ref": "com.example.lamp", "value": {"$type": "com.example.lamp", "watts": 75, "name": "very long"}}`,
			want:    []string{`case-verdict <{"$type": "com.example.lamp", "watts": 75, "name": "very long"}>: expected valid, got invalid`},
			related: []string{"/value/watts <75>", `/value/name <"very long">`}},
		{name: "not invalid", line: `{"value": {"color": ""}, "ref": "com.example.lamp#shade", "valid": false, "name": "no color"}`,
			want: []string{`case-verdict <{"color": ""}>: case "no color": expected invalid, got valid`}},
		{name: "record key", line: `{"ref": "com.example.lamp", "rkey": "other", "value": {"$type": "com.example.lamp"}}`,
			want: []string{`case-verdict <{"$type": "com.example.lamp"}>: expected valid, got invalid`}, related: []string{"/value <{>"}},
		{name: "parameters", line: `{"ref": "com.example.listLamps", "part": "params", "value": {"limit": 9}}`},
		{name: "query string", line: `{"ref": "com.example.listLamps", "part": "params", "value": "?limit=9"}`},
		{name: "query string that is invalid", line: `{"ref": "com.example.listLamps", "part": "params", "value": "limit=10"}`,
			want: []string{`case-verdict <"limit=10">: expected valid, got invalid`}, related: []string{"/value/limit <10>"}},
		{name: "warnings do not decide", line: `{"ref": "com.example.listLamps", "part": "params", "value": "lmit=9"}`},
		{name: "key twice in the value", line: `{"ref": "com.example.lamp#shade", "value": {"color": "a", "color": "b"}, "valid": false}`},
		{name: "data model in the value", line: `{"ref": "com.example.lamp#shade", "value": {"color": {"$link": "x"}}, "valid": false}`},

		{name: "the rules", line: `{"ref": "com.example.lamp", "value": {"$type": "com.example.lamp", "watts": 75, "name": "very long"}, "valid": false, "rules": ["length", "range", "length"]}`},
		{name: "no rule", line: `{"ref": "com.example.lamp#shade", "value": {"color": ""}, "rules": []}`},
		{name: "the rule of a warning", line: `{"ref": "com.example.listLamps", "part": "params", "value": "lmit=9", "rules": ["unknown-param"]}`},
		{name: "the rule of the model", line: `{"ref": "com.example.lamp#shade", "value": {"color": "a", "color": "b"}, "valid": false, "rules": ["duplicate-key"]}`},
		{name: "another rule", line: `{"ref": "com.example.lamp", "value": {"$type": "com.example.lamp", "watts": 75}, "valid": false, "rules": ["length"]}`,
			want: []string{`case-verdict <["length"]>: expected rule "length", got rule "range"`}, related: []string{"/value/watts <75>"}},
		{name: "a rule too few", line: `{"ref": "com.example.lamp", "value": {"$type": "com.example.lamp", "watts": 75, "name": "very long"}, "valid": false, "rules": ["length"]}`,
			want: []string{`case-verdict <["length"]>: expected rule "length", got rules "range" and "length"`}, related: []string{"/value/watts <75>", `/value/name <"very long">`}},
		{name: "a rule too many", line: `{"ref": "com.example.lamp#shade", "value": {"color": ""}, "rules": ["length"]}`,
			want: []string{`case-verdict <["length"]>: expected rule "length", got no rules`}},
		{name: "a rule and the wrong verdict", line: `{"ref": "com.example.lamp#shade", "value": {}, "rules": ["missing-required"]}`,
			want: []string{`case-verdict <{}>: expected valid, got invalid`}, related: []string{"/value <{>"}},
		{name: "no rules", line: `{"ref": "com.example.lamp#shade", "value": {}, "valid": false, "rules": ["lenght", 1, "case-verdict"]}`, want: []string{
			`case-verdict <"lenght">: "rules[0]" must be the name of a rule that applies to data, but is "lenght"`, `case-verdict <1>: "rules[1]" must be a rule name, but is the integer 1`,
			`case-verdict <"case-verdict">: "rules[2]" must be the name of a rule that applies to data, but is "case-verdict"`}},
		{name: "no list", line: `{"ref": "com.example.lamp#shade", "value": {}, "rules": "length"}`, want: []string{`case-verdict <"length">: "rules" must be an array of rule names, but is the string "length"`}},
		{name: "no definition", line: `{"ref": "com.example.lamp#bulb", "value": {}, "valid": false}`,
			want: []string{`case-verdict <"com.example.lamp#bulb">: the case cannot be run: com.example.lamp has no "bulb" definition`}},
		{name: "no schema", line: `{"ref": "com.example.bulb", "value": {}, "name": "bulb"}`,
			want: []string{`case-verdict <"com.example.bulb">: case "bulb" cannot be run: the Lexicon com.example.bulb is not loaded`}},
		{name: "part not named", line: `{"ref": "com.example.listLamps", "value": {}}`, want: []string{
			`case-verdict <"com.example.listLamps">: the case cannot be run: com.example.listLamps is a query; choose the part that the data belongs to: params or error`}},
		{name: "not JSON", line: `{"ref": "com.example.lamp"`, want: []string{"json-syntax <>: "}},
		{name: "no object", line: `["com.example.lamp"]`, want: []string{`case-verdict <["com.example.lamp"]>: the case must be an object with "ref" and "value"`}},
		{name: "unknown key", line: `{"ref": "com.example.lamp", "value": {}, "vaild": false}`,
			want: []string{`case-verdict <"vaild">: the case has the unknown key "vaild"`}},
		{name: "nothing", line: `{}`, want: []string{`case-verdict <{}>: the case has no "ref"`, `case-verdict <{}>: the case has no "value"`}},
		{name: "key twice", line: `{"ref": "com.example.lamp#shade", "ref": "com.example.lamp", "value": {}}`,
			want: []string{`duplicate-key <"ref">: the key "ref" appears twice in this object`}},
		{name: "wrong types", line: `{"ref": 1, "part": null, "rkey": true, "value": {}, "valid": "no", "name": 1.5}`, want: []string{
			`case-verdict <1>: "ref" must be a string, but is the integer 1`, `case-verdict <null>: "part" must be a string, but is null`,
			`case-verdict <true>: "rkey" must be a string, but is true`, `case-verdict <"no">: "valid" must be true or false, but is the string "no"`,
			`case-verdict <1.5>: "name" must be a string, but is a value outside the data model`}},
		{name: "wrong words", line: `{"ref": "#shade", "part": "record", "rkey": "", "value": {}}`, want: []string{
			`case-verdict <"#shade">: "ref" must begin with an NSID, not "#shade"`,
			`case-verdict <"record">: "part" must be params, input, output, message, or error, but is "record"`,
			`case-verdict <"">: "rkey" must not be empty`}},
		{name: "broken reference", line: `{"ref": "com.example.lamp#", "value": {}}`,
			want: []string{`case-verdict <"com.example.lamp#">: "ref" is "com.example.lamp#", which is not a valid reference: the name after "#" is missing`}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, related := runCase(t, schemas, test.line, nil)
			for i := range got {
				if strings.HasPrefix(got[i], "json-syntax") {
					got[i] = "json-syntax <>: " // its words are not this package's
				}
			}
			if !slices.Equal(got, test.want) || !slices.Equal(related, test.related) {
				t.Errorf("\n got %q %q\nwant %q %q", got, related, test.want, test.related)
			}
		})
	}
}

// The severities that count are those after overrides.
func TestCasesAfterOverrides(t *testing.T) {
	schemas := caseSchemas(t)
	advisory := func(f *diag.Finding) bool {
		if f.Path() != "lamps.ndjson" {
			t.Errorf("the path is %q", f.Path())
		}
		f.Severity = diag.Warning
		return f.Rule.Code != "length"
	}
	line := `{"ref": "com.example.lamp", "value": {"$type": "com.example.lamp", "watts": 75, "name": "very long"}, "valid": false}`
	if got, _ := runCase(t, schemas, line, nil); got != nil {
		t.Errorf("without overrides: %q", got)
	}
	got, related := runCase(t, schemas, line, advisory)
	if len(got) != 1 || !slices.Equal(related, []string{"/value/watts <75>"}) {
		t.Errorf("with overrides: %q, related %q", got, related)
	}
}

// Cases arrive in their order with their line and number.
func TestOrder(t *testing.T) {
	text := `{"ref": "com.example.lamp#shade", "value": {"color": ""}}` + "\n\n" +
		`{"ref": "com.example.lamp#shade", "value": {"color": ""}, "valid": false}` + "\n" +
		`{"ref": "com.example.lamp"}`
	var got []string
	for result, err := range caseSchemas(t).Cases(t.Context(), strings.NewReader(text), "lamps.ndjson", validate.StreamOptions{}, nil) {
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range result.Findings {
			at := f.Source.Position(f.Span.Start)
			got = append(got, fmt.Sprintf("%d %s@%d:%d#%s", result.Index, f.Rule.Code, at.Line, at.Column, f.Data.Record))
		}
	}
	if want := []string{"1 case-verdict@3:44#1", "2 case-verdict@4:1#2"}; !slices.Equal(got, want) {
		t.Errorf("got %q\nwant %q", got, want)
	}
}

// A case has no faults of its own because of its value.
func TestManyRepeatedKeys(t *testing.T) {
	line := `{"ref": "com.example.lamp#shade", "valid": false, "value": {"a": 0` + strings.Repeat(`,"a": 1`, 400_000) + `}}`
	if found, _ := runCase(t, caseSchemas(t), line, nil); len(found) != 0 {
		t.Errorf("the case has %d faults of its own", len(found))
	}
	line = strings.TrimSuffix(line, "}") + `, "ref": "com.example.lamp"}`
	if found, _ := runCase(t, caseSchemas(t), line, nil); len(found) != 1 || !strings.HasPrefix(found[0], "duplicate-key") {
		t.Errorf("a repeated key of the case is not found: %.300q", found)
	}
}

// A value can be as large as one outside of a case.
func TestLargeValue(t *testing.T) {
	line := `{"ref": "com.example.lamp#shade", "value": {"color": "red", "sizes": [0` + strings.Repeat(",1", 1<<20) + `]}}`
	if found, _ := runCase(t, caseSchemas(t), line, nil); len(found) != 0 {
		t.Errorf("%.300q", found)
	}
}

// Neither a message nor the related places grow with the case.
func TestBounded(t *testing.T) {
	const n = 100_000
	long, list := strings.Repeat("l", n), func(s string) string { return strings.Repeat(s+",", n) + s }
	for _, line := range []string{
		`{"ref": "com.example.lamp#shade", "name": "` + long + `", "value": {"color": [` + list(`""`) + `]}, "rules": [` + list(`"value-type"`) + `]}`,
		`{"ref": "com.example.listLamps", "part": "params", "value": {"limit": [` + list(`""`) + `]}, "rules": []}`,
		`{"ref": "com.example.lamp#` + long + `", "value": 1, "rules": [` + list(`"l"`) + `]}`,
	} {
		found, related := runCase(t, caseSchemas(t), line, nil)
		if len(found) == 0 || len(found) > diag.MaxFindings || len(related) > 7 {
			t.Fatalf("%d findings, %d related places", len(found), len(related))
		}
		for _, summary := range found {
			if _, message, _ := strings.Cut(summary, ">: "); len(message) > 2500 {
				t.Fatalf("a message has %d bytes: %.300s", len(message), message)
			}
		}
	}
}
