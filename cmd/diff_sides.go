package cmd

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"sync"
	"sync/atomic"

	"github.com/lexsmith/lexsmith/internal/cli"
	"github.com/lexsmith/lexsmith/internal/files"
	"github.com/lexsmith/lexsmith/internal/project"
	"github.com/lexsmith/lexsmith/internal/report"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// sides are the old and the new side of a comparison.
type sides struct {
	*session
	old, new side
	revision *revisionSides // what they come from; nil for two paths
}

// side is one side of a comparison.
type side struct {
	inputs   []lexicon.Input
	revision string   // what paths of a git revision begin with, before a colon
	paths    []string // for messages
	// mayLack allows a side without schemas: everything on the other side is
	// new then.
	mayLack bool
	// foreign returns the Lexicons of others that the side has copies of.
	foreign func() (project.Foreign, error)
	early   *schemaLoad // nil until it begins
}

// twoPaths returns the sides of two files, or two folders.
func (s *session) twoPaths(ctx context.Context, old, new string) (*sides, error) {
	_, support, err := s.Places(ctx, []string{old, new})
	if err != nil {
		return nil, err
	}
	inputs, _, err := s.Inputs(ctx, []string{old, new}, support)
	if err != nil {
		return nil, err
	}
	if err := sameKind(inputs[0], inputs[1]); err != nil {
		return nil, err
	}
	around := func(path string) func() (project.Foreign, error) {
		return func() (project.Foreign, error) { return project.ForeignAround(path) }
	}
	return &sides{
		session: s,
		old:     side{inputs: append([]lexicon.Input{inputs[0]}, inputs[2:]...), paths: []string{old}, foreign: around(old)},
		new:     side{inputs: inputs[1:], paths: []string{new}, foreign: around(new)},
	}, nil
}

// sameKind returns an error when one input is a file and the other a folder.
func sameKind(a, b lexicon.Input) error {
	if isFolder(a) == isFolder(b) {
		return nil
	}
	if isFolder(a) {
		a, b = b, a
	}
	return fmt.Errorf("%q is a file, but %q is a folder; compare two files or two folders", a.Display, b.Display)
}

func isFolder(in lexicon.Input) bool {
	info, err := fs.Stat(in.FS, in.Name)
	return err == nil && info.IsDir()
}

// load reads the schemas of both sides, the new one first: the files of the old one
// that have not changed share its values. A file that cannot be read is an error:
// otherwise its Lexicon would count as removed or added.
func (s *sides) load(ctx context.Context) (old, new *lexicon.Catalog, err error) {
	var failures [2]error
	if s.new.early != nil {
		new, failures[1] = s.new.early.wait()
	}
	if s.revision != nil {
		if err := s.revision.fill(ctx, new); err != nil {
			s.revision.close()
			return nil, nil, err
		}
	}
	if new == nil {
		reading, err := s.begin(ctx, &s.new, nil)
		if err != nil {
			return nil, nil, err
		}
		new, failures[1] = reading.wait()
	}
	reading, err := s.begin(ctx, &s.old, new)
	if err != nil {
		return nil, nil, err
	}
	if s.revision != nil {
		s.revision.close()
	}
	old, failures[0] = reading.wait()
	catalogs := [2]*lexicon.Catalog{old, new}
	for i, side := range []side{s.old, s.new} {
		c := catalogs[i]
		if failures[i] != nil || c.Files() > 0 {
			continue
		}
		if !side.mayLack {
			failures[i] = s.Lacking(ctx, side.paths, c)
		} else if len(side.paths) > 0 {
			s.Warn("%s; everything on the new side counts as new", project.NoSchema(side.paths, c.Skipped()))
		}
	}
	return old, new, errors.Join(failures[:]...)
}

// commits describes the commits of the sides for the report; nil for two paths.
func (s *sides) commits() *report.Base {
	r := s.revision
	if r == nil {
		return nil
	}
	a := &report.Base{Text: r.Old.String(), Revision: r.name, Commit: r.Old.Commit, MergeBase: r.Old.MergeBase}
	if r.New != nil {
		a.NewText, a.NewCommit = r.New.String(), r.New.Commit
	}
	return a
}

// schemaLoad loads schemas beside other work.
type schemaLoad struct {
	streams  *cli.Streams
	progress atomic.Pointer[cli.Progress] // of those who wait
	load     func()                       // loads, or waits until that is done
	catalog  *lexicon.Catalog
	failure  error
}

// begin begins to load the schemas of a side until ctx is done, if more than one worker may
// be used. Those with the text of one in alike, which can be nil, share its values.
func (s *session) begin(ctx context.Context, side *side, alike *lexicon.Catalog) (*schemaLoad, error) {
	foreign, err := side.foreign()
	if err != nil {
		return nil, err
	}
	l := &schemaLoad{streams: &s.Streams}
	before := 0
	if alike != nil {
		before = alike.Files() + alike.Skipped()
	}
	l.load = sync.OnceFunc(func() {
		l.catalog, l.failure = lexicon.Load(ctx, side.inputs, lexicon.LoadOptions{
			Profile: s.Profile, Workers: s.Workers, Alike: alike, Foreign: foreign.Has,
			Progress: func(done, total int) { l.progress.Load().Files(before+done, before+total) },
		})
	})
	if s.Workers != 1 {
		go l.load()
	}
	return l, nil
}

// wait returns what was loaded, and shows how far that is until then. The error is
// that of lexicon.Load, as files.Errors words it.
func (l *schemaLoad) wait() (*lexicon.Catalog, error) {
	shown := cli.NewProgress(l.streams)
	l.progress.Store(shown)
	l.load()
	shown.End()
	return l.catalog, files.Errors(l.failure)
}
