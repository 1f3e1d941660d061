package cmd

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v4"

	"github.com/lexsmith/lexsmith/pkg/compat"
)

// gate is a git repository with the hooks and the workflow that
// docs/compatibility.md shows.
type gate struct {
	t   *testing.T
	dir string
	env []string
}

// documentFiles returns the files that a document shows, by name.
func documentFiles(t *testing.T, name string) map[string]string {
	t.Helper()
	files := map[string]string{}
	for _, block := range regexp.MustCompile("(?ms)^```[a-z]+ (\\S+)\n(.*?)^```$").FindAllStringSubmatch(readDocument(t, "docs/"+name), -1) {
		files[block[1]] = block[2]
	}
	return files
}

func newGate(t *testing.T) *gate {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	if runtime.GOOS == "windows" {
		t.Skip("the hooks are for a Unix shell")
	}
	g := &gate{t: t, dir: filepath.Join(t.TempDir(), "repo")}
	g.env = docEnvironment()
	if err := os.Mkdir(g.dir, 0o700); err != nil {
		t.Fatal(err)
	}
	g.must("git init --quiet --initial-branch=main . && git init --quiet --bare --initial-branch=main ../origin && git remote add origin file://" + filepath.Dir(g.dir) + "/origin")
	return g
}

// run runs a command of the shell and returns its exit status and output.
func (g *gate) run(command string) (int, string) {
	g.t.Helper()
	sh := exec.Command("sh", "-c", command)
	sh.Dir, sh.Env = g.dir, g.env
	output, err := sh.CombinedOutput()
	var exited *exec.ExitError
	if errors.As(err, &exited) {
		return exited.ExitCode(), string(output)
	} else if err != nil {
		g.t.Fatal(err)
	}
	return 0, string(output)
}

func (g *gate) must(command string) {
	g.t.Helper()
	if status, output := g.run(command); status != 0 {
		g.t.Fatalf("%s: status %d\n%s", command, status, output)
	}
}

// refuse runs a command that must fail because of a breaking change.
func (g *gate) refuse(command string) {
	g.t.Helper()
	if status, output := g.run(command); status == 0 || !strings.Contains(output, "breaking: 1 error") {
		g.t.Errorf("%s: status %d\n%s", command, status, output)
	}
}

func (g *gate) write(name, text string) {
	g.t.Helper()
	name = filepath.Join(g.dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		g.t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o700); err != nil {
		g.t.Fatal(err)
	}
}

// The guide says of each code which rule of the specification it follows, and of
// none that does not exist.
func TestCompatibilityCodes(t *testing.T) {
	_, section, _ := strings.Cut(readDocument(t, "docs/compatibility.md"), "## Which rule applies to each change")
	section, _, _ = strings.Cut(section, "\n## ")
	var named []string
	for row := range strings.Lines(section) {
		if cells := strings.Split(row, "|"); len(cells) == 4 {
			for _, code := range regexp.MustCompile("`[a-z-]+`").FindAllString(cells[2], -1) {
				named = append(named, strings.Trim(code, "`"))
			}
		}
	}
	var codes []string
	for _, r := range compat.Rules() {
		codes = append(codes, r.Code)
		if !slices.Contains(named, r.Code) {
			t.Errorf("docs/compatibility.md does not name %s", r.Code)
		}
	}
	for _, code := range named {
		if !slices.Contains(append(codes, "const", "enum"), code) {
			t.Errorf("docs/compatibility.md names %s, which is no rule", code)
		}
	}
}

// The hooks let the first commit and compatible ones pass, and no breaking one.
func TestHooks(t *testing.T) {
	g := newGate(t)
	files := documentFiles(t, "compatibility.md")
	const schema = "lexicons/com/example/note.json"
	old, breaking := files["old/com/example/note.json"], files["new/com/example/note.json"]
	compatible := strings.Replace(old, `"mood"`, `"more": {"type": "integer"}, "mood"`, 1)
	for _, name := range []string{"lexsmith.yaml", ".git/hooks/pre-commit", ".git/hooks/pre-push"} {
		if files[name] == "" {
			t.Fatalf("docs/compatibility.md does not show %s", name)
		}
		g.write(name, files[name])
	}
	g.write(schema, old)
	g.must("git add . && git commit --quiet -m first && git push --quiet origin main")
	g.write(schema, breaking)
	g.refuse("git add . && git commit --quiet -m breaking")
	g.must("git commit --quiet --no-verify -m breaking")
	g.refuse("git push --quiet origin main")
	g.write(schema, compatible)
	g.must("git add . && git commit --quiet --no-verify -m compatible && git push --quiet origin main")
}

// The workflow passes and fails as it should in a clone with the whole history,
// also for a branch that is behind.
func TestWorkflow(t *testing.T) {
	g := newGate(t)
	files := documentFiles(t, "compatibility.md")
	var workflow struct {
		Jobs map[string]struct {
			Steps []struct{ Run string }
		}
	}
	if err := yaml.Unmarshal([]byte(files[".github/workflows/lexicons.yml"]), &workflow); err != nil {
		t.Fatal(err)
	}
	var commands []string
	for _, step := range workflow.Jobs["compatible"].Steps {
		if step.Run != "" && !strings.HasPrefix(step.Run, "go install ") {
			commands = append(commands, step.Run)
		}
	}
	if len(commands) != 1 {
		t.Fatalf("the workflow runs %q", commands)
	}
	const schema = "lexicons/com/example/note.json"
	g.write(schema, files["old/com/example/note.json"])
	g.must("git add . && git commit --quiet -m first && git push --quiet origin main")
	g.must("git checkout --quiet -b same && git commit --quiet --allow-empty -m same && git push --quiet origin same")
	g.must("git checkout --quiet -b change main")
	g.write(schema, files["new/com/example/note.json"])
	g.must("git add . && git commit --quiet -m change && git push --quiet origin change")
	g.must("git checkout --quiet main")
	g.write(schema, strings.Replace(files["old/com/example/note.json"], `"mood"`, `"more": {"type": "integer"}, "mood"`, 1))
	g.must("git commit --quiet --all -m main && git push --quiet origin main")
	g.env = append(g.env, "GITHUB_BASE_REF=main")
	clone := "git clone --quiet --branch %s file://" + filepath.Dir(g.dir) + "/origin ../%s && cd ../%s && "
	g.must(strings.ReplaceAll(clone, "%s", "same") + strings.Join(commands, " && "))
	g.refuse(strings.ReplaceAll(clone, "%s", "change") + strings.Join(commands, " && "))
}
