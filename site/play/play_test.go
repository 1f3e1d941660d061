package play

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode/utf16"
)

func read(t *testing.T, path ...string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(append([]string{"..", ".."}, path...)...))
	if err != nil {
		t.Fatal(err)
	}
	return strings.ReplaceAll(string(text), "\r\n", "\n")
}

func answer(request Request) Answer { return Run(context.Background(), request, nil) }

// at returns the text of a place.
func at(text string, p Place) string {
	return string(utf16.Decode(utf16.Encode([]rune(text))[p.Start:p.End]))
}

func find(t *testing.T, a Answer, rule string) Finding {
	t.Helper()
	for _, f := range a.Findings {
		if f.Rule == rule {
			return f
		}
	}
	t.Fatalf("no finding of %s in %+v", rule, a)
	return Finding{}
}

func TestLint(t *testing.T) {
	text := read(t, "examples", "com", "example", "shop", "listing.json")
	a := answer(Request{Mode: "lint", Schemas: text})
	if a.Summary != "1 Lexicon, 2 errors, 1 warning" {
		t.Errorf("summary %q", a.Summary)
	}
	f := find(t, a, "unexpected-field")
	if at(text, f.Place) != `"maxlength"` || f.Line != 16 || f.Fix == nil || len(f.Fix.Edits) != 1 {
		t.Errorf("%+v", f)
	}
	if e := f.Fix.Edits[0]; !strings.Contains(e.New, "maxLength") || !strings.Contains(at(text, e.Place), "maxlength") {
		t.Errorf("edit %+v", e)
	}
}

// Places count UTF-16 code units from the start of the pane, whatever is before them.
func TestPlaces(t *testing.T) {
	first := `{"lexicon": 1, "id": "com.example.one", "defs": {"main": {"type": "token", "description": "😀 é"}}}`
	second := "{\n  \"lexicon\": 1,\n  \"id\": \"com.example.two\",\n  \"defs\": {\"main\": {\"type\": \"tokn\", \"description\": \"é\"}}\n}"
	for _, separator := range []string{"\n", "\r\n", "\n\n", "\n-- com/example/two.json --\n"} {
		text := first + separator + second
		a := answer(Request{Mode: "lint", Schemas: text})
		f := find(t, a, "unknown-type")
		if at(text, f.Place) != `"tokn"` || f.Line != strings.Count(first+separator, "\n")+4 || f.Column != 29 {
			t.Errorf("%q: %+v", separator, f)
		}
		if !strings.HasPrefix(a.Summary, "2 Lexicons, ") {
			t.Errorf("%q: %s", separator, a.Summary)
		}
	}
}

// A brace at the start of a line begins a file unless it continues an object.
func TestFiles(t *testing.T) {
	for text, want := range map[string]int{
		"":                                       0,
		"\n\n":                                   0,
		"{}":                                     1,
		"{\n\"a\":\n{\n}\n}":                     1,
		"[\n{},\n{}\n]":                          1,
		"{}\n{}\n\n{}":                           3,
		"{\"open\": [\n{}\n{\"lexicon\": 1}":     2, // the first is broken
		"-- a.json --\n{}\n-- b.json --\n{}\n{}": 3,
	} {
		if p := newPane("schemas", text); len(p.files) != want {
			t.Errorf("%q has %d files, want %d", text, len(p.files), want)
		}
	}
}

func TestValidate(t *testing.T) {
	schemas := read(t, "internal", "testkit", "images", "testdata", "diff", "new", "com", "example", "shop", "listing.json")
	data := read(t, "site", "examples", "listings.ndjson")
	a := answer(Request{Mode: "validate", Schemas: schemas, Data: data})
	if !strings.HasPrefix(a.Summary, "3 values, 2 invalid, ") {
		t.Errorf("summary %q", a.Summary)
	}
	f := find(t, a, "value-type")
	if f.Pane != "data" || at(data, f.Place) != `"12 EUR"` || f.Line != 2 || len(f.Related) != 1 || f.Related[0].Pane != "schemas" {
		t.Errorf("%+v", f)
	}
	if a := answer(Request{Mode: "validate", Schemas: schemas, Data: data, Ref: "com.example.none"}); a.Error == "" {
		t.Error("an unknown definition is no error")
	}
}

