package gitrev

import (
	"context"
	"errors"
	"os"
	"path"
	"slices"
	"strings"
)

// Sparse adds the files at a path, relative to the root of the repository, that
// sparse-checkout leaves out of the working tree, as they are in the index, to
// those that Fill reads into fs. It reports whether there are any. In a folder
// only the files that wanted accepts count.
func (c *Comparison) Sparse(ctx context.Context, fs *FS, name string, wanted Wanted) (bool, error) {
	left, err := c.leftOut(ctx)
	if err != nil {
		return false, err
	}
	any := false
	add := func(e entry) error {
		if !isBelow(e.name, name) || !accepts(wanted, name, e.name) || c.isOnDisk(e.name) {
			return nil
		}
		target := e
		if e.mode == modeLink {
			target, err = c.linkTarget(ctx, e.name)
			if err != nil || target.id == "" || isBelow(target.name, name) && c.isOnDisk(target.name) {
				return err
			}
		}
		any = true
		c.queue(fs, entry{target.mode, e.name, target.id}, target.name)
		return nil
	}
	for _, e := range left {
		switch {
		case e.mode != modeFolder:
			err = add(e)
		case isBelow(e.name, name) || isBelow(name, e.name):
			err = c.walk(ctx, e, func(file string, folder bool) bool {
				return isBelow(name, file) || isBelow(file, name) && (folder || wanted(file, false))
			}, add)
		}
		if err != nil {
			return false, err
		}
	}
	return any, nil
}

// leftOut returns the entries of the index that sparse-checkout leaves out: files,
// and whole folders of a sparse index.
func (c *Comparison) leftOut(ctx context.Context) ([]entry, error) {
	if c.top == "" {
		return nil, nil
	}
	if _, err := os.Stat(c.sparseFile); err != nil {
		return nil, nil
	}
	args := []string{"ls-files", "-t", "--stage", "-z", "--full-name", "--sparse", ":/"}
	listing, err := c.git.run(ctx, args...)
	if said(err, "unknown option") { // before git 2.36, without sparse indexes
		listing, err = c.git.run(ctx, slices.DeleteFunc(args, func(arg string) bool { return arg == "--sparse" })...)
	}
	if err != nil {
		return nil, err
	}
	var left []entry
	for line := range strings.SplitSeq(listing, "\x00") {
		about, name, _ := strings.Cut(line, "\t")
		if fields := strings.Fields(about); len(fields) == 4 && fields[0] == "S" {
			mode := strings.TrimPrefix(fields[1], "0")
			left = append(left, entry{mode, strings.TrimSuffix(name, "/"), fields[2]})
		}
	}
	return left, nil
}

// linkTarget returns the file that a link leads to in the last commit. It has no
// id if there is none.
func (c *Comparison) linkTarget(ctx context.Context, name string) (entry, error) {
	head, err := c.lookUp(ctx, "HEAD")
	if err != nil {
		return entry{}, err
	}
	commit, err := c.objects.commit(ctx, head.commit)
	if err != nil {
		return entry{}, err
	}
	target, err := c.find(ctx, entry{modeFolder, ".", commit.tree}, name)
	var link *linkError
	var module *submoduleError
	if errors.As(err, &link) || errors.As(err, &module) || IsAbsent(err) || target.mode == modeFolder {
		return entry{}, nil
	}
	return target, err
}

// isBelow reports whether a path is a folder or in it.
func isBelow(name, folder string) bool {
	return folder == "." || name == folder || strings.HasPrefix(name, folder+"/")
}

// accepts reports whether wanted accepts a file, and all folders on the way to it
// from a folder.
func accepts(wanted Wanted, folder, name string) bool {
	if name == folder {
		return true
	}
	for at := path.Dir(name); at != folder && at != "."; at = path.Dir(at) {
		if !wanted(at, true) {
			return false
		}
	}
	return wanted(name, false)
}
