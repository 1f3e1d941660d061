package lint

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"golang.org/x/tools/txtar"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// allRules returns every rule that a lint run can raise.
func allRules() []*diag.Rule { return append(lexicon.Rules(), Rules()...) }

// TestExamples checks the examples of every rule: the bad one raises that rule and no
// other, infos included, and the good one none.
func TestExamples(t *testing.T) {
	for _, r := range allRules() {
		t.Run(r.Code, func(t *testing.T) {
			if got := codes(t, r, r.Bad()); !slices.Equal(got, []string{r.Code}) {
				t.Errorf("the bad example raises %v", got)
			}
			if got := codes(t, r, r.Good()); len(got) != 0 {
				t.Errorf("the good example raises %v", got)
			}
		})
	}
}

// codes lints an example and returns the codes that it raises, each once.
func codes(t *testing.T, r *diag.Rule, example string) []string {
	t.Helper()
	profile := diag.ProfileV1
	if r.Severity[profile] == diag.Off {
		profile = diag.ProfileATProto
	}
	files := exampleFiles(t, example)
	c, err := lexicon.Load(context.Background(), []lexicon.Input{{FS: files, Name: ".", Display: "lexicons"}}, lexicon.LoadOptions{Profile: profile})
	if err != nil {
		t.Fatal(err)
	}
	var codes []string
	for _, f := range findings(t, c, Options{Profile: profile}) {
		t.Logf("%s:%v: %s [%s] %s", f.Path(), f.Source.Position(f.Span.Start), f.Message, f.Rule.Code, f.Pointer)
		if !slices.Contains(codes, f.Rule.Code) {
			codes = append(codes, f.Rule.Code)
		}
	}
	return codes
}

// exampleFiles turns an example into files. Text that begins with a quotation mark is
// the members of defs of com.example.thing if one of them is main, or else of
// com.example.defs.
func exampleFiles(t testing.TB, example string) fstest.MapFS {
	t.Helper()
	// Examples are shown to people, so they abbreviate a deep nesting.
	example = strings.ReplaceAll(example, "[…1001…]", strings.Repeat("[", 1001)+strings.Repeat("]", 1001))
	files := fstest.MapFS{}
	switch {
	case strings.HasPrefix(example, "-- "):
		for _, f := range txtar.Parse([]byte(example)).Files {
			files[f.Name] = &fstest.MapFile{Data: f.Data}
		}
	case strings.HasPrefix(example, `"`):
		name := "defs"
		if strings.Contains(example, `"main":`) {
			name = "thing"
		}
		text := `{"lexicon": 1, "id": "com.example.` + name + `", "defs": {` + example + `}}`
		files["com/example/"+name+".json"] = &fstest.MapFile{Data: []byte(text)}
	default:
		var head struct{ ID string }
		name := "com/example/size.json"
		if json.Unmarshal([]byte(strings.TrimPrefix(example, "\uFEFF")), &head) == nil && head.ID != "" {
			name = strings.ReplaceAll(head.ID, ".", "/") + ".json"
		}
		files[name] = &fstest.MapFile{Data: []byte(example)}
	}
	return files
}
