package project

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/lexsmith/lexsmith/internal/config"
	"github.com/lexsmith/lexsmith/pkg/diag"
)

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
	c, err := config.Parse(filepath.Join(t.TempDir(), config.FileName), []byte(text))
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
		p := c.Policy(nil, diag.ProfileV1)
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
	p := c.Policy(nil, diag.ProfileV1)
	p.Expire(time.Date(2025, 2, 1, 0, 0, 0, 0, time.UTC), func() []string { return []string{"v2.1.0"} })
	f := diag.Finding{Rule: change, Severity: diag.Error, Message: "m", NSID: "com.example.version", Change: &diag.Change{}}
	if p.Apply(&f); f.Severity != diag.Info || f.Message != "m; accepted: ended (until 2026-01-31)" {
		t.Errorf("an entry that holds must come before one that has ended: %v %q", f.Severity, f.Message)
	}
}
