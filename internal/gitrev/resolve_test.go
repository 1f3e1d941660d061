package gitrev

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// forked returns a repository with the history
//
//	1---2---3   main, origin/main, tag v2 at 2
//	 \
//	  4---5     work, checked out
//
// and its commits.
func forked(t *testing.T) (r testRepository, commits [6]string) {
	t.Helper()
	r = newTestRepository(t)
	commits[1] = r.commitFiles("lex/a.json", "1")
	commits[2] = r.commitFiles("lex/a.json", "2")
	r.git("tag", "v2")
	commits[3] = r.commitFiles("lex/a.json", "3")
	r.git("update-ref", "refs/remotes/origin/main", "main")
	r.branch("work", commits[1])
	commits[4] = r.commitFiles("lex/b.json", "4")
	commits[5] = r.commitFiles("lex/b.json", "5")
	return r, commits
}

func TestResolve(t *testing.T) {
	r, commits := forked(t)
	r.git("config", "branch.work.remote", ".")
	r.git("config", "branch.work.merge", "refs/heads/main")
	r.git("tag", "--annotate", "--message=x", "annotated", commits[3])
	for _, test := range []struct {
		rev      string
		tip      bool
		old, new int    // commits; 0: the working tree
		text     string // with commits as digits
		label    string
	}{
		{"main", false, 1, 0, "main at 1, the merge base", "1"},
		{"main", true, 3, 0, "main at 3", "main"},
		{"refs/heads/main", false, 1, 0, "refs/heads/main at 1, the merge base", "1"},
		{"heads/main", false, 1, 0, "heads/main at 1, the merge base", "1"},
		{"origin/main", false, 1, 0, "origin/main at 1, the merge base", "1"},
		{"origin/main", true, 3, 0, "origin/main at 3", "origin/main"},
		{"@{u}", false, 1, 0, "@{u} at 1, the merge base", "1"},
		{"@{u}", true, 3, 0, "@{u} at 3", "@{u}"},
		{"work", false, 5, 0, "work at 5, the merge base", "work"},
		{"@{-1}", false, 1, 0, "@{-1} at 1, the merge base", "1"},
		{"v2", false, 2, 0, "v2 at 2", "v2"},
		{"v2", true, 2, 0, "v2 at 2", "v2"},
		{"annotated", false, 3, 0, "annotated at 3", "annotated"},
		{"HEAD", false, 5, 0, "HEAD at 5", "HEAD"},
		{"@", false, 5, 0, "@ at 5", "@"},
		{"HEAD~1", false, 4, 0, "HEAD~1 at 4", "HEAD~1"},
		{"main~1", false, 2, 0, "main~1 at 2", "main~1"},
		{"main^0", false, 3, 0, "main^0 at 3", "main^0"},
		{"HEAD^{/lex/b.json 4}", false, 4, 0, "HEAD^{/lex/b.json 4} at 4", "HEAD^{/lex/b.json 4}"},
		{"COMMIT2", false, 2, 0, "2", "2"},
		{"SHORT2", false, 2, 0, "2", "2"},
		{"main...", false, 1, 0, "main at 1, the merge base", "1"},
		{"v2...", false, 1, 0, "v2 at 1, the merge base", "1"},
		{"COMMIT3...", false, 1, 0, "COMMIT3 at 1, the merge base", "1"},
		{"HEAD~1...", false, 4, 0, "HEAD~1 at 4, the merge base", "HEAD~1"},
		{"v2..main", false, 2, 3, "v2 at 2 ← main at 3", "v2"},
		{"main..work", false, 3, 5, "main at 3 ← work at 5", "main"},
		{"main...work", false, 1, 5, "main at 1, the merge base ← work at 5", "1"},
		{"work...main", false, 1, 3, "work at 1, the merge base ← main at 3", "1"},
		{"v2..", false, 2, 0, "v2 at 2", "v2"},
		{"..main", false, 5, 3, "HEAD at 5 ← main at 3", "HEAD"},
		{"...main", false, 1, 3, "HEAD at 1, the merge base ← main at 3", "1"},
	} {
		t.Run(test.rev, func(t *testing.T) {
			rev := strings.NewReplacer("COMMIT2", commits[2], "SHORT2", commits[2][:9], "COMMIT3", commits[3]).Replace(test.rev)
			c, err := Resolve(t.Context(), r.dir, rev, test.tip)
			if err != nil {
				t.Fatal(err)
			}
			defer c.Close()
			text, newCommit := c.Old.String(), ""
			if c.New != nil {
				text += " ← " + c.New.String()
				newCommit = c.New.Commit
			}
			label := c.Old.Label
			for i, commit := range commits[1:] {
				digit := string(rune('1' + i))
				text = strings.ReplaceAll(strings.ReplaceAll(text, commit, "COMMIT"+digit), commit[:7], digit)
				label = strings.ReplaceAll(label, commit[:7], digit)
			}
			if c.Old.Commit != commits[test.old] || newCommit != commits[test.new] {
				t.Errorf("old %d, new %d", slices.Index(commits[:], c.Old.Commit), slices.Index(commits[:], newCommit))
			}
			if text != test.text || label != test.label {
				t.Errorf("got %q, label %q", text, label)
			}
			if got := r.git("rev-parse", c.Old.Label+"^{commit}"); got != c.Old.Commit {
				t.Errorf("label %q means another commit", c.Old.Label)
			}
		})
	}
	if _, err := Resolve(t.Context(), r.dir, "main...", true); err == nil || !strings.Contains(err.Error(), `"main..." means a merge base`) {
		t.Errorf("the tip of a merge base: got %v", err)
	}
}

