package packaging_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"go.yaml.in/yaml/v4"
)

// The hook for diff chooses what to compare with. A program in place of lexsmith
// prints its arguments.
func TestPreCommitDiff(t *testing.T) {
	r := newRunner(t)
	var hooks []struct{ ID, Entry string }
	if err := yaml.Unmarshal([]byte(r.read(".pre-commit-hooks.yaml")), &hooks); err != nil {
		t.Fatal(err)
	}
	entry := ""
	for _, hook := range hooks {
		if hook.ID == "lexsmith-diff" {
			entry = hook.Entry
		}
	}
	stubs := t.TempDir()
	if err := os.WriteFile(filepath.Join(stubs, "lexsmith"), []byte("#!/bin/sh\necho \"$@\"\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	run := func(p *project, args string, env ...string) string {
		t.Helper()
		c := exec.Command("bash", "-c", entry+" "+args)
		c.Dir, c.Env = p.folder, append(withoutGit(os.Environ()), append(env, "PATH="+stubs+":"+os.Getenv("PATH"))...)
		out, err := c.CombinedOutput()
		if err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		return strings.TrimSpace(string(out))
	}
	check := func(name, got, want string) {
		t.Helper()
		if got != want {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}

	empty := &project{t, t.TempDir()}
	empty.git("init", "-q")
	check("the first commit", run(empty, ""), "")

	p := newProject(t)
	check("nothing changed, no default branch", run(p, ""), "diff --against HEAD")
	p.git("update-ref", "refs/remotes/origin/main", "v2")
	p.git("symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/main")
	check("nothing changed", run(p, ""), "diff --against origin/HEAD")
	check("from a ref", run(p, "", "PRE_COMMIT_FROM_REF=v1"), "diff --against v1...")
	check("arguments", run(p, "--against v2 --fail-on warning"), "diff --against origin/HEAD --against v2 --fail-on warning")
	p.write("lexicons/thing.json", "changed")
	p.git("add", "-A")
	check("something staged", run(p, ""), "diff --against HEAD")
	p.git("update-ref", "MERGE_HEAD", "v2")
	check("a merge", run(p, ""), "")
}

// The hooks that get the names of files do not read them as flags.
func TestPreCommitFiles(t *testing.T) {
	r := newRunner(t)
	r.install()
	var hooks []struct {
		ID, Entry string
		Args      []string
		Names     *bool `yaml:"pass_filenames"`
	}
	if err := yaml.Unmarshal([]byte(r.read(".pre-commit-hooks.yaml")), &hooks); err != nil {
		t.Fatal(err)
	}
	p := newProject(t)
	p.write("--severity=value-type=off/records/bad.json", `{"$type": "com.example.thing", "name": 1}`)
	p.write("--check/lexicons/other.json", `{"lexicon": 1, "id": "com.example.other", "defs": {}}`)
	tested := 0
	for _, hook := range hooks {
		if hook.Names != nil && !*hook.Names {
			continue
		}
		tested++
		name, want := "--severity=value-type=off/records/bad.json", "[value-type]"
		if hook.ID == "lexsmith-fmt" {
			name, want = "--check/lexicons/other.json", "1 file, 1 changed"
		}
		arguments := append(strings.Fields(hook.Entry)[1:], append(hook.Args, name)...)
		c := exec.Command(filepath.Join(r.temp, "lexsmith", "lexsmith"), arguments...)
		c.Dir = p.folder
		if out, _ := c.CombinedOutput(); !strings.Contains(string(out), want) {
			t.Errorf("%s: got %s, want %s", hook.ID, out, want)
		}
	}
	if tested != 2 {
		t.Errorf("%d hooks get names", tested)
	}
}
