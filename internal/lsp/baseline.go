package lsp

import (
	"context"
	"errors"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/lexsmith/lexsmith/internal/gitrev"
	projectfiles "github.com/lexsmith/lexsmith/internal/project"
	"github.com/lexsmith/lexsmith/pkg/compat"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/lint"
)

// baseline holds the Lexicons of the revision that changes are compared with.
type baseline struct {
	fresh atomic.Bool // the revision was read, and cannot mean another commit since

	mu    sync.Mutex
	fault error // why there is none
	revision
}

// revision holds the Lexicons of a commit.
type revision struct {
	against string // as the settings say it
	commit  string
	catalog *lexicon.Catalog // nil when there is nothing to compare with
	faults  compat.Faults
}

// compare returns the changes since the baseline, or the fault that left it without one. It
// is false when ctx is done before.
func (b *baseline) compare(ctx context.Context, s *snapshot) (changes []diag.Finding, fault error, ok bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if fresh := b.fresh.Swap(true); !fresh || b.against != s.config.Diff.Against {
		if b.fault = b.load(ctx, s); ctx.Err() != nil {
			b.fresh.Store(false)
			return nil, nil, false
		}
	}
	if b.catalog == nil {
		return nil, b.fault, true
	}
	faults, err := s.faults(ctx, s.catalog)
	if err != nil {
		return nil, nil, false
	}
	report, err := compat.Compare(ctx, b.catalog, s.catalog, compat.Options{Profile: s.profile, Old: b.faults, New: faults})
	if err != nil {
		return nil, nil, false
	}
	for _, f := range report.Findings {
		if f.Change != nil && s.policy.Apply(&f) {
			changes = append(changes, f)
		}
	}
	return changes, nil, true
}

// load reads the Lexicons of the revision, unless it has those of the commit.
func (b *baseline) load(ctx context.Context, s *snapshot) error {
	before := b.revision
	b.revision = revision{against: s.config.Diff.Against}
	rev, path, hasPath := gitrev.SplitPath(b.against)
	c, err := gitrev.Resolve(ctx, s.project.folder, rev, false)
	if err != nil {
		return err
	}
	defer c.Close()
	if c.New != nil {
		return errors.New("it is a range, which does not include the working tree")
	}
	if before.against == b.against && before.commit == c.Old.Commit {
		b.revision = before
		return nil
	}
	inputs, err := oldInputs(ctx, c, s.roots, path, hasPath)
	if err != nil {
		return err
	}
	dependencies := slices.Clone(s.roots)
	now, done := inputsOf(slices.DeleteFunc(dependencies, func(r root) bool { return !r.dependency }))
	defer done()
	inputs = append(inputs, now...)
	readForeign, err := projectfiles.ForeignOf(ctx, c, c.Old, s.project.folder)
	if err == nil {
		err = c.Fill(ctx, lexicon.MaxFileSize+1)
	}
	if err != nil {
		return err
	}
	foreign, err := readForeign()
	if err != nil {
		return err
	}
	catalog, err := lexicon.Load(ctx, inputs, lexicon.LoadOptions{Profile: s.profile, Foreign: foreign.Has})
	if err != nil {
		return err
	}
	b.faults, err = s.faults(ctx, catalog)
	if err == nil {
		b.commit, b.catalog = c.Old.Commit, catalog
	}
	return err
}

// oldInputs returns the inputs of the revision that correspond to the roots, or the
// one at an explicit path. A root that the revision lacks is new.
func oldInputs(ctx context.Context, c *gitrev.Comparison, roots []root, path string, hasPath bool) (inputs []lexicon.Input, err error) {
	add := func(names ...string) {
		for _, name := range names {
			inputs = append(inputs, lexicon.Input{FS: c.Old.FS, Name: name, Display: c.Old.Label + ":" + name})
		}
	}
	if hasPath {
		name, err := c.RevisionPath(path)
		if err != nil {
			return nil, err
		}
		found, err := c.Old.Add(ctx, name)
		add(found)
		return inputs, err
	}
	for _, r := range roots {
		if r.dependency {
			continue
		}
		name, err := c.WorkingPath(r.path)
		if err != nil {
			return nil, err
		}
		found, _, err := c.AddCounterpart(ctx, name)
		if err != nil {
			return nil, err
		}
		add(found...)
	}
	return inputs, nil
}

// faults returns what lint calls an error by default, with the severities of the
// settings. Nothing is compared there.
func (s *snapshot) faults(ctx context.Context, c *lexicon.Catalog) (compat.Faults, error) {
	result, err := lint.Lint(ctx, c, lint.Options{Profile: s.profile, MinSeverity: diag.Error})
	return compat.Faults{Findings: s.keep(result.Findings), Omitted: result.Omitted}, err
}
