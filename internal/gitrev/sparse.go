package gitrev

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"

	"github.com/lexsmith/lexsmith/internal/git"
	"github.com/lexsmith/lexsmith/internal/memfs"
)

// Sparse adds what sparse-checkout leaves out of the working tree at some paths, as it is
// in the index, to what Fill reads: files, and the Lexicons in folders. It returns the
// file system that will have it, and whether there is anything at each of the paths, of
// which "" is none.
func (c *Comparison) Sparse(ctx context.Context, names []string) (*memfs.FS, []bool, error) {
	left, err := c.leftOut(ctx)
	if err != nil {
		return nil, nil, err
	}
	files, any := memfs.New(), make([]bool, len(names))
	for i, name := range names {
		for _, e := range left {
			inside, err := c.within(ctx, e, name)
			if err != nil {
				return nil, nil, err
			}
			for _, e := range inside {
				file, err := c.follow(ctx, e)
				if err != nil {
					return nil, nil, err
				}
				isLink := file.Name != e.Name
				if file.ID == "" || isLink && isBelow(file.Name, name) && c.isOnDisk(file.Name) {
					continue // it leads to no file, or to one that is not left out
				}
				any[i] = true
				c.enqueue(files, e.Name, file)
			}
		}
	}
	return files, any, nil
}

// leftOut returns the entries of the index that sparse-checkout leaves out: files, links,
// and folders that a sparse index has as a whole.
func (c *Comparison) leftOut(ctx context.Context) ([]git.Entry, error) {
	if _, err := os.Stat(c.sparseFile); err != nil || c.top == "" || c.New != nil {
		return nil, nil
	}
	args := []string{"ls-files", "-t", "--stage", "-z", "--full-name", "--sparse", ":/"}
	listing, err := c.git.Run(ctx, args...)
	if git.Said(err, "unknown option") { // before git 2.36, without sparse indexes
		listing, err = c.git.Run(ctx, slices.DeleteFunc(args, func(arg string) bool { return arg == "--sparse" })...)
	}
	var left []git.Entry
	for line := range strings.SplitSeq(listing, "\x00") {
		about, name, _ := strings.Cut(line, "\t")
		if fields := strings.Fields(about); len(fields) == 4 && fields[0] == "S" {
			left = append(left, git.Entry{Mode: strings.TrimPrefix(fields[1], "0"), Name: strings.TrimSuffix(name, "/"), ID: fields[2]})
		}
	}
	return left, err
}

// within returns what an entry that is left out has at a path, and the working tree lacks:
// a file or link there, or what may be a Lexicon in the folder there.
func (c *Comparison) within(ctx context.Context, e git.Entry, name string) (found []git.Entry, err error) {
	top := e
	if below, isIn := strings.CutPrefix(name, e.Name+"/"); isIn && e.Mode == git.ModeFolder {
		top, err = c.find(ctx, e, below)
	} else if !isBelow(e.Name, name) {
		return nil, nil
	}
	if err == nil {
		found, err = c.walk(ctx, top)
	}
	if _, isOutside := errors.AsType[*outsideError](err); isOutside || errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	} else if err != nil && e.Mode == git.ModeFolder {
		return nil, fmt.Errorf("%s: %w", e.Name, err)
	}
	return slices.DeleteFunc(found, func(e git.Entry) bool { return !isWantedIn(name, e.Name) || c.isOnDisk(e.Name) }), nil
}

// follow returns the file that an entry of the index is or, for a link, leads to in the
// last commit. It has no id if there is none.
func (c *Comparison) follow(ctx context.Context, e git.Entry) (git.Entry, error) {
	if e.Mode != git.ModeLink {
		return e, nil
	}
	head, err := c.lookUp(ctx, "HEAD")
	if err != nil {
		return git.Entry{}, err
	}
	commit, err := c.objects.Commit(ctx, head.commit)
	if err != nil {
		return git.Entry{}, err
	}
	file, err := c.find(ctx, commit.Root, e.Name)
	if _, isOutside := errors.AsType[*outsideError](err); isOutside || errors.Is(err, fs.ErrNotExist) || file.Mode == git.ModeFolder {
		return git.Entry{}, nil
	}
	return file, err
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
