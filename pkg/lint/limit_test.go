package lint

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// Of very many findings of one kind the first ones are kept, and other kinds
// are not lost: neither other rules nor other severities of the rule.
func TestManyFindings(t *testing.T) {
	var b strings.Builder
	for i := range lexicon.MaxFindings + 1000 {
		fmt.Fprintf(&b, `"d%d": {"type": "string"}, `, i)
	}
	b.WriteString(`"last": {"type": "bytes"},
		"thing": {"type": "record", "description": "A thing.", "key": "tid", "record": {"type": "object", "properties": {"t": {"type": "string"}}}}`)
	files := exampleFiles(t, b.String())
	found := findingsOf(t, files, "unlimited-string")
	if len(found) != lexicon.MaxFindings+1 {
		t.Fatalf("got %d findings, want %d infos and a warning", len(found), lexicon.MaxFindings)
	}
	if first, last := found[0], found[len(found)-1]; first.Pointer != "/defs/d0" || last.Severity != lexicon.Warning {
		t.Errorf("the first is at %s, the last one %s", first.Pointer, last.Severity)
	}
	if found := findingsOf(t, files, "unlimited-bytes"); len(found) != 1 {
		t.Errorf("got %d findings on bytes, want 1", len(found))
	}
}

// The work on long lists and on many unknown keys must not grow with their
// square: this would run for minutes.
func TestLongLists(t *testing.T) {
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
		if found := findingsOf(t, files, code); len(found) != lexicon.MaxFindings {
			t.Errorf("got %d findings of %s, want %d", len(found), code, lexicon.MaxFindings)
		}
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

// A reference to a method is a fault of its own: what the method takes is not
// judged as data of the record that refers to it.
func TestReachOfMethods(t *testing.T) {
	found := findingsOf(t, exampleFiles(t, `"main": {"type": "record", "description": "A thing.", "key": "tid", "record": {
			"type": "object", "properties": {"a": {"type": "ref", "ref": "#get"}}}},
		"get": {"type": "query", "description": "Gets.", "parameters": {"type": "params", "properties": {"who": {"type": "string", "format": "handle"}}}}`),
		"ref-target", "handle-in-record")
	if len(found) != 1 || found[0].Rule.Code != "ref-target" {
		t.Errorf("got %v, want ref-target only", found)
	}
}
