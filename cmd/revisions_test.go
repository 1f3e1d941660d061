package cmd

import (
	"bytes"
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/internal/build"
	"github.com/lexsmith/lexsmith/internal/cli"
	"github.com/lexsmith/lexsmith/internal/testkit/conformance"
)

// TestUndecidedReasons compares pairs of revisions out of the histories of public
// repositories: where the verdict is undecided, a plain run shows why.
func TestUndecidedReasons(t *testing.T) {
	undecided := 0
	for _, before := range conformance.Glob(t, "corpus/revisions/*/*/before.json") {
		after := filepath.Join(filepath.Dir(before), "after.json")
		for _, sides := range [][2]string{{before, after}, {after, before}} {
			var out, errs bytes.Buffer
			if status := execute(t.Context(), []string{"diff", "--format", "json", sides[0], sides[1]}, cli.Streams{In: strings.NewReader(""), Out: &out, Err: &errs}, build.Info{}); status == 2 {
				t.Errorf("%s: %s", sides, &errs)
				continue
			}
			var report fieldReport
			if err := json.Unmarshal(out.Bytes(), &report); err != nil {
				t.Fatal(err)
			}
			if report.Summary.Verdict != "undecided" {
				continue
			}
			undecided++
			if !slices.ContainsFunc(report.Findings, func(f fieldFinding) bool { return f.Severity != "info" && f.Help != "" }) {
				t.Errorf("%s: no reason is shown: %v", sides, report.Findings)
			}
		}
	}
	t.Logf("%d comparisons are undecided", undecided)
}
