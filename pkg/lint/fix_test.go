package lint

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// fixAll fixes a catalog and counts the fixes that were left out.
func fixAll(t testing.TB, c *lexicon.Catalog, options FixOptions) (fixed FixResult, refused int) {
	t.Helper()
	f := newFixer(options, newIncremental(options.Options))
	start, err := f.state(context.Background(), c)
	if err == nil {
		fixed, err = f.fix(context.Background(), start)
	}
	if err != nil {
		t.Fatal(err)
	}
	return fixed, len(f.refused)
}

// drops reports whether the fix of a rule removes a list with content.
func drops(r *diag.Rule) bool { return r.Code == "enum-and-known-values" }

// TestFixRealSchemas fixes every repository of real schemas.
func TestFixRealSchemas(t *testing.T) {
	if testing.Short() {
		t.Skip("large inputs")
	}
	counts := map[bool]map[string]int{false: {}, true: {}}
	realSchemas(t, func(t *testing.T, load func(diag.Profile) *lexicon.Catalog) {
		for _, unsafe := range []bool{false, true} {
			catalog := load(diag.ProfileV1)
			options := FixOptions{Unsafe: unsafe}
			fixed, _ := fixAll(t, catalog, options)
			if fixed.Unfinished {
				t.Errorf("unsafe: %v: unfinished", unsafe)
			}
			for _, f := range fixed.Files {
				if f.From != "" {
					if !unsafe || f.Before != nil || catalog.DocumentAt(f.Path) != nil || catalog.DocumentAt(f.From) == nil {
						t.Errorf("%s was created from %s", f.Path, f.From)
					}
					continue
				}
				for _, r := range f.Fixed {
					counts[unsafe][r.Code]++
				}
				if json.Valid(f.Before) { // each fix removes or replaces two scalars at most
					before, after := tallyOf(t, f.Before), tallyOf(t, f.After)
					values, names := total(lost(before.values, after.values)), total(before.names)-total(after.names)
					if most := 2 * len(f.Fixed); !slices.ContainsFunc(f.Fixed, drops) && (values > most || names > most) {
						t.Errorf("%s: %d values and %d names are lost by %d fixes", f.Path, values, names, len(f.Fixed))
					}
				}
				if d := catalog.DocumentAt(f.Path); !bytes.Equal(d.Source.Text, f.Before) || bytes.Equal(f.Before, f.After) || len(f.Fixed) == 0 {
					t.Errorf("%s: changed from %q to %q by %v", f.Path, f.Before, f.After, f.Fixed)
				}
			}
			if again, _ := fixAll(t, fixed.Catalog, options); len(again.Files) > 0 || !slices.Equal(plain(again.Findings), plain(fixed.Findings)) {
				t.Errorf("unsafe: %v: fixed again, %d files change", unsafe, len(again.Files))
			}
			left := slices.DeleteFunc(slices.Clone(fixed.Findings), func(f diag.Finding) bool {
				return f.Fix == nil || !f.Fix.Safe && !unsafe
			})
			if len(left) > 0 {
				t.Errorf("unsafe: %v: not fixed: %s", unsafe, plain(left))
			}
			texts := fstest.MapFS{}
			for _, d := range fixed.Catalog.Documents() {
				texts[strings.TrimPrefix(d.Source.Path, "./")] = &fstest.MapFile{Data: d.Source.Text}
			}
			if got := findings(t, loadAll(t, texts), Options{}); !slices.Equal(plain(got), plain(fixed.Findings)) {
				t.Errorf("unsafe: %v: the new texts have other findings", unsafe)
			}
			for _, f := range findings(t, fixed.Catalog, Options{}) { // what is left out
				if f.Fix == nil || !f.Fix.Safe && !unsafe {
					continue
				}
				after := edited(fixed.Catalog, []diag.Finding{f}, diag.ProfileV1)
				if len(brought(state{counted: fixed.Findings}, state{catalog: after, counted: findings(t, after, Options{})}, weight(&f, unsafe))) == 0 {
					t.Errorf("unsafe: %v: %s %s: %q is not made", unsafe, f.Path(), f.Pointer, f.Fix.Title)
				}
			}
		}
	})
	for unsafe, counts := range counts {
		for _, code := range slices.Sorted(maps.Keys(counts)) {
			t.Logf("unsafe: %v: %s %d", unsafe, code, counts[code])
		}
	}
}

