package project

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/lexsmith/lexsmith/pkg/diag"
)

func TestPolicySeverity(t *testing.T) {
	rule := map[string]*diag.Rule{}
	for _, r := range testRules {
		rule[r.Code] = r
	}
	for _, test := range []struct {
		name          string
		config, flags []Override
		code          string
		has, want     diag.Severity
	}{
		{"nothing", nil, nil, "unlimited-string", diag.Warning, diag.Warning},
		{"a lower severity stays", nil, nil, "unlimited-string", diag.Info, diag.Info},
		{"config", []Override{{"unlimited-string", diag.Error}}, nil, "unlimited-string", diag.Warning, diag.Error},
		{"a lower severity is replaced", []Override{{"unlimited-string", diag.Error}}, nil, "unlimited-string", diag.Info, diag.Error},
		{"group", []Override{{"style", diag.Off}}, nil, "closed-union", diag.Info, diag.Off},
		{"another group", []Override{{"style", diag.Off}}, nil, "unresolved-ref", diag.Error, diag.Error},
		{"rule beats group", []Override{{"unlimited-string", diag.Info}, {"style", diag.Error}}, nil, "unlimited-string", diag.Warning, diag.Info},
		{"flag beats config", []Override{{"style", diag.Off}}, []Override{{"style", diag.Error}}, "closed-union", diag.Info, diag.Error},
		{"rule of the config beats group of a flag", []Override{{"closed-union", diag.Off}}, []Override{{"style", diag.Error}}, "closed-union", diag.Info, diag.Off},
		{"later flag", nil, []Override{{"style", diag.Off}, {"style", diag.Warning}}, "closed-union", diag.Info, diag.Warning},
		{"off by default", nil, nil, "strict-practice", diag.Off, diag.Off},
		{"a group leaves it off", nil, []Override{{"style", diag.Error}}, "strict-practice", diag.Off, diag.Off},
		{"its name does not", nil, []Override{{"strict-practice", diag.Warning}}, "strict-practice", diag.Off, diag.Warning},
	} {
		t.Run(test.name, func(t *testing.T) {
			policy := NewPolicy(&Config{Severity: test.config}, test.flags, diag.ProfileV1)
			finding := diag.Finding{Rule: rule[test.code], Severity: test.has}
			stays := policy.Apply(&finding)
			if finding.Severity != test.want {
				t.Errorf("severity %v, want %v", finding.Severity, test.want)
			}
			if stays != (test.want != diag.Off) {
				t.Errorf("stays: %v", stays)
			}
		})
	}
}

// The severity of a rule beats extra-fields, and a flag beats both.
func TestPolicyExtraFields(t *testing.T) {
	rule := &diag.Rule{Code: "extra-field", Group: "validate"}
	c := &Config{ExtraFields: ExtraFields(diag.Warning)}
	for _, test := range []struct {
		config, flags []Override
		want          diag.Severity
	}{
		{nil, nil, diag.Warning},
		{[]Override{{"extra-field", diag.Error}}, nil, diag.Error},
		{[]Override{{"validate", diag.Error}}, nil, diag.Warning},
		{[]Override{{"extra-field", diag.Error}}, ExtraFields(diag.Info), diag.Info},
	} {
		c.Severity = test.config
		f := diag.Finding{Rule: rule}
		if NewPolicy(c, test.flags, diag.ProfileV1).Apply(&f); f.Severity != test.want {
			t.Errorf("%v, %v: severity %v, want %v", test.config, test.flags, f.Severity, test.want)
		}
	}
}

func TestPolicyProfile(t *testing.T) {
	rule := &diag.Rule{Code: "x", Group: "g", Severity: diag.Severities{diag.Off, diag.Error}}
	for profile, want := range []diag.Severity{diag.Off, diag.Info} {
		finding := diag.Finding{Rule: rule}
		NewPolicy(new(Config), []Override{{"g", diag.Info}}, diag.Profile(profile)).Apply(&finding)
		if finding.Severity != want {
			t.Errorf("profile %v: severity %v, want %v", diag.Profile(profile), finding.Severity, want)
		}
	}
}

