package lint

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// Of very many findings of one kind the first ones are kept, and other kinds
// are not lost: neither other rules nor other severities of the rule.
func TestManyFindings(t *testing.T) {
	var b strings.Builder
	for i := range diag.MaxFindings + 1000 {
		fmt.Fprintf(&b, `"d%d": {"type": "string"}, `, i)
	}
	b.WriteString(`"last": {"type": "bytes"},
		"thing": {"type": "record", "description": "A thing.", "key": "tid", "record": {"type": "object", "properties": {"t": {"type": "string"}}}}`)
	files := exampleFiles(t, b.String())
	found := findingsOf(t, files, "unlimited-string")
	if len(found) != diag.MaxFindings+1 {
		t.Fatalf("got %d findings, want %d infos and a warning", len(found), diag.MaxFindings)
	}
	if first, last := found[0], found[len(found)-1]; first.Pointer != "/defs/d0" || last.Severity != diag.Warning {
		t.Errorf("the first is at %s, the last one %s", first.Pointer, last.Severity)
	}
	c, _ := lexicon.Load(context.Background(), []lexicon.Input{{FS: files, Name: "."}}, lexicon.LoadOptions{})
	for least, want := range map[diag.Severity]int{diag.Off: 1, diag.Warning: 0} {
		options := Options{MinSeverity: least}
		omitted := slices.DeleteFunc(lint(t, c, options).Omitted, func(o diag.Omission) bool { return o.Like.Rule.Code != "unlimited-string" })
		if len(omitted) != want || want > 0 && (omitted[0].Count != 1000 || omitted[0].Like.Severity != diag.Info || omitted[0].Like.NSID == "") {
			t.Errorf("from %s on, omitted is %+v", least, omitted)
		}
	}
	if found := findingsOf(t, files, "unlimited-bytes"); len(found) != 1 {
		t.Errorf("got %d findings on bytes, want 1", len(found))
	}
}

// The work on long lists and on many unknown keys must not grow with their
// square: this would run for minutes.
func TestLongLists(t *testing.T) {
	if testing.Short() {
		t.Skip("large inputs")
	}
	const n = 100_000
	var properties, names, unknown strings.Builder
	for i := range n {
		fmt.Fprintf(&properties, `"a%d": {"type": "boolean", "x": 1}, `, i)
		fmt.Fprintf(&names, `"a%d", `, i)
		fmt.Fprintf(&unknown, `"x%d": 1, `, i)
	}
	files := exampleFiles(t, `"a": {"type": "object", "properties": {`+properties.String()+`"z": {"type": "boolean"}}, "nullable": [`+names.String()+`"z"]},
		"b": {`+unknown.String()+`"type": "string", "knownValues": [`+strings.ReplaceAll(names.String(), `"a`, `"com.example.defs#n`)+`"z"]}`)
	for _, code := range []string{"nullable-and-optional", "unresolved-token"} {
		if found := findingsOf(t, files, code); len(found) != diag.MaxFindings {
			t.Errorf("got %d findings of %s, want %d", len(found), code, diag.MaxFindings)
		}
	}
}

// Findings on a long list that are dropped are counted, those of the parser too.
func TestManyEntries(t *testing.T) {
	const n = diag.MaxFindings + 500
	var b strings.Builder
	for range n {
		b.WriteString(`"x", `)
	}
	files := exampleFiles(t, `"a": {"type": "string", "knownValues": [`+b.String()+`"x"]}, "b": {"type": "blob", "accept": [`+b.String()+`"y"]},
		"c": {"type": "integer", "enum": [`+b.String()+`1]}`)
	c, _ := lexicon.Load(context.Background(), []lexicon.Input{{FS: files, Name: "."}}, lexicon.LoadOptions{})
	omitted := map[string]int{}
	for _, o := range lint(t, c, Options{}).Omitted {
		omitted[o.Like.Rule.Code] = o.Count
	}
	if want := map[string]int{"duplicate-entry": 2*n - 1 - diag.MaxFindings, "invalid-accept": 501, "wrong-type": 500}; !maps.Equal(omitted, want) {
		t.Errorf("omitted are %v, want %v", omitted, want)
	}
}

// A search for a near name goes through all Lexicons, so a file gets only so many.
func TestManyUnresolved(t *testing.T) {
	var b strings.Builder
	for i := range 300 {
		fmt.Fprintf(&b, `"r%d": {"type": "array", "items": {"type": "ref", "ref": "com.example.dfes#r%[1]d"}}, `, i)
	}
	found := findingsOf(t, exampleFiles(t, b.String()+`"z": {"type": "integer"}`), "unresolved-external-ref")
	near := 0
	for _, f := range found {
		if strings.Contains(f.Help, "did you mean") {
			near++
		}
	}
	if len(found) != 300 || near != 200 {
		t.Errorf("%d of %d findings name what is near", near, len(found))
	}
}

// A pointer to what lies below a very long name is cut.
func TestLongNames(t *testing.T) {
	for _, name := range []string{strings.Repeat("n", 5000), strings.Repeat("é", 150)} {
		files := exampleFiles(t, fmt.Sprintf(`"node": {"type": "object", "required": [%q], "properties": {%[1]q: {"type": "ref", "ref": "#node"}}}`, name))
		found := findingsOf(t, files, "uninhabitable")
		if len(found) != 1 || len(found[0].Message) > 400 || !strings.HasSuffix(found[0].Message, " → node") {
			t.Errorf("got %v for a name of %d bytes", found, len(name))
		}
	}
	name := strings.Repeat("d", 5000)
	found := findingsOf(t, exampleFiles(t, fmt.Sprintf(`%q: {"type": "ref", "ref": "#%[1]s"}`, name)), "ref-cycle")
	if len(found) != 1 || len(found[0].Message) > 400 {
		t.Errorf("got %v", found)
	}
}

// A reference to a method is an error of its own: the parameters of the method are not
// checked as data of the record that refers to it.
func TestReachOfMethods(t *testing.T) {
	found := findingsOf(t, exampleFiles(t, `"main": {"type": "record", "description": "A thing.", "key": "tid", "record": {
			"type": "object", "properties": {"a": {"type": "ref", "ref": "#get"}}}},
		"get": {"type": "query", "description": "Gets.", "parameters": {"type": "params", "properties": {"who": {"type": "string", "format": "handle"}}}}`),
		"ref-target", "handle-in-record")
	if len(found) != 1 || found[0].Rule.Code != "ref-target" {
		t.Errorf("got %v, want ref-target only", found)
	}
}

// A context that is done ends the run without findings, also inside of one large
// definition.
func TestContext(t *testing.T) {
	c := lexicon.NewCatalog(lexicon.Parse(&diag.Source{Path: "com/example/thing.json", Text: []byte(`{"lexicon": 1, "id": "com.example.thing", "defs": {"main": {"type": "bytes"}}}`)}, diag.ProfileV1))
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if r, err := Lint(ctx, c, Options{}); err != context.Canceled || r.Findings != nil || r.Omitted != nil {
		t.Errorf("got %+v and the error %v", r, err)
	}
	l := &linter{facts: newFacts(c), checks: activeChecks(Options{})}
	if r := l.check(ctx, l.pass(c.Documents()[0])); len(r.Findings) > 0 {
		t.Errorf("found %+v", r.Findings)
	}
}
