package packaging_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v4"
)

// The workflows use other people's actions by commit, since tags can move. The
// comment with the version is what Dependabot updates.
func TestWorkflowPins(t *testing.T) {
	paths, err := filepath.Glob(filepath.Join(".github", "workflows", "*.yml"))
	if err != nil || len(paths) == 0 {
		t.Fatal("no workflows:", err)
	}
	pinned := regexp.MustCompile(`^([\w.-]+/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+|\./)$`)
	for _, path := range paths {
		for _, use := range regexp.MustCompile(`(?m)\buses: *(.*?)\r?$`).FindAllStringSubmatch(readFile(t, path), -1) {
			if !pinned.MatchString(use[1]) {
				t.Errorf("%s: %q is not pinned as owner/name@commit # v1.2.3", path, use[1])
			}
		}
	}
}

// Every check that .ci/run runs is a job of the workflow, and the other way
// around.
func TestWorkflowChecks(t *testing.T) {
	_, list, _ := strings.Cut(readFile(t, filepath.Join(".ci", "run")), "checks=(\n")
	list, _, ok := strings.Cut(list, "\n)")
	if !ok {
		t.Fatal(".ci/run does not list its checks")
	}
	local := strings.Fields(list)

	var workflow struct {
		Jobs map[string]struct {
			Strategy struct {
				Matrix struct{ Include []struct{ Checks string } }
			}
		}
	}
	if err := yaml.Unmarshal([]byte(readFile(t, filepath.Join(".github", "workflows", "ci.yml"))), &workflow); err != nil {
		t.Fatal(err)
	}
	var hosted []string
	for _, job := range workflow.Jobs["check"].Strategy.Matrix.Include {
		hosted = append(hosted, strings.Fields(job.Checks)...)
	}
	slices.Sort(local)
	slices.Sort(hosted)
	if !slices.Equal(local, hosted) {
		t.Errorf(".ci/run runs %q, the workflow %q", local, hosted)
	}
	for _, check := range local {
		if _, err := os.Stat(filepath.Join(".ci", check)); err != nil {
			t.Error(err)
		}
	}
}

func readFile(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
