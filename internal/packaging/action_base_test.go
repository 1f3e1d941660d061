package packaging_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// hosted is a repository owner/name on a server with the history
//
//	1---2---3---4   main; 2 was its head when the events happened
//	 \       \
//	  5---6   \     work
//	       \---7    (merge of 2 and 6, the test commit of the pull request)
//
// 3 and 4 are breaking changes in main.json, 5 is a compatible one in mine.json,
// and 6, if wanted, a breaking one.
type hosted struct {
	*project
	server  string
	commits map[int]string
}

func newHosted(t *testing.T, breaking bool) *hosted {
	t.Helper()
	server := t.TempDir()
	h := &hosted{&project{t, filepath.Join(server, "owner", "name")}, "file://" + server, map[int]string{}}
	if err := os.MkdirAll(h.folder, 0o755); err != nil {
		t.Fatal(err)
	}
	h.git("init", "-q", "-b", "main")
	h.git("config", "uploadpack.allowAnySHA1InWant", "true")
	limits := func(main, mine int, more string) {
		for name, limit := range map[string]int{"main": main, "mine": mine} {
			if name == "main" {
				h.write("lexicons/"+name+".json", fmt.Sprintf(hostedSchema, name, limit, ""))
			} else {
				h.write("lexicons/"+name+".json", fmt.Sprintf(hostedSchema, name, limit, more))
			}
		}
	}
	commit := func(n int) {
		h.commit()
		h.commits[n] = h.rev("HEAD")
	}
	const field = `, "more": {"type": "integer"}`
	limits(100, 100, "")
	commit(1)
	h.git("checkout", "-q", "-b", "work")
	limits(100, 100, field)
	commit(5)
	limits(100, 100, field+`, "other": {"type": "integer"}`)
	if breaking {
		limits(100, 50, field)
	}
	commit(6)
	h.git("checkout", "-q", "main")
	h.write("README.md", "2")
	commit(2)
	h.git("checkout", "-q", "--detach")
	h.git("-c", "user.name=test", "-c", "user.email=test@example.com", "merge", "-q", "-m", "Merge "+h.commits[6]+" into "+h.commits[2], "work")
	h.commits[7] = h.rev("HEAD")
	h.git("checkout", "-q", "main")
	limits(90, 100, "")
	commit(3)
	limits(80, 100, "")
	commit(4)
	return h
}

const hostedSchema = `{"lexicon": 1, "id": "com.example.%s", "defs": {"main": {"type": "record", "key": "tid", "record": {"type": "object", "properties": {
  "name": {"type": "string", "maxLength": %d}%s}}}}}
`

func (p *project) rev(name string) string {
	p.t.Helper()
	c := exec.Command("git", "rev-parse", name)
	c.Dir, c.Env = p.folder, withoutGit(os.Environ())
	out, err := c.Output()
	if err != nil {
		p.t.Fatal(err)
	}
	return strings.TrimSpace(string(out))
}

// checkout returns what actions/checkout makes of a commit: with the last commit
// only, or with all branches.
func (h *hosted) checkout(commit int, full bool) *project {
	h.t.Helper()
	p := &project{h.t, h.t.TempDir()}
	p.git("init", "-q", "-b", "main")
	p.git("remote", "add", "origin", h.server+"/owner/name")
	fetch := []string{"fetch", "-q", "--no-tags", "--depth=1", "origin", "+" + h.commits[commit] + ":refs/remotes/pull/1/merge"}
	if full {
		fetch = []string{"fetch", "-q", "origin", "+refs/heads/*:refs/remotes/origin/*", "+" + h.commits[commit] + ":refs/remotes/pull/1/merge"}
	}
	p.git(fetch...)
	p.git("checkout", "-q", "--force", "refs/remotes/pull/1/merge")
	return p
}

// diff runs the steps of the command diff for an event and returns the status and
// the log of the last one.
func (h *hosted) diff(r *runner, p *project, event map[string]string) (status int, log string) {
	h.t.Helper()
	r = &runner{h.t, r.action, r.temp, map[string]string{"github.event.repository.default_branch": "main"}}
	env := []string{"GITHUB_SERVER_URL=" + h.server, "GITHUB_REPOSITORY=owner/name"}
	for name, value := range event {
		if strings.HasPrefix(name, "GITHUB_") {
			env = append(env, name+"="+value)
		} else {
			r.values["github.event."+name] = value
		}
	}
	found := r.step("Find the base revision", p.folder, map[string]string{"command": "diff"}, env...)
	if found.status != 0 {
		return found.status, found.stdout + found.stderr
	}
	r.values["steps.base.outputs.against"] = found.outputs["against"]
	got := r.step("Run lexsmith", p.folder, map[string]string{"command": "diff"}, env...)
	return got.status, got.stdout
}

