package lint

import (
	"context"
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/internal/testkit/conformance"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// realSchemas calls f with each repository of real schemas, and each case, as a catalog.
func realSchemas(t *testing.T, f func(t *testing.T, load func(diag.Profile) *lexicon.Catalog)) {
	sets := map[string]fs.FS{}
	for _, kind := range []string{"schemas", "schemas-broken"} {
		dir := conformance.Path(t, "corpus/"+kind)
		folders, err := os.ReadDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, folder := range folders {
			if folder.IsDir() {
				sets[kind+"/"+folder.Name()] = os.DirFS(filepath.Join(dir, folder.Name()))
			}
		}
	}
	for _, name := range conformance.Glob(t, "cases*/*.json") {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		var c lintCase
		if json.Unmarshal(text, &c) == nil && len(c.Schemas) > 0 {
			sets["cases/"+strings.TrimSuffix(filepath.Base(name), ".json")] = c.files(t)
		}
	}
	for name, files := range sets {
		t.Run(name, func(t *testing.T) {
			f(t, func(profile diag.Profile) *lexicon.Catalog { return loadAs(t, files, profile) })
		})
	}
}

func loadAll(t testing.TB, files fs.FS) *lexicon.Catalog {
	t.Helper()
	return loadAs(t, files, diag.ProfileV1)
}

func loadAs(t testing.TB, files fs.FS, profile diag.Profile) *lexicon.Catalog {
	t.Helper()
	c, err := lexicon.Load(context.Background(), []lexicon.Input{{FS: files, Name: ".", Display: "."}}, lexicon.LoadOptions{Profile: profile})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// tried returns what Lint finds, with the fixes that pass a trial.
func tried(t testing.TB, c *lexicon.Catalog, options Options) []diag.Finding {
	t.Helper()
	result, err := Lint(context.Background(), c, options)
	if err == nil {
		err = result.TryFixes(context.Background(), c, FixOptions{Options: options})
	}
	if err != nil {
		t.Fatal(err)
	}
	return result.Findings
}

// TestFixLaws makes every fix of the real schemas by itself, one in each file at a time.
func TestFixLaws(t *testing.T) {
	if testing.Short() {
		t.Skip("many inputs")
	}
	counts := map[string]int{}
	realSchemas(t, func(t *testing.T, load func(diag.Profile) *lexicon.Catalog) {
		for _, profile := range []diag.Profile{diag.ProfileV1, diag.ProfileATProto} {
			checkLaws(t, load(profile), Options{Profile: profile, Placeholders: true}, counts)
		}
	})
	t.Log(counts)
}

func checkLaws(t *testing.T, catalog *lexicon.Catalog, options Options, counts map[string]int) {
	before := tried(t, catalog, options)
	byFile := map[string][]diag.Finding{}
	for _, f := range before {
		if f.Fix == nil {
			continue
		}
		kind := "unsafe"
		if f.Fix.Safe {
			kind = "safe"
		} else if f.Fix.Placeholder {
			kind = "placeholder"
		}
		counts[f.Rule.Code+" "+kind]++
		if n := len(byFile[f.Path()]); !f.Fix.Placeholder || n == 0 || !byFile[f.Path()][n-1].Fix.Placeholder {
			byFile[f.Path()] = append(byFile[f.Path()], f)
		}
	}
	for i := 0; len(byFile) > 0; i++ {
		var fixes []diag.Finding
		for path, all := range byFile {
			if i == len(all) {
				delete(byFile, path)
			} else {
				fixes = append(fixes, all[i])
			}
		}
		after := edited(catalog, fixes, options.Profile)
		checkFixes(t, catalog, after, before, findings(t, after, options), fixes)
	}
}

// checkFixes demands of fixes of different files what every fix promises.
func checkFixes(t *testing.T, old, new *lexicon.Catalog, before, after []diag.Finding, fixes []diag.Finding) {
	t.Helper()
	for _, f := range fixes {
		checkEdits(t, f)
		source := new.DocumentAt(f.Path()).Source
		if json.Valid(old.DocumentAt(f.Path()).Source.Text) && !json.Valid(source.Text) {
			t.Errorf("%s: %s: %s: the new text is not JSON", f.Path(), f.Rule.Code, f.Fix.Title)
		}
		checkKept(t, old.DocumentAt(f.Path()).Source.Text, source.Text, &f)
		same := likenessOf(&f, 1)
		like := func(other diag.Finding) bool { return likenessOf(&other, 1) == same }
		if count(after, like) >= count(before, like) {
			t.Errorf("%s:%v: %s: %s: %q leaves it", f.Path(), f.Source.Position(f.Span.Start), f.Rule.Code, f.Message, f.Fix.Title)
		}
	}
	for _, f := range fixes {
		if ofSyntax(f) {
			continue // the file could not be read before
		}
		for _, other := range brought(state{counted: before}, state{catalog: new, counted: after}, weight(&f, !f.Fix.Safe)) {
			if other.Path() == f.Path() {
				t.Errorf("%s:%v: %s: %s: %q brings %s: %s: %s [%s]", f.Path(), f.Source.Position(f.Span.Start), f.Rule.Code, f.Message, f.Fix.Title,
					other.Severity, other.Pointer, other.Message, other.Rule.Code)
			}
		}
	}
}

func count(findings []diag.Finding, which func(diag.Finding) bool) int {
	n := 0
	for _, f := range findings {
		if which(f) {
			n++
		}
	}
	return n
}

// checkEdits demands that the edits of a fix are in the text, sorted and apart, and that
// its rule tells of such fixes.
func checkEdits(t *testing.T, f diag.Finding) {
	t.Helper()
	end := int32(0)
	for i, e := range f.Fix.Edits {
		if e.Source != f.Source || e.Span.Start < end || e.Span.End < e.Span.Start || int(e.Span.End) > len(e.Source.Text) ||
			i > 0 && e.Span.Start == e.Span.End && e.Span == f.Fix.Edits[i-1].Span {
			t.Errorf("%s: %s: %q: edits %v", f.Path(), f.Rule.Code, f.Fix.Title, f.Fix.Edits)
		}
		end = e.Span.End
	}
	help := f.Rule.Fix.Unsafe
	switch {
	case f.Fix.Placeholder:
		help = f.Rule.Fix.Placeholder
	case f.Fix.Safe:
		help = f.Rule.Fix.Safe
	}
	if help == "" || f.Fix.Title == "" || f.Fix.Safe && f.Fix.Placeholder {
		t.Errorf("%s: %q, safe: %v, placeholder: %v; the rule has %+v", f.Rule.Code, f.Fix.Title, f.Fix.Safe, f.Fix.Placeholder, f.Rule.Fix)
	}
}
