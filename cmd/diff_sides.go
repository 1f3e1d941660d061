package cmd

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/lexsmith/lexsmith/internal/gitrev"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// side is the old or the new side of a comparison.
type side struct {
	inputs []lexicon.Input
	paths  []string // for messages
	// mayLack allows a side without schemas: everything on the other side is
	// new then.
	mayLack bool
}

// twoPaths returns the sides of two files, or two folders.
func (p *project) twoPaths(old, new string) (sides [2]side, err error) {
	_, support, err := p.places([]string{old, new})
	if err != nil {
		return sides, err
	}
	inputs, _, err := p.inputs([]string{old, new}, support)
	if err != nil {
		return sides, err
	}
	if err := sameKind(inputs[0], inputs[1]); err != nil {
		return sides, err
	}
	sides[0] = side{inputs: append([]lexicon.Input{inputs[0]}, inputs[2:]...), paths: []string{old}}
	sides[1] = side{inputs: inputs[1:], paths: []string{new}}
	return sides, nil
}

// sameKind returns an error when one input is a file and the other a folder.
func sameKind(a, b lexicon.Input) error {
	if isFolder(a) == isFolder(b) {
		return nil
	}
	if isFolder(a) {
		a, b = b, a
	}
	return fmt.Errorf("%s is a file, %s is a folder: compare two files or two folders", a.Display, b.Display)
}

func isFolder(in lexicon.Input) bool {
	info, err := fs.Stat(in.FS, in.Name)
	return err == nil && info.IsDir()
}

// against is a revision to compare with.
type against struct {
	from    string // where it is given, for messages
	name    string
	path    string
	hasPath bool
}

// newAgainst splits REV or REV:PATH. A colon in braces belongs to REV.
func newAgainst(from, text string) against {
	depth := 0
	for i, c := range text {
		switch {
		case c == '{':
			depth++
		case c == '}':
			depth--
		case c == ':' && depth == 0:
			return against{from, text[:i], text[i+1:], true}
		}
	}
	return against{from: from, name: text}
}

// sidesOf returns the old side from a revision, and as the new side the paths in
// the working tree, or the default ones.
func (p *project) sidesOf(a against, paths []string) (sides [2]side, err error) {
	paths, support, err := p.places(paths)
	if err != nil {
		return sides, err
	}
	revision, err := gitrev.Open(".", a.name)
	if err != nil {
		return sides, fmt.Errorf("%s: %w", a.from, err)
	}
	inputs, _, err := p.inputs(paths, support)
	if err != nil {
		return sides, err
	}
	sides[1] = side{inputs: inputs, paths: paths}
	sides[0] = side{inputs: inputs[len(paths):len(inputs):len(inputs)], mayLack: true}
	olds, err := inRevision(revision, a, paths)
	if err != nil {
		return sides, err
	}
	var read []string
	for i, old := range olds {
		news := inputs[:len(paths)]
		if !a.hasPath {
			news = news[i : i+1]
		}
		found, err := p.readOld(revision, old, !a.hasPath)
		if err != nil {
			return sides, err
		}
		for _, name := range found {
			if slices.Contains(read, name) {
				continue
			}
			read = append(read, name)
			input := lexicon.Input{FS: revision.FS, Name: name, Display: revision.Name + ":" + name}
			for _, new := range news {
				if err := sameKind(input, new); err != nil && name == old {
					return sides, err
				}
			}
			sides[0].inputs = append(sides[0].inputs, input)
			sides[0].paths = append(sides[0].paths, input.Display)
		}
	}
	p.leftOut(revision, "symbolic links", revision.Links)
	p.leftOut(revision, "submodules", revision.Submodules)
	return sides, nil
}

// readOld reads a path of the revision and returns the paths it read. For a path
// that the revision lacks these are, if follow is set, the ones that its files
// moved from since then, else none: a new path has no old side.
func (p *project) readOld(revision *gitrev.Revision, name string, follow bool) ([]string, error) {
	isJSON := func(name string) bool { return strings.HasSuffix(name, ".json") }
	err := revision.Read(name, lexicon.MaxFileSize+1, isJSON)
	if !gitrev.IsAbsent(err) {
		return []string{name}, err
	}
	var moved []string
	if follow {
		if moved, err = revision.MovedFrom(name, isJSON); err != nil {
			return nil, err
		}
	}
	if len(moved) == 0 {
		if near := revision.Near(name); near != "" && !follow { // explicit, and mistyped
			return nil, fmt.Errorf("%s does not have %s; did you mean %s:%s?", revision.Name, name, revision.Name, near)
		}
		p.warn("%s does not have %s: everything in it counts as new", revision.Name, name)
		return nil, nil
	}
	p.note("%s does not have %s: comparing with %s, which its files were moved from", revision.Name, name, strings.Join(moved, ", "))
	for _, place := range moved {
		if err := revision.Read(place, lexicon.MaxFileSize+1, isJSON); err != nil {
			return nil, err
		}
	}
	return moved, nil
}

// inRevision returns the paths of the old side, relative to the root of the
// repository.
func inRevision(revision *gitrev.Revision, a against, paths []string) ([]string, error) {
	if a.hasPath {
		path, err := revision.RevisionPath(a.path)
		return []string{path}, err
	}
	olds := make([]string, len(paths))
	for i, path := range paths {
		if path == stdin {
			return nil, errors.New("standard input is not in a revision: name the old file, as in --against REV:PATH")
		}
		old, err := revision.WorkingPath(path)
		if err != nil {
			return nil, err
		}
		olds[i] = old
	}
	return olds, nil
}

// leftOut prints a note about links and submodules of a revision that were not
// followed.
func (p *project) leftOut(revision *gitrev.Revision, what string, paths []string) {
	switch len(paths) {
	case 0:
	case 1:
		p.note("%s: %s are not followed: %s is left out", revision.Name, what, paths[0])
	default:
		p.note("%s: %s are not followed: %s and %d more are left out", revision.Name, what, paths[0], len(paths)-1)
	}
}

// loadSides reads the schemas of both sides. A file that cannot be read is an
// error: otherwise its Lexicon would count as removed or added.
func (p *project) loadSides(sides [2]side) (old, new *lexicon.Catalog, err error) {
	progress := newProgress(p.streams)
	var done, total [2]atomic.Int64
	var catalogs [2]*lexicon.Catalog
	var failures [2]error
	load := func(i int) func() {
		return func() {
			catalogs[i], failures[i] = lexicon.Load(p.ctx, sides[i].inputs, lexicon.LoadOptions{
				Profile: p.profile, Workers: p.jobs,
				Progress: func(n, all int) {
					done[i].Store(int64(n))
					total[i].Store(int64(all))
					progress.files(int(done[0].Load()+done[1].Load()), int(total[0].Load()+total[1].Load()))
				},
			})
		}
	}
	p.together(load(0), load(1))
	progress.end()
	for i, c := range catalogs {
		if failures[i] != nil || c.Files() > 0 {
			continue
		}
		if !sides[i].mayLack {
			failures[i] = noSchema(sides[i].paths, c.Skipped())
		} else if len(sides[i].paths) > 0 {
			p.warn("%s: everything on the new side counts as new", noSchema(sides[i].paths, c.Skipped()))
		}
	}
	return catalogs[0], catalogs[1], errors.Join(failures[:]...)
}
