package gitrev

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/lexsmith/lexsmith/internal/git"
	"github.com/lexsmith/lexsmith/internal/memfs"
	"github.com/lexsmith/lexsmith/internal/words"
)

// Revision is a commit, how it was found, and what has been read from it.
type Revision struct {
	// Name is the revision as the user wrote it; for a range, one end of it.
	Name string
	// Commit is the object id of the commit.
	Commit string
	// MergeBase says that the commit is a merge base, not the one that Name means.
	MergeBase bool
	// Label is what REV:PATH begins with for a file of the commit: Name if it
	// means this commit, else an abbreviated object id.
	Label string
	// FS holds the files that were read, by their paths from the root of the
	// repository.
	FS *memfs.FS
	// LeftOut says for each symbolic link and submodule in a folder that was left
	// out why.
	LeftOut []error

	repository *Repository
	short      string // abbreviated object id
	root       git.Entry
}

// revision returns a commit that was found by a name, which means another one if
// the commit is a merge base.
func (r *Repository) revision(ctx context.Context, name, commit, named string) (*Revision, error) {
	c, err := r.objects.Commit(ctx, commit)
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		return nil, fmt.Errorf(`commit %.7s is missing from the repository: run "git fsck"`, commit)
	}
	short, err := r.objects.Abbreviate(ctx, commit)
	if err != nil {
		return nil, err
	}
	v := &Revision{Name: name, Commit: commit, Label: name, FS: memfs.New(), repository: r, short: short, root: c.Root}
	if commit != named || v.isID() {
		v.Label = short
	}
	return v, nil
}

// String describes the revision for reports: "main at 1a2b3c4, the merge base".
func (v *Revision) String() string {
	text := v.short
	if !v.isID() {
		text = v.Name + " at " + text
	}
	if v.MergeBase {
		text += ", the merge base"
	}
	return text
}

// isID reports whether Name is the object id of the commit, maybe abbreviated.
func (v *Revision) isID() bool {
	return len(v.Name) >= 4 && strings.HasPrefix(v.Commit, strings.ToLower(v.Name))
}

// Add adds the files at a path, relative to the root of the repository, to those
// that Comparison.Fill reads: a file, or the Lexicons in a folder. Symbolic links in
// the path, and those to files in the folder, are followed. The result is the path
// without links, which is the one in FS. The error is fs.ErrNotExist for a
// path that the revision does not have.
func (v *Revision) Add(ctx context.Context, name string) (string, error) {
	r := v.repository
	found, err := r.find(ctx, v.root, name)
	if err != nil {
		return "", v.wrap(err)
	}
	if found.Mode == git.ModeFolder {
		v.FS.AddFolder(path.Join(r.mount, found.Name))
	}
	entries, err := r.walk(ctx, found)
	if err != nil {
		return "", v.wrap(err)
	}
	var links []git.Entry
	for _, e := range entries {
		switch e.Mode {
		case git.ModeLink:
			links = append(links, e)
		case git.ModeSubmodule:
			if err := v.leaveOut(v.addModule(ctx, e)); err != nil {
				return "", v.wrap(err)
			}
		default:
			r.enqueue(v.FS, e.Name, e)
		}
	}
	return found.Name, v.follow(ctx, links)
}

// follow adds the files that links lead to. As in the working tree, links to
// folders are not followed.
func (v *Revision) follow(ctx context.Context, links []git.Entry) error {
	r := v.repository
	ids := make([]string, len(links))
	for i, e := range links {
		ids[i] = e.ID
	}
	if _, err := r.objects.Texts(ctx, ids, maxPath); err != nil { // fetches them at once
		return v.wrap(err)
	}
	for _, e := range links {
		target, err := r.find(ctx, v.root, e.Name)
		switch {
		case err == nil && target.Mode != git.ModeFolder:
			r.enqueue(v.FS, e.Name, target)
		case errors.Is(err, fs.ErrNotExist):
		default:
			if err := v.leaveOut(err); err != nil {
				return v.wrap(err)
			}
		}
	}
	return nil
}

// addModule adds the files of a submodule, as the commit that the revision
// records for it has them. They are in the repository of the submodule, if it is
// checked out: otherwise the working tree lacks them too.
func (v *Revision) addModule(ctx context.Context, module git.Entry) error {
	outer := v.repository
	if outer.top == "" {
		return submoduleError(module.Name)
	}
	dir := outer.onDisk(module.Name)
	if _, err := os.Lstat(filepath.Join(dir, ".git")); err != nil {
		return submoduleError(module.Name)
	}
	r, err := open(ctx, dir, "", "")
	if err != nil {
		return submoduleError(module.Name)
	}
	outer.modules = append(outer.modules, r) // which closes it
	c, err := r.objects.Commit(ctx, module.ID)
	switch {
	case errors.Is(err, git.ErrMissing), r.prefix != "":
		return submoduleError(module.Name)
	case err != nil:
		return err
	}
	r.mount = path.Join(outer.mount, module.Name)
	inner := &Revision{Label: v.Label, FS: v.FS, repository: r, root: c.Root}
	_, err = inner.Add(ctx, ".")
	v.LeftOut = append(v.LeftOut, inner.LeftOut...)
	return err
}

// leaveOut notes what is left out because of err, and returns any other error.
func (v *Revision) leaveOut(err error) error {
	if _, ok := errors.AsType[*outsideError](err); ok {
		v.LeftOut = append(v.LeftOut, v.wrap(err))
		return nil
	}
	return err
}

// wrap adds the revision to an error that begins with a path.
func (v *Revision) wrap(err error) error {
	switch {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return err
	case errors.Is(err, git.ErrTooMany):
		return fmt.Errorf("%s: %w", v.Label, err)
	}
	return fmt.Errorf("%s:%w", v.Label, err)
}

// Near returns the path in the revision that a mistyped one most likely means,
// another name in the same folder, or "".
func (v *Revision) Near(ctx context.Context, name string) string {
	r := v.repository
	folder, err := r.find(ctx, v.root, path.Dir(name))
	if err != nil || folder.Mode != git.ModeFolder {
		return ""
	}
	trees, err := r.objects.Trees(ctx, folder.ID)
	if err != nil {
		return ""
	}
	near := words.Nearest(path.Base(name), slices.Sorted(maps.Keys(trees[0])))
	if near == "" {
		return ""
	}
	return path.Join(path.Dir(name), near)
}