// Overrides and ignores that name a synonym apply to findings that have it.
func TestPolicySynonym(t *testing.T) {
	rule := &diag.Rule{Code: "object-required", Group: "diff", Severity: diag.Always(diag.Error)}
	synonym := &diag.Rule{Code: "params-required", Group: "diff", Severity: diag.Always(diag.Error)}
	const off, info, warning, failure = diag.Off, diag.Info, diag.Warning, diag.Error
	for _, test := range []struct {
		name      string
		overrides []Override
		ignored   []string
		// Severities of a finding of the rule, and of one that also has the synonym.
		plain, both diag.Severity
	}{
		{"nothing", nil, nil, failure, failure},
		{"the rule", []Override{{"object-required", warning}}, nil, warning, warning},
		{"the synonym", []Override{{"params-required", warning}}, nil, failure, warning},
		{"both", []Override{{"params-required", info}, {"object-required", warning}}, nil, warning, info},
		{"synonym and group", []Override{{"diff", info}, {"params-required", warning}}, nil, info, warning},
		{"synonym off", []Override{{"params-required", off}}, nil, failure, off},
		{"rule ignored", nil, []string{"object-required"}, off, off},
		{"synonym ignored", nil, []string{"params-required"}, failure, off},
		{"group ignored", nil, []string{"diff"}, off, off},
		{"another rule ignored", nil, []string{"type-change"}, failure, failure},
	} {
		t.Run(test.name, func(t *testing.T) {
			c := &Config{Severity: test.overrides}
			if test.ignored != nil {
				c.Ignore = []Ignore{{Rules: test.ignored}}
			}
			policy := NewPolicy(c, nil, diag.ProfileV1)
			for synonym, want := range map[*diag.Rule]diag.Severity{nil: test.plain, synonym: test.both} {
				f := diag.Finding{Rule: rule, Synonym: synonym, Severity: failure}
				if stays := policy.Apply(&f); stays != (want != off) || stays && f.Severity != want {
					t.Errorf("synonym %v: stays %v with severity %v, want %v", synonym != nil, stays, f.Severity, want)
				}
			}
		})
	}
}

func TestPolicyIgnore(t *testing.T) {
	root := t.TempDir()
	if err := os.Mkdir(filepath.Join(root, "sub"), 0o700); err != nil {
		t.Fatal(err)
	}
	absolute := filepath.ToSlash(filepath.Join(root, "sub", "a.json"))
	const nsid = "com.example.thing"
	paths := func(p ...string) Ignore { return Ignore{Paths: pathGlobs(p)} }
	for _, test := range []struct {
		name  string
		entry Ignore
		from  string
		path  string
		want  bool // ignored
	}{
		{"path", paths("sub/*.json"), ".", "sub/a.json", true},
		{"one of two paths", paths("x", "sub/*.json"), ".", "sub/a.json", true},
		{"path as given with a dot", paths("sub/*.json"), ".", "./sub/a.json", true},
		{"path from a subfolder", paths("sub/*.json"), "sub", "a.json", true},
		{"path up and down", paths("sub/*.json"), "sub", "../sub/a.json", true},
		{"absolute path", paths("sub/*.json"), ".", absolute, true},
		{"another path", paths("other/**"), ".", "sub/a.json", false},
		{"standard input", paths("sub/**"), ".", "-", false},
		{"nsid", Ignore{NSIDs: nsidGlobs([]string{"com.example.*"})}, ".", "sub/a.json", true},
		{"another nsid", Ignore{NSIDs: nsidGlobs([]string{"com.other.*"})}, ".", "sub/a.json", false},
		{"rule", Ignore{Rules: []string{"closed-union"}}, ".", "sub/a.json", true},
		{"group", Ignore{Rules: []string{"style"}}, ".", "sub/a.json", true},
		{"another rule", Ignore{Rules: []string{"unlimited-string", "refs"}}, ".", "sub/a.json", false},
		{"all match", Ignore{Paths: pathGlobs([]string{"**"}), NSIDs: nsidGlobs([]string{nsid}), Rules: []string{"style"}}, ".", "sub/a.json", true},
		{"a path of another nsid", Ignore{Paths: pathGlobs([]string{"sub"}), NSIDs: nsidGlobs([]string{"com.other.*"})}, ".", "sub/a.json", false},
		{"an nsid elsewhere", Ignore{Paths: pathGlobs([]string{"other"}), NSIDs: nsidGlobs([]string{nsid})}, ".", "sub/a.json", false},
		{"not all match", Ignore{Paths: pathGlobs([]string{"**"}), NSIDs: nsidGlobs([]string{nsid}), Rules: []string{"refs"}}, ".", "sub/a.json", false},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Chdir(filepath.Join(root, test.from))
			policy := NewPolicy(&Config{Ignore: []Ignore{test.entry}, folder: root}, nil, diag.ProfileV1)
			finding := diag.Finding{
				Rule: testRules[1], Severity: diag.Info, NSID: nsid,
				Location: diag.Location{Source: &diag.Source{Path: test.path}},
			}
			if ignored := !policy.Apply(&finding); ignored != test.want {
				t.Errorf("ignored: %v, want %v", ignored, test.want)
			}
		})
	}
	finding := diag.Finding{Rule: testRules[1], Severity: diag.Info}
	if !NewPolicy(&Config{Ignore: []Ignore{{NSIDs: nsidGlobs([]string{"*"})}}}, nil, diag.ProfileV1).Apply(&finding) {
		t.Error("a finding without an NSID matches a pattern for NSIDs")
	}
}

