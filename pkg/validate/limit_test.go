package validate

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/internal/datamodel"
	"github.com/lexsmith/lexsmith/pkg/internal/jsontree"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// A value with more faults than anybody reads costs no more than the limit; what
// is not kept is counted, and every kind of fault is seen.
func TestFindingsLimit(t *testing.T) {
	schemas := Compile(lexicon.NewCatalog(lexicon.Parse(&diag.Source{Text: []byte(`{
		"lexicon": 1, "id": "com.example.thing", "defs": {"main": {
			"type": "object", "properties": {
				"list": {"type": "array", "items": {"type": "integer", "maximum": 5}},
				"last": {"type": "boolean"}}}}}`)}, diag.ProfileV1)), Options{})
	v, err := schemas.Validator(lexicon.Reference{NSID: "com.example.thing", Name: "main"}, lexicon.PartNone)
	if err != nil {
		t.Fatal(err)
	}
	const faults = 2 * diag.MaxFindings
	result := v.FullJSON([]byte(`{"list": [` + strings.TrimSuffix(strings.Repeat("9,", faults), ",") + `], "last": 1}`))
	if got := len(result.Findings); got != diag.MaxFindings+1 {
		t.Errorf("%d findings kept, the limit for a rule is %d, and one is of another rule", got, diag.MaxFindings)
	}
	if o := result.Omitted; len(o) != 1 || o[0].Like.Rule != RuleRange || o[0].Like.Severity != diag.Error || o[0].Count != faults-diag.MaxFindings {
		t.Errorf("omitted is %v", o)
	}
	if !slices.ContainsFunc(result.Findings, func(f diag.Finding) bool { return f.Pointer == "/last" }) {
		t.Error("the fault of another kind behind the limit is not seen")
	}
	if again := v.FullJSON([]byte(`{}`)); len(again.Omitted) != 0 || len(again.Findings) != 0 {
		t.Errorf("the next value is said to have %d findings and %d kinds omitted", len(again.Findings), len(again.Omitted))
	}
}

// A key is part of the pointer of everything below it: pointers that are kept
// must not take the product of its length and the number of faults.
func TestPointersLimit(t *testing.T) {
	const faults = 3000
	key := strings.Repeat("k", 10_000)
	result := anyObject(t).FullJSON([]byte(`{"` + key + `": [` + strings.TrimSuffix(strings.Repeat("1.5,", faults), ",") + `]}`))
	size := 0
	for _, f := range result.Findings {
		size += len(f.Pointer)
	}
	if size < maxPointers || size > maxPointers+3*len(key) {
		t.Errorf("the pointers have %d bytes, the limit is %d", size, maxPointers)
	}
	if len(result.Omitted) != 1 || len(result.Findings)+result.Omitted[0].Count != faults+2 { // the key is extra, and one is missing
		t.Errorf("%d findings and %v omitted, want %d together", len(result.Findings), result.Omitted, faults+2)
	}
}

// anyObject is a validator of objects with a property of a long name, which
// reports all others.
func anyObject(t *testing.T) *Validator {
	t.Helper()
	schemas := Compile(lexicon.NewCatalog(lexicon.Parse(&diag.Source{Text: []byte(`{
		"lexicon": 1, "id": "com.example.thing", "defs": {"main": {
			"type": "object", "required": ["somethingLikeAName"], "properties": {
				"somethingLikeAName": {"type": "integer"}}}}}`)}, diag.ProfileV1)), Options{ExtraFields: true})
	v, err := schemas.Validator(lexicon.Reference{NSID: "com.example.thing", Name: "main"}, lexicon.PartNone)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// What is suggested for a mistyped key is looked for in objects of few keys, or
// this test does not come to its end.
func TestSuggestions(t *testing.T) {
	object := func(keys int) []byte {
		var b strings.Builder
		for i := range keys {
			fmt.Fprintf(&b, `,"%05xethingLikeAName": 1`, i)
		}
		return []byte("{" + b.String()[1:] + "}")
	}
	v := anyObject(t)
	for _, keys := range []int{searched, searched + 1, 400_000} {
		for _, f := range v.FullJSON(object(keys)).Findings {
			if (f.Help != "") != (keys <= searched) {
				t.Fatalf("of %d keys: %s, help: %s", keys, f.Message, f.Help)
			}
		}
	}
}

// Keys that are repeated are reported in the order of the text, or this test
// does not come to its end.
func TestManyRepeatedKeys(t *testing.T) {
	var b strings.Builder
	for i := range 200_000 {
		fmt.Fprintf(&b, `,"%d": 1`, i%100_000)
	}
	text := []byte(`{"somethingLikeAName": 1` + b.String() + "}")
	at := int32(0)
	for _, f := range anyObject(t).FullJSON(text).Findings {
		if f.Rule != diag.RuleDuplicateKey {
			continue
		}
		if want := string(text[f.Span.Start+1 : f.Span.End-1]); f.Span.Start <= at || f.Pointer != "/"+want {
			t.Fatalf("%q is at byte %d, after %d, and its pointer is %s", want, f.Span.Start, at, f.Pointer)
		}
		at = f.Span.Start
	}
	if at == 0 {
		t.Error("no key is repeated")
	}
}

// A very long link is not a link. To decode it from base58 would take hours.
func TestLongLink(t *testing.T) {
	text := `{"somethingLikeAName": 1, "x": {"$link": "z` + strings.Repeat("5", 20_000_000) + `"}}`
	found := anyObject(t).FullJSON([]byte(text)).Findings
	if !slices.ContainsFunc(found, func(f diag.Finding) bool { return f.Rule == RuleDataModel && f.Pointer == "/x" }) {
		t.Errorf("it is one:%v", found)
	}
}

// A query string has a limit, since it takes a hundred times its length.
func TestQuerySize(t *testing.T) {
	schemas := Compile(lexicon.NewCatalog(lexicon.Parse(&diag.Source{Text: []byte(`{
		"lexicon": 1, "id": "com.example.find", "defs": {"main": {"type": "query", "parameters": {
			"type": "params", "properties": {"q": {"type": "string"}}}}}}`)}, diag.ProfileV1)), Options{})
	v, err := schemas.Validator(lexicon.Reference{NSID: "com.example.find", Name: "main"}, lexicon.PartParams)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		size int
		want string
	}{
		{MaxQuerySize, ""},
		{MaxQuerySize + 1, "the value is longer than 1 MiB, the limit for a query string"},
	} {
		query := "q=" + strings.Repeat("x", test.size-2)
		for name, result := range map[string]Result{
			"text":   v.Check(Input{Text: []byte(query), Encoding: Query}),
			"string": v.full(&Input{Text: []byte(`"` + query + `"`), line: true}),
		} {
			got := ""
			for _, f := range result.Findings {
				got += f.Message
			}
			if got != test.want {
				t.Errorf("%d bytes as %s: %q, want %q", test.size, name, got, test.want)
			}
		}
	}
}

