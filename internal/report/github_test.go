package report

import (
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/pkg/diag"
)

func TestGitHub(t *testing.T) {
	text := source("a,b:c%.json", "{\n  \"a\": 1,\n  \"b\": [\n  ]\n}")
	tests := []struct {
		name    string
		finding diag.Finding
		want    string
	}{
		{"escapes", diag.Finding{Severity: diag.Error, Message: "50%: a, b\r\nc\x1b\u202e", Help: "do: x\ny", Location: at(t, text, "1", "/a")},
			`::error file=a%2Cb%3Ac%25.json,line=2,endLine=2,col=8,endColumn=8,title=lexsmith empty-closed-union::50%25: a, b%0D%0Ac\x1b\u202e%0Ahelp: do: x%0Ay`},
		{"several lines", diag.Finding{Severity: diag.Warning, Message: "m", Location: at(t, text, "[\n  ]", "/b")},
			`::warning file=a%2Cb%3Ac%25.json,line=3,endLine=4,title=lexsmith empty-closed-union::m`},
		{"empty span", diag.Finding{Severity: diag.Info, Message: "m", Location: diag.Location{Source: text}},
			`::notice file=a%2Cb%3Ac%25.json,line=1,endLine=1,col=1,endColumn=1,title=lexsmith empty-closed-union::m`},
		{"standard input", diag.Finding{Severity: diag.Error, Message: "m", Location: diag.Location{Source: source("-", "{}")}},
			`::error title=lexsmith empty-closed-union::m`},
		{"UTF-16", diag.Finding{Severity: diag.Error, Message: "m", Location: at(t, source("a.json", `{"é🙂": "é🙂"}`), `"é🙂"`+"}", "")},
			`::error file=a.json,line=1,endLine=1,col=9,endColumn=14,title=lexsmith empty-closed-union::m`},
		{"no lines", diag.Finding{Severity: diag.Error, Message: "m", Location: diag.Location{Source: source("a.car", ""), NoPosition: true}},
			`::error file=a.car,title=lexsmith empty-closed-union::m`},
		{"no file", diag.Finding{Severity: diag.Error, Message: "m"},
			`::error title=lexsmith empty-closed-union::m`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			test.finding.Rule = ruleClosed
			got := write(t, Options{Format: GitHub, All: true, Quiet: true}, sample{findings: []diag.Finding{test.finding}})
			if got != test.want+"\n" {
				t.Errorf("got\n%sexpected\n%s", got, test.want)
			}
		})
	}
}

func TestGitHubOneLineEach(t *testing.T) {
	s := samples(t)["lint"]
	got := write(t, Options{Format: GitHub, All: true, Quiet: true}, s)
	if n := strings.Count(got, "\n"); n != len(s.findings) {
		t.Errorf("%d lines for %d findings:\n%s", n, len(s.findings), got)
	}
	if got := write(t, Options{Format: GitHub, Quiet: true}, s); strings.Contains(got, "::notice") {
		t.Errorf("an info is shown without -a:\n%s", got)
	}
}
