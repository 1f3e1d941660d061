package report

import (
	"regexp"
	"testing"

	"github.com/lexsmith/lexsmith/pkg/diag"
)

// --color adds only color, and does not depend on the destination of the report or
// on the environment.
func TestColorOnlyAddsColor(t *testing.T) {
	t.Setenv("NO_COLOR", "1")
	t.Setenv("TERM", "dumb")
	sequence := regexp.MustCompile("\x1b\\[[0-9;]*m")
	for command, s := range samples(t) {
		plain := write(t, Options{Format: Text, All: true}, s)
		colored := write(t, Options{Format: Text, All: true, Color: true}, s)
		if len(s.findings) > 0 && colored == plain {
			t.Errorf("%s: no color", command)
		}
		if got := sequence.ReplaceAllString(colored, ""); got != plain {
			t.Errorf("%s: without colors the text is\n%s\nexpected\n%s", command, got, plain)
		}
	}
}

func TestTextShape(t *testing.T) {
	several := source("a.json", "{\n  \"a\": [\n    1\n  ]\n}\n")
	unended := source("b.json", `{"a": 1`)
	tests := []struct {
		name     string
		location diag.Location
		want     string
	}{
		{"several lines", at(t, several, "[\n    1\n  ]", "/a"),
			"a.json:2:8: error: m [empty-closed-union]\n    2 |   \"a\": [\n      |        ^\n      = /a\n"},
		{"end of file", diag.Location{Source: unended, Span: diag.Span{Start: 7, End: 7}},
			"b.json:1:8: error: m [empty-closed-union]\n    1 | {\"a\": 1\n      |        ^\n"},
		{"behind the last line end", diag.Location{Source: several, Span: diag.Span{Start: 23, End: 23}},
			"a.json:6:1: error: m [empty-closed-union]\n    6 |\n      | ^\n"},
		{"empty file", diag.Location{Source: source("c.json", "")}, "c.json:1:1: error: m [empty-closed-union]\n"},
		{"line of six digits", diag.Location{Source: &diag.Source{Path: "d.ndjson", Text: []byte("{}"), FirstLine: 123455}, Span: diag.Span{End: 1}},
			"d.ndjson:123456:1: error: m [empty-closed-union]\n123456 | {}\n       | ^\n"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			f := diag.Finding{Rule: ruleClosed, Severity: diag.Error, Message: "m", Location: test.location}
			if got := write(t, Options{Format: Text, Quiet: true}, sample{findings: []diag.Finding{f}}); got != test.want {
				t.Errorf("got:\n%s\nexpected:\n%s", got, test.want)
			}
		})
	}
}
