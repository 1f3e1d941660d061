package generate

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/lexsmith/lexsmith/pkg/diag"
)

// kinds are all kinds of edits but those of single limits.
var kinds = []string{
	"a Lexicon gone", "a new Lexicon", "revision", "a new definition", "a definition gone", "order of definitions",
	"description", "type", "a new field", "a field gone", "a field renamed", "order of fields", "nullable", "required",
	"ref", "a ref written out", "closed", "a variant gone", "order of variants", "a new variant", "key",
	"parameters", "input", "output", "message", "errors", "output encoding", "output schema", "input encoding", "input schema",
	"minLength", "maxLength", "minGraphemes", "maxGraphemes", "format", "enum", "const", "knownValues", "default",
	"minimum", "maximum", "accept", "maxSize",
}

func TestEdit(t *testing.T) {
	seen := map[string]bool{}
	for seed := range uint64(3000) {
		profile := diag.Profile(seed % 2)
		files := Schemas(rand.New(rand.NewPCG(seed, 0)), profile)
		before := reflect.ValueOf(files).Len()
		edited, kind := Edit(rand.New(rand.NewPCG(seed, 1)), files, profile)
		seen[kind] = true
		if again, _ := Edit(rand.New(rand.NewPCG(seed, 1)), files, profile); !reflect.DeepEqual(edited, again) {
			t.Fatalf("seed %d: not the same twice", seed)
		}
		if len(files) != before {
			t.Fatalf("seed %d: the Lexicons given were changed", seed)
		}
		for _, d := range Catalog(edited, profile).Documents() {
			if d.Partial || d.ID == "" {
				t.Fatalf("seed %d, %s: %s cannot be read: %s", seed, kind, d.Source.Path, d.Source.Text)
			}
		}
	}
	for _, kind := range kinds {
		if !seen[kind] {
			t.Errorf("no edit of the kind %q", kind)
		}
	}
}
