package packaging_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"go.yaml.in/yaml/v4"

	"github.com/lexsmith/lexsmith/internal/scaffold"
)

// project is a shallow clone of a repository whose branch main has limited names
// to 50 bytes since the tag v1, at v2. The clone is at a branch that starts at v1.
type project struct {
	t      *testing.T
	folder string
}

func newProject(t *testing.T) *project {
	t.Helper()
	const schema = `{"lexicon": 1, "id": "com.example.thing", "defs": {"main": {
  "type": "record", "description": "A thing.", "key": "tid", "record": {"type": "object", "properties": {
    "name": {"type": "string", "description": "What it is called.", "maxLength": LIMIT}}}}}}
`
	origin := &project{t, t.TempDir()}
	origin.git("init", "-q", "-b", "work")
	origin.write("lexicons/thing.json", strings.Replace(schema, "LIMIT", "100", 1))
	origin.commit()
	origin.git("tag", "v1")
	origin.git("checkout", "-q", "-b", "main")
	origin.write("lexicons/thing.json", strings.Replace(schema, "LIMIT", "50", 1))
	origin.commit()
	origin.git("tag", "v2")
	clone := &project{t, filepath.Join(t.TempDir(), "clone")}
	origin.git("clone", "-q", "--depth=1", "--branch=work", "file://"+filepath.ToSlash(origin.folder), clone.folder)
	clone.git("fetch", "-q", "--depth=1", "origin", "tag", "v1", "tag", "v2")
	return clone
}

func (p *project) write(name, text string) {
	p.t.Helper()
	path := filepath.Join(p.folder, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		p.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		p.t.Fatal(err)
	}
}

func (p *project) commit() {
	p.t.Helper()
	p.git("add", "-A")
	p.git("-c", "user.name=test", "-c", "user.email=test@example.com", "-c", "commit.gpgsign=false", "commit", "-q", "-m", "test")
}

func (p *project) git(args ...string) {
	p.t.Helper()
	c := exec.Command("git", args...)
	c.Dir, c.Env = p.folder, withoutGit(os.Environ())
	if out, err := c.CombinedOutput(); err != nil {
		p.t.Fatalf("git %v: %v\n%s", args, err, out)
	}
}

// The jobs of the GitLab example work in a shallow clone, both for the branch of a
// merge request and for the merged result. lexsmith is installed already.
func TestGitLab(t *testing.T) {
	r := newRunner(t)
	r.install()
	var jobs map[string]struct{ Script []string }
	if err := yaml.Unmarshal([]byte(r.read(filepath.Join("docs", "ci", "gitlab-ci.yml"))), &jobs); err != nil {
		t.Fatal(err)
	}
	for _, breaking := range []bool{false, true} {
		h := newHosted(t, breaking)
		status, output := 0, "compatible"
		if breaking {
			status, output = 1, "[string-length]"
		}
		for _, test := range []struct {
			job      string
			checkout int
			env      []string
			status   int
			output   string
		}{
			{"lexicons:lint", 6, nil, 0, "2 files"},
			{"lexicons:diff", 6, []string{"CI_MERGE_REQUEST_DIFF_BASE_SHA=" + h.commits[1]}, status, output},
			{"lexicons:diff", 7, []string{"CI_MERGE_REQUEST_DIFF_BASE_SHA=" + h.commits[1], "CI_MERGE_REQUEST_TARGET_BRANCH_SHA=" + h.commits[2]}, status, output},
		} {
			script := jobs[test.job].Script
			if len(script) == 0 {
				t.Fatalf("no job %s", test.job)
			}
			p := h.checkout(test.checkout, false)
			c := exec.Command("bash", "-eo", "pipefail", "-c", strings.Join(script, "\n"))
			c.Dir = p.folder
			c.Env = append(withoutGit(os.Environ()), append(test.env, "PATH="+filepath.Join(r.temp, "lexsmith")+":"+os.Getenv("PATH"))...)
			out, _ := c.CombinedOutput()
			if status := c.ProcessState.ExitCode(); status != test.status || !strings.Contains(string(out), test.output) || strings.Contains(string(out), "com.example.main") && test.job == "lexicons:diff" {
				t.Errorf("%s of %d, breaking %t: status %d, want %d\n%s", test.job, test.checkout, breaking, status, test.status, out)
			}
			var quality []any
			if test.job == "lexicons:lint" && json.Unmarshal([]byte(r.read(filepath.Join(p.folder, "gl-code-quality-report.json"))), &quality) != nil {
				t.Error("the Code Quality report is not a JSON array")
			}
			if test.job == "lexicons:diff" && strings.Contains(r.read(filepath.Join(p.folder, "lexicons.md")), "string-length") != breaking {
				t.Error("lexicons.md does not hold what changed")
			}
		}
	}
}

// The workflow for Tangled works in a shallow clone of the source branch.
func TestTangled(t *testing.T) {
	r := newRunner(t)
	r.install()
	var workflow struct{ Steps []struct{ Command string } }
	if err := yaml.Unmarshal([]byte(scaffold.CI("tangled").Content), &workflow); err != nil {
		t.Fatal(err)
	}
	gopath := t.TempDir()
	if err := os.Symlink(filepath.Join(r.temp, "lexsmith"), filepath.Join(gopath, "bin")); err != nil {
		t.Fatal(err)
	}
	for _, breaking := range []bool{false, true} {
		h := newHosted(t, breaking)
		for _, test := range []struct {
			step   int
			kind   string
			status int
			output string
		}{
			{1, "push", 0, "2 files"},
			{2, "push", 0, ""},
			{2, "pull_request", map[bool]int{true: 1}[breaking], map[bool]string{true: "[string-length]", false: "compatible"}[breaking]},
		} {
			c := exec.Command("bash", "-c", workflow.Steps[test.step].Command)
			c.Dir = h.checkout(6, false).folder
			c.Env = append(withoutGit(os.Environ()), "GOPATH="+gopath, "TANGLED_PIPELINE_KIND="+test.kind, "TANGLED_PR_TARGET_BRANCH=main")
			out, _ := c.CombinedOutput()
			if status := c.ProcessState.ExitCode(); status != test.status || !strings.Contains(string(out), test.output) || strings.Contains(string(out), "com.example.main") && test.step == 2 {
				t.Errorf("step %d, %s, breaking %t: status %d, want %d\n%s", test.step, test.kind, breaking, status, test.status, out)
			}
		}
	}
}
