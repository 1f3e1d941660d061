package lint

import (
	"context"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// lintDefs lints the members of "defs" of a schema, in the form of an example of a
// rule, and returns what is found, each as "code /pointer".
func lintDefs(t *testing.T, profile diag.Profile, defs string) []string {
	t.Helper()
	return lintFiles(t, profile, exampleFiles(t, strings.TrimSpace(defs)))
}

// lintFiles does the same for whole files, by their paths.
func lintFiles(t *testing.T, profile diag.Profile, files fstest.MapFS) []string {
	t.Helper()
	c, err := lexicon.Load(context.Background(), []lexicon.Input{{FS: files, Name: ".", Display: "lexicons"}}, lexicon.LoadOptions{Profile: profile})
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	for _, f := range findings(t, c, Options{Profile: profile}) {
		found = append(found, f.Rule.Code+" "+f.Pointer)
	}
	return found
}

// ofRules keeps the findings of certain rules.
func ofRules(found []string, codes ...string) []string {
	var kept []string
	for _, f := range found {
		if code, _, _ := strings.Cut(f, " "); slices.Contains(codes, code) {
			kept = append(kept, f)
		}
	}
	return kept
}

// file is a schema file of a test.
func file(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text)} }

// findingsOf lints files under the first profile and returns what certain rules
// find.
func findingsOf(t *testing.T, files fstest.MapFS, codes ...string) []diag.Finding {
	t.Helper()
	c, err := lexicon.Load(context.Background(), []lexicon.Input{{FS: files, Name: ".", Display: "lexicons"}}, lexicon.LoadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return slices.DeleteFunc(findings(t, c, Options{}), func(f diag.Finding) bool { return !slices.Contains(codes, f.Rule.Code) })
}

// lint lints a catalog.
func lint(t testing.TB, c *lexicon.Catalog, options Options) Result {
	t.Helper()
	r, err := Lint(context.Background(), c, options)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func findings(t testing.TB, c *lexicon.Catalog, options Options) []diag.Finding {
	t.Helper()
	return lint(t, c, options).Findings
}

// keepAll is the interest of a caller with severities of its own.
func keepAll(*diag.Rule, diag.Severity) Interest { return Keep }