// An entry with a reason keeps a change as an info until it ends.
func TestAccept(t *testing.T) {
	text := `ignore:
  - nsids: [com.example.plain]
    rules: [string-length]
  - nsids: [com.example.*]
    rules: [string-length]
    reason: ended
    until: 2026-01-31
  - nsids: [com.example.dated, com.example.plain]
    rules: [diff]
    reason: agreed
    until: 2026-02-01
  - nsids: [com.example.version]
    reason: next
    until: v2.1
  - rules: [def-removed]
    reason: no end
`
	change := &diag.Rule{Code: "string-length", Group: "diff"}
	everywhere := &diag.Rule{Code: "def-removed", Group: "diff"}
	c, err := ParseConfig(filepath.Join(t.TempDir(), FileName), []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		rule     *diag.Rule
		nsid     string
		notDiff  bool
		severity diag.Severity // Off: dropped
		message  string
	}{
		{change, "com.example.plain", false, diag.Off, ""},
		{change, "com.example.other", false, diag.Warning, "m; no longer accepted, only until 2026-01-31: ended"},
		{change, "com.example.other", true, diag.Error, "m"},
		{change, "com.example.dated", false, diag.Info, "m; accepted: agreed (until 2026-02-01)"},
		{change, "com.example.dated", true, diag.Off, ""},
		{change, "com.example.version", false, diag.Info, "m; accepted: next (until v2.1)"},
		{everywhere, "org.other", false, diag.Info, "m; accepted: no end"},
		{change, "org.other", false, diag.Error, "m"},
	} {
		p := NewPolicy(c, nil, diag.ProfileV1)
		p.Expire(time.Date(2026, 2, 1, 23, 0, 0, 0, time.UTC), func() []string { return []string{"v1.9.0", "v2.0.9", "other", "v3.0.0-rc.1"} })
		f := diag.Finding{Rule: test.rule, Severity: diag.Error, Message: "m", Help: "h", NSID: test.nsid, Change: &diag.Change{}}
		if test.notDiff {
			f.Change = nil
		}
		kept := p.Apply(&f)
		if !kept {
			f.Severity, f.Message = diag.Off, ""
		}
		if f.Severity != test.severity || f.Message != test.message || kept && (f.Help == "") != (f.Severity == diag.Info) {
			t.Errorf("%s in %s: got %v %q, want %v %q", test.rule.Code, test.nsid, f.Severity, f.Message, test.severity, test.message)
		}
	}
	p := NewPolicy(c, nil, diag.ProfileV1)
	p.Expire(time.Date(2025, 2, 1, 0, 0, 0, 0, time.UTC), func() []string { return []string{"v2.1.0"} })
	f := diag.Finding{Rule: change, Severity: diag.Error, Message: "m", NSID: "com.example.version", Change: &diag.Change{}}
	if p.Apply(&f); f.Severity != diag.Info || f.Message != "m; accepted: ended (until 2026-01-31)" {
		t.Errorf("an entry that holds must come before one that has ended: %v %q", f.Severity, f.Message)
	}
}
