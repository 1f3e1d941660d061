package cmd

import (
	"errors"
	"fmt"
	"io/fs"
	"sync/atomic"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// side is the old or the new side of a comparison.
type side struct {
	inputs   []lexicon.Input
	revision string   // what paths of a git revision begin with, before a colon
	paths    []string // for messages
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
	return fmt.Errorf("%s is a file, but %s is a folder; compare two files or two folders", a.Display, b.Display)
}

func isFolder(in lexicon.Input) bool {
	info, err := fs.Stat(in.FS, in.Name)
	return err == nil && info.IsDir()
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
			p.warn("%s; everything on the new side counts as new", noSchema(sides[i].paths, c.Skipped()))
		}
	}
	return catalogs[0], catalogs[1], errors.Join(failures[:]...)
}