// TestFixEndless stops after some rounds.
func TestFixEndless(t *testing.T) {
	f := newFixer(FixOptions{}, newIncremental(Options{}))
	f.lint = func(_ context.Context, c *lexicon.Catalog) (r Result, _ error) {
		d := c.Documents()[0]
		m := &d.Root.Field("defs").Members[0]
		r.Findings = []diag.Finding{{
			Rule:     ruleNullableAndOptional, // which a fix may bring
			Severity: diag.Info, Location: d.AtKey(m), Fix: diag.NewFix("Rename it", true, d.Rename(m, m.Name+"a")),
		}}
		return r, nil
	}
	start, _ := f.state(context.Background(), loadAll(t, fixFiles(`"a": {"type": "integer"}`)))
	fixed, err := f.fix(context.Background(), start)
	if err != nil || !fixed.Unfinished || len(fixed.Files) != 1 || len(fixed.Files[0].Fixed) != maxRounds {
		t.Errorf("%+v, %v", fixed.Files, err)
	}
}

// TestFixLeavesOut leaves out a fix that would bring another finding, and makes the others.
func TestFixLeavesOut(t *testing.T) {
	files := fixFiles(`"a": {"type": "string", "maxlength": 2, "default": "long"}, "b": {"type": "string", "maxlength": 2}, "c": {"type": "int"}`)
	fixed, refused := fixAll(t, loadAll(t, files), FixOptions{})
	if refused != 1 || len(fixed.Files) != 1 {
		t.Fatalf("%d fixes are refused, %d files changed", refused, len(fixed.Files))
	}
	want := string(fixFiles(`"a": {"type": "string", "maxlength": 2, "default": "long"}, "b": {"type": "string", "maxLength": 2}, "c": {"type": "integer"}`)["com.example.defs.json"].Data)
	if got := string(fixed.Files[0].After); got != want {
		t.Errorf("got %s", got)
	}
	for _, f := range fixed.Findings {
		if f.Fix != nil {
			t.Errorf("%s still has the fix %q", f.Rule.Code, f.Fix.Title)
		}
	}
}

// TestFixSameFinding ends where each of two fixes brings the same finding.
func TestFixSameFinding(t *testing.T) {
	const text = `{"lexicon": 1, "%s": "com.example.dup", "defs": {"main": {"type": "integer"}}}`
	files := fstest.MapFS{"a.json": file(fmt.Sprintf(text, "ID")), "b.json": file(fmt.Sprintf(text, "ID")), "c.json": file(fmt.Sprintf(text, "id"))}
	if fixed, refused := fixAll(t, loadAll(t, files), FixOptions{}); len(fixed.Files) != 0 || refused != 2 {
		t.Errorf("%d fixes are refused, changed %+v", refused, fixed.Files)
	}
}

// TestFixFar leaves out only the fix that brings a finding, though others are nearer to it.
func TestFixFar(t *testing.T) {
	const parameters = `"limit": {"type": "integer"}`
	const files = `{"lexicon": 1, "id": "com.example.a", "defs": {"main": {"type": "query", "parameters": {"type": "params", %s}}}, "y": {"type": "object"}}`
	catalog := loadAll(t, fixFiles(fmt.Sprintf(files, parameters)))
	fixed, refused := fixAll(t, catalog, FixOptions{Unsafe: true})
	want := fmt.Sprintf(files, `"properties": {`+parameters+`}`)
	if got := string(fixed.Catalog.DocumentAt("./com.example.a.json").Source.Text); got != want || refused != 1 {
		t.Errorf("%d fixes are refused, got %s", refused, got)
	}
	for _, f := range tried(t, catalog, Options{}) {
		if made := f.Rule.Code == "missing-field"; made != (f.Fix != nil) {
			t.Errorf("%s: the fix is %+v", f.Message, f.Fix)
		}
	}
}

