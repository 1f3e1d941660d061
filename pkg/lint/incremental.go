package lint

import (
	"context"
	"slices"
	"sync"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/internal/stream"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// Incremental lints the states of a catalog that is being edited. It checks only those
// documents again for which the result may be different. It is safe for concurrent use.
type Incremental struct {
	options Options
	checks  [numTargets][]activeCheck

	mu        sync.Mutex
	documents map[*lexicon.Document]*memory // of the last catalog
	ids       *[]syntax.NSID                // of all documents; replaced when they change
	nameless  *[]*lexicon.Document          // the same for facts.nameless
}

// NewIncremental returns what lints like Lint with these options, of which Only has no
// effect.
func NewIncremental(options Options) *Incremental {
	options.Only = nil
	return newIncremental(options)
}

func newIncremental(options Options) *Incremental {
	return &Incremental{
		options: options, checks: activeChecks(options), documents: map[*lexicon.Document]*memory{},
		ids: new([]syntax.NSID), nameless: new([]*lexicon.Document),
	}
}

// memory is what is kept of a document.
type memory struct {
	checked  *dependencies  // of own; nil until it is known
	own      Result         // of its own checks
	unseen   bool           // Lint has to return it
	together []diag.Finding // of the checks of the catalog

	mentioned *dependencies // of the mentions; nil until they are known
	mentions  []*lexicon.Definition

	needs  []need // see needsOf
	needed bool   // needs are known
}

// dependencies are what a result depends on besides a document itself. The targets of its
// references are not among them: when one changes, Catalog.Replace replaces the document.
type dependencies struct {
	documents map[syntax.NSID]*lexicon.Document
	stored    map[*lexicon.Definition]bool
	ids       *[]syntax.NSID
	nameless  *[]*lexicon.Document
}

// watch returns facts that are the dependencies of the result that is made of them.
func (i *Incremental) watch(known facts) (*dependencies, facts) {
	d := &dependencies{}
	watched := known
	watched.Catalog = known.Catalog.Watched(func(id syntax.NSID) {
		if id == "" {
			d.ids = i.ids
			return
		}
		if d.documents == nil {
			d.documents = map[syntax.NSID]*lexicon.Document{}
		}
		d.documents[id] = known.Catalog.Document(id)
	})
	watched.stored = func(def *lexicon.Definition) bool {
		if d.stored == nil {
			d.stored = map[*lexicon.Definition]bool{}
		}
		d.stored[def] = known.stored(def)
		return d.stored[def]
	}
	watched.nameless = func() []*lexicon.Document { d.nameless = i.nameless; return known.nameless() }
	return d, watched
}

// hold reports whether a result is the same with the facts as they are now.
func (i *Incremental) hold(d *dependencies, now facts) bool {
	if d == nil || d.ids != nil && d.ids != i.ids || d.nameless != nil && d.nameless != i.nameless {
		return false
	}
	for id, document := range d.documents {
		if now.Catalog.Document(id) != document {
			return false
		}
	}
	for def, stored := range d.stored {
		if now.stored(def) != stored {
			return false
		}
	}
	return true
}

// Lint returns the findings on those documents of a catalog that the catalog of the last
// call does not have, or for which they may be different. Together, the results of all
// calls are those of Lint. The error is that of ctx; the next call then returns what this
// one would have returned.
func (i *Incremental) Lint(ctx context.Context, catalog *lexicon.Catalog) (map[*lexicon.Document][]diag.Finding, error) {
	i.mu.Lock()
	defer i.mu.Unlock()
	l, whole := i.update(ctx, catalog)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	together := map[*diag.Source][]diag.Finding{}
	for _, f := range whole.Findings {
		together[f.Source] = append(together[f.Source], f)
	}
	// Documents whose own findings are the same, but not those of the catalog.
	var stale []*lexicon.Document
	for _, d := range catalog.Documents() {
		m, found := i.documents[d], together[d.Source]
		if d.Examples != nil {
			found = append(found, together[d.Examples.Source]...)
		}
		if i.options.checks(d) && !m.unseen && !slices.EqualFunc(m.together, found, alike) {
			stale = append(stale, d)
		}
		m.together = found
	}
	stream.Each(ctx, len(stale), l.options.Workers, nil, func(n int) { i.check(ctx, l, stale[n]) })
	if err := ctx.Err(); err != nil {
		for _, d := range stale {
			i.documents[d].checked = nil
		}
		return nil, err
	}
	changed := map[*lexicon.Document][]diag.Finding{}
	for d, m := range i.documents {
		if m.unseen {
			changed[d] = diag.SortFindings(m.own.Findings, m.together)
			m.own, m.unseen = Result{}, false
		}
	}
	return changed, nil
}

// whole returns what Lint finds in a catalog. It is not to be mixed with Lint, which
// forgets what it has returned.
func (i *Incremental) whole(ctx context.Context, catalog *lexicon.Catalog) (Result, error) {
	i.mu.Lock()
	defer i.mu.Unlock()
	_, together := i.update(ctx, catalog)
	if err := ctx.Err(); err != nil {
		return Result{}, err
	}
	results := []Result{together}
	for _, d := range catalog.Documents() {
		if i.options.checks(d) {
			results = append(results, i.documents[d].own)
		}
	}
	all := joined(results)
	if slices.ContainsFunc(all.Findings, func(f diag.Finding) bool { return f.Fix != nil }) {
		all.known = i
	}
	return all, nil
}

// update checks the documents of a catalog whose own findings may be different, and
// returns what is found in all together. All of it is incomplete when ctx is done.
func (i *Incremental) update(ctx context.Context, catalog *lexicon.Catalog) (l *linter, together Result) {
	l = &linter{facts: newFacts(catalog), options: i.options, checks: i.checks}
	i.begin(l)
	var stale []*lexicon.Document
	for _, d := range catalog.Documents() {
		if i.options.checks(d) && !i.hold(i.documents[d].checked, l.facts) {
			stale = append(stale, d)
		}
	}
	stream.Each(ctx, 1+len(stale), l.options.Workers, nil, func(n int) {
		if n > 0 {
			i.check(ctx, l, stale[n-1])
		} else {
			together = l.wholeCatalog(ctx)
		}
	})
	return l, together
}

// begin takes over what is known of the documents of a catalog.
func (i *Incremental) begin(l *linter) {
	all := l.Catalog.Documents()
	known := make(map[*lexicon.Document]*memory, len(all))
	ids := make([]syntax.NSID, len(all))
	for n, d := range all {
		if known[d] = i.documents[d]; known[d] == nil {
			known[d] = new(memory)
		}
		ids[n] = d.ID
	}
	i.documents = known
	if !slices.Equal(ids, *i.ids) {
		i.ids = &ids
	}
	if nameless := l.nameless(); !slices.Equal(nameless, *i.nameless) {
		i.nameless = &nameless
	}
	now := l.facts
	l.mentions = func(d *lexicon.Document) []*lexicon.Definition {
		m := i.documents[d]
		if !i.hold(m.mentioned, now) {
			depends, watched := i.watch(now)
			m.mentions, m.mentioned = mentionsIn(watched.Catalog, d), depends
		}
		return m.mentions
	}
	l.cycles = sync.OnceValue(func() [][]step {
		return endlessCycles(l.Catalog, func(d *lexicon.Document) []need {
			m := i.documents[d]
			if !m.needed {
				m.needs, m.needed = needsOf(d), true
			}
			return m.needs
		})
	})
}

// check finds what is wrong with a document.
func (i *Incremental) check(ctx context.Context, l *linter, d *lexicon.Document) {
	p, m := l.pass(d), i.documents[d]
	var depends *dependencies
	depends, p.facts = i.watch(l.facts)
	found := l.check(ctx, p)
	if ctx.Err() == nil {
		m.checked, m.own, m.unseen = depends, found, true
	}
}

// alike reports whether two findings look the same.
func alike(a, b diag.Finding) bool {
	return a.Rule == b.Rule && a.Severity == b.Severity && a.Message == b.Message && a.Help == b.Help &&
		a.Source == b.Source && a.Span == b.Span && slices.EqualFunc(a.Related, b.Related, func(a, b diag.Related) bool {
		return a.Source == b.Source && a.Span == b.Span && a.Message == b.Message
	})
}