// The files of both commits of a range are read.
func TestResolveRange(t *testing.T) {
	r, _ := forked(t)
	c := r.resolve("main...work")
	for _, revision := range []*Revision{c.Old, c.New} {
		if _, err := revision.Add(t.Context(), "lex"); err != nil {
			t.Fatal(err)
		}
	}
	if err := c.Fill(t.Context(), plenty); err != nil {
		t.Fatal(err)
	}
	old, new := texts(t, c.Old), texts(t, c.New)
	if !slices.Equal(old, []string{"lex/a.json=1"}) || !slices.Equal(new, []string{"lex/a.json=1", "lex/b.json=5"}) {
		t.Errorf("old %q, new %q", old, new)
	}
}

// A branch without commits has no merge base, but commits can be compared.
func TestResolveUnborn(t *testing.T) {
	r, commits := forked(t)
	r.git("checkout", "--quiet", "--orphan", "other")
	for rev, want := range map[string]string{"v2": commits[2], "main~1": commits[2], "main..work": commits[3], "main...work": commits[1]} {
		if c := r.resolve(rev); c.Old.Commit != want {
			t.Errorf("%s: got %s", rev, c.Old)
		}
	}
	for _, rev := range []string{"main", "heads/main", "v2..."} {
		if _, err := Resolve(t.Context(), r.dir, rev, false); err == nil || err.Error() != "the current branch has no commits yet" {
			t.Errorf("%s: got %v", rev, err)
		}
	}
}

func TestIsRange(t *testing.T) {
	for rev, want := range map[string]bool{
		"main": false, "main..": false, "main...": false, "main..next": true, "..next": true, "a...b": true, "HEAD^{/a..b}": false, "": false,
	} {
		if got := IsRange(rev); got != want {
			t.Errorf("%q: %t, want %t", rev, got, want)
		}
	}
}

