// Package gitrev finds the commits that a revision argument means, and reads
// their files as a file system. It runs git, and changes neither the index nor
// the working tree.
package gitrev

import (
	"cmp"
	"context"
	"fmt"
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
// contains the folder dir, which may be a linked worktree or a bare repository. The
// caller must close the result.
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
//
// In the working directory, ".", the environment variables that select a
// repository apply, so that hooks work; in other folders they do not.
func Resolve(ctx context.Context, dir, rev string, tip bool) (*Comparison, error) {
	old, new, _ := splitRange(rev)
	r, err := open(ctx, dir, old, new)
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

// SplitPath splits a revision argument REV or REV:PATH. A colon in braces belongs
// to REV.
func SplitPath(text string) (rev, path string, hasPath bool) {
	i := indexOutsideBraces(text, ":")
	if i < 0 {
		return text, "", false
	}
	return text[:i], text[i+1:], true
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

// indexOutsideBraces returns the index of the first separator that is not in braces, -1
// if there is none.
func indexOutsideBraces(text, separator string) int {
	depth := 0
	for i := range len(text) {
		switch {
		case text[i] == '{':
			depth++
		case text[i] == '}':
			depth--
		case depth == 0 && strings.HasPrefix(text[i:], separator):
			return i
		}
	}
	return -1
}
