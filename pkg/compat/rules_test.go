package compat_test

import (
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/lexsmith/lexsmith/pkg/compat"
	"github.com/lexsmith/lexsmith/pkg/diag"
)

// TestExamples compares the examples of every rule: the bad one raises that rule
// and no other, infos included, and the good one raises nothing.
func TestExamples(t *testing.T) {
	for _, r := range compat.Rules() {
		t.Run(r.Code, func(t *testing.T) {
			for _, f := range compareExample(t, r.Bad()) {
				if f.Rule != r && f.Synonym != r {
					t.Errorf("the bad example raises %s: %s", f.Rule.Code, f.Message)
				}
				if f.Severity > r.Severity[diag.ProfileV1] {
					t.Errorf("%s is %s, the table says %v", f.Message, f.Severity, r.Severity)
				}
			}
			if len(compareExample(t, r.Bad())) == 0 {
				t.Error("the bad example raises nothing")
			}
			for _, f := range compareExample(t, r.Good()) {
				t.Errorf("the good example raises %s: %s", f.Rule.Code, f.Message)
			}
		})
	}
}

// compareExample compares the two sides of an example.
func compareExample(t *testing.T, example string) []diag.Finding {
	t.Helper()
	o, n, data := sidesOf(t, example)
	old, new := catalog(t, o), catalog(t, n)
	report := compareWith(t, old, new, compat.Options{Profile: diag.ProfileV1})
	if data == "" {
		return report.Findings
	}
	before := len(report.Findings)
	checkData(t, &report, old, new, diag.ProfileV1, data)
	if len(report.Findings) == before {
		return nil
	}
	return slices.DeleteFunc(report.Findings, func(f diag.Finding) bool { return f.Rule.Code == "field-added" }) // which the data are about
}

// sidesOf splits an example into its sides, each in a form of catalog, and data.
func sidesOf(t testing.TB, example string) (old, new, data string) {
	t.Helper()
	sides := map[string]string{}
	for _, f := range txtar.Parse([]byte(example)).Files {
		side, path, several := strings.Cut(f.Name, "/")
		if several {
			sides[side] += "-- " + path + " --\n"
		}
		sides[side] += string(f.Data)
	}
	data = sides["data"]
	delete(sides, "data")
	if len(sides) != 2 || sides["old"] == "" || sides["new"] == "" {
		t.Fatalf("the sides are not old and new:\n%s", example)
	}
	return sides["old"], sides["new"], data
}