// Whatever the event and the checkout, the action reports what the change breaks,
// and nothing that landed in main since it began.
func TestActionBase(t *testing.T) {
	r := newRunner(t)
	r.install()
	for _, breaking := range []bool{false, true} {
		h := newHosted(t, breaking)
		pull := map[string]string{"GITHUB_EVENT_NAME": "pull_request", "pull_request.base.ref": "main", "pull_request.head.sha": h.commits[6], "before": h.commits[5]}
		for _, test := range []struct {
			name     string
			checkout int
			event    map[string]string
			old      int
		}{
			{"pull request, run again after main moved", 7, pull, 2},
			{"pull request, its head", 6, pull, 1},
			{"merge group", 7, map[string]string{"GITHUB_EVENT_NAME": "merge_group", "merge_group.base_sha": h.commits[2]}, 2},
			{"push", 6, map[string]string{"GITHUB_EVENT_NAME": "push", "before": h.commits[5]}, 5},
			{"push of a new branch", 6, map[string]string{"GITHUB_EVENT_NAME": "push", "before": strings.Repeat("0", 40)}, 1},
			{"forced push, the old commit is gone", 6, map[string]string{"GITHUB_EVENT_NAME": "push", "before": strings.Repeat("1", 40)}, 1},
		} {
			for _, full := range []bool{false, true} {
				t.Run(fmt.Sprintf("%s, breaking %t, full %t", test.name, breaking, full), func(t *testing.T) {
					h := &hosted{&project{t, h.folder}, h.server, h.commits}
					p := h.checkout(test.checkout, full)
					status, log := h.diff(r, p, test.event)
					want := 0
					if breaking {
						want = 1
					}
					if status != want || strings.Contains(log, "com.example.main") || !strings.Contains(log, h.commits[test.old][:7]) ||
						strings.Contains(log, "::error file=lexicons/mine.json,") != breaking {
						t.Errorf("status %d, want %d, against %s\n%s", status, want, h.commits[test.old][:7], log)
					}
				})
			}
		}
	}
}

// The branch of a pull request from a fork is compared with the branch of the
// repository that it goes to, not with that of the fork, which is older.
func TestActionFork(t *testing.T) {
	r := newRunner(t)
	r.install()
	h := newHosted(t, false)
	h.git("checkout", "-q", "-b", "fresh", h.commits[4])
	h.write("lexicons/new.json", fmt.Sprintf(hostedSchema, "new", 10, ""))
	h.commit()
	h.commits[8] = h.rev("HEAD")
	fork := &project{t, filepath.Join(t.TempDir(), "stranger", "name")}
	h.git("clone", "-q", "--bare", ".", fork.folder)
	fork.git("branch", "-f", "main", h.commits[1])
	p := &project{t, t.TempDir()}
	p.git("clone", "-q", "--depth=1", "--branch=fresh", "file://"+fork.folder, ".")
	status, log := h.diff(r, p, map[string]string{"GITHUB_EVENT_NAME": "pull_request", "pull_request.base.ref": "main", "pull_request.head.sha": h.commits[8]})
	if status != 0 || strings.Contains(log, "com.example.main") || !strings.Contains(log, "against origin/main at "+h.commits[4][:7]) {
		t.Errorf("status %d\n%s", status, log)
	}
}

// Other events leave the choice to lexsmith.yaml.
func TestActionOtherEvent(t *testing.T) {
	r := newRunner(t)
	r.install()
	h := newHosted(t, true)
	p := h.checkout(6, true)
	p.write("lexsmith.yaml", "diff: {against: "+h.commits[1]+"}\n")
	if status, log := h.diff(r, p, map[string]string{"GITHUB_EVENT_NAME": "schedule"}); status != 1 || !strings.Contains(log, "against "+h.commits[1][:7]) {
		t.Errorf("status %d\n%s", status, log)
	}
	empty := &project{t, t.TempDir()}
	if status, log := h.diff(r, empty, map[string]string{"GITHUB_EVENT_NAME": "push", "before": h.commits[5]}); status != 2 || !strings.HasPrefix(log, "::error title=lexsmith::no git repository here: run actions/checkout") {
		t.Errorf("without a repository: status %d\n%s", status, log)
	}
}
