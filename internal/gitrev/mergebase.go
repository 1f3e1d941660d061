package gitrev

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// heads returns the commits that the working tree is based on: HEAD, and those
// that are being merged into it.
func (r *Repository) heads(ctx context.Context) ([]string, error) {
	head, err := r.lookUp(ctx, "HEAD")
	return append([]string{head.commit}, readList(r.mergeFile)...), err
}

// mergeBase returns the best common ancestor of a revision and of the commits to
// check, which are called checked in messages: the first one if there are several.
//
// A local branch can be behind the branch of the same name that it tracks, which
// what is checked may be based on: then the two count as one.
func (r *Repository) mergeBase(ctx context.Context, of ref, heads []string, checked string) (string, error) {
	tips := []string{of.commit}
	if tracked, err := r.tracked(ctx, of); err != nil {
		return "", err
	} else if tracked != "" && tracked != of.commit {
		tips = append(tips, tracked)
	}
	var bases []string
	for _, tip := range tips {
		found, err := r.git.lines(ctx, append([]string{"merge-base", "--all", tip}, heads...)...)
		if status := (*gitError)(nil); err != nil && !(errors.As(err, &status) && status.status == 1) {
			return "", err
		}
		bases = append(bases, found...)
	}
	if len(tips) > 1 && len(bases) > 1 {
		var err error
		if bases, err = r.git.lines(ctx, append([]string{"merge-base", "--independent"}, bases...)...); err != nil {
			return "", err
		}
	}
	boundary := readList(r.shallowFile)
	certain := len(bases) > 0
	if certain && len(boundary) > 0 {
		cut, err := r.reaches(ctx, boundary, slices.Concat(tips, heads), bases)
		if err != nil {
			return "", err
		}
		certain = !cut
	}
	switch {
	case !certain && len(heads) == 1:
		base, err := r.pullRequestBase(ctx, of, heads[0], boundary)
		if err != nil || base != "" {
			return base, err
		}
		return "", r.noMergeBase(ctx, of, checked)
	case !certain:
		return "", r.noMergeBase(ctx, of, checked)
	}
	return bases[0], nil
}

// tracked returns the commit of the remote branch that a local branch tracks, if
// both have the same name; else "".
func (r *Repository) tracked(ctx context.Context, of ref) (string, error) {
	branch, ok := strings.CutPrefix(of.full, "refs/heads/")
	if !ok {
		return "", nil
	}
	upstream, err := r.git.run(ctx, "for-each-ref", "--format=%(upstream)", of.full)
	if err != nil || !strings.HasPrefix(upstream, "refs/remotes/") || !strings.HasSuffix(upstream, "/"+branch) {
		return "", err
	}
	commit, err := r.git.run(ctx, "rev-parse", "--verify", "--quiet", "--end-of-options", upstream+"^{commit}")
	if failed := (*gitError)(nil); errors.As(err, &failed) { // it was deleted
		return "", nil
	}
	return commit, err
}

// reaches reports whether one of the wanted commits is in the history of some
// commits, without the history of others.
func (r *Repository) reaches(ctx context.Context, wanted, from, without []string) (bool, error) {
	args := append([]string{"rev-list"}, from...)
	args = append(append(args, "--not"), without...)
	found, err := r.search(ctx, args, wanted)
	return found != "", err
}

// search runs git and returns the first line of its output that is wanted, or "".
func (r *Repository) search(ctx context.Context, args, wanted []string) (string, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	c := r.git.command(ctx, args...)
	out, err := c.StdoutPipe()
	if err != nil {
		return "", err
	}
	var words strings.Builder
	c.Stderr = &words
	if err := c.Start(); err != nil {
		return "", r.git.failure(ctx, err, args, "")
	}
	set := make(map[string]bool, len(wanted))
	for _, id := range wanted {
		set[id] = true
	}
	for lines := bufio.NewScanner(out); lines.Scan(); {
		if set[lines.Text()] {
			cancel()
			c.Wait()
			return lines.Text(), nil
		}
	}
	return "", r.git.failure(ctx, c.Wait(), args, words.String())
}

// pullRequestBase returns the first parent of a commit that a hosting service
// made to test a pull request: the state of its base branch that it was merged
// into, whatever was added to the branch since. A shallow clone may lack the rest
// of the history, but the parents are in the commit. The result is "" for any
// other commit, and if the first parent is known not to be in the history of the
// revision.
func (r *Repository) pullRequestBase(ctx context.Context, of ref, head string, boundary []string) (string, error) {
	c, err := r.objects.commit(ctx, head)
	if err != nil || len(c.parents) != 2 {
		return "", err
	}
	first := c.parents[0]
	if strings.TrimSpace(c.message) != "Merge "+c.parents[1]+" into "+first {
		refs, err := r.git.lines(ctx, "for-each-ref", "--format=%(refname)", "--points-at="+head, "refs/pull", "refs/remotes/pull")
		if err != nil || !slices.ContainsFunc(refs, func(ref string) bool { return strings.HasSuffix(ref, "/merge") }) {
			return "", err
		}
	}
	if first != of.commit {
		inside, err := r.reaches(ctx, append([]string{first}, boundary...), []string{of.commit}, nil)
		if err != nil || !inside {
			return "", err
		}
	}
	if _, err := r.objects.commit(ctx, first); errors.Is(err, errMissing) {
		return "", fmt.Errorf(`the merge base of %s and HEAD is not in this shallow clone: run "git fetch --depth=1 %s %s"`, of.name, r.remote(ctx), first)
	}
	return first, nil
}

// noMergeBase returns the error for two commits whose merge base cannot be found.
func (r *Repository) noMergeBase(ctx context.Context, of ref, checked string) error {
	if r.shallowFile != "" {
		return fmt.Errorf(`the merge base of %s and %s is not in this shallow clone: run "git fetch --unshallow %s" (in GitHub Actions, set "fetch-depth: 0" for actions/checkout)`,
			of.name, checked, r.remote(ctx))
	}
	return fmt.Errorf(`%s and %s have no common history; to compare with %s itself, use its commit, %s`, of.name, checked, of.name, of.commit)
}

// remote returns the name of the remote to fetch from.
func (r *Repository) remote(ctx context.Context) string {
	remotes, err := r.git.lines(ctx, "remote")
	if err != nil || len(remotes) == 0 || slices.Contains(remotes, "origin") {
		return "origin"
	}
	return remotes[0]
}