// TestFixUnused moves an unused definition into defs, which brings a warning in the place of
// another one, only with fixes that are not safe.
func TestFixUnused(t *testing.T) {
	const before = `{"lexicon": 1, "id": "com.example.a", "b": {"type": "integer", "description": "B."}, "defs": {"main": {"type": "object", "properties": {}}}}`
	const after = `{"lexicon": 1, "id": "com.example.a", "defs": {"main": {"type": "object", "properties": {}}, "b": {"type": "integer", "description": "B."}}}`
	catalog := loadAll(t, fixFiles(before))
	for _, f := range tried(t, catalog, Options{}) {
		if f.Rule.Code == "unexpected-field" && (f.Fix == nil || f.Fix.Safe) {
			t.Errorf("the fix is %+v", f.Fix)
		}
	}
	for unsafe, want := range map[bool]string{false: before, true: after} {
		fixed, _ := fixAll(t, catalog, FixOptions{Unsafe: unsafe})
		if got := string(fixed.Catalog.DocumentAt("./com.example.a.json").Source.Text); got != want {
			t.Errorf("unsafe: %v: got %s", unsafe, got)
		}
	}
}

// TestFixConflicts makes the first of two fixes that are in conflict only together, and
// then what is left.
func TestFixConflicts(t *testing.T) {
	for _, test := range []struct{ before, safe, unsafe string }{
		{`"a": {"type": "string", "maxlength": 3, "maxLenght": 5}`, `"a": {"type": "string", "maxLength": 3, "maxLenght": 5}`, `"a": {"type": "string", "maxLength": 3}`},
		{`"a": {"type": "string", "Description": "A.", "descripton": "B."}`, `"a": {"type": "string", "description": "A.", "descripton": "B."}`, `"a": {"type": "string", "description": "A."}`},
		{`"a": {"type": "object", "Properties": {}, "properites": {}}`, `"a": {"type": "object", "properties": {}, "properites": {}}`, `"a": {"type": "object", "properties": {}}`},
		{`{"Lexicon": 1, "lexcon": 1, "id": "com.example.a", "defs": {"a": {"type": "token"}}}`,
			`{"lexicon": 1, "lexcon": 1, "id": "com.example.a", "defs": {"a": {"type": "token"}}}`, `{"lexicon": 1, "id": "com.example.a", "defs": {"a": {"type": "token"}}}`},
		{`"a": {"type": "object", "requierd": ["b"], "properties": {"b": {"type": "boolean"}, "c": {"type": "boolean", "required": true}}}`,
			`"a": {"type": "object", "required": ["b", "c"], "properties": {"b": {"type": "boolean"}, "c": {"type": "boolean"}}}`, ""},
		{`"a": {"type": "object", "required": ["b", "c"], "Nullable": ["b"], "properties": {"b": {"type": "boolean"}, "c": {"type": "boolean", "nullable": true}}}`,
			`"a": {"type": "object", "required": ["b", "c"], "nullable": ["b", "c"], "properties": {"b": {"type": "boolean"}, "c": {"type": "boolean"}}}`, ""},
		{`"a": {"typee": "object", "Required": ["b"], "properties": {"b": {"type": "boolean"}, "c": {"type": "boolean", "required": true}}}`,
			`"a": {"type": "object", "required": ["b", "c"], "properties": {"b": {"type": "boolean"}, "c": {"type": "boolean"}}}`, ""},
		{`"a": {"type": "blob", "mimeTypes": ["a/b"], "Accept": ["c/d"]}`, `"a": {"type": "blob", "mimeTypes": ["a/b"], "accept": ["c/d"]}`, ""},
	} {
		for _, unsafe := range []bool{false, true} {
			want := test.safe
			if unsafe {
				want = cmp.Or(test.unsafe, want)
			}
			fixed, _ := fixAll(t, loadAll(t, fixFiles(test.before)), FixOptions{Unsafe: unsafe})
			text := fixFiles(want)
			for name := range text {
				if got := fixed.Catalog.DocumentAt("./" + name).Source.Text; !bytes.Equal(got, text[name].Data) {
					t.Errorf("unsafe: %v: %s becomes\n%s, want\n%s", unsafe, test.before, got, text[name].Data)
				}
			}
			if i := slices.IndexFunc(fixed.Findings, func(f diag.Finding) bool { return f.Severity == diag.Error }); i >= 0 {
				t.Errorf("unsafe: %v: %s has an error: %s", unsafe, test.before, fixed.Findings[i].Message)
			}
		}
	}
}

