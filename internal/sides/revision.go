package sides

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/lexsmith/lexsmith/internal/files"
	"github.com/lexsmith/lexsmith/internal/gitrev"
	"github.com/lexsmith/lexsmith/internal/project"
	"github.com/lexsmith/lexsmith/internal/report"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// comparison is a comparison with a revision, in the making.
type comparison struct {
	Loader
	*gitrev.Comparison
	name, path string // of the old side
	hasPath    bool

	paths   []string // of the new side, as the user wrote them, or the default ones
	names   []string // the same relative to the root of the repository; "" for one outside it
	support []string // paths to resolve references in
}

// OfRevision loads the old side from a revision or, with tip, from the tip of a branch, and
// as the new side the paths, or the default ones, in the working tree or in the other
// revision of a range.
func (l Loader) OfRevision(ctx context.Context, r Revision, tip bool, paths []string) (*Sides, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel() // ends the reading of a side that is not needed
	c := &comparison{Loader: l, paths: paths}
	c.name, c.path, c.hasPath = gitrev.SplitPath(r.Text)
	early := c.beginWorking(ctx)
	var err error
	if c.Comparison, err = gitrev.Resolve(ctx, ".", c.name, tip); err != nil {
		return nil, fmt.Errorf("%s: %w", r.From, err)
	}
	defer c.Close()
	both, sparse, err := c.find(ctx)
	if err != nil {
		return nil, err
	}
	if sparse {
		early = nil
	}
	var failure error
	var known [][]byte // files of the working tree, which are not read from git where they are the same
	if early != nil {
		both.New.Catalog, failure = early()
		for _, d := range both.New.Documents() {
			known = append(known, d.Source.Text)
		}
	}
	if err := c.Fill(ctx, lexicon.MaxFileSize+1, known...); err != nil {
		return nil, err
	}
	if early == nil {
		load, err := l.begin(ctx, &both.New, nil)
		if err != nil {
			return nil, err
		}
		both.New.Catalog, failure = load()
	}
	return both, l.loadOld(ctx, both, failure)
}

// beginWorking begins to read the paths in the working tree while git looks up the
// revision. It returns nil if they are not all that is needed, or cannot be read: what
// is wrong with them is found later, when they are looked at in their turn.
func (c *comparison) beginWorking(ctx context.Context) (wait func() (*lexicon.Catalog, error)) {
	if gitrev.IsRange(c.name) {
		return nil
	}
	paths, support, err := c.Places(ctx, c.paths)
	if err != nil || slices.Contains(slices.Concat(paths, support), files.Stdin) { // which can be read once only
		return nil
	}
	inputs, _, err := c.Inputs(ctx, paths, support)
	if err != nil {
		return nil
	}
	wait, _ = c.begin(ctx, &Side{inputs: inputs, foreign: c.Foreign}, nil)
	return wait
}

// find determines the sides. Sparse says that the new one has files that the working tree
// does not.
func (c *comparison) find(ctx context.Context) (both *Sides, sparse bool, err error) {
	if err := c.findPaths(ctx); err != nil {
		return nil, false, err
	}
	news, support, err := c.addNew(ctx)
	if err != nil {
		return nil, false, err
	}
	left, err := c.addSparse(ctx)
	if err != nil {
		return nil, false, err
	}
	both = &Sides{New: Side{inputs: slices.Concat(news, left, support), paths: c.paths, foreign: c.Foreign}}
	base := &report.Base{Text: c.Old.String(), Revision: c.name, Commit: c.Old.Commit, MergeBase: c.Old.MergeBase}
	both.Against = base
	if c.New != nil {
		base.NewText, base.NewCommit = c.New.String(), c.New.Commit
		both.New.Revision = c.New.Label
		if both.New.foreign, err = project.ForeignOf(ctx, c.Comparison, c.New, filepath.Dir(c.Config.Path)); err != nil {
			return nil, false, err
		}
	}
	olds, err := c.addOld(ctx, news)
	if err != nil {
		return nil, false, err
	}
	both.Old = Side{inputs: append(olds, support...), Revision: c.Old.Label, mayLack: true}
	for _, old := range olds {
		both.Old.paths = append(both.Old.paths, old.Display)
	}
	if both.Old.foreign, err = project.ForeignOf(ctx, c.Comparison, c.Old, filepath.Dir(c.Config.Path)); err != nil {
		return nil, false, err
	}
	c.noteLeftOut()
	return both, len(left) > 0, nil
}

