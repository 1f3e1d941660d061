package gitrev

import (
	"context"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
)

// MovedFrom returns the former path, in the revision, of what the new side of the
// comparison has at a path that the revision lacks: the folder or file with the
// most files that wanted accepts, that no longer exist on the new side, and that
// have the same relative path below the new one. If that is the root, the result
// lists the folders and files in it that moved. It is empty if nothing moved, if
// several former paths are equally likely, and if a file that wanted accepts is
// still at the former path, which was not renamed then.
func (c *Comparison) MovedFrom(ctx context.Context, name string, wanted Wanted) ([]string, error) {
	now, err := c.present(ctx, name, wanted)
	if err != nil {
		return nil, err
	}
	moved := map[string][]string{} // by former path: the paths below it
	var left []string              // what did not move
	err = c.walk(ctx, c.Old.root, wanted, func(e entry) error {
		old := e.name
		switch {
		case e.mode == modeSubmodule:
		case now.has(old):
			left = append(left, old)
		case now.isFile:
			if path.Base(old) == path.Base(name) {
				moved[old] = append(moved[old], ".")
			}
		default:
			at := len(old)
			for range now.depth { // the end of the path, longer and longer
				at = strings.LastIndexByte(old[:at], '/')
				if below := old[at+1:]; now.below[below] {
					former := path.Clean(old[:max(at, 0)])
					moved[former] = append(moved[former], below)
				}
				if at < 0 {
					break
				}
			}
		}
		return nil
	})
	if err != nil {
		return nil, c.Old.wrap(err)
	}
	places := mostMoved(moved)
	for _, place := range places {
		if slices.ContainsFunc(left, func(name string) bool { return strings.HasPrefix(name, place+"/") }) {
			return nil, nil
		}
	}
	return places, nil
}

// present tells what the new side has at a path.
type present struct {
	has    func(name string) bool // whether a path of the repository exists
	isFile bool
	below  map[string]bool // of a folder: the files in it, by their paths below it
	depth  int             // most parts of such a path
}

func (c *Comparison) present(ctx context.Context, name string, wanted Wanted) (present, error) {
	p := present{below: map[string]bool{}}
	add := func(file string) {
		if name == "." || isBelow(file, name) && file != name {
			below := strings.TrimPrefix(file, name+"/")
			p.below[below] = true
			p.depth = max(p.depth, 1+strings.Count(below, "/"))
		}
	}
	if c.New == nil {
		p.has = c.isOnDisk
		info, err := os.Stat(c.onDisk(name))
		p.isFile = err == nil && !info.IsDir()
		walkDisk(c.onDisk(name), name, wanted, add)
		return p, nil
	}
	all := map[string]bool{}
	p.has = func(name string) bool { return all[name] }
	err := c.walk(ctx, c.New.root, wanted, func(e entry) error {
		all[e.name] = true
		add(e.name)
		return nil
	})
	p.isFile = all[name]
	return p, err
}

// walkDisk calls visit for the files that wanted accepts in a folder of the
// working tree, by their paths from the root of the repository.
func walkDisk(top, name string, wanted Wanted, visit func(name string)) {
	fs.WalkDir(os.DirFS(top), ".", func(below string, d fs.DirEntry, err error) error {
		file := path.Join(name, below)
		switch {
		case err != nil || below == ".":
		case d.IsDir() && !wanted(file, true):
			return fs.SkipDir
		case !d.IsDir() && wanted(file, false):
			visit(file)
		}
		return nil
	})
}

// mostMoved returns the path that most files moved from, or none if two tie.
func mostMoved(moved map[string][]string) []string {
	best, most, shared := "", 0, false
	for place, below := range moved {
		switch n := len(below); {
		case n > most:
			best, most, shared = place, n, false
		case n == most:
			shared = true
		}
	}
	if most == 0 || shared {
		return nil
	}
	if best != "." {
		return []string{best}
	}
	var places []string
	for _, below := range moved[best] {
		first, _, _ := strings.Cut(below, "/")
		places = append(places, first)
	}
	slices.Sort(places)
	return slices.Compact(places)
}
