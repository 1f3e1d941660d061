package gitrev

import (
	"context"
	"errors"
	"fmt"
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
	left, err := c.leftOut(ctx, names)
	if err != nil {
		return nil, nil, err
	}
	files, any := NewFS(), make([]bool, len(names))
	for i, name := range names {
		for _, e := range left {
			if !isWantedIn(name, e.name) || c.isOnDisk(e.name) {
				continue
			}
			file, err := c.follow(ctx, e)
			if err != nil {
				return nil, nil, err
			}
			isLink := file.name != e.name
			if file.id == "" || isLink && isBelow(file.name, name) && c.isOnDisk(file.name) {
				continue // it leads to no file, or to one that is not left out
			}
			any[i] = true
			c.queue.add(files, e.name, file)
		}
	}
	return files, any, nil
}

// leftOut returns the files and links of the index that sparse-checkout leaves out. Those
// in a folder that a sparse index has as a whole are listed if it holds one of the names
// or is in a folder of that name.
func (c *Comparison) leftOut(ctx context.Context, names []string) ([]entry, error) {
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
		fields := strings.Fields(about)
		if len(fields) != 4 || fields[0] != "S" {
			continue
		}
		e := entry{strings.TrimPrefix(fields[1], "0"), strings.TrimSuffix(name, "/"), fields[2]}
		if e.mode != modeFolder {
			left = append(left, e)
			continue
		}
		inside, err := c.inFolder(ctx, e, names)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", e.name, err)
		}
		left = append(left, inside...)
	}
	return left, nil
}

// inFolder returns what may be a Lexicon in a folder of a sparse index, as far as it is at
// one of the paths: all of it if the folder is in one, else what the folder has there.
func (c *Comparison) inFolder(ctx context.Context, folder entry, names []string) ([]entry, error) {
	if slices.ContainsFunc(names, func(name string) bool { return isBelow(folder.name, name) }) {
		return c.objects.walk(ctx, folder)
	}
	var found []entry
	for _, name := range names {
		below, isIn := strings.CutPrefix(name, folder.name+"/")
		if !isIn {
			continue
		}
		at, err := c.objects.find(ctx, folder, below)
		_, isOutside := errors.AsType[*outsideError](err)
		switch {
		case IsAbsent(err) || isOutside:
			continue
		case err != nil:
			return nil, err
		case at.mode != modeFolder:
			found = append(found, at)
			continue
		}
		inside, err := c.objects.walk(ctx, at)
		if err != nil {
			return nil, err
		}
		found = append(found, inside...)
	}
	slices.SortFunc(found, func(a, b entry) int { return strings.Compare(a.name, b.name) })
	return slices.Compact(found), nil
}

// follow returns the file that an entry of the index is or, for a link, leads to in the
// last commit. It has no id if there is none.
func (c *Comparison) follow(ctx context.Context, e entry) (entry, error) {
	if e.mode != modeLink {
		return e, nil
	}
	head, err := c.lookUp(ctx, "HEAD")
	if err != nil {
		return entry{}, err
	}
	commit, err := c.objects.commit(ctx, head.commit)
	if err != nil {
		return entry{}, err
	}
	file, err := c.objects.find(ctx, commit.root(), e.name)
	if _, isOutside := errors.AsType[*outsideError](err); isOutside || IsAbsent(err) || file.mode == modeFolder {
		return entry{}, nil
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
