// Package sides loads what a comparison is between: two files or folders, or a git revision
// and the working tree or another revision.
package sides

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

// Sides are the old and the new side of a comparison.
type Sides struct {
	Old, New Side
	Against  *report.Base // the commits; nil for two paths
}

// Side is one side of a comparison.
type Side struct {
	*lexicon.Catalog
	Revision string // what paths of a git revision begin with, before a colon

	inputs []lexicon.Input
	paths  []string // for messages
	// mayLack allows a side without schemas: everything on the other side is
	// new then.
	mayLack bool
	// foreign returns the Lexicons of others that the side has copies of.
	foreign func() (project.Foreign, error)
}

// Schemas returns the schemas of a side.
func (s *Side) Schemas() *project.Schemas {
	isFolder := func(in lexicon.Input) bool { return !in.Dependency && isFolder(in) }
	return &project.Schemas{Catalog: s.Catalog, Named: !slices.ContainsFunc(s.inputs, isFolder)}
}

// Revision is a revision argument: REV, REV:PATH, or two of these with dots between them.
type Revision struct {
	From string // the flag or setting that has it, for messages
	Text string
}

// Loader loads the sides of comparisons in a project, and prints notes on them.
type Loader struct {
	*project.Project
	Streams *cli.Streams
}

// OfPaths loads the sides of two files, or two folders.
func (l Loader) OfPaths(ctx context.Context, old, new string) (*Sides, error) {
	_, support, err := l.Places(ctx, []string{old, new})
	if err != nil {
		return nil, err
	}
	inputs, _, err := l.Inputs(ctx, []string{old, new}, support)
	if err != nil {
		return nil, err
	}
	if err := sameKind(inputs[0], inputs[1]); err != nil {
		return nil, err
	}
	around := func(path string, input lexicon.Input) Side {
		return Side{
			inputs: append([]lexicon.Input{input}, inputs[2:]...), paths: []string{path},
			foreign: func() (project.Foreign, error) { return project.ForeignAround(path) },
		}
	}
	both := &Sides{Old: around(old, inputs[0]), New: around(new, inputs[1])}
	load, err := l.begin(ctx, &both.New, nil)
	if err != nil {
		return nil, err
	}
	catalog, failure := load()
	both.New.Catalog = catalog
	return both, l.loadOld(ctx, both, failure)
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
func (l Loader) begin(ctx context.Context, side *Side, alike *lexicon.Catalog) (wait func() (*lexicon.Catalog, error), err error) {
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
			Profile: l.Profile, Workers: l.Workers, Alike: alike, Foreign: foreign.Has,
			Progress: func(done, total int) { shown.Load().Files(before+done, before+total) },
		})
	})
	if l.Workers != 1 {
		go func() { _, _ = load() }()
	}
	return func() (*lexicon.Catalog, error) {
		progress := cli.NewProgress(l.Streams)
		defer progress.End()
		shown.Store(progress)
		catalog, err := load()
		return catalog, files.Errors(err)
	}, nil
}

// loadOld loads the old side, given how loading the new one failed: the files that have not
// changed share its values. A file that cannot be read is an error: otherwise its Lexicon
// would count as removed or added.
func (l Loader) loadOld(ctx context.Context, both *Sides, failure error) error {
	load, err := l.begin(ctx, &both.Old, both.New.Catalog)
	if err != nil {
		return err
	}
	both.Old.Catalog, err = load()
	return errors.Join(l.lacking(ctx, &both.Old, err), l.lacking(ctx, &both.New, failure))
}

// lacking returns how loading a side failed or, if it did not, what to say of one without
// schemas.
func (l Loader) lacking(ctx context.Context, side *Side, failure error) error {
	switch {
	case failure != nil || side.Files() > 0:
		return failure
	case !side.mayLack:
		return l.Lacking(ctx, side.paths, side.Catalog)
	case len(side.paths) > 0:
		l.Streams.Warn("%s; everything on the new side counts as new", project.NoSchema(side.paths, side.Skipped()))
	}
	return nil
}
