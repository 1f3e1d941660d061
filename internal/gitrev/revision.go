package gitrev

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"github.com/lexsmith/lexsmith/pkg/syntax"
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
	FS *FS
	// LeftOut says for each symbolic link and submodule in a folder that was left
	// out why.
	LeftOut []error

	repository *Repository
	short      string // abbreviated object id
	root       entry
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
// that Comparison.Fill reads: a file, or the files in a folder that wanted
// accepts. Symbolic links in the path, and those to files in the folder, are
// followed. The result is the path without links, which is the one in FS.
// IsAbsent recognizes the error for a path that the revision does not have.
func (v *Revision) Add(ctx context.Context, name string, wanted Wanted) (string, error) {
	r := v.repository
	found, err := r.find(ctx, v.root, name)
	if err != nil {
		return "", v.wrap(err)
	}
	if found.mode != modeFolder {
		r.queue(v.FS, found, found.name)
		return found.name, nil
	}
	v.FS.add(path.Join(r.mount, found.name), &node{folder: true})
	var links []entry
	err = r.walk(ctx, found, wanted, func(e entry) error {
		switch e.mode {
		case modeLink:
			links = append(links, e)
		case modeSubmodule:
			var leftOut *submoduleError
			if err := v.addModule(ctx, e, wanted); errors.As(err, &leftOut) {
				v.LeftOut = append(v.LeftOut, v.wrap(leftOut))
			} else if err != nil {
				return err
			}
		default:
			r.queue(v.FS, e, e.name)
		}
		return nil
	})
	if err != nil {
		return "", v.wrap(err)
	}
	return found.name, v.follow(ctx, links)
}

// follow adds the files that links lead to. As in the working tree, links to
// folders are not followed.
func (v *Revision) follow(ctx context.Context, links []entry) error {
	ids := make([]string, len(links))
	for i, e := range links {
		ids[i] = e.id
	}
	if _, err := v.repository.objects.texts(ctx, ids, maxPath); err != nil { // fetches them at once
		return v.wrap(err)
	}
	for _, e := range links {
		target, err := v.repository.find(ctx, v.root, e.name)
		var link *linkError
		var module *submoduleError
		switch {
		case errors.As(err, &link), errors.As(err, &module):
			v.LeftOut = append(v.LeftOut, v.wrap(err))
		case IsAbsent(err):
		case err != nil:
			return v.wrap(err)
		case target.mode != modeFolder:
			v.repository.queue(v.FS, entry{target.mode, e.name, target.id}, target.name)
		}
	}
	return nil
}

// wrap adds the revision to an error that begins with a path.
func (v *Revision) wrap(err error) error {
	switch {
	case IsAbsent(err), errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return err
	case errors.Is(err, errTooMany):
		return fmt.Errorf("%s: %w", v.Label, err)
	}
	return fmt.Errorf("%s:%w", v.Label, err)
}

// IsAbsent reports whether an error of Add says that the path does not exist in
// the revision.
func IsAbsent(err error) bool { return errors.Is(err, fs.ErrNotExist) }

// Near returns the path in the revision that a mistyped one most likely means,
// another name in the same folder, or "".
func (v *Revision) Near(ctx context.Context, name string) string {
	folder, err := v.repository.find(ctx, v.root, path.Dir(name))
	if err != nil || folder.mode != modeFolder {
		return ""
	}
	t, err := v.repository.objects.tree(ctx, folder.id)
	if err != nil {
		return ""
	}
	names := make([]string, len(t.entries))
	for i, e := range t.entries {
		names[i] = e.name
	}
	near := syntax.Nearest(path.Base(name), names)
	if near == "" {
		return ""
	}
	return path.Join(path.Dir(name), near)
}

// pendingFile is a file that Fill is to read.
type pendingFile struct {
	entry
	fs   *FS
	real string // its path without links
}

// queue makes a file one that Fill reads. Its real path tells links to the same file.
func (r *Repository) queue(fs *FS, e entry, real string) {
	r.pending = append(r.pending, pendingFile{e, fs, real})
}

// Fill reads the files that were added to the revisions of the comparison, at
// most the first most bytes of each, and all at once. A file with several names
// is read under one of them. Texts are as stored: line endings can differ from
// those in the working tree.
//
// A file with one of the texts known is not read: it has that text, not a copy.
func (c *Comparison) Fill(ctx context.Context, most int64, known ...[]byte) error {
	c.objects.know(known)
	return c.fill(ctx, most)
}

func (r *Repository) fill(ctx context.Context, most int64) error {
	type key struct {
		fs   *FS
		real string
	}
	names := map[key]bool{}
	var files []pendingFile
	var ids []string
	for _, links := range []bool{false, true} {
		for _, f := range r.pending {
			k := key{f.fs, f.real}
			if (f.name != f.real) == links && !names[k] {
				names[k] = true
				files = append(files, f)
				ids = append(ids, f.id)
			}
		}
	}
	texts, err := r.objects.texts(ctx, ids, most)
	if err != nil {
		return err
	}
	for _, f := range files {
		f.fs.Add(path.Join(r.mount, f.name), texts[f.id])
	}
	r.pending = nil
	for _, module := range r.modules {
		if err := module.fill(ctx, most); err != nil {
			return err
		}
	}
	return nil
}
