package lint

import (
	"context"
	"slices"
	"sync"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// Incremental lints the states of a catalog that is being edited. It checks only those
// documents again for which the result may be different. It is safe for concurrent use.
type Incremental struct {
	options Options

	mu        sync.Mutex
	documents map[*lexicon.Document]*known
	ids       *[]syntax.NSID       // of all documents; replaced when they change
	nameless  *[]*lexicon.Document // the same for linter.nameless
}

// NewIncremental returns what lints like Lint with these options, of which Only has no
// effect.
func NewIncremental(options Options) *Incremental {
	options.Only = nil
	return &Incremental{options: options, ids: new([]syntax.NSID), nameless: new([]*lexicon.Document)}
}

// known is what is kept of a document.
type known struct {
	checked  *dependencies // of its own findings; nil until they are known
	found    []diag.Finding
	unseen   bool           // found is to be returned
	together []diag.Finding // of the checks of the catalog

	mentions []*lexicon.Definition
	mention  *dependencies // of the mentions; nil until they are known
}

// dependencies are what a result depends on besides a document itself. The targets of its
// references are not among them: when one changes, Catalog.Replace replaces the document.
type dependencies struct {
	documents map[syntax.NSID]*lexicon.Document
	stored    map[*lexicon.Definition]bool
	ids       *[]syntax.NSID
	nameless  *[]*lexicon.Document
	all       bool // anything
}

// watched returns a pass on a document that adds what it depends on to d.
func (d *dependencies) watched(i *Incremental, l *linter, document *lexicon.Document) *pass {
	p := l.pass(document)
	p.Catalog = l.catalog.Watched(func(id syntax.NSID) {
		if id == "" {
			d.ids = i.ids
			return
		}
		if d.documents == nil {
			d.documents = map[syntax.NSID]*lexicon.Document{}
		}
		d.documents[id] = l.catalog.Document(id)
	})
	p.stored = func(def *lexicon.Definition) bool {
		if d.stored == nil {
			d.stored = map[*lexicon.Definition]bool{}
		}
		d.stored[def] = l.stored(def)
		return d.stored[def]
	}
	p.nameless = func() []*lexicon.Document { d.nameless = i.nameless; return l.nameless() }
	p.byName = func() map[string][]*lexicon.Document { d.all = true; return l.byName() }
	return p
}

// hold reports whether a result is that for the catalog of l.
func (d *dependencies) hold(i *Incremental, l *linter) bool {
	if d == nil || d.all || d.ids != nil && d.ids != i.ids || d.nameless != nil && d.nameless != i.nameless {
		return false
	}
	for id, document := range d.documents {
		if l.catalog.Document(id) != document {
			return false
		}
	}
	for def, stored := range d.stored {
		if l.stored(def) != stored {
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
	l := newLinter(ctx, catalog, i.options)
	i.begin(l)
	var stale []*lexicon.Document
	for _, d := range catalog.Documents() {
		if i.options.checks(d) && !i.documents[d].checked.hold(i, l) {
			stale = append(stale, d)
		}
	}
	together := map[*diag.Source][]diag.Finding{}
	l.eachOf(1+len(stale), func(n int) {
		if n > 0 {
			i.check(l, stale[n-1])
			return
		}
		for _, f := range l.wholeCatalog().Findings {
			together[f.Source] = append(together[f.Source], f)
		}
	})
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	// Documents whose own findings are the same, but not those of the catalog.
	stale = stale[:0]
	for _, d := range catalog.Documents() {
		k, found := i.documents[d], together[d.Source]
		if d.Examples != nil {
			found = append(found, together[d.Examples.Source]...)
		}
		if i.options.checks(d) && !k.unseen && !slices.EqualFunc(k.together, found, alike) {
			stale = append(stale, d)
		}
		k.together = found
	}
	l.eachOf(len(stale), func(n int) { i.check(l, stale[n]) })
	if err := ctx.Err(); err != nil {
		for _, d := range stale {
			i.documents[d].checked = nil
		}
		return nil, err
	}
	changed := map[*lexicon.Document][]diag.Finding{}
	for d, k := range i.documents {
		if k.unseen {
			changed[d] = diag.SortFindings(k.found, k.together)
			k.found, k.unseen = nil, false
		}
	}
	return changed, nil
}

// begin takes over what is known of the documents of a catalog.
func (i *Incremental) begin(l *linter) {
	all := l.catalog.Documents()
	documents := make(map[*lexicon.Document]*known, len(all))
	ids := make([]syntax.NSID, len(all))
	for n, d := range all {
		ids[n] = d.ID
		if documents[d] = i.documents[d]; documents[d] == nil {
			documents[d] = new(known)
		}
	}
	i.documents = documents
	if !slices.Equal(ids, *i.ids) {
		i.ids = &ids
	}
	if nameless := l.nameless(); !slices.Equal(nameless, *i.nameless) {
		i.nameless = &nameless
	}
	plain := l.mentions
	l.mentions = func(_ *lexicon.Catalog, d *lexicon.Document) []*lexicon.Definition {
		k := i.documents[d]
		if !k.mention.hold(i, l) {
			k.mention = new(dependencies)
			k.mentions = plain(k.mention.watched(i, l, d).Catalog, d)
		}
		return k.mentions
	}
}

// check finds what is wrong with a document.
func (i *Incremental) check(l *linter, d *lexicon.Document) {
	k, depends := i.documents[d], new(dependencies)
	found := l.check(depends.watched(i, l, d)).Findings
	if l.ctx.Err() == nil {
		k.checked, k.found, k.unseen = depends, found, true
	}
}

// alike reports whether two findings look the same.
func alike(a, b diag.Finding) bool {
	return a.Rule == b.Rule && a.Severity == b.Severity && a.Message == b.Message && a.Help == b.Help &&
		a.Source == b.Source && a.Span == b.Span && slices.EqualFunc(a.Related, b.Related, func(a, b diag.Related) bool {
		return a.Source == b.Source && a.Span == b.Span && a.Message == b.Message
	})
}
