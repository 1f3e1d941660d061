package compat_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/pkg/compat"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// TestBroken has sides that are not valid somewhere. Nothing is said to change
// there; the rest is compared as usual.
func TestBroken(t *testing.T) {
	const (
		note  = " info "
		limit = "string-length error backward /defs/main/properties/t/maxLength < /defs/main/properties/t/maxLength"
	)
	// thing is an object whose field t becomes stricter, and whatever else is given.
	old := func(more, properties string) string {
		return `"main": {"type": "object"` + more + `, "properties": {"t": {"type": "string", "maxLength": 9}` + properties + `}}`
	}
	new := func(more, properties string) string {
		return strings.Replace(old(more, properties), `"maxLength": 9`, `"maxLength": 8`, 1)
	}
	for _, c := range []struct {
		name, old, new string
		want           []string
		undecided      bool
	}{
		{"an unknown type", old(``, `, "x": {"type": "number"}`), new(``, `, "x": {"type": "integer"}`),
			[]string{limit, "unknown-type" + note + "x/type"}, true},
		{"an unknown type that was removed", old(``, `, "x": {"type": "number"}`), new(``, ``),
			[]string{limit, "unknown-type" + note + "x/type"}, true},
		{"a new unknown type", old(``, `, "x": {"type": "integer"}`), new(``, `, "x": {"type": "number"}`),
			[]string{limit, "unknown-type error x/type"}, true},
		{"an unknown type that stays", old(``, `, "x": {"type": "number"}`), new(``, `, "x": {"type": "number"}`),
			[]string{limit, "unknown-type" + note + "x/type"}, false},
		{"another unknown type", old(``, `, "x": {"type": "number"}`), new(``, `, "x": {"type": "float"}`),
			[]string{limit, "unknown-type" + note + "x/type"}, true},
		{"a description where the type is unknown", old(``, `, "x": {"type": "number"}`), new(``, `, "x": {"description": "A number.", "type": "number"}`),
			[]string{limit, "unknown-type" + note + "x/type"}, false},
		{"the order where the type is unknown", old(``, `, "x": {"type": "number", "maximum": 1}`), new(``, `, "x": {"maximum": 1, "type": "number"}`),
			[]string{limit, "unknown-type" + note + "x/type"}, false},
		{"crossed limits", old(``, `, "x": {"type": "integer", "minimum": 5, "maximum": 1}`), new(``, `, "x": {"type": "integer", "minimum": 1, "maximum": 5}`),
			[]string{limit, "invalid-bounds" + note + "x/minimum"}, true},
		{"a limit beside crossed ones", old(``, `, "x": {"type": "integer", "minimum": 5, "maximum": 1, "default": 3}`), new(``, `, "x": {"type": "integer", "minimum": 5, "maximum": 1, "default": 4}`),
			[]string{limit, "invalid-bounds" + note + "x/minimum"}, true},
		{"the description beside crossed limits", old(``, `, "x": {"type": "integer", "minimum": 5, "maximum": 1}`), new(``, `, "x": {"type": "integer", "minimum": 5, "maximum": 1, "description": "A."}`),
			[]string{limit, "invalid-bounds" + note + "x/minimum"}, false},
		{"items of an array with crossed limits", old(``, `, "x": {"type": "array", "minLength": 5, "maxLength": 1, "items": {"type": "integer", "maximum": 1}}`), new(``, `, "x": {"type": "array", "minLength": 1, "maxLength": 5, "items": {"type": "integer", "maximum": 2}}`),
			[]string{limit, "invalid-bounds" + note + "x/minLength", "integer-range error forward x/items/maximum < x/items/maximum"}, true},
		{"an unknown format", old(``, `, "x": {"type": "string", "format": "date-time"}`), new(``, `, "x": {"type": "string", "format": "datetime"}`),
			[]string{limit, "unknown-format" + note + "x/format"}, true},
		{"a required name that is not declared", old(`, "required": ["t", "gone"]`, ``), new(`, "required": ["t"]`, ``),
			[]string{limit, "unknown-property" + note + "/defs/main/required/1"}, true},
		{"such a name that is declared now", old(`, "required": ["t", "x"]`, ``), new(`, "required": ["t", "x"]`, `, "x": {"type": "integer"}`),
			[]string{limit, "unknown-property" + note + "/defs/main/required/1"}, true},
		{"another name beside such a one", old(`, "required": ["t", "gone"]`, ``), new(``, ``),
			[]string{limit, "unknown-property" + note + "/defs/main/required/1", "object-required error forward /defs/main < /defs/main/required/0"}, true},
		{"such a name that moves", old(`, "required": ["t", "gone"]`, ``), new(`, "required": ["gone", "t"]`, ``),
			[]string{limit, "unknown-property" + note + "/defs/main/required/0"}, false},
		{"one more such name", old(`, "required": ["gone"]`, ``), new(`, "required": ["gone", "lost"]`, ``),
			[]string{limit, "unknown-property" + note + "/defs/main/required/0", "unknown-property error /defs/main/required/1"}, true},
		{"required is a text", old(`, "required": "t"`, ``), new(`, "required": ["t"]`, ``),
			[]string{limit, "wrong-type" + note + "/defs/main/required"}, true},
		{"a reference that is not well formed", old(``, `, "x": {"type": "union", "refs": ["lex:com.example.thing"]}`), new(``, `, "x": {"type": "union", "refs": ["com.example.thing"]}`),
			[]string{limit, "invalid-ref" + note + "x/refs/0"}, true},
		{"another variant beside such a reference", old(``, `, "x": {"type": "union", "refs": ["com.example.thing", "lex:a"]}`), new(``, `, "x": {"type": "union", "refs": []}`),
			[]string{limit, "invalid-ref" + note + "x/refs/1", "union-refs error forward x/refs < x/refs/0"}, false},
		{"a union that is closed beside such a reference", old(``, `, "x": {"type": "union", "refs": ["lex:a"]}`), new(``, `, "x": {"type": "union", "closed": true, "refs": ["lex:a"]}`),
			[]string{limit, "invalid-ref" + note + "x/refs/0", "union-open-closed error backward x/closed < x"}, false},
		{"a closed union without refs", old(``, `, "x": {"type": "union", "refs": [], "closed": true}`), new(``, `, "x": {"type": "union", "refs": ["#main"]}`),
			[]string{limit, "empty-closed-union" + note + "x/refs"}, true},
		{"a ref that is not well formed", old(``, `, "x": {"type": "ref", "ref": "lex:com.example.thing"}`), new(``, `, "x": {"type": "ref", "ref": "com.example.thing"}`),
			[]string{limit, "invalid-ref" + note + "x/ref"}, true},
		{"such a ref that stays", old(``, `, "x": {"type": "ref", "ref": "lex:com.example.thing"}`), new(``, `, "x": {"type": "ref", "ref": "lex:com.example.thing"}`),
			[]string{limit, "invalid-ref" + note + "x/ref"}, false},
		{"a ref to nothing", old(``, `, "x": {"type": "ref", "ref": "#mian"}`), new(``, `, "x": {"type": "ref", "ref": "#main"}`),
			[]string{limit, "unresolved-ref" + note + "x/ref"}, true},
		{"a ref to what could not be read", old(``, `, "x": {"type": "ref", "ref": "#a"}`) + `, "a": {"type": "number"}, "b": {"type": "integer"}`, new(``, `, "x": {"type": "ref", "ref": "#b"}`) + `, "a": {"type": "number"}, "b": {"type": "integer"}`,
			[]string{limit, "unknown-type" + note + "/defs/a/type"}, true},
		{"a ref to what has crossed limits", old(``, `, "x": {"type": "ref", "ref": "#a"}`) + `, "a": {"type": "integer", "minimum": 5, "maximum": 1}, "b": {"type": "integer"}`, new(``, `, "x": {"type": "ref", "ref": "#b"}`) + `, "a": {"type": "integer", "minimum": 5, "maximum": 1}, "b": {"type": "integer"}`,
			[]string{limit, "invalid-bounds" + note + "/defs/a/minimum"}, true},
		{"refs that lead to each other", old(``, ``) + `, "a": {"type": "ref", "ref": "#b"}, "b": {"type": "ref", "ref": "#a"}`, new(``, ``) + `, "a": {"type": "ref", "ref": "#b"}, "b": {"type": "integer"}`,
			[]string{limit, "ref-cycle" + note + "/defs/a/ref"}, true},
		{"a value that contains itself", old(``, ``) + `, "a": {"type": "object", "required": ["x"], "properties": {"x": {"type": "array", "minLength": 1, "items": {"type": "ref", "ref": "#a"}}}}`,
			new(``, ``) + `, "a": {"type": "object", "properties": {"x": {"type": "array", "minLength": 0, "items": {"type": "ref", "ref": "#a"}}}}`,
			[]string{limit, "uninhabitable" + note + "/defs/a/properties/x/items/ref"}, true},
		{"a key twice", old(``, `, "x": {"type": "integer"}, "x": {"type": "string"}`), new(``, `, "x": {"type": "string"}`),
			[]string{limit, "duplicate-key" + note + "x"}, true},
		{"a comma after the last member", old(``, `, "x": {"type": "integer", "maximum": 1,}`), new(``, `, "x": {"type": "integer", "maximum": 2}`),
			[]string{limit, "json-syntax" + note + "x", "integer-range error forward x/maximum < x/maximum"}, false},
		{"the name of a definition", old(``, ``) + `, "a.b": {"type": "integer"}`, new(``, ``) + `, "aB": {"type": "integer"}`,
			[]string{limit, "invalid-def-name" + note + "/defs/a.b", "def-added info nothing /defs/aB < /defs"}, true},
		{"two primary definitions", old(``, ``) + `, "q": {"type": "query"}, "p": {"type": "query"}`, new(``, ``) + `, "q": {"type": "query"}`,
			[]string{limit, "multiple-primary" + note + "/defs/p"}, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			report := compareLinted(t, readCatalog(c.old), readCatalog(c.new))
			if c.undecided { // what was not compared is visible
				for i, want := range c.want {
					if !strings.Contains(want, " < ") && c.name != "one more such name" { // there it is the error
						c.want[i] = strings.Replace(want, note, " warning ", 1)
					}
				}
			}
			checkLines(t, report.Findings, c.want)
			if !report.Partial || len(report.Undecided) > 0 != c.undecided {
				t.Errorf("partial = %v, undecided = %v", report.Partial, report.Undecided)
			}
		})
	}
}

