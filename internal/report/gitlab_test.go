package report

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/pkg/diag"
)

func gitLabFindings(t *testing.T, o Options, findings ...diag.Finding) []gitLabFinding {
	t.Helper()
	o.Format = GitLab
	text := write(t, o, sample{findings: findings})
	var list []gitLabFinding
	d := json.NewDecoder(strings.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&list); err != nil {
		t.Fatalf("%v in:\n%s", err, text)
	}
	return list
}

// A fingerprint does not depend on the line, and repetitions have their own.
func TestGitLabFingerprints(t *testing.T) {
	old, moved := source("a.json", `{"x": 1}`), source("a.json", "{\n\n\"x\": 1}")
	finding := func(s *diag.Source, change func(*diag.Finding)) diag.Finding {
		f := diag.Finding{Rule: ruleClosed, Severity: diag.Error, Message: "m", Location: at(t, s, "1", "/x"), NSID: "com.example.a"}
		if change != nil {
			change(&f)
		}
		return f
	}
	first := gitLabFindings(t, Options{}, finding(old, nil))[0]
	if again := gitLabFindings(t, Options{}, finding(moved, nil))[0]; again.Fingerprint != first.Fingerprint || again.Location.Lines.Begin != 3 {
		t.Errorf("moved to %+v, was %+v", again, first)
	}
	seen := map[string]int{}
	for i, g := range gitLabFindings(t, Options{},
		finding(old, nil), finding(old, nil), finding(old, nil),
		finding(old, func(f *diag.Finding) { f.Rule = ruleLimit }),
		finding(old, func(f *diag.Finding) { f.Pointer = "/y" }),
		finding(old, func(f *diag.Finding) { f.NSID = "com.example.b" }),
		finding(old, func(f *diag.Finding) { f.NSID = "" }),
		finding(source("b.json", `{"x": 1}`), func(f *diag.Finding) { f.NSID = "" }),
		finding(old, func(f *diag.Finding) { f.Data = &diag.DataPlace{Record: "1"} }),
		finding(old, func(f *diag.Finding) { f.Data = &diag.DataPlace{Record: "2"} }),
		finding(source("b.json", `{"x": 1}`), func(f *diag.Finding) { f.Data = &diag.DataPlace{Record: "1"} }),
	) {
		if other, ok := seen[g.Fingerprint]; ok {
			t.Errorf("findings %d and %d have the same fingerprint", other, i)
		}
		seen[g.Fingerprint] = i
	}
}

func TestGitLabLocation(t *testing.T) {
	o := Options{Root: "/repo", Dir: "/repo/sub", OldRevision: "v1"}
	in := func(path string) diag.Location { return at(t, source(path, "{\n1}"), "1", "") }
	for _, test := range []struct {
		location diag.Location
		change   *diag.Change
		path     string
		line     int
	}{
		{in("a.json"), nil, "sub/a.json", 2},
		{in("../a.json"), nil, "a.json", 2},
		{in("v1:lexicons/a.json"), nil, "lexicons/a.json", 2},
		{diag.Location{}, &diag.Change{Old: in("v1:a.json")}, "a.json", 2},
		{diag.Location{Source: source("a.car", ""), NoPosition: true}, nil, "sub/a.car", 1},
		{in("-"), nil, "-", 2},
		{diag.Location{}, nil, ".", 1},
	} {
		g := gitLabFindings(t, o, diag.Finding{Rule: ruleClosed, Severity: diag.Error, Message: "m", Location: test.location, Change: test.change})[0]
		if g.Location.Path != test.path || g.Location.Lines.Begin != test.line {
			t.Errorf("%s: got %+v, want %s, line %d", test.location.Path(), g.Location, test.path, test.line)
		}
	}
	if g := gitLabFindings(t, Options{}, diag.Finding{Rule: ruleClosed, Severity: diag.Error, Message: "m", Location: in("./a.json")})[0]; g.Location.Path != "a.json" {
		t.Errorf("outside of a repository: %+v", g.Location)
	}
}

func TestGitLabInfos(t *testing.T) {
	info := diag.Finding{Rule: ruleName, Severity: diag.Info, Message: "m"}
	if list := gitLabFindings(t, Options{}, info); len(list) != 0 {
		t.Errorf("infos without -a: %+v", list)
	}
	if list := gitLabFindings(t, Options{All: true}, info); len(list) != 1 || list[0].Severity != "info" {
		t.Errorf("infos with -a: %+v", list)
	}
}
