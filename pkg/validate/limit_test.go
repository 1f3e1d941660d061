package validate

import (
	"slices"
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// A value with more faults than anybody reads costs no more than the limit; what
// is not kept is counted, and every kind of fault is seen.
func TestFindingsLimit(t *testing.T) {
	schemas := Compile(lexicon.NewCatalog(lexicon.Parse(&lexicon.Source{Text: []byte(`{
		"lexicon": 1, "id": "com.example.thing", "defs": {"main": {
			"type": "object", "properties": {
				"list": {"type": "array", "items": {"type": "integer", "maximum": 5}},
				"last": {"type": "boolean"}}}}}`)}, lexicon.ProfileV1)), Options{})
	v, err := schemas.Validator(lexicon.Reference{NSID: "com.example.thing", Name: "main"}, lexicon.PartNone)
	if err != nil {
		t.Fatal(err)
	}
	const faults = 2 * lexicon.MaxFindings
	result := v.JSON([]byte(`{"list": [` + strings.TrimSuffix(strings.Repeat("9,", faults), ",") + `], "last": 1}`))
	if got := len(result.Findings); got != lexicon.MaxFindings+2 {
		t.Errorf("%d findings kept, the limit is %d, and two are the first of their rule beyond it", got, lexicon.MaxFindings)
	}
	if want := []Omission{{ruleRange, lexicon.Error, lexicon.MaxFindings - 1}}; !slices.Equal(result.Omitted, want) {
		t.Errorf("omitted is %v, want %v", result.Omitted, want)
	}
	if !slices.ContainsFunc(result.Findings, func(f lexicon.Finding) bool { return f.Pointer == "/last" }) {
		t.Error("the fault of another kind behind the limit is not seen")
	}
	if again := v.JSON([]byte(`{}`)); len(again.Omitted) != 0 || len(again.Findings) != 0 {
		t.Errorf("the next value is said to have %d findings and %d kinds omitted", len(again.Findings), len(again.Omitted))
	}
}
