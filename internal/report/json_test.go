package report

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/lexsmith/lexsmith/pkg/diag"
)

func reportSchema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	schema, err := jsonschema.NewCompiler().Compile("../../docs/report.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

func decode(t *testing.T, text string) any {
	t.Helper()
	v, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		t.Fatalf("%v in:\n%s", err, text)
	}
	return v
}

func TestJSONConforms(t *testing.T) {
	schema := reportSchema(t)
	for command, s := range samples(t) {
		text := write(t, Options{Format: JSON, Command: command, Results: command == "validate"}, s)
		if err := schema.Validate(decode(t, text)); err != nil {
			t.Errorf("%s: %v\n%s", command, err, text)
		}
		text = write(t, Options{Format: JSON, Command: command, Statistics: true}, s)
		if err := schema.Validate(decode(t, text)); err != nil {
			t.Errorf("%s with statistics: %v\n%s", command, err, text)
		}
		empty := sample{summary: s.summary}
		if err := schema.Validate(decode(t, write(t, Options{Format: JSON, Command: command}, empty))); err != nil {
			t.Errorf("%s without findings: %v", command, err)
		}
	}
}

// The schema refuses what a report never contains.
func TestSchemaIsStrict(t *testing.T) {
	schema := reportSchema(t)
	all := samples(t)
	tests := []struct{ name, command, old, new string }{
		{"unknown member", "lint", `{"tool"`, `{"extra":1,"tool"`},
		{"unknown member of a finding", "lint", `{"rule"`, `{"extra":1,"rule"`},
		{"unknown member of a related place", "lint", `"message":"version given here"`, `"message":"version given here","endLine":2`},
		{"line without column", "lint", `"column":33,`, ``},
		{"column 0", "lint", `"column":33`, `"column":0`},
		{"severity off", "lint", `"severity":"error"`, `"severity":"off"`},
		{"no pointer", "lint", `"pointer":"/defs`, `"pointer":"defs`},
		{"breaks in lint", "lint", `{"rule"`, `{"breaks":[],"affects":[],"rule"`},
		{"record of a change", "diff", `{"rule"`, `{"record":1,"rule"`},
		{"record in lint", "lint", `{"rule"`, `{"record":1,"rule"`},
		{"verdict in validate", "validate", `"summary":{`, `"summary":{"verdict":"breaking",`},
		{"values in lint", "lint", `"summary":{`, `"summary":{"values":0,"valid":0,"invalid":0,"unknown":0,"missingBlocks":0,`},
		{"no values in validate", "validate", `"values":100,`, ``},
		{"no verdict in diff", "diff", `"verdict":"breaking",`, ``},
		{"unknown direction", "diff", `"breaks":["backward"`, `"breaks":["sideways"`},
		{"end of an old place", "diff", `"old":{`, `"old":{"endLine":1,`},
		{"results in lint", "lint", `"summary"`, `"results":[],"summary"`},
		{"findings and statistics", "lint", `"findings"`, `"statistics":[],"findings"`},
		{"short commit", "diff", `"commit":"1a2b3c4d5e6f7a8b9c0d1a2b3c4d5e6f7a8b9c0d"`, `"commit":"1a2b3c4"`},
		{"against without a commit", "diff", `"commit":"1a2b3c4d5e6f7a8b9c0d1a2b3c4d5e6f7a8b9c0d",`, ``},
		{"partial false", "diff", `"partial":true`, `"partial":false`},
		{"changed in lint", "lint", `"summary":{`, `"summary":{"changed":[],`},
		{"no list of Lexicons in pull", "pull", `"lexicons":[`, `"results":[`},
		{"Lexicons in diff", "diff", `"summary"`, `"lexicons":[],"summary"`},
		{"unknown action", "pull", `"action":"add"`, `"action":"make"`},
		{"written in diff", "diff", `"verdict":`, `"written":true,"verdict":`},
		{"no list of methods in test", "test", `"methods":[`, `"lexicons":[`},
		{"methods in lint", "lint", `"summary"`, `"methods":[],"summary"`},
		{"nothing on what was left out of test", "test", `"leftOut":["com.example.putThing"],`, ``},
		{"no list of changes in fmt", "fmt", `,"changed":["lexicons/\u001b.json"]`, ``},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			text := write(t, Options{Format: JSON, Command: test.command}, all[test.command])
			changed := strings.Replace(text, test.old, test.new, 1)
			if changed == text {
				t.Fatalf("the report does not contain %s", test.old)
			}
			if schema.Validate(decode(t, changed)) == nil {
				t.Error("the schema accepts it")
			}
		})
	}
}

