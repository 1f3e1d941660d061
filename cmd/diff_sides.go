package cmd

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
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
	old, new side
	summary  report.Summary // says what the old side is, unless that is a path
}

// side is one side of a comparison.
type side struct {
	*lexicon.Catalog // nil until it is loaded
	inputs           []lexicon.Input
	revision         string   // what paths of a git revision begin with, before a colon
	paths            []string // for messages
	// mayLack allows a side without schemas: everything on the other side is
	// new then.
	mayLack bool
	// foreign returns the Lexicons of others that the side has copies of.
	foreign func() (project.Foreign, error)
}

// named reports whether all paths of a side are files.
func (s *side) named() bool {
	return !slices.ContainsFunc(s.inputs, func(in lexicon.Input) bool { return !in.Dependency && isFolder(in) })
}

// sidesOfPaths loads the sides of two files, or two folders.
func (s *session) sidesOfPaths(ctx context.Context, old, new string) (*sides, error) {
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
	around := func(path string, input lexicon.Input) side {
		return side{
			inputs: append([]lexicon.Input{input}, inputs[2:]...), paths: []string{path},
			foreign: func() (project.Foreign, error) { return project.ForeignAround(path) },
		}
	}
	both := &sides{old: around(old, inputs[0]), new: around(new, inputs[1])}
	load, err := s.begin(ctx, &both.new, nil)
	if err != nil {
		return nil, err
	}
	catalog, failure := load()
	both.new.Catalog = catalog
	return both, s.loadOld(ctx, both, failure)
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

// begin begins to load the schemas of a side until ctx is done, if more than one worker may
// be used. It returns a function that waits for them, and shows how far that is until then.
// Those with the text of one in alike, which can be nil, share its values.
func (s *session) begin(ctx context.Context, side *side, alike *lexicon.Catalog) (wait func() (*lexicon.Catalog, error), err error) {
	foreign, err := side.foreign()
	if err != nil {
		return nil, err
	}
	before := 0
	if alike != nil {
		before = alike.Files() + alike.Skipped()
	}
	var shown atomic.Pointer[cli.Progress] // nil until somebody waits
	load := sync.OnceValues(func() (*lexicon.Catalog, error) {
		return lexicon.Load(ctx, side.inputs, lexicon.LoadOptions{
			Profile: s.Profile, Workers: s.Workers, Alike: alike, Foreign: foreign.Has,
			Progress: func(done, total int) { shown.Load().Files(before+done, before+total) },
		})
	})
	if s.Workers != 1 {
		go func() { _, _ = load() }()
	}
	return func() (*lexicon.Catalog, error) {
		progress := cli.NewProgress(&s.Streams)
		defer progress.End()
		shown.Store(progress)
		catalog, err := load()
		return catalog, files.Errors(err)
	}, nil
}

// loadOld loads the old side, given how loading the new one failed: the files that have not
// changed share its values. A file that cannot be read is an error: otherwise its Lexicon
// would count as removed or added.
func (s *session) loadOld(ctx context.Context, both *sides, failure error) error {
	load, err := s.begin(ctx, &both.old, both.new.Catalog)
	if err != nil {
		return err
	}
	both.old.Catalog, err = load()
	return errors.Join(s.lacking(ctx, &both.old, err), s.lacking(ctx, &both.new, failure))
}

// lacking returns how loading a side failed or, if it did not, what to say of one without
// schemas.
func (s *session) lacking(ctx context.Context, side *side, failure error) error {
	switch {
	case failure != nil || side.Files() > 0:
		return failure
	case !side.mayLack:
		return s.Lacking(ctx, side.paths, side.Catalog)
	case len(side.paths) > 0:
		s.Warn("%s; everything on the new side counts as new", project.NoSchema(side.paths, side.Skipped()))
	}
	return nil
}
