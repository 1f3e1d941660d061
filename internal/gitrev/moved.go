package gitrev

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"

	"github.com/lexsmith/lexsmith/internal/git"
)

// AddCounterpart adds to Old what the new side of the comparison has at a path: that
// path or, where Old lacks it, the former paths of what moved there since, which it
// returns too. Found are the paths in Old.FS. There are none if what is there is new.
func (c *Comparison) AddCounterpart(ctx context.Context, name string) (found, former []string, err error) {
	real, err := c.Old.Add(ctx, name)
	if !errors.Is(err, fs.ErrNotExist) {
		return []string{real}, nil, err
	}
	former, err = c.movedFrom(ctx, name)
	for _, name := range former {
		real, err := c.Old.Add(ctx, name)
		if err != nil {
			return nil, former, err
		}
		found = append(found, real)
	}
	return found, former, err
}

// movedFrom returns the former paths of what the new side of the comparison has at a
// path that Old lacks: the folder or file with the most Lexicons that no longer exist on
// the new side and that have the same relative path below the new one. If that is the
// root, it returns the folders and files in it that moved. It returns nothing if nothing
// moved, if several former paths are equally likely, and if a Lexicon is still in the
// former folder, which was not renamed then.
func (c *Comparison) movedFrom(ctx context.Context, name string) ([]string, error) {
	present, exists, err := c.present(ctx, name)
	if err != nil {
		return nil, err
	}
	folder, isFile := name, slices.Contains(present, name)
	if isFile {
		folder = path.Dir(name)
	}
	below := map[string]bool{} // what is present, by its path below the folder
	depth := 0                 // the most parts of such a path
	for _, file := range present {
		if folder != "." {
			file = strings.TrimPrefix(file, folder+"/")
		}
		below[file] = true
		depth = max(depth, 1+strings.Count(file, "/"))
	}
	olds, err := c.walk(ctx, c.Old.root)
	if err != nil {
		return nil, c.Old.wrap(err)
	}
	moved := map[string][]string{} // by former folder: the paths below it
	var kept []string
	for _, old := range olds {
		switch {
		case old.Mode == git.ModeSubmodule:
		case exists(old.Name):
			kept = append(kept, old.Name)
		default:
			at := len(old.Name)
			for i := 0; i < depth && at >= 0; i++ { // the end of the path, longer and longer
				at = strings.LastIndexByte(old.Name[:at], '/')
				if end := old.Name[at+1:]; below[end] {
					former := path.Clean(old.Name[:max(at, 0)])
					moved[former] = append(moved[former], end)
				}
			}
		}
	}
	former := mostMoved(moved)
	if former == "" {
		return nil, nil
	}
	if isFile {
		return []string{path.Join(former, path.Base(name))}, nil
	}
	places := []string{former}
	if former == "." {
		places = moved[former]
		for i, file := range places {
			places[i], _, _ = strings.Cut(file, "/")
		}
		slices.Sort(places)
		places = slices.Compact(places)
	}
	for _, place := range places {
		if slices.ContainsFunc(kept, func(name string) bool { return strings.HasPrefix(name, place+"/") }) {
			return nil, nil
		}
	}
	return places, nil
}

// present returns what the new side has at a path, a file or the Lexicons in a folder,
// and a function that reports whether it has a path.
func (c *Comparison) present(ctx context.Context, name string) (names []string, exists func(name string) bool, err error) {
	if c.New != nil {
		all := map[string]bool{}
		entries, err := c.walk(ctx, c.New.root)
		for _, e := range entries {
			all[e.Name] = true
			if isBelow(e.Name, name) {
				names = append(names, e.Name)
			}
		}
		return names, func(name string) bool { return all[name] }, err
	}
	top := c.onDisk(name)
	if info, err := os.Stat(top); err == nil && !info.IsDir() {
		return []string{name}, c.isOnDisk, nil
	}
	fs.WalkDir(os.DirFS(top), ".", func(below string, d fs.DirEntry, err error) error {
		switch {
		case err != nil || below == ".": // what cannot be read did not move
		case d.IsDir() && !isWanted(below, true):
			return fs.SkipDir
		case !d.IsDir() && isWanted(below, false):
			names = append(names, path.Join(name, below))
		}
		return nil
	})
	return names, c.isOnDisk, nil
}

// mostMoved returns the folder that most files moved from, "" if two tie or nothing moved.
func mostMoved(moved map[string][]string) string {
	best, most := "", 0
	for folder, files := range moved {
		switch {
		case len(files) > most:
			best, most = folder, len(files)
		case len(files) == most:
			best = ""
		}
	}
	return best
}

// isBelow reports whether a path is a folder or in it.
func isBelow(name, folder string) bool {
	return folder == "." || name == folder || strings.HasPrefix(name, folder+"/")
}