func TestDiff(t *testing.T) {
	side := func(name string) string {
		return read(t, "internal", "testkit", "images", "testdata", "diff", name, "com", "example", "shop", "listing.json")
	}
	a := answer(Request{Mode: "diff", Old: side("old"), Schemas: side("new")})
	if a.Summary != "breaking, 2 errors" {
		t.Errorf("summary %q", a.Summary)
	}
	f := find(t, a, "string-length")
	if f.Pane != "schemas" || strings.Join(f.Consequences, "; ") != "breaks backward compatibility; affects the com.example.shop.listing record" || len(f.Related) == 0 || f.Related[0].Pane != "old" {
		t.Errorf("%+v", f)
	}
	broken := strings.Replace(side("new"), `"string"`, `"text"`, 1)
	for schemas, want := range map[string]string{
		side("old"): "identical",
		broken:      "breaking, partial: a side has errors, 2 errors",
	} {
		if a := answer(Request{Mode: "diff", Old: side("old"), Schemas: schemas}); a.Summary != want {
			t.Errorf("summary %q, want %q", a.Summary, want)
		}
	}
}

func TestExport(t *testing.T) {
	schemas := read(t, "site", "examples", "search.txt")
	for target, want := range map[string]string{"": `"$schema"`, "openapi": `"openapi": "3.1`, "asyncapi": `"asyncapi": "3.0`} {
		a := answer(Request{Mode: "export", Target: target, Schemas: schemas})
		if a.Error != "" || !strings.Contains(a.Output, want) {
			t.Errorf("%s: %+v", target, a)
		}
	}
	a := answer(Request{Mode: "export", Schemas: `{"lexicon": 1, "id": "com.example.a", "defs": {"main": {"type": "none"}}}`})
	if a.Output != "" || !strings.HasPrefix(a.Summary, "nothing exported, ") {
		t.Errorf("%+v", a)
	}
}