// TestBrokenMethods has methods, records and permission sets that are not valid.
func TestBrokenMethods(t *testing.T) {
	for _, c := range []struct {
		name, old, new string
		want           []string
	}{
		{"a record key", recordWith("self"), recordWith("literal:self"), []string{"invalid-record-key warning /defs/main/key"}},
		{"no record key", `"main": {"type": "record", "record": ` + emptyObject + `}`, recordWith("tid"), []string{"missing-field warning /defs/main"}},
		{"record is not an object", `"main": {"type": "record", "key": "tid", "record": {"type": "string"}}`, recordWith("tid"), []string{"record-not-object warning /defs/main/record/type"}},
		{"an encoding", query(`, "output": {"encoding": "json"}`), query(`, "output": {"encoding": "application/json"}`), []string{"invalid-encoding warning /defs/main/output/encoding"}},
		{"the schema beside an encoding", query(`, "output": {"encoding": "json", "schema": {"type": "object", "properties": {"a": {"type": "integer"}}}}`), query(`, "output": {"encoding": "application/json", "schema": {"type": "object", "properties": {"a": {"type": "string", "maxLength": 1}}}}`), []string{
			"invalid-encoding warning /defs/main/output/encoding", "type-change error both /defs/main/output/schema/properties/a/type < /defs/main/output/schema/properties/a/type",
		}},
		{"an output", query(`, "output": "application/json"`), query(`, "output": {"encoding": "application/json"}`), []string{"wrong-type warning /defs/main/output"}},
		{"the schema of an output", query(`, "output": {"encoding": "application/json", "schema": {"type": "array", "items": {"type": "integer"}}}`), query(`, "output": {"encoding": "application/json", "schema": ` + emptyObject + `}`), []string{"body-schema-type warning /defs/main/output/schema/type"}},
		{"a parameter", params(`"q"`, `"q": {"type": "object", "properties": {}}, "n": {"type": "integer"}`), params(``, `"q": {"type": "string"}, "n": {"type": "integer", "maximum": 5}`), []string{
			"integer-range warning backward /defs/main/parameters/properties/n/maximum < /defs/main/parameters/properties/n",
			"object-required error forward /defs/main/parameters/required < /defs/main/parameters/required/0",
			"params-property-type warning /defs/main/parameters/properties/q/type",
		}},
		{"parameters", query(`, "parameters": {"type": "object", "properties": {}}`), params(`"q"`, `"q": {"type": "string"}`), []string{"misplaced-type warning /defs/main/parameters/type"}},
		{"a message", `"main": {"type": "subscription", "message": {"schema": {"type": "object", "properties": {}}}}`, `"main": {"type": "subscription", "message": {"schema": {"type": "union", "refs": []}}}`, []string{"message-not-union warning /defs/main/message/schema/type"}},
		{"a permission", `"main": {"type": "permission-set", "permissions": [{"type": "permission", "resource": "rpc", "lxm": ["*"]}]}`, `"main": {"type": "permission-set", "permissions": [{"type": "permission", "resource": "rpc", "lxm": ["*"], "inheritAud": true}]}`, []string{
			"invalid-permission warning /defs/main/permissions/0",
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			report := compareLinted(t, readCatalog(c.old), readCatalog(c.new))
			checkLines(t, report.Findings, c.want)
			if !report.Partial || len(report.Undecided) == 0 {
				t.Errorf("partial = %v, undecided = %v", report.Partial, report.Undecided)
			}
		})
	}
}

