package project

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

func TestPolicySeverity(t *testing.T) {
	rule := map[string]*lexicon.Rule{}
	for _, r := range testRules {
		rule[r.Code] = r
	}
	for _, test := range []struct {
		name          string
		config, flags []Override
		code          string
		has, want     lexicon.Severity
	}{
		{"nothing", nil, nil, "unlimited-string", lexicon.Warning, lexicon.Warning},
		{"a lower severity stays", nil, nil, "unlimited-string", lexicon.Info, lexicon.Info},
		{"config", []Override{{"unlimited-string", lexicon.Error}}, nil, "unlimited-string", lexicon.Warning, lexicon.Error},
		{"a lower severity is replaced", []Override{{"unlimited-string", lexicon.Error}}, nil, "unlimited-string", lexicon.Info, lexicon.Error},
		{"group", []Override{{"style", lexicon.Off}}, nil, "closed-union", lexicon.Info, lexicon.Off},
		{"another group", []Override{{"style", lexicon.Off}}, nil, "unresolved-ref", lexicon.Error, lexicon.Error},
		{"rule beats group", []Override{{"unlimited-string", lexicon.Info}, {"style", lexicon.Error}}, nil, "unlimited-string", lexicon.Warning, lexicon.Info},
		{"flag beats config", []Override{{"style", lexicon.Off}}, []Override{{"style", lexicon.Error}}, "closed-union", lexicon.Info, lexicon.Error},
		{"rule of the config beats group of a flag", []Override{{"closed-union", lexicon.Off}}, []Override{{"style", lexicon.Error}}, "closed-union", lexicon.Info, lexicon.Off},
		{"later flag", nil, []Override{{"style", lexicon.Off}, {"style", lexicon.Warning}}, "closed-union", lexicon.Info, lexicon.Warning},
		{"off by default", nil, nil, "strict-practice", lexicon.Off, lexicon.Off},
		{"a group leaves it off", nil, []Override{{"style", lexicon.Error}}, "strict-practice", lexicon.Off, lexicon.Off},
		{"its name does not", nil, []Override{{"strict-practice", lexicon.Warning}}, "strict-practice", lexicon.Off, lexicon.Warning},
	} {
		t.Run(test.name, func(t *testing.T) {
			policy := NewPolicy(&Config{Severity: test.config}, test.flags, lexicon.ProfileV1)
			finding := lexicon.Finding{Rule: rule[test.code], Severity: test.has}
			stays := policy.Apply(&finding)
			if finding.Severity != test.want {
				t.Errorf("severity %v, want %v", finding.Severity, test.want)
			}
			if stays != (test.want != lexicon.Off) {
				t.Errorf("stays: %v", stays)
			}
		})
	}
}

// The severity of a rule beats extra-fields, and a flag beats both.
func TestPolicyExtraFields(t *testing.T) {
	rule := &lexicon.Rule{Code: "extra-field", Group: "validate"}
	c := &Config{ExtraFields: ExtraFields(lexicon.Warning)}
	for _, test := range []struct {
		config, flags []Override
		want          lexicon.Severity
	}{
		{nil, nil, lexicon.Warning},
		{[]Override{{"extra-field", lexicon.Error}}, nil, lexicon.Error},
		{[]Override{{"validate", lexicon.Error}}, nil, lexicon.Warning},
		{[]Override{{"extra-field", lexicon.Error}}, ExtraFields(lexicon.Info), lexicon.Info},
	} {
		c.Severity = test.config
		f := lexicon.Finding{Rule: rule}
		if NewPolicy(c, test.flags, lexicon.ProfileV1).Apply(&f); f.Severity != test.want {
			t.Errorf("%v, %v: severity %v, want %v", test.config, test.flags, f.Severity, test.want)
		}
	}
}

func TestPolicyProfile(t *testing.T) {
	rule := &lexicon.Rule{Code: "x", Group: "g", Severity: lexicon.Severities{lexicon.Off, lexicon.Error}}
	for profile, want := range []lexicon.Severity{lexicon.Off, lexicon.Info} {
		finding := lexicon.Finding{Rule: rule}
		NewPolicy(new(Config), []Override{{"g", lexicon.Info}}, lexicon.Profile(profile)).Apply(&finding)
		if finding.Severity != want {
			t.Errorf("profile %v: severity %v, want %v", lexicon.Profile(profile), finding.Severity, want)
		}
	}
}