// findPaths determines the paths of the new side and where references are
// resolved.
func (c *comparison) findPaths(ctx context.Context) (err error) {
	if c.New != nil && len(c.paths) == 0 {
		if _, configured, err := c.Configured(); err == nil && len(configured) == 0 {
			c.paths = []string{project.DefaultFolder} // which need not exist on disk
		}
	}
	if c.paths, c.support, err = c.Places(ctx, c.paths); err != nil {
		return err
	}
	c.names = make([]string, len(c.paths))
	for i, path := range c.paths {
		needed := c.New != nil || !c.hasPath
		if path != files.Stdin {
			c.names[i], err = c.NewPath(path)
		} else if needed {
			err = errors.New("a revision does not contain standard input; pass the path of the old file, as in --against REV:PATH")
		}
		if err != nil && needed {
			return err
		}
	}
	return nil
}

// addNew returns the inputs of the new side, one for each path, and those that
// references are resolved in.
func (c *comparison) addNew(ctx context.Context) (news, support []lexicon.Input, err error) {
	if c.New == nil {
		inputs, _, err := c.Inputs(ctx, c.paths, c.support)
		return inputs[:min(len(c.paths), len(inputs))], inputs[min(len(c.paths), len(inputs)):], err
	}
	for _, name := range c.names {
		found, err := c.New.Add(ctx, name)
		if errors.Is(err, fs.ErrNotExist) {
			err = fmt.Errorf("%s does not contain %q", c.New.Label, name)
		}
		if err != nil {
			return nil, nil, err
		}
		news = append(news, lexicon.Input{FS: c.New.FS, Name: found, Display: c.New.Label + ":" + found})
	}
	support, _, err = c.Inputs(ctx, nil, c.support)
	return news, support, err
}

// addOld returns the inputs of the old side. Each is a file or a folder, as the paths of the
// new side are that it is compared with.
func (c *comparison) addOld(ctx context.Context, news []lexicon.Input) (olds []lexicon.Input, err error) {
	names := c.names
	if c.hasPath {
		name, err := c.RevisionPath(c.path)
		if err != nil {
			return nil, err
		}
		names = []string{name}
	}
	var pairs [][2]lexicon.Input
	added := map[string]bool{}
	for i, name := range names {
		found, moved, err := c.addOldPath(ctx, name)
		if err != nil {
			return nil, err
		}
		for _, name := range found {
			if added[name] {
				continue
			}
			added[name] = true
			old := lexicon.Input{FS: c.Old.FS, Name: name, Display: c.Old.Label + ":" + name}
			olds = append(olds, old)
			for at, new := range news {
				if c.hasPath || at == i && !moved {
					pairs = append(pairs, [2]lexicon.Input{old, new})
				}
			}
		}
	}
	for _, pair := range pairs {
		if err := sameKind(pair[0], pair[1]); err != nil {
			return nil, err
		}
	}
	return olds, nil
}

// addOldPath adds a path of the old revision and returns the paths it stands for.
// For a path that the revision lacks these are, unless it was given as REV:PATH,
// the ones that its files were moved from since then; else none, since a new path
// has no old side.
func (c *comparison) addOldPath(ctx context.Context, name string) (found []string, moved bool, err error) {
	label := c.Old.Label
	if !c.hasPath {
		found, former, err := c.AddCounterpart(ctx, name)
		if former != nil {
			c.Streams.Note("%s does not contain %q; comparing with %s, from which its files were moved", label, name, strings.Join(former, ", "))
		}
		if err != nil || found != nil {
			return found, former != nil, err
		}
	} else {
		real, err := c.Old.Add(ctx, name)
		if !errors.Is(err, fs.ErrNotExist) {
			return []string{real}, false, err
		}
		if near := c.Old.Near(ctx, name); near != "" { // mistyped
			return nil, false, fmt.Errorf("%s does not contain %q; did you mean %s:%s?", label, name, label, near)
		}
	}
	c.Streams.Warn("%[1]s does not contain %[2]q; every Lexicon in %[2]q counts as new", label, name)
	return nil, false, nil
}

// addSparse returns inputs for the files of the new side that sparse-checkout
// leaves out of the working tree: they were not removed.
func (c *comparison) addSparse(ctx context.Context) (inputs []lexicon.Input, err error) {
	files, any, err := c.Sparse(ctx, c.names)
	for i, name := range c.names {
		if err == nil && any[i] {
			inputs = append(inputs, lexicon.Input{FS: files, Name: name, Display: filepath.ToSlash(c.paths[i])})
		}
	}
	return inputs, err
}

// noteLeftOut prints which links and submodules of a revision were left out.
func (c *comparison) noteLeftOut() {
	for _, revision := range []*gitrev.Revision{c.Old, c.New} {
		if revision == nil || len(revision.LeftOut) == 0 {
			continue
		}
		more := ""
		if n := len(revision.LeftOut) - 1; n > 0 {
			more = fmt.Sprintf(" (and %d more)", n)
		}
		c.Streams.Note("skipped: %v%s", revision.LeftOut[0], more)
	}
}