// TestReadableFaults: a fault that leaves no doubt about which data a schema accepts stops
// no comparison.
func TestReadableFaults(t *testing.T) {
	for _, c := range []struct{ name, old, new, want string }{
		{"a default outside its enum", `{"type": "string", "enum": ["a", "b"], "default": "c"}`, `{"type": "string", "enum": ["a"]}`, "enum-values error backward x/enum < x/enum"},
		{"a default of another type", `{"type": "integer", "default": "1", "maximum": 9}`, `{"type": "integer", "maximum": 8}`, "integer-range error backward x/maximum < x/maximum"},
		{"a description that is no text", `{"type": "integer", "description": 1, "maximum": 9}`, `{"type": "integer", "maximum": 8}`, "integer-range error backward x/maximum < x/maximum"},
		{"a key twice with one value", `{"type": "integer", "maximum": 9, "maximum": 9}`, `{"type": "integer", "maximum": 8}`, "integer-range error backward x/maximum < x/maximum"},
		{"a const out of bounds", `{"type": "integer", "const": 9, "maximum": 8}`, `{"type": "integer", "const": 8, "maximum": 8}`, "const-value error forward x/const < x/const"},
	} {
		t.Run(c.name, func(t *testing.T) {
			report := compareLinted(t, readCatalog(inObject(c.old)), readCatalog(inObject(c.new)))
			found := slices.DeleteFunc(report.Findings, func(f diag.Finding) bool { return f.Change == nil || f.Change.Breaks == 0 })
			checkLines(t, found, []string{c.want})
			if len(report.Undecided) > 0 {
				t.Errorf("undecided: %v", report.Undecided)
			}
		})
	}
	// What an author calls description is no text.
	named := func(x string) string {
		return `"main": {"type": "object", "properties": {"description": ` + x + `}}`
	}
	if report := compareLinted(t, readCatalog(named(`"a text"`)), readCatalog(named(`{"type": "string"}`))); len(report.Undecided) == 0 {
		t.Errorf("a property that is no schema is compared: %s", lines(report.Findings))
	}
}

