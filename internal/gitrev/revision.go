// Package gitrev reads folders and files of a git revision, as file systems.
// It asks the program git, which then needs no checkout and changes neither
// the index nor the working tree.
package gitrev

import (
	"errors"
	"fmt"
	"strings"
)

// Revision is a commit of a repository, and what was read of it.
type Revision struct {
	// Name is what the user called it.
	Name string
	// FS holds what Read has read, by the paths from the root of the
	// repository.
	FS *FS
	// Links and Submodules are those that Read came across in folders. They
	// are left out.
	Links, Submodules []string

	repository repository
	commit     string // object id
	prefix     string // the folder in the repository: "" for its root, else with a slash at the end
	bare       bool
}

// Open looks up a revision, whatever git takes for one, in the repository that
// the folder dir is in: a linked worktree and a bare repository are fine. The
// error says what to do about it.
//
// In the working directory, ".", the variables of the environment that git
// heeds hold, so that it works in hooks; in other folders they do not.
func Open(dir, name string) (*Revision, error) {
	r := &Revision{Name: name, FS: newFS(), repository: newRepository(dir)}
	facts, err := r.repository.run("rev-parse", "--is-bare-repository", "--is-shallow-repository", "--show-prefix")
	if err != nil {
		return nil, err
	}
	bare, rest, _ := strings.Cut(string(facts), "\n")
	shallow, prefix, _ := strings.Cut(rest, "\n")
	r.bare, r.prefix = bare == "true", strings.TrimSuffix(prefix, "\n")
	if name == "" {
		return nil, errors.New("the revision is empty: name a branch, a tag or a commit")
	}
	commit, err := r.repository.run("rev-parse", "--verify", "--quiet", "--end-of-options", name+"^{commit}")
	if errors.Is(err, errSilent) {
		return nil, r.absent(shallow == "true")
	}
	r.commit = strings.TrimSpace(string(commit))
	if strings.HasPrefix(r.commit, "^") { // ^REV is what git log leaves out
		return nil, fmt.Errorf("%q is no commit: name a branch, a tag or a commit", name)
	}
	return r, err
}

// absent says that the revision is not there, and how to bring it.
func (r *Revision) absent(shallow bool) error {
	if commits, err := r.repository.run("rev-list", "--all", "--max-count=1"); err == nil && len(commits) == 0 {
		return fmt.Errorf("unknown revision %q: the repository has no commits yet", r.Name)
	}
	if _, err := r.repository.run("cat-file", "-e", r.Name); err == nil {
		return fmt.Errorf("%q is no commit: name a branch, a tag or a commit", r.Name)
	}
	remotes, _ := r.repository.run("remote")
	names := strings.Fields(string(remotes))
	where, depth := "the repository", ""
	if shallow {
		where, depth = "this shallow clone", " --depth=1"
	}
	message := fmt.Sprintf("the revision %q is not in %s", r.Name, where)
	if len(names) == 0 {
		return fmt.Errorf(`%s: "git branch --all" and "git tag" list what is`, message)
	}
	for _, remote := range names {
		if branch, ok := strings.CutPrefix(r.Name, remote+"/"); ok && isPlain(branch) {
			return fmt.Errorf(`%s: fetch the branch with "git fetch%s %s %s:refs/remotes/%s"`, message, depth, remote, branch, r.Name)
		}
	}
	remote := names[0]
	if strings.Contains("\n"+string(remotes), "\norigin\n") {
		remote = "origin"
	}
	switch {
	case !isPlain(r.Name) && shallow:
		return fmt.Errorf(`%s: fetch the commits before it with "git fetch --unshallow %s"`, message, remote)
	case !isPlain(r.Name):
		return fmt.Errorf(`%s: "git log" shows what is`, message)
	case isObjectID(r.Name):
		return fmt.Errorf(`%s: fetch it with "git fetch%s %s %s"`, message, depth, remote, r.Name)
	}
	return fmt.Errorf(`%s: fetch it with "git fetch%s %s %s" and name it FETCH_HEAD, if it is a branch or tag there`, message, depth, remote, r.Name)
}

// isPlain reports whether a revision is the name of a branch or tag, or an
// object id, not an expression such as HEAD~2, and can stand in a command as
// it is.
func isPlain(name string) bool {
	return name != "" && name != "HEAD" && !strings.HasPrefix(name, "-") && !strings.ContainsAny(name, "~^:?*[\\@{}'\"$`&;|<>()!# \t\n")
}

// isObjectID reports whether a name is a whole object id in hex.
func isObjectID(name string) bool {
	return (len(name) == 40 || len(name) == 64) && strings.Trim(name, "0123456789abcdef") == ""
}
