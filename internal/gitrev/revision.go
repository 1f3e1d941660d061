// Package gitrev reads files and folders of a git revision as a file system.
// It runs git, and changes neither the index nor the working tree.
package gitrev

import (
	"errors"
	"fmt"
	"strings"
)

// Revision is a commit of a repository and what has been read from it.
type Revision struct {
	// Name is what the user called it.
	Name string
	// FS holds what Read has read, by the paths from the root of the
	// repository.
	FS *FS
	// Links and Submodules are the ones that Read found in folders and left
	// out.
	Links, Submodules []string

	repository repository
	commit     string // object id
	prefix     string // the folder in the repository: "" for its root, else with a slash at the end
	bare       bool
}

// Open looks up a revision, in any form that git accepts, in the repository that
// contains the folder dir, which may be a linked worktree or a bare repository.
// The error says how to fix it.
//
// In the working directory, ".", the environment variables that select a
// repository apply, so that hooks work; in other folders they do not.
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
		return nil, errors.New("empty revision: name a branch, a tag, or a commit")
	}
	commit, err := r.repository.run("rev-parse", "--verify", "--quiet", "--end-of-options", name+"^{commit}")
	if errors.Is(err, errSilent) {
		return nil, r.absent(shallow == "true")
	}
	r.commit = strings.TrimSpace(string(commit))
	if strings.HasPrefix(r.commit, "^") { // ^REV is what git log leaves out
		return nil, fmt.Errorf("%q is not a commit: name a branch, a tag, or a commit", name)
	}
	return r, err
}

// absent returns the error for a revision that does not exist. It says how to
// fetch it.
func (r *Revision) absent(shallow bool) error {
	if commits, err := r.repository.run("rev-list", "--all", "--max-count=1"); err == nil && len(commits) == 0 {
		return fmt.Errorf("unknown revision %q: the repository has no commits yet", r.Name)
	}
	if _, err := r.repository.run("cat-file", "-e", r.Name); err == nil {
		return fmt.Errorf("%q is not a commit: name a branch, a tag, or a commit", r.Name)
	}
	remotes, _ := r.repository.run("remote")
	names := strings.Fields(string(remotes))
	where, depth := "", ""
	if shallow {
		where, depth = " in this shallow clone", " --depth=1"
	}
	message := fmt.Sprintf("unknown revision %q%s", r.Name, where)
	if len(names) == 0 {
		return fmt.Errorf(`%s: list the revisions with "git branch --all" and "git tag"`, message)
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
		return fmt.Errorf(`%s: fetch the earlier commits with "git fetch --unshallow %s"`, message, remote)
	case !isPlain(r.Name):
		return fmt.Errorf(`%s: list the commits with "git log"`, message)
	case isObjectID(r.Name):
		return fmt.Errorf(`%s: fetch it with "git fetch%s %s %s"`, message, depth, remote, r.Name)
	}
	return fmt.Errorf(`%s: if it is a branch or tag of the remote, fetch it with "git fetch%s %s %s" and compare with FETCH_HEAD`, message, depth, remote, r.Name)
}

// isPlain reports whether a revision is the name of a branch or tag, or an
// object id, rather than an expression such as HEAD~2, and needs no quoting in a
// command.
func isPlain(name string) bool {
	return name != "" && name != "HEAD" && !strings.HasPrefix(name, "-") && !strings.ContainsAny(name, "~^:?*[\\@{}'\"$`&;|<>()!# \t\n")
}

// isObjectID reports whether a name is a full object id in hex.
func isObjectID(name string) bool {
	return (len(name) == 40 || len(name) == 64) && strings.Trim(name, "0123456789abcdef") == ""
}
