package compat_test

import (
	"testing"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/validate"
)

// TestRegressions has values that once broke the law: valid on one side, not on
// the other, and the comparison did not say so.
func TestRegressions(t *testing.T) {
	for _, c := range []struct {
		name, old, new string
		part           lexicon.Part
		value          string
		breaks         diag.Direction
	}{
		{"a message without $type, of a variant that is not loaded", subscription(`"#red", "com.example.absent"`), subscription(`"#red"`), lexicon.PartMessage, `{"a": "any"}`, diag.Backward},
		{"a message without $type, of a variant that an open union lost", subscription(`"#red", "#blue"`), subscription(`"#blue"`), lexicon.PartMessage, `{"a": 10}`, diag.Backward},
		{"a message without $type, of a variant that is new", subscription(`"#blue"`), subscription(`"#red", "#blue"`), lexicon.PartMessage, `{"a": 10}`, diag.Forward},
	} {
		t.Run(c.name, func(t *testing.T) {
			old, new := catalog(t, c.old), catalog(t, c.new)
			from, to := old, new
			if c.breaks == diag.Forward {
				from, to = new, old
			}
			for i, side := range []*lexicon.Catalog{from, to} {
				v, err := validate.Compile(side, validate.Options{AllowUnknown: true}).Validator(lexicon.Reference{NSID: "com.example.thing", Name: "main"}, c.part)
				if err != nil {
					t.Fatal(err)
				}
				if result := v.Check(validate.Input{Text: []byte(c.value)}); result.Valid() != (i == 0) {
					t.Fatalf("%s is valid: %v", c.value, result.Valid())
				}
			}
			var all diag.Direction
			found := compare(t, old, new, diag.ProfileV1)
			for _, f := range found {
				all |= f.Change.Breaks
			}
			if all&c.breaks == 0 {
				t.Errorf("nothing breaks %s:%s", directions(c.breaks), lines(found))
			}
		})
	}
}
