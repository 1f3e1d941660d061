package lint

import (
	"context"
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"golang.org/x/tools/txtar"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// allRules returns every rule that a lint run can raise.
func allRules() []*lexicon.Rule { return append(lexicon.Rules(), Rules()...) }

func TestRuleTable(t *testing.T) {
	kebab := regexp.MustCompile(`^[a-z]+(-[a-z]+)*$`)
	page := regexp.MustCompile(`^(specs/(lexicon(#[a-z-]+)?|data-model|permission|record-key|nsid)|guides/lexicon-style-guide)$`)
	seen := map[string]bool{}
	for _, r := range allRules() {
		if !kebab.MatchString(r.Code) {
			t.Errorf("%q is not kebab-case", r.Code)
		}
		if !page.MatchString(r.Page) {
			t.Errorf("%s: no page %q", r.Code, r.Page)
		}
		if seen[r.Code] {
			t.Errorf("%s appears twice in the table", r.Code)
		}
		seen[r.Code] = true
		if !slices.Contains([]string{"input", "schema", "refs", "style"}, r.Group) {
			t.Errorf("%s: no group %q", r.Code, r.Group)
		}
		for name, text := range map[string]string{"summary": r.Summary, "reason": r.Reason, "section of the specification": r.Spec, "page": r.Page, "bad example": r.Bad(), "good example": r.Good()} {
			if strings.TrimSpace(text) == "" {
				t.Errorf("%s has no %s", r.Code, name)
			}
		}
		if strings.HasSuffix(r.Summary, ".") || strings.Contains(r.Summary, "\n") {
			t.Errorf("%s: the summary is one line without a full stop: %q", r.Code, r.Summary)
		}
		if r.Severity == (lexicon.Severities{}) {
			t.Errorf("%s is off under every profile", r.Code)
		}
	}
}

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
func codes(t *testing.T, r *lexicon.Rule, example string) []string {
	t.Helper()
	profile := lexicon.ProfileV1
	if r.Severity[profile] == lexicon.Off {
		profile = lexicon.ProfileATProto
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
