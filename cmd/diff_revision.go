package cmd

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/lexsmith/lexsmith/internal/gitrev"
	"github.com/lexsmith/lexsmith/internal/project"
	"github.com/lexsmith/lexsmith/internal/report"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// against is a revision argument.
type against struct {
	from    string // the flag or setting it comes from, for messages
	name    string
	path    string
	hasPath bool
}

// newAgainst splits REV or REV:PATH.
func newAgainst(from, text string) against {
	name, path, hasPath := gitrev.SplitPath(text)
	return against{from, name, path, hasPath}
}

// revisionSides are the sides of a comparison with a revision, in the making.
type revisionSides struct {
	*session
	*gitrev.Comparison
	against

	paths   []string // of the new side, as the user wrote them, or the default ones
	names   []string // the same relative to the root of the repository; "" for one outside it
	support []string // paths to resolve references in
}

// sidesOfRevision loads the old side from a revision, and as the new side the paths, or
// the default ones, in the working tree or in the other revision of a range.
func (p *session) sidesOfRevision(ctx context.Context, a against, tip bool, paths []string) (*sides, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel() // ends the reading of a side that is not needed
	s := &revisionSides{session: p, against: a, paths: paths}
	early := s.beginWorking(ctx)
	var err error
	if s.Comparison, err = gitrev.Resolve(ctx, ".", s.name, tip); err != nil {
		return nil, fmt.Errorf("%s: %w", s.from, err)
	}
	defer s.Close()
	both, sparse, err := s.find(ctx)
	if err != nil {
		return nil, err
	}
	if s.New != nil || sparse {
		early = nil
	}
	var failure error
	if early != nil {
		both.new.Catalog, failure = early()
	}
	if err := s.fill(ctx, both.new.Catalog); err != nil {
		return nil, err
	}
	if early == nil {
		load, err := s.begin(ctx, &both.new, nil)
		if err != nil {
			return nil, err
		}
		both.new.Catalog, failure = load()
	}
	return both, s.loadOld(ctx, both, failure)
}

// beginWorking begins to read the paths in the working tree while git looks up the
// revision. It returns nil if they are not all that is needed, or cannot be read: what
// is wrong with them is found later, when they are looked at in their turn.
func (s *revisionSides) beginWorking(ctx context.Context) (wait func() (*lexicon.Catalog, error)) {
	if gitrev.IsRange(s.name) {
		return nil
	}
	paths, support, err := s.Places(ctx, s.paths)
	if err != nil || slices.Contains(slices.Concat(paths, support), stdin) { // which can be read once only
		return nil
	}
	inputs, _, err := s.Inputs(ctx, paths, support)
	if err != nil {
		return nil
	}
	wait, _ = s.begin(ctx, &side{inputs: inputs, foreign: s.Foreign}, nil)
	return wait
}

// find determines the sides. Sparse says that the new one has files that the working tree
// does not.
func (s *revisionSides) find(ctx context.Context) (both *sides, sparse bool, err error) {
	if err := s.findPaths(ctx); err != nil {
		return nil, false, err
	}
	news, support, err := s.addNew(ctx)
	if err != nil {
		return nil, false, err
	}
	left, err := s.addSparse(ctx)
	if err != nil {
		return nil, false, err
	}
	both = &sides{new: side{inputs: slices.Concat(news, left, support), paths: s.paths, foreign: s.Foreign}}
	base := &report.Base{Text: s.Old.String(), Revision: s.name, Commit: s.Old.Commit, MergeBase: s.Old.MergeBase}
	both.summary.Against = base
	if s.New != nil {
		base.NewText, base.NewCommit = s.New.String(), s.New.Commit
		both.new.revision = s.New.Label
		if both.new.foreign, err = project.ForeignOf(ctx, s.Comparison, s.New, filepath.Dir(s.Config.Path)); err != nil {
			return nil, false, err
		}
	}
	olds, err := s.addOld(ctx, news)
	if err != nil {
		return nil, false, err
	}
	both.old = side{inputs: append(olds, support...), revision: s.Old.Label, mayLack: true}
	for _, old := range olds {
		both.old.paths = append(both.old.paths, old.Display)
	}
	if both.old.foreign, err = project.ForeignOf(ctx, s.Comparison, s.Old, filepath.Dir(s.Config.Path)); err != nil {
		return nil, false, err
	}
	s.noteLeftOut()
	return both, len(left) > 0, nil
}

// fill reads the files of the revisions, but for those that are the same as a file of
// the working tree; nil for none.
func (s *revisionSides) fill(ctx context.Context, working *lexicon.Catalog) error {
	var known [][]byte
	if working != nil {
		for _, d := range working.Documents() {
			known = append(known, d.Source.Text)
		}
	}
	return s.Fill(ctx, lexicon.MaxFileSize+1, known...)
}

