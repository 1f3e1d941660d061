package gitrev

import (
	"context"
	"errors"
	"os"
	"path"
	"slices"
	"strings"
)

// Sparse adds what sparse-checkout leaves out of the working tree at some paths, as it is
// in the index, to what Fill reads: files, and the Lexicons in folders. It returns the
// file system that will have it, and whether there is anything at each of the paths, of
// which "" is none.
func (c *Comparison) Sparse(ctx context.Context, names []string) (*FS, []bool, error) {
	files, any := NewFS(), make([]bool, len(names))
	left, err := c.leftOut(ctx)
	if err != nil {
		return nil, nil, err
	}
	for i, name := range names {
		for _, e := range left {
			entries := []entry{e}
			if e.mode == modeFolder {
				if !isBelow(e.name, name) && !isBelow(name, e.name) {
					continue
				}
				if entries, err = c.objects.walk(ctx, e); err != nil {
					return nil, nil, err
				}
			}
			for _, e := range entries {
				if !isWantedIn(name, e.name) || c.isOnDisk(e.name) {
					continue
				}
				file, ok, err := c.target(ctx, name, e)
				if err != nil {
					return nil, nil, err
				}
				if ok {
					any[i] = true
					c.queue.add(files, e.name, file)
				}
			}
		}
	}
	return files, any, nil
}

// leftOut returns the entries of the index that sparse-checkout leaves out: files,
// and whole folders of a sparse index.
func (c *Comparison) leftOut(ctx context.Context) ([]entry, error) {
	if _, err := os.Stat(c.sparseFile); err != nil || c.top == "" || c.New != nil {
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

// target returns the file that an entry of the index is or, for a link, leads to in the
// last commit. It is false if there is none, and if it is on disk at the path name or in
// the folder of that name, and so not left out.
func (c *Comparison) target(ctx context.Context, name string, e entry) (file entry, ok bool, err error) {
	if e.mode != modeLink {
		return e, true, nil
	}
	head, err := c.lookUp(ctx, "HEAD")
	if err != nil {
		return entry{}, false, err
	}
	commit, err := c.objects.commit(ctx, head.commit)
	if err != nil {
		return entry{}, false, err
	}
	file, err = c.objects.find(ctx, commit.root(), e.name)
	if _, isOutside := errors.AsType[*outsideError](err); isOutside || IsAbsent(err) {
		return entry{}, false, nil
	}
	ok = err == nil && file.mode != modeFolder && !(isBelow(file.name, name) && c.isOnDisk(file.name))
	return file, ok, err
}

// isWantedIn reports whether a file is at a path, or is a Lexicon in the folder there.
func isWantedIn(folder, name string) bool {
	if !isBelow(name, folder) {
		return false
	}
	if name == folder {
		return true
	}
	for at := path.Dir(name); at != folder && at != "."; at = path.Dir(at) {
		if !isWanted(at, true) {
			return false
		}
	}
	return isWanted(name, false)
}
