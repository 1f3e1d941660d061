package lint

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/lexsmith/lexsmith/internal/testkit/generate"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// plants are the schemas of properties with a mistake, and what safe fixes make of them.
// Where that is the same, the fix would bring a finding.
var plants = [][2]string{
	{`{"type": "string", "maxlength": 9}`, `{"type": "string", "maxLength": 9}`},
	{`{"type": "int"}`, `{"type": "integer"}`},
	{`{"type": "datetime"}`, `{"type": "string", "format": "datetime"}`},
	{`{"type": "string", "format": "date_time"}`, `{"type": "string", "format": "datetime"}`},
	{`{"type": "string", "enum": ["a", "b", "a"]}`, `{"type": "string", "enum": ["a", "b"]}`},
	{`{"type": "ref", "ref": "com.example.defs#main"}`, `{"type": "ref", "ref": "com.example.defs"}`},
	{`{"type": "string", "minlength": 5, "maxlength": 3}`, `{"type": "string", "minLength": 5, "maxlength": 3}`},
	{`{"type": "string", "maxlength": 2, "default": "long", "Description": "A."}`, `{"type": "string", "maxlength": 2, "default": "long", "description": "A."}`},
	{`{"type": "string", "minLength": 3, "maxlength": 2}`, `{"type": "string", "minLength": 3, "maxlength": 2}`},
	{`{"type": "datetime", "enum": ["now", "later"]}`, `{"type": "datetime", "enum": ["now", "later"]}`},
	{`{"type": "datetime", "maxLength": 6}`, `{"type": "datetime", "maxLength": 6}`},
	{`{"type": "string", "format": "uri", "default": "x:y", "Maxlength": 2}`, `{"type": "string", "format": "uri", "default": "x:y", "Maxlength": 2}`},
	{`{"type": "arrray", "items": {"type": "ref", "ref": "#none"}}`, `{"type": "arrray", "items": {"type": "ref", "ref": "#none"}}`},
	{`{"type": "ref", "ref": "#main", "required": true}`, `{"type": "ref", "ref": "#main", "required": true}`},
}

// planted returns files, each of which refers to the one before it, and what safe fixes
// make of them.
func planted(r *rand.Rand, n int) (before, after fstest.MapFS) {
	const frame = `{"lexicon": 1, "id": "com.example.f%d", "defs": {"main": {"type": "object", "properties": {"next": {"type": "ref", "ref": %q}%s}}}}`
	before, after = fstest.MapFS{}, fstest.MapFS{}
	before["defs.json"] = file(`{"lexicon": 1, "id": "com.example.defs", "defs": {"main": {"type": "object", "properties": {}}}}`)
	after["defs.json"] = before["defs.json"]
	last := "com.example.defs"
	for i := range n {
		var properties [2]strings.Builder
		for j := range r.IntN(13) {
			plant := plants[r.IntN(len(plants))]
			for side := range properties {
				fmt.Fprintf(&properties[side], `, "p%d": %s`, j, plant[side])
			}
		}
		name := fmt.Sprintf("f%d.json", i)
		before[name] = file(fmt.Sprintf(frame, i, last, properties[0].String()))
		after[name] = file(fmt.Sprintf(frame, i, last, properties[1].String()))
		last = fmt.Sprintf("com.example.f%d", i)
	}
	return before, after
}

// fixCounted makes the safe fixes, and counts how often it lints.
func fixCounted(t *testing.T, c *lexicon.Catalog) (fixed FixResult, lints int) {
	f := newFixer(FixOptions{}, newIncremental(Options{}))
	lint := f.lint
	f.lint = func(ctx context.Context, c *lexicon.Catalog) (Result, error) {
		lints++
		return lint(ctx, c)
	}
	start, err := f.state(context.Background(), c)
	if err == nil {
		fixed, err = f.fix(context.Background(), start)
	}
	if err != nil {
		t.Fatal(err)
	}
	return fixed, lints
}

