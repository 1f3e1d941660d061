package main

import (
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
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
	if err := yaml.NewDecoder(file, yaml.Strict()).Decode(&a); err != nil {
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
	for _, step := range a.Runs.Steps {
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

// runner runs the script steps of the action unchanged.
type runner struct {
	t      *testing.T
	action action
	temp   string // RUNNER_TEMP
}

func newRunner(t *testing.T) *runner {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("the paths of this test are not those of bash on Windows")
	}
	for _, program := range []string{"bash", "git", "go"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skipf("%s is not installed", program)
		}
	}
	return &runner{t, readAction(t), t.TempDir()}
}

// result is what a step produced.
type result struct {
	status         int
	stdout, stderr string
	outputs        map[string]string
	summary        string
}

// step runs a step in a folder with some inputs, the others at their defaults,
// and additional environment variables.
func (r *runner) step(name, folder string, inputs map[string]string, env ...string) result {
	r.t.Helper()
	i := slices.IndexFunc(r.action.Runs.Steps, func(s actionStep) bool { return s.Name == name })
	if i < 0 {
		r.t.Fatalf("no step %q", name)
	}
	step := r.action.Runs.Steps[i]
	root, err := os.Getwd()
	if err != nil {
		r.t.Fatal(err)
	}
	value := func(text string) string {
		return expression.ReplaceAllStringFunc(text, func(match string) string {
			name := expression.FindStringSubmatch(match)[1]
			input, isInput := strings.CutPrefix(name, "inputs.")
			given, isGiven := inputs[input]
			switch {
			case isGiven:
				return given
			case isInput:
				return r.action.Inputs[input].Default
			case name == "github.action_path":
				return root
			case name == "github.action_ref":
				return "v9.8.7"
			}
			r.t.Fatalf("unknown expression %s", match)
			return ""
		})
	}
	files := r.t.TempDir()
	script, output, summary := filepath.Join(files, "script"), filepath.Join(files, "output"), filepath.Join(files, "summary")
	for path, text := range map[string]string{script: step.Run, output: "", summary: ""} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			r.t.Fatal(err)
		}
	}
	c := exec.Command("bash", "--noprofile", "--norc", "-eo", "pipefail", script)
	c.Dir = filepath.Join(folder, value(step.WorkingDirectory))
	c.Env = append(withoutGit(os.Environ()), "GITHUB_ACTIONS=true", "GITHUB_BASE_REF=", "GITHUB_WORKSPACE="+folder,
		"RUNNER_TEMP="+r.temp, "GITHUB_OUTPUT="+output, "GITHUB_STEP_SUMMARY="+summary)
	for name, text := range step.Env {
		c.Env = append(c.Env, name+"="+value(text))
	}
	c.Env = append(c.Env, env...)
	var stdout, stderr strings.Builder
	c.Stdout, c.Stderr = &stdout, &stderr
	err = c.Run()
	var exited *exec.ExitError
	if err != nil && !errors.As(err, &exited) {
		r.t.Fatal(err)
	}
	outputs := map[string]string{}
	for line := range strings.Lines(r.read(output)) {
		name, text, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "=")
		outputs[name] = text
	}
	return result{c.ProcessState.ExitCode(), stdout.String(), stderr.String(), outputs, r.read(summary)}
}

func (r *runner) read(path string) string {
	r.t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		r.t.Fatal(err)
	}
	return string(text)
}

// withoutGit drops the variables that git sets for hooks: they select another
// repository.
func withoutGit(env []string) []string {
	return slices.DeleteFunc(env, func(v string) bool { return strings.HasPrefix(v, "GIT_") })
}