// A reference to a Lexicon of the protocol resolves, unless it names what is not there. A
// pasted Lexicon with the same id is used instead.
func TestProtocol(t *testing.T) {
	schema := func(ref string) string {
		return `{"lexicon": 1, "id": "com.example.a", "defs": {"main": {"type": "object", "properties": {"a": {"type": "ref", "ref": "` + ref + `"}}}}}`
	}
	own := "\n" + `{"lexicon": 1, "id": "com.atproto.repo.strongRef", "defs": {"other": {"type": "token", "description": "A."}}}`
	for text, want := range map[string]string{
		schema("com.atproto.repo.strongRef"):               "",
		schema("com.atproto.label.defs#selfLabels"):        "",
		schema("com.atproto.label.defs#nothing"):           "unresolved-ref",
		schema("com.atproto.sync.defs#thing"):              "unresolved-external-ref",
		schema("com.atproto.repo.strongRef") + own:         "unresolved-ref",
		schema("com.atproto.repo.strongRef#other") + own:   "",
		schema("com.atproto.label.defs#labelValue") + "\n": "",
	} {
		a := answer(Request{Mode: "lint", Schemas: text})
		got := ""
		for _, f := range a.Findings {
			if strings.HasPrefix(f.Rule, "unresolved") {
				got += f.Rule
			}
		}
		if got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
	for _, d := range dependencies(0) {
		if len(d.Found) > 0 {
			t.Errorf("%s: %v", d.ID, d.Found)
		}
		if a := answer(Request{Mode: "lint", Schemas: string(d.Source.Text)}); !strings.HasPrefix(a.Summary, "1 Lexicon, ") || strings.Contains(a.Summary, "error") {
			t.Errorf("%s: %s", d.ID, a.Summary)
		}
	}
	value := `{"$type": "com.example.a", "a": {"uri": "at://did:web:example.com/com.example.a/1", "cid": "no"}}`
	a := answer(Request{Mode: "validate", Schemas: schema("com.atproto.repo.strongRef"), Data: value, Ref: "com.example.a"})
	find(t, a, "format")
}

// Infos are shown when they are asked for, and counted in any case.
func TestInfos(t *testing.T) {
	text := `{"lexicon": 1, "id": "com.example.a", "defs": {"main": {"type": "string"}}}`
	old := strings.Replace(text, `"string"`, `"string", "description": "A."`, 1)
	hidden := answer(Request{Mode: "diff", Old: old, Schemas: text})
	shown := answer(Request{Mode: "diff", Old: old, Schemas: text, Infos: "show"})
	if len(hidden.Findings) != 0 || len(shown.Findings) != 1 || !strings.HasSuffix(hidden.Summary, ", 1 info hidden") || !strings.HasSuffix(shown.Summary, ", 1 info") {
		t.Errorf("%+v\n%+v", hidden, shown)
	}
}

// An action answers with new texts, in which headers and what is not JSON stay.
func TestActions(t *testing.T) {
	const broken = "\n-- broken.json --\n{\"id\": \n"
	text := "-- a.json --\n" + `{"id": "com.example.a", "lexicon": 1, "defs": {"main": {"type": "string", "maxlength": 3}}}` + broken
	fixed := answer(Request{Mode: "lint", Action: "fix", Schemas: text}).Texts["schemas"]
	if fixed != strings.Replace(text, "maxlength", "maxLength", 1) {
		t.Errorf("fixed: %s", fixed)
	}
	want := "-- a.json --\n{\n  \"lexicon\": 1,\n  \"id\": \"com.example.a\",\n"
	formatted := answer(Request{Mode: "diff", Action: "format", Schemas: text, Old: `{"id": "com.example.a",   "lexicon": 1}`}).Texts
	if !strings.HasPrefix(formatted["schemas"], want) || !strings.HasSuffix(formatted["schemas"], broken) || formatted["old"] != "{ \"lexicon\": 1, \"id\": \"com.example.a\" }\n" {
		t.Errorf("formatted: %q", formatted)
	}
	if again := answer(Request{Mode: "diff", Action: "format", Schemas: formatted["schemas"], Old: formatted["old"]}); len(again.Texts) != 0 {
		t.Errorf("formatted twice: %q", again.Texts)
	}
}

// A hundred times the text takes about a hundred times as long, however it is laid out,
// and says what it is doing.
func TestLarge(t *testing.T) {
	lexicon := func(n int, end string) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, `{"lexicon": 1, "id": "com.example.a%d", "defs": {"main": {"type": "object", "properties": {"a": {"type": "strin"}, "b": {"type": "ref", "ref": "#c"}}}}}%s`, i, end)
		}
		return b.String()
	}
	oneLine := func(n int) string {
		var b strings.Builder
		b.WriteString(`{"lexicon": 1, "id": "com.example.a", "defs": {`)
		for i := range n {
			fmt.Fprintf(&b, `"d%d": {"type": "object", "description": "é", "properties": {"a": {"type": "strin"}}}, `, i)
		}
		return b.String() + `"main": {"type": "token"}}}`
	}
	for name, text := range map[string]func(int) string{
		"one below the other": func(n int) string { return lexicon(n, "\n") },
		"without an id":       func(n int) string { return strings.Repeat("{}\n", n) },
		"in one line":         oneLine,
	} {
		var steps []string
		measure := func(n int) time.Duration {
			start := time.Now()
			a := Run(context.Background(), Request{Mode: "lint", Schemas: text(n)}, func(step string) { steps = append(steps, step) })
			if len(a.Findings) == 0 || len(a.Findings) > maxFindings {
				t.Errorf("%s: %d findings", name, len(a.Findings))
			}
			return time.Since(start)
		}
		measure(100)
		small, large := measure(200), measure(10_000)
		if t.Logf("%s: %v, then %v", name, small, large); large > 400*small+3*time.Second {
			t.Errorf("%s: %v for 200, %v for 10,000", name, small, large)
		}
		if len(steps) < 3 {
			t.Errorf("%s: steps %q", name, steps)
		}
	}
}