// TestFixMany fixes files in which some fixes would bring findings. What is called fixable
// is what is made, and the number of times that all is linted does not grow with the
// number of files.
func TestFixMany(t *testing.T) {
	if testing.Short() {
		t.Skip("large inputs")
	}
	var lints []int
	for _, n := range []int{40, 400} {
		before, want := planted(rand.New(rand.NewPCG(1, 1)), n)
		catalog := loadAll(t, before)
		announced := 0
		for _, f := range tried(t, catalog, Options{}) {
			if f.Fix != nil && f.Fix.Safe {
				announced++
			}
		}
		fixed, tries := fixCounted(t, catalog)
		lints = append(lints, tries)
		made := 0
		for _, file := range fixed.Files {
			made += len(file.Fixed)
		}
		if announced != made || made < 2*n {
			t.Errorf("%d fixes are announced, %d are made", announced, made)
		}
		for name := range want {
			if got := fixed.Catalog.DocumentAt("./" + name).Source.Text; string(got) != string(want[name].Data) {
				t.Errorf("%s becomes\n%s, want\n%s", name, got, want[name].Data)
			}
		}
		left := slices.DeleteFunc(tried(t, fixed.Catalog, Options{}), func(f diag.Finding) bool { return f.Fix == nil || !f.Fix.Safe })
		if again, _ := fixAll(t, fixed.Catalog, FixOptions{}); len(left) > 0 || len(again.Files) > 0 {
			t.Errorf("%d findings are still called fixable, %d files change again", len(left), len(again.Files))
		}
	}
	if lints[1] > lints[0]+5 {
		t.Errorf("linted %v times", lints)
	}
}

// TestFixAnnounced makes mistakes of all kinds in generated schemas. What is called fixable
// by a command is fixed by it.
func TestFixAnnounced(t *testing.T) {
	for seed := range uint64(40) {
		r := rand.New(rand.NewPCG(seed, 2))
		catalog := plantAll(r, generate.Catalog(generate.Schemas(r, diag.ProfileV1), diag.ProfileV1), 30, diag.ProfileV1)
		for _, unsafe := range []bool{false, true} {
			fixed, _ := fixAll(t, catalog, FixOptions{Unsafe: unsafe})
			made := map[*diag.Rule]int{}
			for _, file := range fixed.Files {
				for _, rule := range file.Fixed {
					made[rule]++
				}
			}
			for _, f := range tried(t, catalog, Options{}) {
				if f.Fix != nil && (f.Fix.Safe || unsafe) {
					if made[f.Rule]--; made[f.Rule] < 0 {
						t.Errorf("seed %d, unsafe %v: %s %s: %q is not made", seed, unsafe, f.Path(), f.Pointer, f.Fix.Title)
					}
				}
			}
			for _, f := range tried(t, fixed.Catalog, Options{}) {
				if f.Fix != nil && (f.Fix.Safe || unsafe) {
					t.Errorf("seed %d, unsafe %v: %s %s: %q is left", seed, unsafe, f.Path(), f.Pointer, f.Fix.Title)
				}
			}
		}
	}
}

