package report

import (
	"bytes"
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/pkg/diag"
)

// Omitted findings and overridden severities count, the most frequent come first,
// and hidden ones stay hidden.
func TestStatistics(t *testing.T) {
	var out bytes.Buffer
	r, err := New(Options{Format: Text, Out: &out, Statistics: true, Fixable: true, Filter: func(f *diag.Finding) bool {
		if f.Message == "lowered" {
			f.Severity = diag.Warning
		}
		return f.Message != "ignored"
	}})
	if err != nil {
		t.Fatal(err)
	}
	closed := diag.Finding{Rule: ruleClosed, Severity: diag.Error}
	r.Add(closed, closed, diag.Finding{Rule: ruleClosed, Severity: diag.Error, Message: "lowered", Fix: &diag.Fix{Safe: true}})
	r.Add(diag.Finding{Rule: ruleName, Severity: diag.Info}, diag.Finding{Rule: ruleClosed, Severity: diag.Error, Message: "ignored"})
	r.Omit(diag.Finding{Rule: ruleLimit, Severity: diag.Warning, Fix: &diag.Fix{Safe: true}}, 40)
	if err := r.Close(Summary{Files: 2, Omitted: 40}); err != nil {
		t.Fatal(err)
	}
	want := strings.TrimLeft(`
RULE                SEVERITY  COUNT  FIXABLE
unlimited-string    warning   40     40
empty-closed-union  error     2      0
empty-closed-union  warning   1      1

2 files, 2 errors, 41 warnings (1 fixable with --fix), 1 info finding hidden (use -a to show it)
`, "\n")
	if out.String() != want {
		t.Errorf("got\n%s\nwant\n%s", out.String(), want)
	}
}

func TestStatisticsFormat(t *testing.T) {
	for _, format := range Formats() {
		_, err := New(Options{Format: format, Out: new(bytes.Buffer), Statistics: true})
		if (err == nil) != (format == Text || format == JSON) {
			t.Errorf("%s: %v", format, err)
		}
	}
}