// Overrides and ignores that name a synonym apply to findings that have it.
func TestPolicySynonym(t *testing.T) {
	rule := &lexicon.Rule{Code: "object-required", Group: "diff", Severity: lexicon.Always(lexicon.Error)}
	synonym := &lexicon.Rule{Code: "params-required", Group: "diff", Severity: lexicon.Always(lexicon.Error)}
	const off, info, warning, failure = lexicon.Off, lexicon.Info, lexicon.Warning, lexicon.Error
	for _, test := range []struct {
		name      string
		overrides []Override
		ignored   []string
		// Severities of a finding of the rule, and of one that also has the synonym.
		plain, both lexicon.Severity
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
			policy := NewPolicy(c, nil, lexicon.ProfileV1)
			for synonym, want := range map[*lexicon.Rule]lexicon.Severity{nil: test.plain, synonym: test.both} {
				f := lexicon.Finding{Rule: rule, Synonym: synonym, Severity: failure}
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
	paths := func(p ...string) Ignore { return Ignore{Paths: PathGlobs(p)} }
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
		{"nsid", Ignore{NSIDs: NSIDGlobs([]string{"com.example.*"})}, ".", "sub/a.json", true},
		{"another nsid", Ignore{NSIDs: NSIDGlobs([]string{"com.other.*"})}, ".", "sub/a.json", false},
		{"rule", Ignore{Rules: []string{"closed-union"}}, ".", "sub/a.json", true},
		{"group", Ignore{Rules: []string{"style"}}, ".", "sub/a.json", true},
		{"another rule", Ignore{Rules: []string{"unlimited-string", "refs"}}, ".", "sub/a.json", false},
		{"all match", Ignore{Paths: PathGlobs([]string{"**"}), NSIDs: NSIDGlobs([]string{nsid}), Rules: []string{"style"}}, ".", "sub/a.json", true},
		{"a path of another nsid", Ignore{Paths: PathGlobs([]string{"sub"}), NSIDs: NSIDGlobs([]string{"com.other.*"})}, ".", "sub/a.json", false},
		{"an nsid elsewhere", Ignore{Paths: PathGlobs([]string{"other"}), NSIDs: NSIDGlobs([]string{nsid})}, ".", "sub/a.json", false},
		{"not all match", Ignore{Paths: PathGlobs([]string{"**"}), NSIDs: NSIDGlobs([]string{nsid}), Rules: []string{"refs"}}, ".", "sub/a.json", false},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Chdir(filepath.Join(root, test.from))
			policy := NewPolicy(&Config{Ignore: []Ignore{test.entry}, folder: root}, nil, lexicon.ProfileV1)
			finding := lexicon.Finding{
				Rule: testRules[1], Severity: lexicon.Info, NSID: nsid,
				Location: lexicon.Location{Source: &lexicon.Source{Path: test.path}},
			}
			if ignored := !policy.Apply(&finding); ignored != test.want {
				t.Errorf("ignored: %v, want %v", ignored, test.want)
			}
		})
	}
	finding := lexicon.Finding{Rule: testRules[1], Severity: lexicon.Info}
	if !NewPolicy(&Config{Ignore: []Ignore{{NSIDs: NSIDGlobs([]string{"*"})}}}, nil, lexicon.ProfileV1).Apply(&finding) {
		t.Error("a finding without an NSID matches a pattern for NSIDs")
	}
}

// An entry with a reason keeps a change as an info until it ends.
func TestAccept(t *testing.T) {
	text := `ignore:
  - nsids: [com.example.plain]
    rules: [r]
  - nsids: [com.example.*]
    rules: [r]
    reason: ended
    until: 2026-01-31
  - nsids: [com.example.dated, com.example.plain]
    rules: [g]
    reason: agreed
    until: 2026-02-01
  - nsids: [com.example.version]
    reason: next
    until: v2.1
  - rules: [everywhere]
    reason: no end
`
	change := &lexicon.Rule{Code: "r", Group: "g"}
	everywhere := &lexicon.Rule{Code: "everywhere", Group: "g"}
	c, err := Parse(filepath.Join(t.TempDir(), FileName), []byte(text), []*lexicon.Rule{change, everywhere})
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		rule     *lexicon.Rule
		nsid     string
		notDiff  bool
		severity lexicon.Severity // Off: dropped
		message  string
	}{
		{change, "com.example.plain", false, lexicon.Off, ""},
		{change, "com.example.other", false, lexicon.Warning, "m; no longer accepted, only until 2026-01-31: ended"},
		{change, "com.example.other", true, lexicon.Error, "m"},
		{change, "com.example.dated", false, lexicon.Info, "m; accepted: agreed (until 2026-02-01)"},
		{change, "com.example.dated", true, lexicon.Off, ""},
		{change, "com.example.version", false, lexicon.Info, "m; accepted: next (until v2.1)"},
		{everywhere, "org.other", false, lexicon.Info, "m; accepted: no end"},
		{change, "org.other", false, lexicon.Error, "m"},
	} {
		p := NewPolicy(c, nil, lexicon.ProfileV1)
		p.Expire(time.Date(2026, 2, 1, 23, 0, 0, 0, time.UTC), func() []string { return []string{"v1.9.0", "v2.0.9", "other", "v3.0.0-rc.1"} })
		f := lexicon.Finding{Rule: test.rule, Severity: lexicon.Error, Message: "m", Help: "h", NSID: test.nsid, Change: &lexicon.Change{}}
		if test.notDiff {
			f.Change = nil
		}
		kept := p.Apply(&f)
		if !kept {
			f.Severity, f.Message = lexicon.Off, ""
		}
		if f.Severity != test.severity || f.Message != test.message || kept && (f.Help == "") != (f.Severity == lexicon.Info) {
			t.Errorf("%s in %s: got %v %q, want %v %q", test.rule.Code, test.nsid, f.Severity, f.Message, test.severity, test.message)
		}
	}
	p := NewPolicy(c, nil, lexicon.ProfileV1)
	p.Expire(time.Date(2025, 2, 1, 0, 0, 0, 0, time.UTC), func() []string { return []string{"v2.1.0"} })
	f := lexicon.Finding{Rule: change, Severity: lexicon.Error, Message: "m", NSID: "com.example.version", Change: &lexicon.Change{}}
	if p.Apply(&f); f.Severity != lexicon.Info || f.Message != "m; accepted: ended (until 2026-01-31)" {
		t.Errorf("an entry that holds must come before one that has ended: %v %q", f.Severity, f.Message)
	}
}