func TestUnrelatedHistories(t *testing.T) {
	r, commits := forked(t)
	r.git("checkout", "--quiet", "--orphan", "other")
	r.commitFiles("lex/c.json", "6")
	_, err := Resolve(t.Context(), r.dir, "main", false)
	if want := "main and HEAD have no common history; to compare with main itself, use its commit, " + commits[3]; err == nil || err.Error() != want {
		t.Errorf("got %v", err)
	}
	if c := r.resolve(commits[3]); c.Old.Commit != commits[3] {
		t.Errorf("got %s", c.Old.Commit)
	}
}

// shallowClone returns a clone of a branch with so many commits.
func (r testRepository) shallowClone(branch, depth string) testRepository {
	r.t.Helper()
	clone := testRepository{r.t, filepath.Join(r.t.TempDir(), "shallow")}
	r.git("clone", "--quiet", "--depth="+depth, "--branch="+branch, "file://"+r.dir, clone.dir)
	return clone
}

// A shallow clone that lacks the merge base says so, and the command in the
// message fetches it. It never takes an older commit for it.
func TestShallow(t *testing.T) {
	r, commits := forked(t)
	const want = `the merge base of origin/main and HEAD is not in this shallow clone: run "git fetch --unshallow origin" (in GitHub Actions, set "fetch-depth: 0" for actions/checkout)`
	for _, depth := range []string{"1", "2", "3"} {
		t.Run(depth, func(t *testing.T) {
			clone := r.shallowClone("work", depth)
			clone.git("fetch", "--quiet", "--depth=1", "origin", "main:refs/remotes/origin/main")
			_, err := Resolve(t.Context(), clone.dir, "origin/main", false)
			if err == nil || err.Error() != want {
				t.Fatalf("got %v", err)
			}
			clone.git("fetch", "--quiet", "--unshallow", "origin")
			if c := clone.resolve("origin/main"); c.Old.Commit != commits[1] {
				t.Errorf("got %s", c.Old)
			}
		})
	}
	deep := r.shallowClone("work", "3")
	deep.git("fetch", "--quiet", "--depth=3", "origin", "main:refs/remotes/origin/main")
	if c := deep.resolve("origin/main"); c.Old.Commit != commits[1] {
		t.Errorf("a clone that is deep enough: got %s", c.Old)
	}
}

// The history that a shallow clone has can lead to a common commit, while a later
// one is behind the part that it lacks.
func TestShallowMisleads(t *testing.T) {
	r := newTestRepository(t)
	first := r.commitFiles("lex/main.json", "1")
	r.branch("side", first)
	side := r.commitFiles("lex/side.json", "1")
	r.git("checkout", "--quiet", "main")
	second := r.commitFiles("lex/main.json", "2")
	r.branch("work", second)
	for i := range 5 {
		r.commitFiles("lex/work.json", string(rune('0'+i)))
	}
	r.git("merge", "--quiet", "--no-edit", side)
	clone := r.shallowClone("work", "3")
	clone.git("fetch", "--quiet", "--depth=5", "origin", "main:refs/remotes/origin/main")
	if got := clone.git("merge-base", "HEAD", "origin/main"); got != first {
		t.Fatalf("git finds %s: the test does not test anything", got)
	}
	if _, err := Resolve(t.Context(), clone.dir, "origin/main", false); err == nil || !strings.Contains(err.Error(), "--unshallow") {
		t.Errorf("got %v", err)
	}
	clone.git("fetch", "--quiet", "--unshallow", "origin")
	if c := clone.resolve("origin/main"); c.Old.Commit != second {
		t.Errorf("got %s", c.Old)
	}
}

// pullRequest adds the commit that a hosting service makes to test a pull request
// of work into main, and returns it. The branch main moves on afterwards.
func (r testRepository) pullRequest(message string) (merge, base string) {
	r.t.Helper()
	base = r.git("rev-parse", "main")
	head := r.git("rev-parse", "work")
	message = strings.NewReplacer("HEAD", head, "BASE", base).Replace(message)
	r.git("checkout", "--quiet", "--detach", "main")
	r.git("merge", "--quiet", "--message="+message, "work")
	merge = r.git("rev-parse", "HEAD")
	r.git("checkout", "--quiet", "main")
	r.commitFiles("lex/a.json", "moved")
	r.git("checkout", "--quiet", "work")
	r.git("config", "uploadpack.allowAnySHA1InWant", "true")
	return merge, base
}