// lexsmith.yaml decides on severities and on what is ignored; what is wrong with it is a
// finding there, and the rest of it counts.
func TestConfig(t *testing.T) {
	text := read(t, "examples", "com", "example", "shop", "listing.json")
	for _, test := range []struct{ config, want string }{
		{"", "1 Lexicon, 2 errors, 1 warning"},
		{"severity: {refs: warning}", "1 Lexicon, 1 error, 2 warnings"},
		{"severity:\n  unexpected-field: off\n", "1 Lexicon, 2 errors"},
		{"ignore: [{rules: [unknown-type]}]", "1 Lexicon, 1 error, 1 warning"},
		{"ignore: [{paths: [lexicons/com/example/shop]}]", "1 Lexicon, no findings"},
		{"ignore: [{paths: ['**/listing.json'], rules: [refs]}]", "1 Lexicon, 1 error, 1 warning"},
		{"ignore: [{paths: [other]}]", "1 Lexicon, 2 errors, 1 warning"},
		{"ignore: [{nsids: [com.example.*], rules: [unknown-type], until: 2000-01-01, reason: x}]", "1 Lexicon, 2 errors, 1 warning"},
		{"é: 1\nseverity: {refs: of}\nignore: [{rules: [unknown-type]}]", "1 Lexicon, 3 errors, 1 warning"},
	} {
		a := answer(Request{Mode: "lint", Schemas: text, Config: test.config})
		if a.Summary != test.want || a.Error != "" {
			t.Errorf("%s: %s, want %s %s", test.config, a.Summary, test.want, a.Error)
		}
	}
	config := "profile: v1\nseverity: {refs: of}\r\n"
	a := answer(Request{Mode: "lint", Schemas: text, Config: config})
	f := a.Findings[len(a.Findings)-1]
	if f.Pane != "config" || at(config, f.Place) != "of}" || f.Line != 2 || f.Column != 18 || !strings.Contains(f.Message, `unknown severity "of"`) {
		t.Errorf("%+v", f)
	}
	if a := answer(Request{Mode: "lint", Schemas: text, Config: "a: ["}); a.Error != "" || len(a.Findings) != 4 {
		t.Errorf("%+v", a)
	}
	if a := answer(Request{Mode: "export", Schemas: text, Config: "severity: {schema: off}"}); !strings.HasPrefix(a.Summary, "nothing exported") {
		t.Errorf("an export obeys: %s", a.Summary)
	}
	if a := answer(Request{Mode: "lint", Action: "fix", Schemas: text, Config: "severity: {unexpected-field: off}"}); len(a.Texts) > 0 {
		t.Errorf("a finding that is off is fixed: %q", a.Texts)
	}
	breaking := Request{
		Mode: "diff", Old: read(t, "internal", "testkit", "images", "testdata", "diff", "old", "com", "example", "shop", "listing.json"),
		Schemas: read(t, "internal", "testkit", "images", "testdata", "diff", "new", "com", "example", "shop", "listing.json"),
	}
	if a := answer(breaking); !strings.HasPrefix(a.Summary, "breaking, 2 errors") {
		t.Errorf("%s", a.Summary)
	}
	breaking.Config = "ignore: [{nsids: [com.example.shop.listing], reason: not published}]"
	if a := answer(breaking); !strings.HasPrefix(a.Summary, "compatible") {
		t.Errorf("%s", a.Summary)
	}
}
