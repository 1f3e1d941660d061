package lsp

import (
	"context"
	"maps"
	"path/filepath"
	"slices"

	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/lint"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// fileAmongAll is file with the other projects as they are now.
func (w *workspace) fileAmongAll(ctx context.Context, uri string) *file {
	f := w.file(ctx, uri)
	if f != nil {
		f.others = w.snapshots(ctx)
		f.others = slices.DeleteFunc(f.others, func(s *snapshot) bool { return s.project == f.project })
	}
	return f
}

// snapshots returns the snapshots of all projects, in the order of their folders.
func (w *workspace) snapshots(ctx context.Context) []*snapshot {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.all(ctx)
}

// all is snapshots for a caller that holds the mutex.
func (w *workspace) all(ctx context.Context) (all []*snapshot) {
	for _, home := range slices.Sorted(maps.Keys(w.projects)) {
		all = append(all, w.projects[home].snapshot(ctx))
	}
	return all
}

// current returns the snapshots of a project, and of all others in the order of their folders;
// nil when the check that asks is done. A project begins to be checked again if the Lexicons of
// others have come or gone since the last call.
func (w *workspace) current(ctx, checking context.Context, one *project) (s *snapshot, others []*snapshot) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if checking.Err() != nil {
		return nil, nil
	}
	s, others = one.snapshot(ctx), w.all(ctx)
	changed := w.ids // those that are not the same now
	w.ids = make(map[string][]syntax.NSID, len(others))
	for _, s := range others {
		folder, ids := s.project.folder, idsOf(s.catalog)
		w.ids[folder] = ids
		if slices.Equal(changed[folder], ids) {
			delete(changed, folder)
		} else {
			changed[folder] = ids
		}
	}
	for _, s := range others {
		if _, own := changed[s.project.folder]; len(changed) > 1 || len(changed) == 1 && !own {
			s.project.settings.incremental = lint.NewIncremental(s.options())
			s.project.last = nil
			w.check(ctx, s.project)
		}
	}
	return s, slices.DeleteFunc(others, func(s *snapshot) bool { return s.project == one })
}

// idsOf returns the ids of the Lexicons of a project.
func idsOf(c *lexicon.Catalog) (ids []syntax.NSID) {
	for _, d := range c.Documents() {
		if !d.Dependency {
			ids = append(ids, d.ID)
		}
	}
	return ids
}

// foundElsewhere makes an info of what lint says of a reference to a Lexicon of another
// project of the workspace: the editor follows it, the command line does not.
func foundElsewhere(findings []diag.Finding, others []*snapshot) []diag.Finding {
	for i := range findings {
		f := &findings[i]
		fetch, ok := f.Hint.(diag.HintFetchLexicon)
		if !ok {
			continue
		}
		for _, s := range others {
			if d := s.catalog.Document(fetch.NSID); d != nil && !d.Dependency {
				f.Severity, f.Fix = diag.Info, nil
				f.Message = string(fetch.NSID) + " is in the folder " + words.Quote(filepath.Base(s.project.folder)) +
					" of the workspace, which the command line does not load here"
				f.Help = `add its Lexicons to "include" in lexsmith.yaml`
				break
			}
		}
	}
	return findings
}
