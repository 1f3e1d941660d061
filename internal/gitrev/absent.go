package gitrev

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// absent returns the error for a revision that does not exist. It says how to
// fetch it.
func (r *Repository) absent(ctx context.Context, name string) error {
	if commits, err := r.git.lines(ctx, "rev-list", "--all", "--max-count=1"); err == nil && len(commits) == 0 {
		return fmt.Errorf("unknown revision %q: the repository has no commits yet", name)
	}
	if _, err := r.git.run(ctx, "cat-file", "-e", name); err == nil {
		return notACommit(name)
	}
	if name == "HEAD" {
		return errors.New("the current branch has no commits yet")
	}
	remotes, err := r.git.lines(ctx, "remote")
	if err != nil {
		return err
	}
	shallow := r.shallowFile != ""
	where, depth, full := "", "", ""
	if shallow {
		where, depth, full = " in this shallow clone", " --depth=1", " --unshallow"
	}
	message := fmt.Sprintf("unknown revision %q%s", name, where)
	if isPlain(name) {
		names, err := r.git.names(ctx)
		if err != nil {
			return err
		}
		if near := syntax.Nearest(name, names); near != "" {
			message += fmt.Sprintf(" (did you mean %q?)", near)
		}
	}
	if len(remotes) == 0 {
		return fmt.Errorf(`%s: list the revisions with "git branch --all" and "git tag"`, message)
	}
	for _, remote := range remotes {
		if branch, ok := strings.CutPrefix(name, remote+"/"); ok && isPlain(branch) {
			return fmt.Errorf(`%s: fetch the branch with "git fetch%s %s %s:refs/remotes/%s"`, message, full, remote, branch, name)
		}
	}
	remote := r.remote(ctx)
	switch {
	case strings.Contains(name, "@{"):
		return fmt.Errorf(`%s: specify a branch, such as %s/main`, message, remote)
	case !isPlain(name) && shallow:
		return fmt.Errorf(`%s: fetch the earlier commits with "git fetch --unshallow %s"`, message, remote)
	case !isPlain(name):
		return fmt.Errorf(`%s: list the commits with "git log"`, message)
	case isObjectID(name):
		return fmt.Errorf(`%s: fetch it with "git fetch%s %s %s"`, message, depth, remote, name)
	}
	if _, err := r.git.run(ctx, "rev-parse", "--verify", "--quiet", "refs/remotes/"+remote+"/"+name); err == nil {
		return fmt.Errorf(`%s: did you mean %s/%s?`, message, remote, name)
	}
	return fmt.Errorf(`%s: fetch a tag with "git fetch%s %s tag %s"; fetch a branch with "git fetch%s %s %s:refs/remotes/%s/%s" and refer to it as %s/%s`,
		message, depth, remote, name, full, remote, name, remote, name, remote, name)
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