// TestFixElsewhere leaves out a fix that brings a finding in another file, and makes all
// others.
func TestFixElsewhere(t *testing.T) {
	object := func(id, properties string) *fstest.MapFile {
		return file(`{"lexicon": 1, "id": "com.example.` + id + `", "defs": {"main": {"type": "object"` + properties + `}}}`)
	}
	for name, test := range map[string]struct{ before, after map[string]string }{
		"a loop": {
			map[string]string{
				"a.json": `, "properties": {"n": {"type": "int"}, "b": {"type": "ref", "ref": "com.example.b", "required": true}}`,
				"b.json": `, "properties": {"n": {"type": "int"}, "c": {"type": "ref", "ref": "com.example.c"}}, "required": ["c"]`,
				"c.json": `, "properties": {"n": {"type": "int"}, "a": {"type": "ref", "ref": "com.example.a", "required": true}}`,
			},
			map[string]string{
				"a.json": `, "required": ["b"], "properties": {"n": {"type": "integer"}, "b": {"type": "ref", "ref": "com.example.b"}}`,
				"b.json": `, "properties": {"n": {"type": "integer"}, "c": {"type": "ref", "ref": "com.example.c"}}, "required": ["c"]`,
				"c.json": `, "properties": {"n": {"type": "integer"}, "a": {"type": "ref", "ref": "com.example.a", "required": true}}`,
			},
		},
		"a target": {
			map[string]string{
				"a.json": `, "properties": {"n": {"type": "int"}, "b": {"type": "ref", "ref": "com.example.b#state"}}`,
				"b.json": `, "properties": {"n": {"type": "int"}}}, "state": {"type": "tokn"`,
			},
			map[string]string{
				"a.json": `, "properties": {"n": {"type": "integer"}, "b": {"type": "ref", "ref": "com.example.b#state"}}`,
				"b.json": `, "properties": {"n": {"type": "integer"}}}, "state": {"type": "tokn"`,
			},
		},
		"an example": {
			map[string]string{
				"a.json": `, "properties": {"n": {"type": "int"}, "b": {"type": "string", "maxlength": 2}}`,
			},
			map[string]string{
				"a.json": `, "properties": {"n": {"type": "integer"}, "b": {"type": "string", "maxlength": 2}}`,
			},
		},
		"an example of another file": {
			map[string]string{
				"a.json": `, "properties": {"n": {"type": "integer"}, "b": {"type": "ref", "ref": "com.example.b#text"}}`,
				"b.json": `, "properties": {"n": {"type": "int"}}}, "text": {"type": "string", "maxlength": 2`,
				"c.json": `, "properties": {"n": {"type": "string", "maxlength": 2}}`,
			},
			map[string]string{
				"a.json": `, "properties": {"n": {"type": "integer"}, "b": {"type": "ref", "ref": "com.example.b#text"}}`,
				"b.json": `, "properties": {"n": {"type": "integer"}}}, "text": {"type": "string", "maxlength": 2`,
				"c.json": `, "properties": {"n": {"type": "string", "maxLength": 2}}`,
			},
		},
	} {
		t.Run(name, func(t *testing.T) {
			files := fstest.MapFS{"a.examples.json": file(`{"main": [{"n": 1, "b": "long"}]}`)}
			for _, path := range slices.Sorted(maps.Keys(test.before)) {
				files[path] = object(strings.TrimSuffix(path, ".json"), test.before[path])
			}
			if !strings.Contains(name, "example") {
				delete(files, "a.examples.json")
			}
			fixed, _ := fixAll(t, loadAll(t, files), FixOptions{})
			for path, text := range test.after {
				want := object(strings.TrimSuffix(path, ".json"), text).Data
				if got := fixed.Catalog.DocumentAt("./" + path).Source.Text; string(got) != string(want) {
					t.Errorf("%s becomes\n%s, want\n%s", path, got, want)
				}
			}
		})
	}
}

// TestFixLimit gives up on a definition with very many fixes that bring findings, and makes
// those of others.
func TestFixLimit(t *testing.T) {
	if testing.Short() {
		t.Skip("large inputs")
	}
	const n = 300
	for _, list := range []string{``, `"required": ["z"], `} { // without it, the fixes overlap
		var properties strings.Builder
		for i := range n {
			fmt.Fprintf(&properties, `"p%d": {"type": "ref", "ref": "#a", "required": true}, `, i)
		}
		before, after := `"a": {"type": "object", `+list+`"properties": {`+properties.String()+`"z": {"type": "integer"}}}, "b": {"type": "object", "Properties": {}}`, ""
		after = strings.Replace(before, "Properties", "properties", 1)
		fixed, lints := fixCounted(t, loadAll(t, fixFiles(before)))
		want := fixFiles(after)["com.example.defs.json"].Data
		if got := fixed.Catalog.DocumentAt("./com.example.defs.json").Source.Text; string(got) != string(want) || lints > 3*maxTries {
			t.Errorf("%d lints, got\n%s", lints, got)
		}
		for _, found := range slices.Concat(fixed.Findings, tried(t, fixed.Catalog, Options{})) {
			if found.Fix != nil && found.Fix.Safe {
				t.Errorf("%s is still called fixable", found.Pointer)
			}
		}
	}
}

// TestFixID fixes a misspelled id of a file that has other faults.
func TestFixID(t *testing.T) {
	fixed, _ := fixAll(t, loadAll(t, fixFiles(`{"lexicon": 1, "Id": "com.example.a", "defs": {"a": {"type": "array"}}}`)), FixOptions{})
	if len(fixed.Files) != 1 || !strings.Contains(string(fixed.Files[0].After), `"id"`) {
		t.Errorf("changed %+v", fixed.Files)
	}
}