// TestUndecidedLexicons has a Lexicon for each reason why it is undecided, beside others.
func TestUndecidedLexicons(t *testing.T) {
	lexicon := func(id, x string) string {
		return "-- " + id + ".json --\n" + `{"lexicon": 1, "id": "com.example.` + id + `", "defs": {"main": {"type": "object", "properties": {"x": ` + x + `}}}}` + "\n"
	}
	var old, new string
	for _, c := range []struct{ id, old, new string }{
		{"brokenOld", `{"type": "number"}`, `{"type": "integer"}`},
		{"brokenNew", `{"type": "integer"}`, `{"type": "number"}`},
		{"brokenSame", `{"type": "number"}`, `{"type": "number"}`},
		{"refers", `{"type": "ref", "ref": "com.example.brokenOld"}`, `{"type": "ref", "ref": "com.example.brokenOld"}`},
		{"refersElsewhere", `{"type": "ref", "ref": "com.example.brokenOld"}`, `{"type": "ref", "ref": "com.example.stays"}`},
		{"changes", `{"type": "integer"}`, `{"type": "integer", "maximum": 5}`},
		{"stays", `{"type": "integer"}`, `{"type": "integer"}`},
	} {
		old, new = old+lexicon(c.id, c.old), new+lexicon(c.id, c.new)
	}
	got := compareLinted(t, readCatalog(old), readCatalog(new)).Undecided
	want := []syntax.NSID{"com.example.brokenNew", "com.example.brokenOld", "com.example.refersElsewhere"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestFaultMessages has the words on errors that the change did not cause.
func TestFaultMessages(t *testing.T) {
	old, new := `"a": {"type": "number"}, "b": {"type": "float"}`, `"a": {"type": "integer"}, "b": {"type": "float"}`
	report := compareLinted(t, readCatalog(old), readCatalog(new))
	var got []string
	for _, f := range report.Findings {
		got = append(got, f.Message)
	}
	if len(got) != 2 || !strings.HasPrefix(got[0]+got[1], "this part of the old version is invalid and was not compared: ") && !strings.HasPrefix(got[1]+got[0], "this part of the old version is invalid and was not compared: ") ||
		!strings.Contains(got[0]+"\n"+got[1]+"\n", " (also in the old version)\n") {
		t.Errorf("got %q", got)
	}
}

// TestCutOff has sides whose text ends early at every place: nothing is said to
// be removed, added or changed that the missing text may have.
func TestCutOff(t *testing.T) {
	const whole = `{"lexicon": 1, "id": "com.example.a", "defs": {"main": {"type": "record", "key": "tid", "record": {"type": "object", "required": ["a", "b"], "properties": {"a": {"type": "string", "maxLength": 9}, "b": {"type": "union", "refs": ["#x"]}, "c": {"type": "string", "enum": ["a", "b"]}}}}, "x": {"type": "object", "properties": {"y": {"type": "integer"}}}}}`
	parse := func(text string) *lexicon.Catalog {
		return lexicon.NewCatalog(lexicon.Parse(&diag.Source{Path: "a.json", Text: []byte(text)}, diag.ProfileV1))
	}
	for end := range len(whole) {
		for _, sides := range [][2]string{{whole, whole[:end]}, {whole[:end], whole}} {
			report := compareLinted(t, parse(sides[0]), parse(sides[1]))
			if len(report.Undecided) > 0 && !slices.ContainsFunc(report.Findings, func(f diag.Finding) bool { return f.Severity >= diag.Warning }) {
				t.Errorf("%s\nagainst\n%s\nis undecided without a reason:%s", sides[0], sides[1], lines(report.Findings))
			}
			for _, f := range report.Findings {
				if f.Change != nil {
					t.Errorf("%s\nagainst\n%s\n%s: %s", sides[0], sides[1], line(f), f.Message)
				}
			}
		}
	}
}

// TestFaultsOmitted: of errors that were left out, as many as both sides have are
// infos.
func TestFaultsOmitted(t *testing.T) {
	rule := lexicon.Rules()[0]
	omission := func(severity diag.Severity, count int) []diag.Omission {
		return []diag.Omission{{Like: diag.Finding{Rule: rule, Severity: severity, NSID: "com.example.a"}, Count: count}}
	}
	for _, c := range []struct {
		old, new []diag.Omission
		want     string
	}{
		{nil, omission(diag.Error, 3), "error 3"},
		{omission(diag.Error, 3), nil, "info 3"},
		{omission(diag.Error, 2), omission(diag.Error, 3), "error 1 info 2"},
		{omission(diag.Error, 3), omission(diag.Error, 2), "info 2 info 1"},
		{omission(diag.Warning, 3), omission(diag.Warning, 2), "warning 2"},
	} {
		empty := lexicon.NewCatalog()
		report := mustCompare(t, empty, empty, compat.Options{Old: compat.Faults{Omitted: c.old}, New: compat.Faults{Omitted: c.new}})
		var got []string
		for _, o := range report.Omitted {
			got = append(got, fmt.Sprint(o.Like.Severity, " ", o.Count))
		}
		if got := strings.Join(got, " "); got != c.want {
			t.Errorf("got %s, want %s", got, c.want)
		}
	}
}

// inObject is an object whose property x has a schema.
func inObject(x string) string {
	return `"main": {"type": "object", "properties": {"x": ` + x + `}}`
}

// A type that is not known is never an error, and a space is compared in the profile v1 too.
func TestForeignTypes(t *testing.T) {
	const (
		size   = `"main": {"type": "integer"}`
		widget = `"main": {"type": "hologram", "parts": 1}`
		room   = `"main": {"type": "space", "key": "any", "name": "A", "collections": []}`
	)
	file := func(name, defs string) string {
		return "-- " + name + ".json --\n" + `{"lexicon": 1, "id": "com.example.` + name + `", "defs": {` + defs + "}}\n"
	}
	for _, c := range []struct {
		name, old, new string
		want           []string
		undecided      bool
	}{
		{"a new one", file("a", size), file("a", size+`, "x": {"type": "integer"}`) + file("b", widget), []string{
			"def-added info nothing a.json:/defs/x < a.json:/defs", "lexicon-added info nothing b.json:/id < -", "unknown-type warning b.json:/defs/main/type"}, false},
		{"one that stays", widget, widget, []string{"unknown-type warning /defs/main/type"}, false},
		{"one that changes", widget, `"main": {"type": "hologram", "parts": 2}`, []string{"unknown-type warning /defs/main/type"}, true},
		{"from a known type", size, widget, []string{"unknown-type warning /defs/main/type"}, true},
		{"a misspelled type", size, `"main": {"type": "integr"}`, []string{"unknown-type error /defs/main/type"}, true},
		{"a space", file("a", size), file("a", size) + file("b", room), []string{"lexicon-added info nothing b.json:/id < -", "not-in-profile info b.json:/defs/main/type"}, false},
		{"a space that changes", room, strings.Replace(room, `"any"`, `"tid"`, 1), []string{
			"not-in-profile info /defs/main/type", "record-key-type error backward /defs/main/key < /defs/main/key"}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			report := compareLinted(t, readCatalog(c.old), readCatalog(c.new))
			checkLines(t, report.Findings, c.want)
			if len(report.Undecided) > 0 != c.undecided {
				t.Errorf("undecided = %v", report.Undecided)
			}
		})
	}
}