// TestTryFixes removes the fixes that bring findings, and of two that are in conflict the
// second one.
func TestTryFixes(t *testing.T) {
	catalog := loadAll(t, fixFiles(`"a": {"type": "string", "maxlength": 3, "maxLenght": 5},
		"b": {"type": "string", "minLength": 3, "maxlength": 2}, "c": {"type": "int"}, "d": {"type": "string", "format": "uri", "default": "x:y", "Maxlength": 2},
		"e": {"type": "object", "properties": {"p": {"type": "integer", "required": true}, "q": {"type": "ref", "ref": "#e", "required": true}}}`))
	lost := map[string]bool{}
	before, after := findings(t, catalog, Options{}), tried(t, catalog, Options{})
	for i, f := range before {
		if f.Fix != nil && after[i].Fix == nil {
			lost[f.Pointer] = true
		}
	}
	want := map[string]bool{"/defs/a/maxLenght": true, "/defs/b/maxlength": true, "/defs/d/Maxlength": true, "/defs/e/properties/q/required": true}
	if !maps.Equal(lost, want) {
		t.Errorf("without a fix are %v, want %v", slices.Sorted(maps.Keys(lost)), slices.Sorted(maps.Keys(want)))
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := (&Result{Findings: before}).TryFixes(ctx, catalog, FixOptions{}); err != context.Canceled {
		t.Errorf("got %v", err)
	}
}

// TestTryFixesSelect: a fix of what does not count stays if it cannot bring findings,
// whatever else is tried.
func TestTryFixesSelect(t *testing.T) {
	catalog := loadAll(t, fixFiles(`"a": {"type": "int", "enum": ["x"]}, "b": {"type": "array", "items": {"type": "ref", "ref": "com.example.defs#a"}}`))
	warnings := func(all []diag.Finding) []diag.Finding {
		return slices.DeleteFunc(all, func(f diag.Finding) bool { return f.Severity < diag.Warning })
	}
	result := Result{Findings: findings(t, catalog, Options{})}
	if err := result.TryFixes(t.Context(), catalog, FixOptions{Select: warnings}); err != nil {
		t.Fatal(err)
	}
	got := map[string]bool{}
	for _, f := range result.Findings {
		got[f.Rule.Code] = f.Fix != nil
	}
	if got["unknown-type"] || !got["full-local-ref"] {
		t.Errorf("with a fix: %v", got)
	}
}

// TestFixSelect fixes only what is selected.
func TestFixSelect(t *testing.T) {
	files := fixFiles(`"a": {"type": "string", "maxlength": 2}, "b": {"type": "int"}`)
	options := FixOptions{Select: func(all []diag.Finding) []diag.Finding {
		return slices.DeleteFunc(all, func(f diag.Finding) bool { return f.Rule.Code != "unknown-type" })
	}}
	fixed, _ := fixAll(t, loadAll(t, files), options)
	if len(fixed.Files) != 1 || len(fixed.Files[0].Fixed) != 1 || fixed.Files[0].Fixed[0].Code != "unknown-type" || bytes.Contains(fixed.Files[0].After, []byte("maxLength")) {
		t.Errorf("fixed %+v", fixed.Files)
	}
	before, err := fixed.Without(context.Background(), Options{}, "./com.example.defs.json")
	if want := findings(t, loadAll(t, files), Options{}); err != nil || !slices.Equal(plain(before.Findings), plain(want)) {
		t.Errorf("without the file: %v, %v", plain(before.Findings), err)
	}
}

// TestFixDependencies changes no file that is loaded to resolve references.
func TestFixDependencies(t *testing.T) {
	c, err := lexicon.Load(context.Background(), []lexicon.Input{
		{FS: fixFiles(`"a": {"type": "int"}`), Name: ".", Display: "vendor", Dependency: true},
		{FS: fstest.MapFS{"x.json": file(`{"lexicon": 1, "id": "com.example.x", "defs": {"x": {"type": "int"}}}`)}, Name: ".", Display: "own"},
	}, lexicon.LoadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if fixed, _ := fixAll(t, c, FixOptions{}); len(fixed.Files) != 1 || fixed.Files[0].Path != "own/x.json" {
		t.Errorf("changed %+v", fixed.Files)
	}
}

// TestFixManyFlags needs few rounds for a long list.
func TestFixManyFlags(t *testing.T) {
	var before, names []string
	for i := range 60 {
		before = append(before, fmt.Sprintf(`"p%d": {"type": "integer", "required": true}`, i))
		names = append(names, fmt.Sprintf(`"p%d"`, i))
	}
	fixed, _ := fixAll(t, loadAll(t, fixFiles(`"a": {"type": "object", "properties": {`+strings.Join(before, ", ")+`}}`)), FixOptions{})
	if want := `"required": [` + strings.Join(names, ", ") + `]`; fixed.Unfinished || len(fixed.Files) != 1 || !bytes.Contains(fixed.Files[0].After, []byte(want)) {
		t.Errorf("unfinished: %v, %s", fixed.Unfinished, fixed.Files[0].After)
	}
}

// TestFixCanceled ends early.
func TestFixCanceled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Fix(ctx, loadAll(t, fixFiles(`"a": {"type": "int"}`)), FixOptions{}); err != context.Canceled {
		t.Errorf("got %v", err)
	}
}

// TestFixSplit writes Lexicons of one file to files of their own, and fixes them there, but
// not if that would bring a second file with the same id or two of one path.
func TestFixSplit(t *testing.T) {
	one := func(name, typ string) string {
		return `{"lexicon": 1, "id": "com.example.` + name + `", "defs": {"main": {"type": "` + typ + `"}}}`
	}
	for name, test := range map[string]struct{ files, want map[string]string }{
		"lines": {
			map[string]string{"all.json": one("red", "token") + "\n" + one("green", "tokn") + "\n" + one("blue", "none") + "\n"},
			map[string]string{"all.json": one("red", "token") + "\n", "com.example.green.json": one("green", "token") + "\n", "com.example.blue.json": one("blue", "none") + "\n"},
		},
		"the same id elsewhere": {
			map[string]string{"all.json": one("red", "token") + one("green", "token"), "com/example/green.json": one("green", "token")}, nil,
		},
		"the same path": {
			map[string]string{"all.json": one("red", "token") + one("green", "token"), "com.example.green.json": one("blue", "token")}, nil,
		},
		"twice": {
			map[string]string{"all.json": one("red", "token") + one("green", "token"), "more.json": one("gray", "token") + one("green", "token")},
			map[string]string{"all.json": one("red", "token"), "more.json": one("gray", "token") + one("green", "token"), "com.example.green.json": one("green", "token") + "\n"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			files := fstest.MapFS{}
			for path, text := range test.files {
				files[path] = file(text)
			}
			catalog := loadAll(t, files)
			if safe, _ := fixAll(t, catalog, FixOptions{}); slices.ContainsFunc(safe.Files, func(f FixedFile) bool { return f.From != "" }) {
				t.Error("a file is split by a safe fix")
			}
			fixed, _ := fixAll(t, catalog, FixOptions{Unsafe: true})
			got := map[string]string{}
			for _, d := range fixed.Catalog.Documents() {
				got[strings.TrimPrefix(d.Source.Path, "./")] = string(d.Source.Text)
			}
			want := test.want
			if want == nil {
				want = test.files
			}
			if !maps.Equal(got, want) {
				t.Errorf("got %q, want %q", got, want)
			}
			without, err := fixed.Without(context.Background(), Options{}, "./all.json", "./more.json")
			if before := findings(t, catalog, Options{}); err != nil || !slices.Equal(plain(without.Findings), plain(before)) {
				t.Errorf("without the files: %v, %v", plain(without.Findings), err)
			}
		})
	}
}

// TestFixPartial fixes what ends the reading of a file, and then what that has hidden, but
// makes nothing worse elsewhere.
func TestFixPartial(t *testing.T) {
	files := fixFiles(`"a": {"type": "string", "maxlength": 2, "default": "long"}`)
	files["com.example.cut.json"] = file(`{"lexicon": 1, "id": "com.example.cut", "defs": {"main": {"type": "object"}"b": {"type": "int"}, "c": {"type": "int", "enum": []}}}`)
	fixed, refused := fixAll(t, loadAll(t, files), FixOptions{})
	if refused != 2 || len(fixed.Files) != 1 {
		t.Fatalf("%d fixes are refused, %d files changed", refused, len(fixed.Files))
	}
	want := `{"lexicon": 1, "id": "com.example.cut", "defs": {"main": {"type": "object"},"b": {"type": "integer"}, "c": {"type": "int", "enum": []}}}`
	if got := string(fixed.Files[0].After); got != want {
		t.Errorf("got %s", got)
	}
}
