package gitrev

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/lexsmith/lexsmith/internal/git"
)

// The limits of what is read below a folder: eleven small tree objects can hold
// 10,000,000,000 paths.
const (
	maxPath  = 4096      // bytes of a path
	maxPaths = 256 << 20 // bytes of all paths
	maxLinks = 40        // symbolic links on the way to one file
)

// isWanted reports whether a folder is entered or a file may be a Lexicon, as in the
// working tree.
func isWanted(name string, folder bool) bool {
	base := path.Base(name)
	if strings.HasPrefix(base, ".") {
		return false
	}
	return folder && base != "node_modules" || !folder && strings.HasSuffix(base, ".json")
}

// walk returns what may be a Lexicon in a folder and the folders below it, and the
// submodules there, in the order of their paths; of a file, the file. It reads the trees
// of one depth at once: waiting for git takes longer than reading a tree.
func (r *Repository) walk(ctx context.Context, top git.Entry) ([]git.Entry, error) {
	if top.Mode != git.ModeFolder {
		return []git.Entry{top}, nil
	}
	var found []git.Entry
	entries, size := 0, 0
	for level := []git.Entry{top}; len(level) > 0; {
		ids := make([]string, len(level))
		for i, folder := range level {
			ids[i] = folder.ID
		}
		trees, err := r.objects.Trees(ctx, ids...)
		if err := cmp.Or(ctx.Err(), err); err != nil {
			return nil, err
		}
		var next []git.Entry
		for i, folder := range level {
			for _, e := range trees[i] {
				e.Name = path.Join(folder.Name, e.Name)
				isFolder := e.Mode == git.ModeFolder
				if entries++; entries > git.MaxEntries || size > maxPaths {
					return nil, git.ErrTooMany
				}
				if len(e.Name) > maxPath {
					return nil, errors.New("a path is longer than 4096 bytes")
				}
				if e.Mode != git.ModeSubmodule && !isWanted(e.Name, isFolder) {
					continue
				}
				size += len(e.Name)
				if isFolder {
					next = append(next, e)
				} else {
					found = append(found, e)
				}
			}
		}
		level = next
	}
	slices.SortFunc(found, func(a, b git.Entry) int { return strings.Compare(a.Name, b.Name) })
	return found, nil
}

// outsideError is the error for a path that leads out of the repository.
type outsideError struct{ name, reason string }

func (e *outsideError) Error() string { return e.name + " is " + e.reason }

func submoduleError(name string) error {
	return &outsideError{name, "a submodule; run the comparison in its own repository"}
}

// find returns the entry at a path below a root folder, with the path that it
// has when all symbolic links on the way are followed. The error is
// fs.ErrNotExist if there is none.
func (r *Repository) find(ctx context.Context, root git.Entry, name string) (git.Entry, error) {
	at := []git.Entry{root} // the folders on the way, and the last entry
	rest := strings.Split(path.Clean(name), "/")
	outside := fs.ErrNotExist // for the last link followed, if any
	links := 0
	for len(rest) > 0 {
		part := rest[0]
		rest = rest[1:]
		folder := at[len(at)-1]
		switch {
		case part == "" || part == ".":
			continue
		case folder.Mode != git.ModeFolder:
			return git.Entry{}, fmt.Errorf("%s is a file, not a folder", folder.Name)
		case part == ".." && len(at) == 1:
			return git.Entry{}, outside
		case part == "..":
			at = at[:len(at)-1]
			continue
		}
		trees, err := r.objects.Trees(ctx, folder.ID)
		if err != nil {
			return git.Entry{}, err
		}
		e, ok := trees[0][part]
		if !ok {
			return git.Entry{}, fs.ErrNotExist
		}
		e.Name = path.Join(folder.Name, part)
		switch e.Mode {
		case git.ModeSubmodule:
			return git.Entry{}, submoduleError(e.Name)
		case git.ModeLink:
			texts, err := r.objects.Texts(ctx, []string{e.ID}, maxPath)
			if err != nil {
				return git.Entry{}, err
			}
			target := string(texts[e.ID])
			outside = &outsideError{e.Name, fmt.Sprintf("a symbolic link to %s, outside the repository", target)}
			if links++; links > maxLinks {
				return git.Entry{}, &outsideError{e.Name, "a symbolic link that points back to itself"}
			}
			if path.IsAbs(target) {
				return git.Entry{}, outside
			}
			rest = append(strings.Split(target, "/"), rest...)
		default:
			at = append(at, e)
		}
	}
	return at[len(at)-1], nil
}