// checkout returns a clone like that of a job for a commit, with one commit and
// the branch main as it is now.
func (r testRepository) checkout(commit, ref string) testRepository {
	r.t.Helper()
	job := newTestRepository(r.t)
	job.git("remote", "add", "origin", "file://"+r.dir)
	job.git("fetch", "--quiet", "--no-tags", "--depth=1", "origin", "+"+commit+":"+ref)
	job.git("checkout", "--quiet", "--force", "--detach", ref)
	job.git("fetch", "--quiet", "--no-tags", "--depth=1", "origin", "+main:refs/remotes/origin/main")
	return job
}

// The merge commit of a pull request is compared with its first parent, which a
// clone of one commit knows by its id, also when main has moved on.
func TestPullRequestJob(t *testing.T) {
	for _, test := range []struct{ name, message, ref string }{
		{"by its message", "Merge HEAD into BASE", "refs/remotes/origin/job"},
		{"by its ref", "Merge pull request 7 from work into main", "refs/remotes/pull/7/merge"},
	} {
		t.Run(test.name, func(t *testing.T) {
			r, _ := forked(t)
			merge, base := r.pullRequest(test.message)
			job := r.checkout(merge, test.ref)
			_, err := Resolve(t.Context(), job.dir, "origin/main", false)
			want := `the merge base of origin/main and HEAD is not in this shallow clone: run "git fetch --depth=1 origin ` + base + `"`
			if err == nil || err.Error() != want {
				t.Fatalf("got %v", err)
			}
			job.git("fetch", "--quiet", "--depth=1", "origin", base)
			c := job.resolve("origin/main")
			if c.Old.Commit != base || !regexp.MustCompile(`^origin/main at [0-9a-f]{7}, the merge base$`).MatchString(c.Old.String()) {
				t.Errorf("got %s", c.Old)
			}
			if got := job.changed("origin/main"); !slices.Equal(got, []string{"lex/b.json"}) {
				t.Errorf("changed: %q", got)
			}
			job.git("fetch", "--quiet", "--unshallow", "origin")
			if c := job.resolve("origin/main"); c.Old.Commit != base {
				t.Errorf("with the whole history: got %s", c.Old)
			}
		})
	}
}

// The first parent of other merge commits is not the merge base: here main was
// merged into the branch. Nor is it for another branch than that of the pull
// request, as far as the history is there.
func TestNoPullRequestJob(t *testing.T) {
	r, commits := forked(t)
	r.git("merge", "--quiet", "--no-edit", "main")
	r.git("config", "uploadpack.allowAnySHA1InWant", "true")
	job := r.checkout("refs/heads/work", "refs/remotes/origin/work")
	if _, err := Resolve(t.Context(), job.dir, "origin/main", false); err == nil || !strings.Contains(err.Error(), "--unshallow") {
		t.Errorf("main merged into the branch: got %v", err)
	}

	r, commits = forked(t)
	merge, _ := r.pullRequest("Merge HEAD into BASE")
	r.git("branch", "release", commits[2])
	job = r.checkout(merge, "refs/remotes/pull/7/merge")
	job.git("fetch", "--quiet", "--depth=9", "origin", "+release:refs/remotes/origin/release")
	if _, err := Resolve(t.Context(), job.dir, "origin/release", false); err == nil || !strings.Contains(err.Error(), "--unshallow") {
		t.Errorf("another branch: got %v", err)
	}
	job.git("fetch", "--quiet", "--unshallow", "origin")
	if c := job.resolve("origin/release"); c.Old.Commit != commits[2] {
		t.Errorf("another branch: got %s", c.Old)
	}
}
