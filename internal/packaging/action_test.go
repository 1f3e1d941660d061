package packaging_test

import (
	"maps"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v4"
)

// action is the schema of action.yml.
type action struct {
	Name, Description, Author string
	Branding                  struct{ Icon, Color string }
	Inputs                    map[string]struct{ Description, Default string }
	Outputs                   map[string]struct{ Description, Value string }
	Runs                      struct {
		Using string
		Steps []actionStep
	}
}

type actionStep struct {
	Name, ID, If, Shell, Run, Uses string
	WorkingDirectory               string `yaml:"working-directory"`
	Env, With                      map[string]string
}

func readAction(t *testing.T) action {
	t.Helper()
	file, err := os.Open("action.yml")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var a action
	decoder := yaml.NewDecoder(file)
	decoder.KnownFields(true)
	if err := decoder.Decode(&a); err != nil {
		t.Fatal(err)
	}
	return a
}

var expression = regexp.MustCompile(`\$\{\{\s*(.*?)\s*\}\}`)

func TestActionFile(t *testing.T) {
	a := readAction(t)
	text, err := os.ReadFile("action.yml")
	if err != nil {
		t.Fatal(err)
	}
	for name, input := range a.Inputs {
		if input.Description == "" {
			t.Errorf("input %s has no description", name)
		}
		if !regexp.MustCompile(`inputs\.` + name + `\b`).Match(text) {
			t.Errorf("input %s is not used", name)
		}
	}
	for _, use := range regexp.MustCompile(`inputs\.([\w-]+)`).FindAllStringSubmatch(string(text), -1) {
		if _, ok := a.Inputs[use[1]]; !ok {
			t.Errorf("%s is not declared", use[0])
		}
	}
	ids := []string{}
	for _, step := range a.Runs.Steps {
		for _, use := range regexp.MustCompile(`steps\.(\w+)\.outputs\.(\w+)`).FindAllStringSubmatch(step.If+step.WorkingDirectory+strings.Join(slices.Collect(maps.Values(step.Env)), " "), -1) {
			if !slices.Contains(ids, use[1]) {
				t.Errorf("step %q uses %s, which no earlier step sets", step.Name, use[0])
			}
		}
		ids = append(ids, step.ID)
		switch {
		case step.Run == "" && !regexp.MustCompile(`^[\w-]+/[\w/-]+@v\d+$`).MatchString(step.Uses):
			t.Errorf("step %q uses %q", step.Name, step.Uses)
		case step.Run != "" && step.Shell != "bash":
			t.Errorf("step %q has the shell %q", step.Name, step.Shell)
		case expression.MatchString(step.Run):
			t.Errorf("step %q puts a value into its script: pass it in env", step.Name)
		}
	}
}

func TestActionShellcheck(t *testing.T) {
	shellcheck, err := exec.LookPath("shellcheck")
	if err != nil {
		t.Skip("shellcheck is not installed")
	}
	for _, step := range readAction(t).Runs.Steps {
		check := exec.Command(shellcheck, "--shell=bash", "-")
		check.Stdin = strings.NewReader("set -eo pipefail # as the runner does\n" + step.Run)
		if out, err := check.CombinedOutput(); err != nil {
			t.Errorf("step %q: %v\n%s", step.Name, err, out)
		}
	}
}
