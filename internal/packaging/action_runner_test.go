package packaging_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// runner runs the script steps of the action unchanged.
type runner struct {
	t      *testing.T
	action action
	temp   string // RUNNER_TEMP
	// values are those of expressions other than inputs, such as
	// github.event.before; the others are empty.
	values map[string]string
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
	root, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	return &runner{t, readAction(t), t.TempDir(), map[string]string{"github.action_path": root, "github.action_ref": "main"}}
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
			}
			return r.values[name]
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
	c.Env = append(withoutGit(os.Environ()), "GITHUB_ACTIONS=true", "GITHUB_WORKSPACE="+folder,
		"RUNNER_TEMP="+r.temp, "RUNNER_OS=Linux", "RUNNER_ARCH=X64", "GITHUB_OUTPUT="+output, "GITHUB_STEP_SUMMARY="+summary)
	for name, text := range step.Env {
		c.Env = append(c.Env, name+"="+value(text))
	}
	c.Env = append(c.Env, env...)
	var stdout, stderr strings.Builder
	c.Stdout, c.Stderr = &stdout, &stderr
	err := c.Run()
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

// install builds lexsmith where the action installs it.
func (r *runner) install() {
	r.t.Helper()
	if got := r.step("Build lexsmith", "", nil); got.status != 0 || !strings.Contains(got.stdout, "lexsmith main\n") {
		r.t.Fatalf("build: %+v", got)
	}
}
