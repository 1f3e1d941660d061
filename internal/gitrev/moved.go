package gitrev

import (
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// MovedFrom returns the former path, in the revision, of what is now in the
// working tree at a path that the revision lacks: the folder or file with the
// most files that wanted accepts, that no longer exist in the working tree, and
// that have the same relative path below the new one. If that is the root, the
// result lists the folders and files in it that moved. It is empty if nothing
// moved, if several former paths are equally likely, and if a file that wanted
// accepts is still at the former path, which was not renamed then.
func (r *Revision) MovedFrom(name string, wanted func(name string) bool) ([]string, error) {
	top, err := r.repository.run("rev-parse", "--show-cdup")
	if err != nil {
		return nil, err
	}
	listing, err := r.repository.run("ls-tree", "-rz", "--full-tree", "--name-only", r.commit)
	if err != nil {
		return nil, err
	}
	tree := workingTree(filepath.Join(r.repository.dir, filepath.FromSlash(strings.TrimSuffix(string(top), "\n"))))
	file := tree.isFile(name)
	moved := map[string][]string{} // by former path: the paths below it
	var left []string              // what did not move
	for old := range strings.SplitSeq(string(listing), "\x00") {
		if old == "" || !wanted(old) {
			continue
		}
		if tree.has(old) {
			left = append(left, old)
			continue
		}
		if file {
			if path.Base(old) == path.Base(name) {
				moved[old] = append(moved[old], ".")
			}
			continue
		}
		for at := -1; at < len(old); {
			if below := old[at+1:]; tree.has(path.Join(name, below)) {
				place := path.Clean(old[:max(at, 0)])
				moved[place] = append(moved[place], below)
			}
			next := strings.IndexByte(old[at+1:], '/')
			if next < 0 {
				break
			}
			at += 1 + next
		}
	}
	places := mostMoved(moved)
	for _, place := range places {
		if slices.ContainsFunc(left, func(name string) bool { return strings.HasPrefix(name, place+"/") }) {
			return nil, nil
		}
	}
	return places, nil
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

// workingTree is the root folder of the working tree.
type workingTree string

func (t workingTree) path(name string) string {
	return filepath.Join(string(t), filepath.FromSlash(name))
}

func (t workingTree) has(name string) bool {
	_, err := os.Lstat(t.path(name))
	return err == nil
}

func (t workingTree) isFile(name string) bool {
	info, err := os.Stat(t.path(name))
	return err == nil && !info.IsDir()
}
