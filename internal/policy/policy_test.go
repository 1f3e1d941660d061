package policy

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/lexsmith/lexsmith/pkg/diag"
)

var testRules = []*diag.Rule{
	{Code: "unlimited-string", Group: "style", Severity: diag.Always(diag.Warning)},
	{Code: "closed-union", Group: "style", Severity: diag.Always(diag.Info)},
	{Code: "strict-practice", Group: "style", Severity: diag.Always(diag.Off)},
	{Code: "unresolved-ref", Group: "refs", Severity: diag.Always(diag.Error)},
}

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
		{"a finding that is off, of a rule that is not", nil, []Override{{"style", diag.Error}}, "closed-union", diag.Off, diag.Off},
		{"its name does not", nil, []Override{{"strict-practice", diag.Warning}}, "strict-practice", diag.Off, diag.Warning},
	} {
		t.Run(test.name, func(t *testing.T) {
			policy := New(diag.ProfileV1, slices.Concat(test.config, test.flags), "", nil)
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
	for _, test := range []struct {
		config, flags []Override
		want          diag.Severity
	}{
		{nil, nil, diag.Warning},
		{[]Override{{"extra-field", diag.Error}}, nil, diag.Error},
		{[]Override{{"validate", diag.Error}}, nil, diag.Warning},
		{[]Override{{"extra-field", diag.Error}}, ExtraFields(diag.Info), diag.Info},
	} {
		f := diag.Finding{Rule: rule}
		if New(diag.ProfileV1, slices.Concat(ExtraFields(diag.Warning), test.config, test.flags), "", nil).Apply(&f); f.Severity != test.want {
			t.Errorf("%v, %v: severity %v, want %v", test.config, test.flags, f.Severity, test.want)
		}
	}
}

func TestPolicyProfile(t *testing.T) {
	rule := &diag.Rule{Code: "x", Group: "g", Severity: diag.Severities{diag.Off, diag.Error}}
	for profile, want := range []diag.Severity{diag.Off, diag.Info} {
		finding := diag.Finding{Rule: rule, Severity: rule.Severity[profile]}
		New(diag.Profile(profile), []Override{{"g", diag.Info}}, "", nil).Apply(&finding)
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
			var ignore []Ignore
			if test.ignored != nil {
				ignore = []Ignore{{Rules: test.ignored}}
			}
			policy := New(diag.ProfileV1, test.overrides, "", ignore)
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
			policy := New(diag.ProfileV1, nil, root, []Ignore{test.entry})
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
	if !New(diag.ProfileV1, nil, "", []Ignore{{NSIDs: NSIDGlobs([]string{"*"})}}).Apply(&finding) {
		t.Error("a finding without an NSID matches a pattern for NSIDs")
	}
}
