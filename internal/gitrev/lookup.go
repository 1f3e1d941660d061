package gitrev

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/lexsmith/lexsmith/internal/git"
	"github.com/lexsmith/lexsmith/internal/words"
)

// lookUp finds the commit of HEAD, or of a name that was given to open.
func (r *Repository) lookUp(ctx context.Context, name string) (ref, error) {
	found, ok := r.refs[name]
	switch {
	case name == "":
		return ref{}, errors.New("the revision is empty; pass a branch, a tag, or a commit")
	case !ok:
		return ref{}, r.absent(ctx, name)
	case name == "HEAD" || name == "@":
		found.full = "" // not the branch that is checked out
		return found, nil
	}
	var err error
	found.tracked, err = r.tracked(ctx, found)
	return found, err
}

// tracked returns the commit of the remote branch that a local branch tracks, if both have
// the same name; else "". It returns an error if the name means several refs: both are
// known from one git process.
func (r *Repository) tracked(ctx context.Context, of ref) (string, error) {
	possible := []string{"refs/tags/" + of.name, "refs/heads/" + of.name, "refs/remotes/" + of.name}
	args := append([]string{"for-each-ref", "--format=%(refname)%09%(objectname)%09%(upstream)"}, possible...)
	branch, isLocal := strings.CutPrefix(of.full, "refs/heads/")
	if isLocal {
		args = append(args, of.full, "refs/remotes/**/"+branch)
	}
	lines, err := r.git.Lines(ctx, args...)
	if err != nil {
		return "", err
	}
	var meant []string
	upstream, commits := "", map[string]string{}
	for _, line := range lines {
		fields := strings.Split(line, "\t")
		commits[fields[0]] = fields[1]
		if slices.Contains(possible, fields[0]) {
			meant = append(meant, fields[0])
		}
		if isLocal && fields[0] == of.full {
			upstream = fields[2]
		}
	}
	if len(meant) > 1 {
		return "", fmt.Errorf("%q is ambiguous; write %s", of.name, strings.Join(meant, " or "))
	}
	if strings.HasPrefix(upstream, "refs/remotes/") && strings.HasSuffix(upstream, "/"+branch) {
		return commits[upstream], nil // "" if it was deleted
	}
	return "", nil
}

// absent returns the error for a revision that does not exist. It says how to
// fetch it.
func (r *Repository) absent(ctx context.Context, name string) error {
	if commits, err := r.git.Lines(ctx, "rev-list", "--all", "--max-count=1"); err == nil && len(commits) == 0 {
		return fmt.Errorf("unknown revision %q: the repository has no commits yet", name)
	}
	if _, err := r.git.Run(ctx, "cat-file", "-e", strings.TrimPrefix(name, "^")); err == nil { // ^REV is what git log excludes
		return fmt.Errorf("%q is not a commit; pass a branch, a tag, or a commit", name)
	}
	if name == "HEAD" {
		return errors.New("the current branch has no commits yet")
	}
	remotes, err := r.git.Lines(ctx, "remote")
	if err != nil {
		return err
	}
	where, depth, full := "", "", ""
	if r.shallow {
		where, depth, full = " in this shallow clone", " --depth=1", " --unshallow"
	}
	message := fmt.Sprintf("unknown revision %q%s", name, where)
	if isPlain(name) {
		names, err := r.git.Names(ctx)
		if err != nil {
			return err
		}
		if near := words.Nearest(name, names); near != "" {
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
	case !isPlain(name) && r.shallow:
		return fmt.Errorf(`%s: fetch the earlier commits with "git fetch --unshallow %s"`, message, remote)
	case !isPlain(name):
		return fmt.Errorf(`%s: list the commits with "git log"`, message)
	case git.IsID(name):
		return fmt.Errorf(`%s: fetch it with "git fetch%s %s %s"`, message, depth, remote, name)
	}
	if _, err := r.git.Run(ctx, "rev-parse", "--verify", "--quiet", "refs/remotes/"+remote+"/"+name); err == nil {
		return fmt.Errorf(`%s: did you mean %s/%s?`, message, remote, name)
	}
	return fmt.Errorf(`%[1]s: fetch a tag with "git fetch%[2]s %[4]s tag %[5]s"; fetch a branch with "git fetch%[3]s %[4]s %[5]s:refs/remotes/%[4]s/%[5]s" and refer to it as %[4]s/%[5]s`,
		message, depth, full, remote, name)
}

// remote returns the name of the remote to fetch from.
func (r *Repository) remote(ctx context.Context) string {
	remotes, err := r.git.Lines(ctx, "remote")
	if err != nil || len(remotes) == 0 || slices.Contains(remotes, "origin") {
		return "origin"
	}
	return remotes[0]
}

// isPlain reports whether a revision is the name of a branch or tag, or an
// object id, rather than an expression such as HEAD~2, and needs no quoting in a
// command.
func isPlain(name string) bool {
	return name != "" && name != "HEAD" && !strings.HasPrefix(name, "-") && !strings.ContainsAny(name, "~^:?*[\\@{}'\"$`&;|<>()!# \t\n")
}
