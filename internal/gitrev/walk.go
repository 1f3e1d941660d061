package gitrev

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"
)

// The modes of tree entries that are not files.
const (
	modeFolder    = "40000"
	modeLink      = "120000"
	modeSubmodule = "160000"
)

// entry is an entry of a tree.
type entry struct {
	mode string
	name string // in its folder; or its path from the root of the repository
	id   string
}

// The limits of what is read from a tree: eleven small tree objects can hold
// 10,000,000,000 paths.
const (
	maxEntries = 1_000_000
	maxPath    = 4096      // bytes of a path
	maxPaths   = 256 << 20 // bytes of all paths
	maxLinks   = 40        // symbolic links on the way to one file
)

var errTooMany = fmt.Errorf("more than %d files", maxEntries)

// Wanted decides which files are read and which folders are entered, by their
// paths from the root of the repository.
type Wanted func(name string, folder bool) bool

// walk calls visit for what is in a folder and the folders below it: files,
// links, and submodules, in the order of their paths. It checks the limits first,
// so that visit keeps nothing if they are exceeded.
func (r *Repository) walk(ctx context.Context, folder entry, wanted Wanted, visit func(entry) error) error {
	if err := r.readLevels(ctx, folder, wanted); err != nil {
		return err
	}
	if err := r.walkOnce(ctx, folder, wanted, func(entry) error { return nil }); err != nil {
		return err
	}
	return r.walkOnce(ctx, folder, wanted, visit)
}

// readLevels reads the trees of a folder, those of one depth at once: waiting for git
// takes longer than reading a tree. It passes over those that are missing.
func (r *Repository) readLevels(ctx context.Context, folder entry, wanted Wanted) error {
	met := map[string]bool{}
	for level := []entry{folder}; len(level) > 0; {
		ids := make([]string, len(level))
		for i, e := range level {
			ids[i] = e.id
		}
		if err := r.objects.readTrees(ctx, ids); err != nil {
			return err
		}
		var next []entry
		for _, in := range level {
			t := r.objects.trees[in.id]
			if t == nil || len(in.name) > maxPath {
				continue
			}
			for _, e := range t.entries {
				e.name = path.Join(in.name, e.name)
				if e.mode == modeFolder && !met[e.id] && wanted(e.name, true) {
					met[e.id] = true
					next = append(next, e)
				}
			}
		}
		level = next
	}
	return nil
}

func (r *Repository) walkOnce(ctx context.Context, folder entry, wanted Wanted, visit func(entry) error) error {
	entries, bytes := 0, 0
	var enter func(entry) error
	enter = func(folder entry) error {
		t, err := r.objects.tree(ctx, folder.id)
		if err != nil {
			return err
		}
		for _, e := range t.entries {
			if entries++; entries > maxEntries || bytes > maxPaths {
				return errTooMany
			}
			e.name = path.Join(folder.name, e.name)
			if len(e.name) > maxPath {
				return errors.New("a path is longer than 4096 bytes")
			}
			isFolder := e.mode == modeFolder
			if e.mode != modeSubmodule && !wanted(e.name, isFolder) {
				continue
			}
			if !isFolder {
				bytes += len(e.name)
				err = visit(e)
			} else {
				err = enter(e)
			}
			if err != nil {
				return err
			}
		}
		return ctx.Err()
	}
	return enter(folder)
}

// linkError is a symbolic link that leads to nothing in the repository.
type linkError struct {
	name, target string
	outside      bool // else it leads in a circle
}

func (e *linkError) Error() string {
	if e.outside {
		return fmt.Sprintf("%s is a symbolic link to %s, outside the repository", e.name, e.target)
	}
	return fmt.Sprintf("%s is a symbolic link that points back to itself", e.name)
}

// submoduleError is a path that leads into a submodule.
type submoduleError struct{ name string }

func (e *submoduleError) Error() string {
	return fmt.Sprintf("%s is a submodule; run the comparison in its own repository", e.name)
}

// find returns the entry at a path below a root folder, with the path that it
// has when all symbolic links on the way are followed. The error is
// fs.ErrNotExist if there is none.
func (r *Repository) find(ctx context.Context, root entry, name string) (entry, error) {
	at := []entry{root} // the folders on the way, and the last entry
	rest := strings.Split(path.Clean(name), "/")
	var link linkError // the last link followed
	links := 0
	for len(rest) > 0 {
		part := rest[0]
		rest = rest[1:]
		folder := at[len(at)-1]
		switch {
		case part == "" || part == ".":
			continue
		case folder.mode != modeFolder:
			return entry{}, fmt.Errorf("%s is a file, not a folder", folder.name)
		case part == ".." && len(at) == 1:
			return entry{}, &link
		case part == "..":
			at = at[:len(at)-1]
			continue
		}
		t, err := r.objects.tree(ctx, folder.id)
		if err != nil {
			return entry{}, err
		}
		e, ok := t.find(part)
		if !ok {
			return entry{}, fs.ErrNotExist
		}
		e.name = path.Join(folder.name, part)
		switch e.mode {
		case modeSubmodule:
			return entry{}, &submoduleError{e.name}
		case modeLink:
			texts, err := r.objects.texts(ctx, []string{e.id}, maxPath)
			if err != nil {
				return entry{}, err
			}
			link = linkError{e.name, string(texts[e.id]), true}
			if links++; links > maxLinks {
				link.outside = false
			}
			if path.IsAbs(link.target) || !link.outside {
				return entry{}, &link
			}
			rest = append(strings.Split(link.target, "/"), rest...)
		default:
			at = append(at, e)
		}
	}
	return at[len(at)-1], nil
}
