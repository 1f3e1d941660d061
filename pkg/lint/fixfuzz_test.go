package lint

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/internal/testkit/generate"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// FuzzFix makes mistakes in generated schemas. Each fix of what is found holds its
// promises by itself, and all of them together give back what the schemas said.
func FuzzFix(f *testing.F) {
	if testing.Short() {
		f.Skip("many inputs")
	}
	for seed := range uint64(300) {
		f.Add(seed, uint8(1+seed%4), seed%2 == 0)
	}
	f.Fuzz(checkMistakes)
}

func checkMistakes(t *testing.T, seed uint64, mistakes uint8, network bool) {
	r := rand.New(rand.NewPCG(seed, uint64(mistakes)))
	profile := diag.ProfileV1
	if network {
		profile = diag.ProfileATProto
	}
	files := generate.Schemas(r, profile)
	for _, path := range slices.Sorted(maps.Keys(files)) {
		files[path] = string(layouts[r.IntN(len(layouts))]([]byte(files[path])))
	}
	clean := generate.Catalog(files, profile)
	planted := plantAll(r, clean, int(mistakes%8)+1, profile)
	options := FixOptions{Options: Options{Profile: profile}}
	before := tried(t, planted, options.Options)
	checkEach(t, planted, before, options.Options)

	for _, options.Unsafe = range []bool{true, false} {
		fixed, _ := fixAll(t, planted, options)
		if fixed.Unfinished {
			t.Error("unfinished")
		}
		if again, _ := fixAll(t, fixed.Catalog, options); len(again.Files) > 0 {
			t.Errorf("fixed again, %s changes to\n%s", again.Files[0].Path, again.Files[0].After)
		}
		want, _ := fixAll(t, generate.Catalog(files, profile), options)
		if options.Unsafe || len(NewBaseline(want.Findings).New(fixed.Findings)) > 0 {
			continue // something is removed, or needs the author
		}
		for i, d := range fixed.Catalog.Documents() {
			got, want := meaning(t, d), meaning(t, want.Catalog.Documents()[i])
			if !reflect.DeepEqual(got, want) {
				t.Errorf("%s has become\n%s\nwant\n%s\nfrom\n%s", d.Source.Path, fmt.Sprint(got), fmt.Sprint(want), planted.Documents()[i].Source.Text)
			}
		}
	}
}

// plantAll makes mistakes in files of a catalog, which is of a profile.
func plantAll(r *rand.Rand, clean *lexicon.Catalog, mistakes int, profile diag.Profile) *lexicon.Catalog {
	edits := map[*lexicon.Document][]diag.Edit{}
	for range mistakes {
		d := clean.Documents()[r.IntN(len(clean.Documents()))]
		mistake := newPlanter(r, d).plant()
		ok := len(mistake) > 0 && !slices.ContainsFunc(mistake, func(e diag.Edit) bool { return e.Source == nil || overlaps(edits[d], e) })
		for _, e := range mistake {
			if at, _ := slices.BinarySearchFunc(edits[d], e, afterEdit); ok {
				edits[d] = slices.Insert(edits[d], at, e)
			}
		}
	}
	planted := clean
	for _, d := range clean.Documents() {
		if len(edits[d]) > 0 {
			text := d.Source.Edited(edits[d])
			planted, _ = planted.Replace(planted.DocumentAt(d.Source.Path), lexicon.Parse(&diag.Source{Path: d.Source.Path, Text: text}, profile))
		}
	}
	return planted
}

// checkEach makes each fix by itself.
func checkEach(t *testing.T, catalog *lexicon.Catalog, before []diag.Finding, options Options) {
	t.Helper()
	for _, f := range before {
		if f.Fix == nil {
			continue
		}
		fixes := []diag.Finding{f}
		after := edited(catalog, fixes, options.Profile)
		checkFixes(t, catalog, after, before, findings(t, after, options), fixes)
	}
}

// meaning returns what a schema says, with lists whose order does not matter sorted.
func meaning(t *testing.T, d *lexicon.Document) any {
	t.Helper()
	var v any
	if err := json.Unmarshal(d.Source.Text, &v); err != nil {
		t.Fatal(err)
	}
	return sorted(v)
}

func sorted(v any) any {
	switch v := v.(type) {
	case []any:
		for i := range v {
			v[i] = sorted(v[i])
		}
	case map[string]any:
		for name, inner := range v {
			v[name] = sorted(inner)
			if list, ok := inner.([]any); ok && (name == "required" || name == "nullable") {
				slices.SortFunc(list, func(a, b any) int { return strings.Compare(fmt.Sprint(a), fmt.Sprint(b)) })
			}
		}
	}
	return v
}
