package gitrev

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Comparison is what a revision argument says to compare.
type Comparison struct {
	// Old is the commit to compare with.
	Old *Revision
	// New is the commit to check, nil for the working tree.
	New *Revision

	*Repository
}

// Resolve finds the commits that a revision argument means in the repository that
// contains the folder dir. The caller must close the result.
//
//	REV                           OLD
//	a branch, local or remote     the merge base of the branch and HEAD; with tip, the branch
//	any other commit              that commit
//	A...                          the merge base of A and HEAD, whatever A is
//	A..B                          A; NEW is B, not the working tree
//	A...B                         the merge base of A and B; NEW is B
//
// Of several merge bases it is the first one, as in git diff A...B. The error says
// how to fix it, for example how to fetch what a shallow clone lacks.
func Resolve(ctx context.Context, dir, rev string, tip bool) (*Comparison, error) {
	name, _, _ := splitRange(rev)
	if !isPlain(name) && name != "HEAD" {
		name = ""
	}
	r, err := open(ctx, dir, name)
	if err != nil {
		return nil, err
	}
	c := &Comparison{Repository: r}
	if err := c.resolve(ctx, rev, tip); err != nil {
		r.Close()
		return nil, err
	}
	return c, nil
}

func (c *Comparison) resolve(ctx context.Context, rev string, tip bool) error {
	oldName, newName, dots := splitRange(rev)
	old, err := c.lookUp(ctx, oldName)
	if err != nil {
		return err
	}
	var heads []string
	checked := "HEAD"
	if newName != "" {
		new, err := c.lookUp(ctx, newName)
		if err != nil {
			return err
		}
		if c.New, err = c.revision(ctx, newName, new.commit, new.commit); err != nil {
			return err
		}
		heads, checked = []string{new.commit}, newName
	}
	switch {
	case dots == 3 && tip:
		return fmt.Errorf("%q means a merge base, so the tip of the branch cannot be used; remove the dots", rev)
	case dots == 2, dots == 0 && (tip || !old.isBranch()):
		c.Old, err = c.revision(ctx, oldName, old.commit, old.commit)
		return err
	case heads == nil:
		if heads, err = c.heads(ctx); err != nil {
			return err
		}
	}
	base, err := c.mergeBase(ctx, old, heads, checked)
	if err != nil {
		return err
	}
	if c.Old, err = c.revision(ctx, oldName, base, old.commit); err == nil {
		c.Old.MergeBase = true
	}
	return err
}

// IsRange reports whether a revision argument names the commit to check too.
func IsRange(rev string) bool {
	_, new, _ := splitRange(rev)
	return new != ""
}

// splitRange splits A..B or A...B, of which either end may be missing. Dots in
// braces do not count. The number of dots is 0 for a single revision.
func splitRange(rev string) (a, b string, dots int) {
	i := indexOutsideBraces(rev, "..")
	if i < 0 {
		return rev, "", 0
	}
	dots = 2
	if strings.HasPrefix(rev[i:], "...") {
		dots = 3
	}
	return cmp.Or(rev[:i], "HEAD"), rev[i+dots:], dots
}

// ref is what a name means.
type ref struct {
	name   string // as given
	full   string // "refs/heads/main"; "" for what is not the name of a ref
	commit string // object id
}

func (r ref) isBranch() bool {
	return strings.HasPrefix(r.full, "refs/heads/") || strings.HasPrefix(r.full, "refs/remotes/")
}

// lookUp finds the commit of a name.
func (r *Repository) lookUp(ctx context.Context, name string) (ref, error) {
	if name == "" {
		return ref{}, errors.New("the revision is empty; pass a branch, a tag, or a commit")
	}
	if name == r.head.name {
		return r.head, nil
	}
	if name == r.named.name {
		return r.named, r.unambiguous(ctx, name)
	}
	commit, err := r.git.run(ctx, "rev-parse", "--verify", "--quiet", "--end-of-options", name+"^{commit}")
	var failed *gitError
	switch {
	case errors.As(err, &failed):
		return ref{}, r.absent(ctx, name)
	case err != nil:
		return ref{}, err
	case strings.HasPrefix(commit, "^"): // ^REV is what git log excludes
		return ref{}, notACommit(name)
	case name == "HEAD" || name == "@": // not the branch that is checked out
		return ref{name: name, commit: commit}, nil
	}
	if err := r.unambiguous(ctx, name); err != nil {
		return ref{}, err
	}
	full, err := r.git.run(ctx, "rev-parse", "--verify", "--quiet", "--symbolic-full-name", "--end-of-options", name)
	return ref{name, full, commit}, err
}

// unambiguous returns an error if a name means several refs.
func (r *Repository) unambiguous(ctx context.Context, name string) error {
	possible := []string{"refs/tags/" + name, "refs/heads/" + name, "refs/remotes/" + name}
	refs, err := r.git.lines(ctx, append([]string{"for-each-ref", "--format=%(refname)"}, possible...)...)
	if err != nil {
		return err
	}
	refs = slices.DeleteFunc(refs, func(full string) bool { return !slices.Contains(possible, full) })
	if len(refs) > 1 {
		return fmt.Errorf("%q is ambiguous; write %s", name, strings.Join(refs, " or "))
	}
	return nil
}

func notACommit(name string) error {
	return fmt.Errorf("%q is not a commit; pass a branch, a tag, or a commit", name)
}

// revision returns a commit that was found by a name, which means another one if
// the commit is a merge base.
func (r *Repository) revision(ctx context.Context, name, commit, named string) (*Revision, error) {
	c, err := r.objects.commit(ctx, commit)
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		return nil, fmt.Errorf(`commit %.7s is missing from the repository: run "git fsck"`, commit)
	}
	short, err := r.objects.abbreviate(ctx, commit)
	if err != nil {
		return nil, err
	}
	v := &Revision{Name: name, Commit: commit, Label: name, FS: NewFS(), repository: r, short: short,
		root: entry{modeFolder, ".", c.tree}}
	if commit != named || v.isID() {
		v.Label = short
	}
	return v, nil
}
