package gitrev

import (
	"bytes"
	"cmp"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
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

// tree is a tree object: its entries by their names.
type tree map[string]entry

// The limits of what is read from a tree: eleven small tree objects can hold
// 10,000,000,000 paths.
const (
	maxEntries = 1_000_000
	maxTree    = 256 << 20 // bytes of a tree object
	maxPath    = 4096      // bytes of a path
	maxPaths   = 256 << 20 // bytes of all paths
	maxLinks   = 40        // symbolic links on the way to one file
)

var errTooMany = fmt.Errorf("more than %d files", maxEntries)

// root returns the root folder of a commit.
func (c commit) root() entry { return entry{modeFolder, ".", c.tree} }

// readTrees returns trees by their ids. If a partial clone lacks any, they are fetched
// with all trees below them.
func (o *objects) readTrees(ctx context.Context, ids ...string) ([]tree, error) {
	unread := slices.DeleteFunc(slices.Sorted(slices.Values(ids)), func(id string) bool {
		_, isRead := o.trees[id]
		return isRead
	})
	err := o.get(ctx, "tree", slices.Compact(unread), maxTree, func(id string, content []byte) (err error) {
		o.trees[id], err = o.parseTree(content)
		return err
	})
	trees := make([]tree, len(ids))
	for i, id := range ids {
		trees[i] = o.trees[id]
	}
	return trees, err
}

// parseTree parses the content of a tree object: for each entry "MODE NAME", a zero
// byte, and the bytes of an object id.
func (o *objects) parseTree(content []byte) (tree, error) {
	t := tree{}
	idSize := o.hash().Size()
	for len(content) > 0 {
		head, rest, isEntry := bytes.Cut(content, []byte{0})
		mode, name, hasName := strings.Cut(string(head), " ")
		if !isEntry || !hasName || len(rest) < idSize {
			return nil, errors.New(`a tree object in the repository is broken; run "git fsck"`)
		}
		if t[name] = (entry{mode, name, hex.EncodeToString(rest[:idSize])}); len(t) > maxEntries {
			return nil, errTooMany
		}
		content = rest[idSize:]
	}
	return t, nil
}

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
func (r *Repository) walk(ctx context.Context, top entry) ([]entry, error) {
	if top.mode != modeFolder {
		return []entry{top}, nil
	}
	var found []entry
	entries, size := 0, 0
	for level := []entry{top}; len(level) > 0; {
		ids := make([]string, len(level))
		for i, folder := range level {
			ids[i] = folder.id
		}
		trees, err := r.objects.readTrees(ctx, ids...)
		if err := cmp.Or(ctx.Err(), err); err != nil {
			return nil, err
		}
		var next []entry
		for i, folder := range level {
			for _, e := range trees[i] {
				e.name = path.Join(folder.name, e.name)
				isFolder := e.mode == modeFolder
				if entries++; entries > maxEntries || size > maxPaths {
					return nil, errTooMany
				}
				if len(e.name) > maxPath {
					return nil, errors.New("a path is longer than 4096 bytes")
				}
				if e.mode != modeSubmodule && !isWanted(e.name, isFolder) {
					continue
				}
				size += len(e.name)
				if isFolder {
					next = append(next, e)
				} else {
					found = append(found, e)
				}
			}
		}
		level = next
	}
	slices.SortFunc(found, func(a, b entry) int { return strings.Compare(a.name, b.name) })
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
func (r *Repository) find(ctx context.Context, root entry, name string) (entry, error) {
	at := []entry{root} // the folders on the way, and the last entry
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
		case folder.mode != modeFolder:
			return entry{}, fmt.Errorf("%s is a file, not a folder", folder.name)
		case part == ".." && len(at) == 1:
			return entry{}, outside
		case part == "..":
			at = at[:len(at)-1]
			continue
		}
		trees, err := r.objects.readTrees(ctx, folder.id)
		if err != nil {
			return entry{}, err
		}
		e, ok := trees[0][part]
		if !ok {
			return entry{}, fs.ErrNotExist
		}
		e.name = path.Join(folder.name, part)
		switch e.mode {
		case modeSubmodule:
			return entry{}, submoduleError(e.name)
		case modeLink:
			texts, err := r.objects.texts(ctx, []string{e.id}, maxPath)
			if err != nil {
				return entry{}, err
			}
			target := string(texts[e.id])
			outside = &outsideError{e.name, fmt.Sprintf("a symbolic link to %s, outside the repository", target)}
			if links++; links > maxLinks {
				return entry{}, &outsideError{e.name, "a symbolic link that points back to itself"}
			}
			if path.IsAbs(target) {
				return entry{}, outside
			}
			rest = append(strings.Split(target, "/"), rest...)
		default:
			at = append(at, e)
		}
	}
	return at[len(at)-1], nil
}
