package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
)

// project is a shallow clone of a repository whose branch main has limited names
// to 50 bytes since the tag v1. The clone is at a branch that starts at v1.
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
	clone := &project{t, filepath.Join(t.TempDir(), "clone")}
	origin.git("clone", "-q", "--depth=1", "--branch=work", "file://"+filepath.ToSlash(origin.folder), clone.folder)
	clone.git("fetch", "-q", "--depth=1", "origin", "tag", "v1")
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

// The jobs of the GitLab example work. lexsmith is installed already.
func TestGitLab(t *testing.T) {
	r := newRunner(t)
	if got := r.step("Install lexsmith", "", nil); got.status != 0 {
		t.Fatalf("install: %+v", got)
	}
	var jobs map[string]struct{ Script []string }
	if err := yaml.Unmarshal([]byte(r.read(filepath.Join("docs", "ci", "gitlab-ci.yml"))), &jobs); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		job    string
		status int
		output string
	}{
		{"lexicons:lint", 0, "1 file"},
		{"lexicons:diff", 1, "[string-length]"},
	} {
		script := jobs[test.job].Script
		if len(script) == 0 {
			t.Fatalf("no job %s", test.job)
		}
		p := newProject(t)
		c := exec.Command("bash", "-eo", "pipefail", "-c", strings.Join(script, "\n"))
		c.Dir = p.folder
		c.Env = append(withoutGit(os.Environ()), "CI_MERGE_REQUEST_TARGET_BRANCH_NAME=main",
			"PATH="+filepath.Join(r.temp, "lexsmith")+":"+os.Getenv("PATH"))
		output, _ := c.CombinedOutput()
		if status := c.ProcessState.ExitCode(); status != test.status || !strings.Contains(string(output), test.output) {
			t.Errorf("%s: status %d, want %d\n%s", test.job, status, test.status, output)
		}
		if test.job == "lexicons:diff" && !strings.Contains(r.read(filepath.Join(p.folder, "lexicons.md")), "string-length") {
			t.Error("lexicons.md does not hold the change")
		}
	}
}
