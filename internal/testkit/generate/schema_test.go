package generate

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/lint"
)

func TestSchemasLint(t *testing.T) {
	seen := map[lexicon.Type]bool{}
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
					seen[def.Schema.Type()] = true
					for _, part := range lexicon.Parts(def.Schema) {
						lexicon.Walk(part, func(s lexicon.Schema) bool { seen[s.Type()] = true; return true })
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
		}
	}
}
