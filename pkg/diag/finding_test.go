package diag

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

func TestSortFindings(t *testing.T) {
	at := func(path string, line int, span Span, pointer string) Location {
		return Location{Source: &Source{Path: path, FirstLine: line}, Span: span, Pointer: pointer}
	}
	ordered := []Finding{
		{Rule: RuleJSONSyntax, Message: "no source"},
		{Rule: RuleJSONSyntax, Location: at("a", 0, Span{5, 9}, "")},
		{Rule: RuleJSONSyntax, Location: at("a", 1, Span{0, 9}, "")}, // a later line of NDJSON
		{Rule: RuleJSONSyntax, Location: at("b", 0, Span{1, 2}, "")},
		{Rule: RuleDuplicateKey, Location: at("b", 0, Span{1, 3}, "")},
		{Rule: RuleJSONSyntax, Location: at("b", 0, Span{1, 3}, ""), Message: "a"},
		{Rule: RuleJSONSyntax, Location: at("b", 0, Span{1, 3}, ""), Message: "b"},
		{Rule: RuleJSONSyntax, Location: at("b", 0, Span{1, 3}, "/x"), Message: "b"},
		{Rule: RuleJSONSyntax, Location: at("b", 0, Span{1, 3}, "/y"), Message: "b"},
		{Rule: RuleJSONSyntax, Location: at("b", 0, Span{1, 3}, "/y"), Message: "b", Data: &DataPlace{Record: "at://a"}},
		{Rule: RuleJSONSyntax, Location: at("b", 0, Span{1, 3}, "/y"), Message: "b", Data: &DataPlace{Record: "at://b"}},
		{Rule: RuleJSONSyntax, Location: at("b", 0, Span{2, 2}, "")},
	}
	random := rand.New(rand.NewPCG(1, 2))
	for range 100 {
		mixed := slices.Concat(ordered, ordered, ordered) // repetitions are dropped
		random.Shuffle(len(mixed), func(i, j int) { mixed[i], mixed[j] = mixed[j], mixed[i] })
		got := SortFindings(mixed)
		if len(got) != len(ordered) {
			t.Fatalf("%d findings are left, want %d", len(got), len(ordered))
		}
		for i := range got {
			if compareFindings(&got[i], &ordered[i]) != 0 {
				t.Fatalf("finding %d is %v, want %v", i, got[i], ordered[i])
			}
		}
	}
	if got := SortFindings(nil); len(got) != 0 {
		t.Errorf("of none, %d are left", len(got))
	}
}

func TestLocationPath(t *testing.T) {
	if got := (Location{}).Path(); got != "" {
		t.Errorf("path without a source is %q", got)
	}
	if got := (Location{Source: &Source{Path: "x.json"}}).Path(); got != "x.json" {
		t.Errorf("path is %q", got)
	}
}

func TestNames(t *testing.T) {
	for _, s := range []Severity{Off, Info, Warning, Error} {
		if got, ok := SeverityByName(s.String()); got != s || !ok {
			t.Errorf("severity %s is not found by its name", s)
		}
	}
	for _, p := range []Profile{ProfileV1, ProfileATProto} {
		if got, ok := ProfileByName(p.String()); got != p || !ok {
			t.Errorf("profile %s is not found by its name", p)
		}
	}
	if _, ok := SeverityByName("Error"); ok {
		t.Error("names of severities are case-sensitive")
	}
	if _, ok := ProfileByName(""); ok {
		t.Error("there is no profile without a name")
	}
}

// A finding in one line has what is known of its place.
func TestFindingString(t *testing.T) {
	rule := &Rule{Code: "some-rule"}
	source := &Source{Path: "a.json", Text: []byte("{\n  1}"), FirstLine: 2}
	at := Location{Source: source, Span: Span{Start: 4, End: 5}}
	for _, test := range []struct {
		f    Finding
		want string
	}{
		{Finding{Location: at}, "a.json:4:3: error: it is wrong [some-rule]"},
		{Finding{Location: at, Data: &DataPlace{Record: "3"}}, "a.json:4:3: error: it is wrong [some-rule]"},
		{Finding{Location: Location{Source: source, NoPosition: true}, Data: &DataPlace{Record: "3"}}, "a.json: error: it is wrong (value at index 3) [some-rule]"},
		{Finding{Location: Location{Source: source, NoPosition: true}, Data: &DataPlace{Record: "at://a/b/c"}}, "a.json: error: it is wrong (record at://a/b/c) [some-rule]"},
		{Finding{Change: &Change{Old: at}}, "a.json:4:3: error: it is wrong [some-rule]"},
		{Finding{}, "error: it is wrong [some-rule]"},
	} {
		test.f.Rule, test.f.Severity, test.f.Message = rule, Error, "it is wrong"
		if got := fmt.Sprint(test.f); got != test.want {
			t.Errorf("got %s, want %s", got, test.want)
		}
	}
}
