package lint_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/lexsmith/lexsmith/internal/testkit/generate"
	"github.com/lexsmith/lexsmith/pkg/compat"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lint"
)

// effective are the rules whose safe fixes make effective what a schema visibly says.
// Those of all others change nothing about what it accepts.
var effective = []string{
	"json-syntax", "wrong-type", "missing-field", "unknown-type", "invalid-ref", "unexpected-field", "unknown-format", "unknown-property",
	"unresolved-ref", "unresolved-external-ref", "unmatchable-accept",
}

// TestSafeFixes compares generated schemas with those that lint has fixed. Only the
// fixes of rules that make something effective change what is valid.
func TestSafeFixes(t *testing.T) {
	for seed := range uint64(400) {
		files := generate.Schemas(rand.New(rand.NewPCG(seed, 1)), diag.ProfileV1)
		before := generate.Catalog(files, diag.ProfileV1)
		fixed, err := lint.Fix(context.Background(), before, lint.FixOptions{})
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range fixed.Files {
			for _, r := range f.Fixed {
				if slices.Contains(effective, r.Code) {
					t.Errorf("seed %d: a schema without errors is fixed by %s", seed, r.Code)
				}
			}
		}
		changes, err := compat.Compare(context.Background(), before, fixed.Catalog, compat.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range changes.Findings {
			if c.Change != nil && c.Change.Breaks != 0 {
				t.Errorf("seed %d: %s: %s", seed, c.Rule.Code, c.Message)
			}
		}
	}
}
