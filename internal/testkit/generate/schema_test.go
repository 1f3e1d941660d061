package generate

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/lint"
)

// silent are the fields that say nothing about values.
var silent = []string{"description", "subprotocol"}

func TestSchemasLint(t *testing.T) {
	seen, fields := map[lexicon.Type]bool{}, map[lexicon.Type]map[string]bool{}
	see := func(s lexicon.Schema) bool {
		if seen[s.Type()] = true; fields[s.Type()] == nil {
			fields[s.Type()] = map[string]bool{}
		}
		for _, m := range s.Base().Value.Members {
			fields[s.Type()][m.Name] = true
		}
		return true
	}
	for _, profile := range []diag.Profile{diag.ProfileV1, diag.ProfileATProto} {
		for seed := range uint64(500) {
			files := Schemas(rand.New(rand.NewPCG(seed, 0)), profile)
			catalog := Catalog(files, profile)
			result, err := lint.Lint(t.Context(), catalog, lint.Options{Profile: profile, Workers: 1, MinSeverity: diag.Error})
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range result.Findings {
				t.Errorf("%s, seed %d: %s %s: %s\n%s", profile, seed, f.Rule.Code, f.Pointer, f.Message, files[f.Path()])
			}
			for _, d := range catalog.Documents() {
				for _, def := range d.Defs {
					see(def.Schema)
					for _, part := range lexicon.Parts(def.Schema) {
						lexicon.Walk(part, see)
					}
				}
			}
			if again := Schemas(rand.New(rand.NewPCG(seed, 0)), profile); !reflect.DeepEqual(files, again) {
				t.Fatalf("%s, seed %d: not the same twice", profile, seed)
			}
		}
	}
	for kind := lexicon.TypeInvalid + 1; kind < lexicon.NumTypes; kind++ {
		if !seen[kind] && kind != lexicon.TypePermissionSet && kind != lexicon.TypeSpace && kind != lexicon.TypePermission {
			t.Errorf("no schema of type %s", kind)
			continue
		}
		for _, f := range kind.Fields() {
			if seen[kind] && !fields[kind][f.Name] && !slices.Contains(silent, f.Name) {
				t.Errorf("no schema of type %s has the field %q: let this package make some, so that the tests of validate, "+
					"compat, convert, and sample use it; if it says nothing about values, add it to silent", kind, f.Name)
			}
		}
	}
}
