// Package gitrev finds the commits that a revision argument means, and reads
// their files as a file system. It runs git, and changes neither the index nor
// the working tree.
package gitrev

import (
	"context"
	"fmt"
	"path"
	"path/filepath"

	"github.com/lexsmith/lexsmith/internal/git"
	"github.com/lexsmith/lexsmith/internal/memfs"
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
	if newName != "" {
		new, err := c.lookUp(ctx, newName)
		if err != nil {
			return err
		}
		if c.New, err = c.revision(ctx, newName, new.commit, new.commit); err != nil {
			return err
		}
	}
	switch {
	case dots == 3 && tip:
		return fmt.Errorf("%q means a merge base, so the tip of the branch cannot be used; remove the dots", rev)
	case dots == 2, dots == 0 && (tip || !old.isBranch()):
		c.Old, err = c.revision(ctx, oldName, old.commit, old.commit)
		return err
	}
	base, err := c.mergeBase(ctx, old)
	if err != nil {
		return err
	}
	if c.Old, err = c.revision(ctx, oldName, base, old.commit); err == nil {
		c.Old.MergeBase = true
	}
	return err
}

// Fill reads the files that were added to the revisions of the comparison, at
// most the first most bytes of each, and all at once. A file with several names
// is read under one of them. Texts are as stored: line endings can differ from
// those in the working tree.
//
// A file with one of the texts known is not read: it has that text, not a copy.
func (c *Comparison) Fill(ctx context.Context, most int64, known ...[]byte) error {
	c.objects.Know(known...)
	return c.fill(ctx, most)
}

// queuedFile is a file, whatever name it is read under.
type queuedFile struct {
	fs   *memfs.FS
	path string // without links
}

// enqueue adds a file that is to be read into fs under a name, which may be a link to it.
// A file with several names gets its own or else the first one.
func (r *Repository) enqueue(fs *memfs.FS, name string, file git.Entry) {
	key := queuedFile{fs, file.Name}
	if _, isQueued := r.queue[key]; !isQueued || name == file.Name {
		r.queue[key] = git.Entry{Mode: file.Mode, Name: name, ID: file.ID}
	}
}

// fill reads the files in the queue, and those of submodules.
func (r *Repository) fill(ctx context.Context, most int64) error {
	var ids []string
	for _, file := range r.queue {
		ids = append(ids, file.ID)
	}
	texts, err := r.objects.Texts(ctx, ids, most)
	if err != nil {
		return err
	}
	for key, file := range r.queue {
		key.fs.Add(path.Join(r.mount, file.Name), texts[file.ID])
	}
	clear(r.queue)
	for _, module := range r.modules {
		if err := module.fill(ctx, most); err != nil {
			return err
		}
	}
	return nil
}

// NewPath converts a path of the new side as the user wrote it: WorkingPath or, for a
// revision in a bare repository, RevisionPath.
func (c *Comparison) NewPath(name string) (string, error) {
	if c.New != nil && c.top == "" {
		return c.RevisionPath(filepath.ToSlash(name))
	}
	return c.WorkingPath(name)
}