// keys returns the names of an object's members in the order of the text.
func keys(t *testing.T, text []byte) []string {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader(text))
	if token, err := d.Token(); err != nil || token != json.Delim('{') {
		t.Fatalf("not an object: %v, %v", token, err)
	}
	var names []string
	for d.More() {
		name, err := d.Token()
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, name.(string))
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			t.Fatal(err)
		}
	}
	return names
}

func TestJSONOrder(t *testing.T) {
	all := samples(t)
	whole := write(t, Options{Format: JSON, Command: "validate", Results: true}, all["validate"])
	if got := strings.Join(keys(t, []byte(whole)), " "); got != "tool command profile findings results summary" {
		t.Errorf("members of the report: %s", got)
	}
	tests := []struct {
		command string
		finding int
		want    string
	}{
		{"lint", 0, "rule severity message"},
		{"lint", 1, "rule severity message path line column endLine endColumn pointer nsid help related"},
		{"validate", 0, "rule severity message path line column endLine endColumn pointer nsid record schema schemaPath schemaPointer"},
		{"validate", 3, "rule severity message path pointer"},
		{"diff", 0, "rule severity message path line column endLine endColumn pointer nsid breaks old affects"},
		{"diff", 3, "rule severity message path line column endLine endColumn pointer"},
	}
	for _, test := range tests {
		var report struct{ Findings []json.RawMessage }
		text := write(t, Options{Format: JSON, Command: test.command}, all[test.command])
		if err := json.Unmarshal([]byte(text), &report); err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(keys(t, report.Findings[test.finding]), " "); got != test.want {
			t.Errorf("%s, finding %d: %s, expected %s", test.command, test.finding, got, test.want)
		}
	}
}

func TestJSONInvalidUTF8(t *testing.T) {
	bad := "a\xff<&>\xed\xa0\x80"
	f := diag.Finding{Rule: ruleClosed, Severity: diag.Error, Message: bad, Help: bad, NSID: bad,
		Location: diag.Location{Source: source(bad, bad), Span: diag.Span{Start: 1, End: 2}, Pointer: "/" + bad},
		Related:  []diag.Related{{Message: bad}},
		Data:     &diag.DataPlace{Record: bad, Schema: bad}}
	for _, format := range []Format{JSON, SARIF} {
		text := write(t, Options{Format: format, Results: true}, sample{findings: []diag.Finding{f}, results: []Result{{Record: bad, Rules: []string{bad}}}})
		if !utf8.ValidString(text) || !json.Valid([]byte(text)) {
			t.Errorf("%s: not valid:\n%s", format, text)
		}
		if !strings.Contains(text, "<&>") {
			t.Errorf("%s: <&> is escaped:\n%s", format, text)
		}
	}
}

func TestResultsOnlyOnDemand(t *testing.T) {
	s := sample{results: []Result{{Valid: true}}}
	text := write(t, Options{Format: JSON}, s)
	if slices.Contains(keys(t, []byte(text)), "results") {
		t.Errorf("unexpected results:\n%s", text)
	}
	text = write(t, Options{Format: JSON, Results: true}, sample{})
	if !strings.Contains(text, `"results":[]`) {
		t.Errorf("no empty list of results:\n%s", text)
	}
}