// findPaths determines the paths of the new side and where references are
// resolved.
func (s *revisionSides) findPaths(ctx context.Context) (err error) {
	if s.New == nil {
		s.paths, s.support, err = s.Places(ctx, s.paths)
	} else {
		err = s.findRangePaths()
	}
	if err != nil {
		return err
	}
	s.names = make([]string, len(s.paths))
	for i, path := range s.paths {
		needed := s.New != nil || !s.hasPath
		if path != stdin {
			s.names[i], err = s.NewPath(path)
		} else if needed {
			err = errors.New("a revision does not contain standard input; pass the path of the old file, as in --against REV:PATH")
		}
		if err != nil && needed {
			return err
		}
	}
	return nil
}

// findRangePaths is findPaths for a range of revisions, where the paths need not
// exist on disk.
func (s *revisionSides) findRangePaths() error {
	include, configured, err := s.Configured()
	s.support = slices.Concat(s.Lexicons, include)
	switch {
	case len(s.paths) > 0:
		s.support = append(s.support, configured...)
	case len(configured) > 0:
		s.paths = configured
	default:
		s.paths = []string{project.DefaultFolder}
	}
	return err
}

// addNew returns the inputs of the new side, one for each path, and those that
// references are resolved in.
func (s *revisionSides) addNew(ctx context.Context) (news, support []lexicon.Input, err error) {
	if s.New == nil {
		inputs, _, err := s.Inputs(ctx, s.paths, s.support)
		return inputs[:min(len(s.paths), len(inputs))], inputs[min(len(s.paths), len(inputs)):], err
	}
	for _, name := range s.names {
		found, err := s.New.Add(ctx, name)
		if errors.Is(err, fs.ErrNotExist) {
			err = fmt.Errorf("%s does not contain %q", s.New.Label, name)
		}
		if err != nil {
			return nil, nil, err
		}
		news = append(news, lexicon.Input{FS: s.New.FS, Name: found, Display: s.New.Label + ":" + found})
	}
	support, _, err = s.Inputs(ctx, nil, s.support)
	return news, support, err
}

// addOld returns the inputs of the old side. Each is a file or a folder, as the paths of the
// new side are that it is compared with.
func (s *revisionSides) addOld(ctx context.Context, news []lexicon.Input) (olds []lexicon.Input, err error) {
	names := s.names
	if s.hasPath {
		name, err := s.RevisionPath(s.path)
		if err != nil {
			return nil, err
		}
		names = []string{name}
	}
	var pairs [][2]lexicon.Input
	added := map[string]bool{}
	for i, name := range names {
		found, moved, err := s.addOldPath(ctx, name)
		if err != nil {
			return nil, err
		}
		for _, name := range found {
			if added[name] {
				continue
			}
			added[name] = true
			old := lexicon.Input{FS: s.Old.FS, Name: name, Display: s.Old.Label + ":" + name}
			olds = append(olds, old)
			switch {
			case s.hasPath:
				for _, new := range news {
					pairs = append(pairs, [2]lexicon.Input{old, new})
				}
			case !moved:
				pairs = append(pairs, [2]lexicon.Input{old, news[i]})
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
func (s *revisionSides) addOldPath(ctx context.Context, name string) (found []string, moved bool, err error) {
	label := s.Old.Label
	if !s.hasPath {
		found, former, err := s.AddCounterpart(ctx, name)
		if former != nil {
			s.Note("%s does not contain %q; comparing with %s, from which its files were moved", label, name, strings.Join(former, ", "))
		}
		if err != nil || found != nil {
			return found, former != nil, err
		}
	} else {
		real, err := s.Old.Add(ctx, name)
		if !errors.Is(err, fs.ErrNotExist) {
			return []string{real}, false, err
		}
		if near := s.Old.Near(ctx, name); near != "" { // mistyped
			return nil, false, fmt.Errorf("%s does not contain %q; did you mean %s:%s?", label, name, label, near)
		}
	}
	s.Warn("%[1]s does not contain %[2]q; every Lexicon in %[2]q counts as new", label, name)
	return nil, false, nil
}

// addSparse returns inputs for the files of the new side that sparse-checkout
// leaves out of the working tree: they were not removed.
func (s *revisionSides) addSparse(ctx context.Context) (inputs []lexicon.Input, err error) {
	files, any, err := s.Sparse(ctx, s.names)
	for i, name := range s.names {
		if err == nil && any[i] {
			inputs = append(inputs, lexicon.Input{FS: files, Name: name, Display: filepath.ToSlash(s.paths[i])})
		}
	}
	return inputs, err
}

// noteLeftOut prints which links and submodules of a revision were left out.
func (s *revisionSides) noteLeftOut() {
	for _, revision := range []*gitrev.Revision{s.Old, s.New} {
		if revision == nil || len(revision.LeftOut) == 0 {
			continue
		}
		more := ""
		if n := len(revision.LeftOut) - 1; n > 0 {
			more = fmt.Sprintf(" (and %d more)", n)
		}
		s.Note("skipped: %v%s", revision.LeftOut[0], more)
	}
}
