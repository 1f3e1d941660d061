package lexicon

import (
	"fmt"
	"maps"
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/pkg/diag"
)

// TestSeveral says what a file with several Lexicons is, and splits it. A Lexicon is
// written as the last segment of its id.
func TestSeveral(t *testing.T) {
	expand := strings.NewReplacer("red", lexiconOf("red"), "green", lexiconOf("green"), "blue", lexiconOf("blue"), "'red", `"com.example.red`, "'green", `"com.example.green`)
	const two, three = "the file holds 2 Lexicons; each needs a file of its own", "the file holds 3 Lexicons; each needs a file of its own"
	for _, test := range []struct {
		path, text, message, rest string
		created                   map[string]string
	}{
		{"a.json", "red\ngreen\n", two, "red\n", map[string]string{"com.example.green.json": "green\n"}},
		{"x/a.json", "red,\n green,\nblue", three, "red", map[string]string{"x/com.example.green.json": "green\n", "x/com.example.blue.json": "blue\n"}},
		{"x/com/example/red.json", "redgreen", two, "red", map[string]string{"x/com/example/green.json": "green\n"}},
		{"com/example/red.json", "red green", two, "red", map[string]string{"com/example/green.json": "green\n"}},
		{"xcom/example/red.json", "red green", two, "red", map[string]string{"xcom/example/com.example.green.json": "green\n"}},
		{"a.json", "[\n  red,\n  green\n]\n", two, "red\n", map[string]string{"com.example.green.json": "green\n"}},
		{"a.json", "{'red\": red, 'green\": green}", two, "red", map[string]string{"com.example.green.json": "green\n"}},
		{"a.json", "red red", two, "", nil},
		{"a.json", "red green green", three, "", nil},
		{"com.example.green.json", "red green", two, "", nil},
		{"a.json", `red {"lexicon": 1, "id": "none", "defs": {}}`, two, "", nil},
		{"a.json", `red {"lexicon": 1, "id": "../../x", "defs": {}}`, two, "", nil},
		{"a.json", "[red]", "a Lexicon must be an object, but is an array", "", nil},
		{"a.json", `[red, {"a": 1}]`, "a Lexicon must be an object, but is an array", "", nil},
		{"a.json", `red {"a": 1}`, "unexpected text after the JSON value", "", nil},
		{"a.json", "red green {", "unexpected text after the JSON value", "", nil},
		{"a.json", "red}", "unexpected text after the JSON value", "", nil},
	} {
		source := &diag.Source{Path: test.path, Text: []byte(expand.Replace(test.text))}
		found := Parse(source, diag.ProfileV1).Found
		if len(found) != 1 || found[0].Message != test.message {
			t.Errorf("%s: found %v, want %q", test.text, found, test.message)
			continue
		}
		f := found[0]
		wantHelp := "split"
		if test.message != two && test.message != three {
			wantHelp = map[bool]string{true: "move it into the value or to a file of its own", false: ""}[strings.Contains(test.text, "} {") || strings.HasPrefix(test.text, "red ")]
		}
		if !strings.Contains(f.Help, wantHelp) {
			t.Errorf("%s: the help is %q", test.text, f.Help)
		}
		if f.Fix == nil || test.created == nil {
			if f.Fix != nil || test.created != nil {
				t.Errorf("%s: the fix is %+v", test.text, f.Fix)
			}
			continue
		}
		created := map[string]string{}
		for _, s := range f.Fix.Creates {
			created[s.Path] = string(s.Text)
		}
		want := map[string]string{}
		for path, text := range test.created {
			want[path] = expand.Replace(text)
		}
		if got := string(source.Edited(f.Fix.Edits)); f.Fix.Safe || got != expand.Replace(test.rest) || !maps.Equal(created, want) {
			t.Errorf("%s becomes %q and %q", test.text, got, created)
		}
	}
}

func lexiconOf(name string) string {
	return `{"lexicon": 1, "id": "com.example.` + name + `", "defs": {"main": {"type": "token"}}}`
}

// Behind very many findings, the one on several Lexicons is only counted.
func TestSeveralBehindMany(t *testing.T) {
	const lexicon = `{"lexicon": 1, "id": "com.example.%s", "defs": {}}`
	text := strings.Repeat("/**/", diag.MaxFindings) + fmt.Sprintf(lexicon, "a") + fmt.Sprintf(lexicon, "b")
	if d := Parse(&diag.Source{Text: []byte(text)}, diag.ProfileV1); len(d.Found) < diag.MaxFindings {
		t.Errorf("%d findings", len(d.Found))
	}
}
