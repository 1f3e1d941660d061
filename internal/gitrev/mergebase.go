package gitrev

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/lexsmith/lexsmith/internal/files"
	"github.com/lexsmith/lexsmith/internal/git"
)

// checked returns what messages call the commits to check, and these commits: New or, for
// the working tree, HEAD and those that are being merged into it.
func (c *Comparison) checked(ctx context.Context) (name string, heads []string, err error) {
	if c.New != nil {
		return c.New.Name, []string{c.New.Commit}, nil
	}
	head, err := c.lookUp(ctx, "HEAD")
	return "HEAD", append([]string{head.commit}, readList(c.mergeFile)...), err
}

// readList returns the lines of a file of the repository, none if it does not
// exist.
func readList(name string) []string {
	text, err := files.Read(name, 32<<20)
	if err != nil {
		return nil
	}
	return strings.Fields(string(text))
}

// mergeBase returns the best common ancestor of a revision and of the commits to
// check: the first one if there are several.
//
// A local branch can be behind the branch of the same name that it tracks, which
// what is checked may be based on: then the two count as one.
func (c *Comparison) mergeBase(ctx context.Context, of ref) (string, error) {
	checked, heads, err := c.checked(ctx)
	if err != nil {
		return "", err
	}
	tips := []string{of.commit}
	if of.tracked != "" && of.tracked != of.commit {
		tips = append(tips, of.tracked)
	}
	var bases []string
	for _, tip := range tips {
		found, err := c.git.Lines(ctx, append([]string{"merge-base", "--all", tip}, heads...)...)
		if err != nil && git.ExitStatus(err) != 1 { // 1: there is none
			return "", err
		}
		bases = append(bases, found...)
	}
	if len(tips) > 1 && len(bases) > 1 {
		if bases, err = c.git.Lines(ctx, append([]string{"merge-base", "--independent"}, bases...)...); err != nil {
			return "", err
		}
	}
	cut, err := c.isCut(ctx, slices.Concat(tips, heads), bases)
	switch {
	case err != nil:
		return "", err
	case len(bases) > 0 && !cut:
		return bases[0], nil
	case len(heads) == 1:
		if base, err := c.pullRequestBase(ctx, of, heads[0]); err != nil || base != "" {
			return base, err
		}
	}
	if c.shallow {
		return "", fmt.Errorf(`the merge base of %s and %s is not in this shallow clone: run "git fetch --unshallow %s" (in GitHub Actions, set "fetch-depth: 0" for actions/checkout)`,
			of.name, checked, c.remote(ctx))
	}
	return "", fmt.Errorf(`%s and %s have no common history; to compare with %s itself, use its commit, %s`, of.name, checked, of.name, of.commit)
}

// isCut reports whether a shallow clone lacks a part of the history of some
// commits, without the history of others.
func (r *Repository) isCut(ctx context.Context, from, without []string) (bool, error) {
	if !r.shallow {
		return false, nil
	}
	boundary := map[string]bool{}
	for _, id := range readList(r.shallowFile) {
		boundary[id] = true
	}
	args := append([]string{"rev-list", "--max-parents=0"}, from...)
	roots, err := r.git.Lines(ctx, append(append(args, "--not"), without...)...)
	return slices.ContainsFunc(roots, func(id string) bool { return boundary[id] }), err
}

// pullRequestBase returns the first parent of a commit that a hosting service
// made to test a pull request: the state of its base branch that it was merged
// into, whatever was added to the branch since. A shallow clone may lack the rest
// of the history, but the parents are in the commit. The result is "" for any
// other commit, and if the first parent is known not to be in the history of the
// revision.
func (r *Repository) pullRequestBase(ctx context.Context, of ref, head string) (string, error) {
	c, err := r.objects.Commit(ctx, head)
	if err != nil || len(c.Parents) != 2 {
		return "", err
	}
	first := c.Parents[0]
	if strings.TrimSpace(c.Message) != "Merge "+c.Parents[1]+" into "+first {
		refs, err := r.git.Lines(ctx, "for-each-ref", "--format=%(refname)", "--points-at="+head, "refs/pull", "refs/remotes/pull")
		if err != nil || !slices.ContainsFunc(refs, func(ref string) bool { return strings.HasSuffix(ref, "/merge") }) {
			return "", err
		}
	}
	if cut, err := r.isCut(ctx, []string{of.commit}, nil); err != nil {
		return "", err
	} else if !cut && first != of.commit {
		_, err := r.git.Run(ctx, "merge-base", "--is-ancestor", first, of.commit)
		if git.ExitStatus(err) != 0 { // it is not an ancestor, or does not exist
			return "", nil
		} else if err != nil {
			return "", err
		}
	}
	if _, err := r.objects.Commit(ctx, first); errors.Is(err, git.ErrMissing) {
		return "", fmt.Errorf(`the merge base of %s and HEAD is not in this shallow clone: run "git fetch --depth=1 %s %s"`, of.name, r.remote(ctx), first)
	}
	return first, nil
}
