package gitrev

import (
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// changed returns which files in lex differ between the old side of a revision
// and the working tree.
func (r testRepository) changed(rev string) []string {
	r.t.Helper()
	all := map[string]string{}
	for _, file := range texts(r.t, r.resolve(rev).read(r.t, "lex")) {
		name, text, _ := strings.Cut(file, "=")
		all[name] = text
	}
	names, err := filepath.Glob(filepath.Join(r.dir, "lex", "*.json"))
	if err != nil {
		r.t.Fatal(err)
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			r.t.Fatal(err)
		}
		name = "lex/" + filepath.Base(name)
		if all[name] == string(text) {
			delete(all, name)
		} else {
			all[name] = string(text)
		}
	}
	return slices.Sorted(maps.Keys(all))
}

// try runs a git command that may fail.
func (r testRepository) try(arguments ...string) {
	c := exec.Command("git", arguments...)
	c.Dir = r.dir
	c.Run()
}

// branch creates a branch at a commit and checks it out.
func (r testRepository) branch(name, at string) {
	r.t.Helper()
	r.git("checkout", "--quiet", "-b", name, at)
}

// lines returns a text of ten lines, one of which is changed.
func lines(changed int, text string) string {
	all := strings.Split("0 1 2 3 4 5 6 7 8 9", " ")
	if changed >= 0 {
		all[changed] = text
	}
	return strings.Join(all, "\n\n\n") + "\n"
}