func TestAction(t *testing.T) {
	r := newRunner(t)
	if got := r.step("Install lexsmith", "", nil); got.status != 0 || !strings.Contains(got.stdout, "lexsmith 9.8.7\n") {
		t.Fatalf("install: %+v", got)
	}
	project := newProject(t)
	project.write("own data/thing.json", `{"$type": "com.example.thing", "name": 1}`)
	project.write("bad/lexicons/bad.json", `{"lexicon": 1, "id": "com.example.bad", "defs": {"main": {"type": "number"}}}`)
	for _, test := range []struct {
		name    string
		inputs  map[string]string
		env     []string
		status  int
		stdout  string // a substring
		results int    // of SARIF; -1: no file
		summary string // a substring
	}{
		{"lint", nil, nil, 0, "", 0, ""},
		{"lint, faults", map[string]string{"working-directory": "bad"}, nil, 1, "::error file=bad/lexicons/bad.json,line=1,", 1, ""},
		{"lint, flags", map[string]string{"paths": "bad", "args": "--severity\nunknown-type=off\n--severity=style=off\n--quiet"}, nil, 0, "", 0, ""},
		{"lint, no such path", map[string]string{"paths": "no such; folder"}, nil, 2, "", -1, ""},
		{"validate", map[string]string{"command": "validate", "paths": "own data\n"}, nil, 1, "::error file=own data/thing.json,line=1,", 1, ""},
		{"diff, against a tag", map[string]string{"command": "diff", "against": "v1"}, nil, 0, "", 0, "Identical"},
		{"diff, a pull request", map[string]string{"command": "diff"}, []string{"GITHUB_BASE_REF=main"}, 1, "::error file=lexicons/thing.json,line=", 1, "string-length"},
		{"diff, against nothing", map[string]string{"command": "diff"}, nil, 2, "", -1, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			sub := &runner{t, r.action, r.temp}
			got := sub.step("Run lexsmith", project.folder, test.inputs, test.env...)
			if got.status != test.status || got.outputs["status"] != string(rune('0'+test.status)) {
				t.Fatalf("status %d, outputs %v; want %d\n%s%s", got.status, got.outputs, test.status, got.stdout, got.stderr)
			}
			if !strings.Contains(got.stdout, test.stdout) || !strings.Contains(got.summary, test.summary) {
				t.Errorf("standard output\n%s\nsummary\n%s", got.stdout, got.summary)
			}
			if (test.summary == "") != (got.summary == "") {
				t.Errorf("summary\n%s", got.summary)
			}
			if test.results < 0 {
				if path, ok := got.outputs["sarif"]; ok {
					t.Errorf("SARIF in %s", path)
				}
				return
			}
			var sarif struct {
				Runs []struct{ Results []struct{ Level string } }
			}
			if err := json.Unmarshal([]byte(sub.read(got.outputs["sarif"])), &sarif); err != nil {
				t.Fatal(err)
			}
			errorLevels := 0
			for _, result := range sarif.Runs[0].Results {
				if result.Level == "error" {
					errorLevels++
				}
			}
			if errorLevels != test.results {
				t.Errorf("%d errors in SARIF, want %d", errorLevels, test.results)
			}
		})
	}
}

// A requested version is installed. A stub of go records its arguments.
func TestActionVersion(t *testing.T) {
	r := newRunner(t)
	folder := t.TempDir()
	stub := "#!/bin/sh\necho \"$@\" >\"$RUNNER_TEMP/asked\"\nmkdir -p \"$GOBIN\"\nprintf '#!/bin/sh\\necho stub\\n' >\"$GOBIN/lexsmith\"\nchmod +x \"$GOBIN/lexsmith\"\n"
	if err := os.WriteFile(filepath.Join(folder, "go"), []byte(stub), 0o700); err != nil {
		t.Fatal(err)
	}
	got := r.step("Install lexsmith", "", map[string]string{"version": "v1.2.3"}, "PATH="+folder+":"+os.Getenv("PATH"))
	if asked := r.read(filepath.Join(r.temp, "asked")); got.status != 0 || asked != "install github.com/lexsmith/lexsmith@v1.2.3\n" {
		t.Errorf("%+v, asked for %q", got, asked)
	}
}
