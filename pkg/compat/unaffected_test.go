package compat_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/lexsmith/lexsmith/internal/testkit/conformance"
	"github.com/lexsmith/lexsmith/internal/testkit/generate"
	"github.com/lexsmith/lexsmith/pkg/compat"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/lint"
)

// loadFiles loads files as a side named old or new.
func loadFiles(t *testing.T, name string, files map[string]string, options lexicon.LoadOptions) *lexicon.Catalog {
	t.Helper()
	fsys := fstest.MapFS{}
	for path, text := range files {
		fsys[path] = &fstest.MapFile{Data: []byte(text)}
	}
	c, err := lexicon.Load(t.Context(), []lexicon.Input{{FS: fsys, Name: ".", Display: name}}, options)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// describe spells everything in the outcome of a comparison of linted sides.
func describe(t *testing.T, old, new *lexicon.Catalog, profile diag.Profile) []string {
	t.Helper()
	faults := func(side *lexicon.Catalog) compat.Faults {
		result, err := lint.Lint(t.Context(), side, lint.Options{Workers: 1, Profile: profile, MinSeverity: diag.Error})
		if err != nil {
			t.Fatal(err)
		}
		return compat.Faults{Findings: result.Findings, Omitted: result.Omitted}
	}
	report := mustCompare(t, old, new, compat.Options{Profile: profile, Old: faults(old), New: faults(new)})
	all := []string{fmt.Sprint(report.Partial, report.Undecided)}
	for _, f := range report.Findings {
		text := line(f) + ": " + f.Message + " " + f.Help
		if f.Change != nil {
			text += fmt.Sprint(f.Change.Affects, f.Change.AffectsMore)
		}
		for _, r := range f.Related {
			text += " " + r.Message + " " + r.Path() + r.Pointer
		}
		all = append(all, text)
	}
	for _, o := range report.Omitted {
		all = append(all, fmt.Sprint(o.Count, " more like ", line(o.Like)))
	}
	return all
}

// sameAsSeparate compares two sides whose files differ in their last byte at least, so
// that nothing is passed over, two sides with nothing in common in memory, and two that
// share the values of files that are the same. The outcome does not differ.
func sameAsSeparate(t *testing.T, old, new map[string]string, profile diag.Profile) {
	t.Helper()
	options := lexicon.LoadOptions{Profile: profile}
	padded := map[string]string{}
	for path, text := range old {
		padded[path] = text + "\n"
	}
	after := loadFiles(t, "new", new, options)
	want := describe(t, loadFiles(t, "old", padded, options), after, profile)
	for name, shared := range map[string]*lexicon.Catalog{"separate": nil, "shared": after} {
		options.Alike = shared
		if got := describe(t, loadFiles(t, "old", old, options), after, profile); !reflect.DeepEqual(got, want) {
			t.Errorf("%s, profile %s: got\n%q\nwant\n%q\n%s", name, profile, got, want, differing(old, new))
		}
	}
}

// TestUnaffected passes over Lexicons that have not changed, and misses nothing: not
// what changes elsewhere break in them, nor what is not valid in them.
func TestUnaffected(t *testing.T) {
	for seed := range uint64(400) {
		r := rand.New(rand.NewPCG(seed, 7))
		profile := diag.Profile(r.IntN(2))
		old := generate.Schemas(r, profile)
		new := old
		for range 1 + r.IntN(3) {
			new, _ = generate.Edit(r, new, profile)
		}
		if r.IntN(4) == 0 { // the edits are on the old side, with what they break
			old, new = new, old
		}
		if sameAsSeparate(t, old, new, profile); t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
}

// TestUnaffectedReferences does the same with Lexicons that differ in little but what
// they refer to.
func TestUnaffectedReferences(t *testing.T) {
	const names = "abcdef"
	for seed := range uint64(600) {
		r := rand.New(rand.NewPCG(seed, 8))
		ref := func() string {
			return fmt.Sprintf(`{"type": "ref", "ref": "com.example.%c"}`, names[r.IntN(len(names))])
		}
		random := func(files map[string]string) {
			name := names[r.IntN(len(names))]
			main := ref()
			switch r.IntN(5) {
			case 0:
				main = `{"type": "null"}`
			case 1:
				main = `{"type": "boolean"}`
			case 2:
				main = fmt.Sprintf(`{"type": "object", "nullable": ["x"], "properties": {"x": %s, "y": %s}}`, ref(), ref())
			case 3:
				main = fmt.Sprintf(`{"type": "array", "items": {"type": "union", "refs": ["com.example.%c"], "closed": %t}}`, names[r.IntN(len(names))], r.IntN(2) == 0)
			}
			id := fmt.Sprintf("com.example.%c", name)
			files[id+".json"] = `{"lexicon": 1, "id": "` + id + `", "defs": {"main": ` + main + `}}`
			if r.IntN(8) == 0 {
				delete(files, id+".json")
			}
		}
		old := map[string]string{}
		for range 12 {
			random(old)
		}
		new := maps.Clone(old)
		random(new)
		random(new)
		if sameAsSeparate(t, old, new, diag.Profile(r.IntN(2))); t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
}

// TestBrokenOnOneSide has a file that is the same on both sides and valid on one: what
// is compared with it on that side is.
func TestBrokenOnOneSide(t *testing.T) {
	lexicon1 := func(id, defs string) string {
		return `{"lexicon": 1, "id": "com.example.` + id + `", "defs": {` + defs + `}}`
	}
	object := func(x string) string { return `"main": {"type": "object", "properties": {"x": ` + x + `}}` }
	old := map[string]string{
		"user.json": lexicon1("user", object(`{"type": "ref", "ref": "com.example.one"}`)),
		"one.json":  lexicon1("one", object(`{"type": "array", "items": {"type": "integer"}}`)),
		"two.json":  lexicon1("two", object(`{"type": "array", "items": {"type": "ref", "ref": "com.example.late#text"}}`)),
		"late.json": lexicon1("late", `"main": {"type": "token"}`),
	}
	new := maps.Clone(old)
	new["user.json"] = lexicon1("user", object(`{"type": "ref", "ref": "com.example.two"}`))
	new["late.json"] = lexicon1("late", `"main": {"type": "token"}, "text": {"type": "string"}`)
	sameAsSeparate(t, old, new, diag.ProfileV1)
	after := loadFiles(t, "new", new, lexicon.LoadOptions{})
	got := describe(t, loadFiles(t, "old", old, lexicon.LoadOptions{Alike: after}), after, diag.ProfileV1)
	if !strings.Contains(strings.Join(got, "\n"), "the ref changed from com.example.one to com.example.two; the two definitions differ: the type changed from integer to string") {
		t.Errorf("got %q", got)
	}
}

// TestNullElsewhere has a definition that is the same on both sides, with a field that was
// null through a ref, whose other end changed.
func TestNullElsewhere(t *testing.T) {
	for _, key := range []string{`nullable`, `\u006eullable`} {
		side := func(name, end string) *lexicon.Catalog {
			return loadFiles(t, name, map[string]string{
				"user.json": `{"lexicon": 1, "id": "com.example.user", "defs": {"main": {"type": "object", "` + key + `": ["x"],
  "properties": {"x": {"type": "ref", "ref": "com.example.one"}}}}}`,
				"one.json": `{"lexicon": 1, "id": "com.example.one", "defs": {"main": {"type": "` + end + `"}}}`,
			}, lexicon.LoadOptions{})
		}
		got := strings.Join(describe(t, side("old", "null"), side("new", "boolean"), diag.ProfileV1), "\n")
		if n := strings.Count(got, "the type changed from null"); n != 2 {
			t.Errorf("%s: the change is found %d times, want 2: %s", key, n, got)
		}
	}
}

// TestUnaffectedRevisions does the same with real changes beside the schemas that many
// of them refer to.
func TestUnaffectedRevisions(t *testing.T) {
	common := map[string]string{}
	for path, text := range supportDocuments(t, conformance.Path(t, "corpus/schemas/bluesky-social__atproto/lexicons/app/bsky")) {
		common[path[strings.Index(path, "/app/bsky/")+1:]] = string(text)
	}
	for i, path := range conformance.Glob(t, "corpus/revisions/*/*/before.json") {
		if i%8 != 0 { // enough, and fast
			continue
		}
		old, new := maps.Clone(common), maps.Clone(common)
		// Before the common schemas, so that it counts if they have the id too.
		old["a.json"] = string(readFile(t, path))
		new["a.json"] = string(readFile(t, filepath.Join(filepath.Dir(path), "after.json")))
		if sameAsSeparate(t, old, new, diag.ProfileV1); t.Failed() {
			t.Fatal(path)
		}
	}
}