// However a branch and main are entangled, only what the branch changed counts as
// changed: here always mine.json and, where a test says so, more. What others
// changed is main.json and third.json. If there are several merge bases, it is what
// git diff main... shows.
func TestStaleBranch(t *testing.T) {
	mine := []string{"lex/mine.json"}
	sameAsGit := []string{"as git diff"}
	for _, test := range []struct {
		name  string
		set   func(r testRepository) // on branch work, which starts at the first commit of main
		rev   string                 // default: main
		wants []string
	}{
		{"behind", func(r testRepository) {
			r.git("checkout", "--quiet", "main")
			r.commitFiles("lex/main.json", "2", "lex/added.json", "1")
			r.git("rm", "--quiet", "lex/third.json")
			r.commit("removed")
			r.git("checkout", "--quiet", "work")
			r.commitFiles("lex/mine.json", "2")
		}, "", mine},
		{"ahead", func(r testRepository) { r.commitFiles("lex/mine.json", "2") }, "", mine},
		{"no commit of its own", func(r testRepository) {
			r.git("checkout", "--quiet", "main")
			r.commitFiles("lex/main.json", "2")
			r.git("checkout", "--quiet", "work")
		}, "", nil},
		{"on main", func(r testRepository) {
			r.git("checkout", "--quiet", "main")
			r.commitFiles("lex/main.json", "2")
			r.write("lex/mine.json", "2")
		}, "", mine},
		{"detached", func(r testRepository) {
			r.git("checkout", "--quiet", "main")
			r.commitFiles("lex/main.json", "2")
			r.git("checkout", "--quiet", "--detach", "work")
			r.commitFiles("lex/mine.json", "2")
		}, "", mine},
		{"not committed", func(r testRepository) {
			r.git("checkout", "--quiet", "main")
			r.commitFiles("lex/main.json", "2")
			r.git("checkout", "--quiet", "work")
			r.write("lex/mine.json", "2", "lex/untracked.json", "1")
		}, "", []string{"lex/mine.json", "lex/untracked.json"}},
		{"main merged", func(r testRepository) {
			r.commitFiles("lex/mine.json", "2")
			r.git("checkout", "--quiet", "main")
			r.commitFiles("lex/main.json", "2")
			r.git("checkout", "--quiet", "work")
			r.git("merge", "--quiet", "--no-edit", "main")
			r.git("checkout", "--quiet", "main")
			r.commitFiles("lex/main.json", "3")
			r.git("checkout", "--quiet", "work")
		}, "", mine},
		{"main merged, the same file changed", func(r testRepository) {
			r.commitFiles("lex/mine.json", lines(2, "mine"))
			r.git("checkout", "--quiet", "main")
			r.commitFiles("lex/mine.json", lines(7, "main"))
			r.git("checkout", "--quiet", "work")
			r.git("merge", "--quiet", "--no-edit", "--strategy-option=ours", "main")
		}, "", mine},
		{"merge in progress", func(r testRepository) {
			r.commitFiles("lex/mine.json", "2")
			r.git("checkout", "--quiet", "main")
			r.commitFiles("lex/main.json", "2")
			r.git("checkout", "--quiet", "work")
			r.git("merge", "--quiet", "--no-commit", "main")
		}, "", mine},
		{"rebased", func(r testRepository) {
			r.commitFiles("lex/mine.json", "2")
			r.git("checkout", "--quiet", "main")
			r.commitFiles("lex/main.json", "2")
			r.git("checkout", "--quiet", "work")
			r.git("rebase", "--quiet", "main")
		}, "", mine},
		{"rebase in progress", func(r testRepository) {
			r.commitFiles("lex/mine.json", "2")
			r.git("checkout", "--quiet", "main")
			r.commitFiles("lex/main.json", "2")
			r.git("checkout", "--quiet", "work")
			r.try("rebase", "--quiet", "--exec", "false", "main") // stops after the commit
		}, "", mine},
		{"merged crosswise", func(r testRepository) {
			work1 := r.commitFiles("lex/work.json", "2") // lands in main
			r.git("checkout", "--quiet", "main")
			main1 := r.commitFiles("lex/main.json", "2")
			r.git("merge", "--quiet", "--no-edit", work1)
			r.commitFiles("lex/main.json", "3")
			r.git("checkout", "--quiet", "work")
			r.git("merge", "--quiet", "--no-edit", main1)
			r.commitFiles("lex/mine.json", "2")
		}, "", sameAsGit},
		{"merged crosswise, the same file changed", func(r testRepository) {
			r.git("checkout", "--quiet", "main")
			r.commitFiles("lex/both.json", lines(-1, ""))
			r.git("checkout", "--quiet", "work")
			r.git("merge", "--quiet", "main")
			work1 := r.commitFiles("lex/both.json", lines(2, "work"))
			r.git("checkout", "--quiet", "main")
			main1 := r.commitFiles("lex/both.json", lines(7, "main"))
			r.git("merge", "--quiet", "--no-edit", work1)
			r.git("checkout", "--quiet", "work")
			r.git("merge", "--quiet", "--no-edit", main1)
			r.commitFiles("lex/mine.json", "2")
		}, "", sameAsGit},
		{"a third branch in both", func(r testRepository) {
			r.branch("third", "work")
			third := r.commitFiles("lex/third.json", "2", "lex/added.json", "1")
			r.git("checkout", "--quiet", "main")
			r.commitFiles("lex/main.json", "2")
			r.git("checkout", "--quiet", "work")
			r.git("merge", "--quiet", "main")
			r.commitFiles("lex/mine.json", "2")
			r.git("merge", "--quiet", "--no-edit", third)
			r.git("checkout", "--quiet", "main")
			r.git("merge", "--quiet", "--no-edit", "--no-ff", third)
			r.commitFiles("lex/main.json", "3")
			r.git("checkout", "--quiet", "work")
		}, "", sameAsGit},
		{"octopus", func(r testRepository) {
			r.branch("third", "work")
			r.commitFiles("lex/third.json", "2")
			r.git("checkout", "--quiet", "main")
			r.commitFiles("lex/main.json", "2")
			r.git("merge", "--quiet", "--no-edit", "third")
			r.git("checkout", "--quiet", "work")
			r.commitFiles("lex/mine.json", "2")
			r.git("merge", "--quiet", "--no-edit", "main", "third")
		}, "", mine},
		{"files renamed in main", func(r testRepository) {
			r.git("checkout", "--quiet", "main")
			r.git("mv", "lex/main.json", "lex/renamed.json")
			r.commit("renamed")
			r.git("checkout", "--quiet", "work")
			r.commitFiles("lex/mine.json", "2")
		}, "", mine},
		{"folder renamed in main", func(r testRepository) {
			r.git("checkout", "--quiet", "main")
			r.git("mv", "lex", "schemas")
			r.commit("renamed")
			r.git("checkout", "--quiet", "work")
			r.commitFiles("lex/mine.json", "2")
		}, "", mine},
		{"local main behind the remote one", func(r testRepository) {
			r.git("checkout", "--quiet", "main")
			r.git("clone", "--quiet", "--bare", ".", "../origin")
			r.git("remote", "add", "origin", "../origin")
			r.git("push", "--quiet", "--set-upstream", "origin", "main")
			r.branch("others", "main")
			r.commitFiles("lex/main.json", "2")
			r.git("push", "--quiet", "origin", "others:main")
			r.git("checkout", "--quiet", "work")
			r.commitFiles("lex/mine.json", "2")
			r.git("rebase", "--quiet", "origin/main")
		}, "", mine},
		{"upstream", func(r testRepository) {
			r.git("checkout", "--quiet", "main")
			r.git("clone", "--quiet", "--bare", ".", "../origin")
			r.git("remote", "add", "origin", "../origin")
			r.commitFiles("lex/main.json", "2")
			r.git("push", "--quiet", "origin", "main")
			r.git("checkout", "--quiet", "work")
			r.git("branch", "--set-upstream-to=origin/main")
			r.commitFiles("lex/mine.json", "2")
		}, "@{u}", mine},
		{"three dots, a commit", func(r testRepository) {
			r.git("checkout", "--quiet", "main")
			r.commitFiles("lex/main.json", "2")
			r.git("tag", "v1")
			r.git("checkout", "--quiet", "work")
			r.commitFiles("lex/mine.json", "2")
		}, "v1...", mine},
		{"pull request, run again after main moved", func(r testRepository) {
			r.commitFiles("lex/mine.json", "2")
			r.git("checkout", "--quiet", "main")
			r.commitFiles("lex/main.json", "2")
			r.git("checkout", "--quiet", "--detach", "main")
			r.git("merge", "--quiet", "--no-edit", "work")
			merge := r.git("rev-parse", "HEAD")
			r.git("checkout", "--quiet", "main")
			r.commitFiles("lex/main.json", "3", "lex/mine.json", "3")
			r.git("checkout", "--quiet", "--detach", merge)
		}, "", mine},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := newTestRepository(t)
			r.commitFiles("lex/mine.json", "1", "lex/main.json", "1", "lex/third.json", "1")
			r.branch("work", "main")
			test.set(r)
			rev := test.rev
			if rev == "" {
				rev = "main"
			}
			wants := test.wants
			if slices.Equal(wants, sameAsGit) {
				wants = strings.Split(r.git("diff", "--name-only", "main...", "--", "lex"), "\n")
				wants = wants[1:] // a warning
			}
			if got := r.changed(rev); !slices.Equal(got, wants) {
				t.Errorf("got %q, want %q\n%s", got, wants, r.git("log", "--graph", "--oneline", "--all"))
			}
		})
	}
}

// A linked worktree and a submodule have a HEAD of their own.
func TestStaleBranchElsewhere(t *testing.T) {
	r := newTestRepository(t)
	first := r.commitFiles("lex/mine.json", "1", "lex/main.json", "1")
	r.commitFiles("lex/main.json", "2")
	linked := testRepository{t, filepath.Join(t.TempDir(), "linked")}
	r.git("worktree", "add", "--quiet", "--detach", linked.dir, first)
	outer := newTestRepository(t)
	outer.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", r.dir, "module")
	module := testRepository{t, filepath.Join(outer.dir, "module")}
	module.git("checkout", "--quiet", "--detach", first)
	for name, at := range map[string]testRepository{"worktree": linked, "submodule": module} {
		at.commitFiles("lex/mine.json", "2")
		if got := at.changed("main"); !slices.Equal(got, []string{"lex/mine.json"}) {
			t.Errorf("%s: got %q", name, got)
		}
	}
}