// The readers of schemas and of data stop at the same depth.
func TestMaxDepth(t *testing.T) {
	if datamodel.MaxDepth != jsontree.MaxDepth {
		t.Errorf("datamodel.MaxDepth is %d, jsontree.MaxDepth is %d", datamodel.MaxDepth, jsontree.MaxDepth)
	}
}

// What is long in a schema and what is long in a value do not multiply, or this
// test does not come to its end.
func TestManyOfAll(t *testing.T) {
	const many = 20_000
	list := func(format string) string {
		var b strings.Builder
		for i := range many {
			b.WriteString("," + strings.ReplaceAll(format, "N", fmt.Sprint(i)))
		}
		return b.String()[1:]
	}
	const blob = `{"$type":"blob","ref":{"$link":"bafkreibme22gw2h7y2h7tg2fhqotaqjucnbc24deqo72b6mkl2egezxhvy"},"mimeType":"image/y","size":1}`
	for name, test := range map[string]struct {
		defs, value string
		rule        *diag.Rule // of all findings; nil for none
	}{
		"accepted types":  {`"main": {"type": "array", "items": {"type": "blob", "accept": [` + list(`"image/xN"`) + `]}}`, "[" + list(blob) + "]", RuleAccept},
		"accepted globs":  {`"main": {"type": "array", "items": {"type": "blob", "accept": [` + list(`"image/xN*"`) + `]}}`, "[" + list(blob) + "]", RuleAccept},
		"required fields": {`"main": {"type": "object", "required": [` + list(`"pN"`) + `], "properties": {` + list(`"pN": {"type": "integer"}`) + `}}`, "{" + list(`"pN": 1`) + "}", nil},
		"missing fields":  {`"main": {"type": "object", "required": [` + list(`"pN"`) + `], "properties": {}}`, "{" + list(`"qN": 1`) + "}", RuleMissingRequired},
		"variants": {`"main": {"type": "array", "items": {"type": "union", "closed": true, "refs": [` + list(`"#variantN"`) + `]}},` + list(`"variantN": {"type": "object", "properties": {}}`),
			"[" + list(`{"$type":"com.example.thing#varianttN"}`) + "]", RuleTypeMismatch},
		"short names": {`"main": {"type": "array", "items": {"type": "union", "closed": true, "refs": [` + list(`"#variantN"`) + `]}},` + list(`"variantN": {"type": "object", "properties": {}}`),
			"[" + list(`{"$type":"#variantN"}`) + "]", RuleTypeSyntax},
		"refs": {`"main": {"type": "ref", "ref": "#r0"},` + chain(many), "1", nil},
	} {
		t.Run(name, func(t *testing.T) {
			document := lexicon.Parse(&diag.Source{Text: []byte(`{"lexicon": 1, "id": "com.example.thing", "defs": {` + test.defs + `}}`)}, diag.ProfileV1)
			v, err := Compile(lexicon.NewCatalog(document), Options{}).Validator(lexicon.Reference{NSID: "com.example.thing", Name: "main"}, lexicon.PartNone)
			if err != nil {
				t.Fatal(err)
			}
			result := v.Check(Input{Text: []byte(test.value)})
			want := diag.MaxFindings
			if test.rule == RuleMissingRequired {
				want = mostMissing + 1
			}
			if test.rule != nil && len(result.Findings) != want || test.rule == nil && len(result.Findings) != 0 {
				t.Fatalf("%d findings", len(result.Findings))
			}
			for _, f := range result.Findings {
				if f.Rule != test.rule {
					t.Fatalf("%s: %s", f.Rule.Code, f.Message)
				}
			}
		})
	}
}

// chain returns definitions of refs, each to the next, and of an integer at the end.
func chain(refs int) string {
	var b strings.Builder
	for i := range refs {
		fmt.Fprintf(&b, `"r%d": {"type": "ref", "ref": "#r%d"},`, i, i+1)
	}
	return b.String() + fmt.Sprintf(`"r%d": {"type": "integer"}`, refs)
}
