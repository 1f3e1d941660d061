package validate_test

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/validate"
)

// TestExamples checks every rule against its own examples: the bad one raises
// that rule and no other, infos included, and the good one nothing.
func TestExamples(t *testing.T) {
	for _, r := range validate.Rules() {
		t.Run(r.Code, func(t *testing.T) {
			if got := exampleCodes(t, r, r.Bad()); !slices.Equal(got, []string{r.Code}) {
				t.Errorf("the bad example raises %v", got)
			}
			if got := exampleCodes(t, r, r.Good()); len(got) != 0 {
				t.Errorf("the good example raises %v", got)
			}
		})
	}
}

// exampleCodes checks the data of an example against its schema and returns the
// codes of the rules that it breaks, each once. The form of examples is described
// at diag.Rule. A schema must be sound unless that is what is wrong.
func exampleCodes(t *testing.T, r *diag.Rule, example string) []string {
	t.Helper()
	files := txtar.Parse([]byte(example)).Files
	if len(files) != 2 || files[0].Name != "schema" {
		t.Fatalf("the example is not a schema and data: %s", example)
	}
	defs := string(files[0].Data)
	if !strings.HasPrefix(defs, `"`) {
		defs = `"main": ` + defs
	}
	document := lexicon.Parse(&diag.Source{Text: []byte(`{"lexicon": 1, "id": "com.example.thing", "defs": {` + defs + `}}`)}, diag.ProfileV1)
	if len(document.Found) > 0 && r.Code != "schema-invalid" {
		t.Errorf("%s: %s", defs, document.Found[0].Message)
	}
	in := validate.Input{Text: bytes.TrimSuffix(files[1].Data, []byte("\n"))}
	options := validate.Options{ExtraFields: r == validate.RuleExtraField, DatetimePractice: r == validate.RuleDatetimePractice}
	part := lexicon.PartNone
	kind, isCase := files[1].Name, false
	if key, ok := strings.CutPrefix(kind, "record with key "); ok {
		kind, in.RecordKey = "data", key
	}
	if n, _ := fmt.Sscanf(kind, "data, at most %d bytes", &options.MaxValueSize); n == 1 {
		kind = "data"
	}
	switch kind {
	case "data":
	case "legacy data":
		options.Legacy = true
	case "CBOR data in hex":
		in.Encoding = validate.CBOR
		data, err := hex.DecodeString(strings.Join(strings.Fields(string(in.Text)), ""))
		if err != nil {
			t.Fatal(err)
		}
		in.Text = data
	case "query string":
		part, in.Encoding = lexicon.PartParams, validate.Query
	case "message":
		part = lexicon.PartMessage
	case "error response":
		part = lexicon.PartError
	case "cases":
		isCase = true
	default:
		t.Fatalf("unknown kind of data %q", kind)
	}
	schemas := validate.Compile(lexicon.NewCatalog(document), options)
	v := schemas.Records()
	if _, isRecord := document.Main().Schema.(*lexicon.Record); !isRecord && !isCase {
		var err error
		if v, err = schemas.Validator(document.Main().Reference(), part); err != nil {
			t.Fatal(err)
		}
	}
	found := v.Check(in).Findings
	if isCase {
		found = nil
		for result, err := range schemas.Cases(t.Context(), bytes.NewReader(in.Text), "", validate.StreamOptions{}, nil) {
			if err != nil {
				t.Fatal(err)
			}
			found = append(found, result.Findings...)
		}
	}
	var codes []string
	for _, f := range found {
		t.Logf("%s: %s [%s] %s", kind, f.Message, f.Rule.Code, f.Pointer)
		if !slices.Contains(codes, f.Rule.Code) {
			codes = append(codes, f.Rule.Code)
		}
	}
	return codes
}

// Callers cannot change the table.
func TestRulesAreACopy(t *testing.T) {
	clear(validate.Rules())
	if slices.Contains(validate.Rules(), nil) {
		t.Error("a caller has emptied the table")
	}
}
