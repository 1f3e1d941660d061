package lint

import (
	"context"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// Result is what Lint found.
type Result struct {
	// Findings includes those of the parser. They are in the order of
	// diag.SortFindings and have the severities of the profile. Their fixes
	// have not been tried: see TryFixes.
	Findings []diag.Finding
	// Omitted counts the findings beyond diag.MaxFindings of a rule and a
	// severity in one file, which Findings lacks.
	Omitted []diag.Omission
	// Counted is the number of findings that Options.Interest only counts.
	Counted int
}

// Lint checks the files of a catalog, except those of Dependency, against the rules
// of lexicon.Rules and of Rules. It does not change the catalog. The error is that
// of ctx when ctx is done before all files are checked; the result is empty then.
func Lint(ctx context.Context, catalog *lexicon.Catalog, options Options) (Result, error) {
	l := newLinter(ctx, catalog, options)
	var documents []*lexicon.Document
	for _, d := range catalog.Documents() {
		if options.checks(d) {
			documents = append(documents, d)
		}
	}
	results := make([]Result, 1+len(documents)) // the first is that of the checks of the catalog
	l.eachOf(len(results), func(i int) {
		if i == 0 {
			results[i] = l.wholeCatalog()
		} else {
			results[i] = l.check(l.pass(documents[i-1]))
		}
	})
	if err := ctx.Err(); err != nil {
		return Result{}, err
	}
	var all Result
	lists := make([][]diag.Finding, len(results))
	for i, r := range results {
		lists[i] = r.Findings
		all.Omitted = append(all.Omitted, r.Omitted...)
		all.Counted += r.Counted
	}
	all.Findings = diag.SortFindings(lists...)
	return all, nil
}

// eachOf calls work for each number below n, from several goroutines, until the context
// is done.
func (l *linter) eachOf(n int, work func(int)) {
	workers := l.options.Workers
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	var next atomic.Int64
	var group sync.WaitGroup
	for range min(workers, n) {
		group.Go(func() {
			for i := int(next.Add(1)) - 1; i < n && l.ctx.Err() == nil; i = int(next.Add(1)) - 1 {
				work(i)
			}
		})
	}
	group.Wait()
}

// linter has the checks sorted by what they look at.
type linter struct {
	ctx      context.Context
	catalog  *lexicon.Catalog
	options  Options
	stored   func(*lexicon.Definition) bool
	nameless func() []*lexicon.Document
	byName   func() map[string][]*lexicon.Document
	cycles   func() [][]*step
	mentions func(*lexicon.Catalog, *lexicon.Document) []*lexicon.Definition

	nodes       [lexicon.NumTypes][]bound
	definitions []bound
	documents   []bound
	catalogs    []bound
}

// bound is a check and the rule it belongs to.
type bound struct {
	*wanted
	check
}

// wanted is a rule, and what to do with its findings of each severity.
type wanted struct {
	*rule
	interest [diag.Error + 1]Interest
}

func newLinter(ctx context.Context, catalog *lexicon.Catalog, options Options) *linter {
	l := &linter{ctx: ctx, catalog: catalog, options: options, mentions: mentions}
	stored := storedDefinitions(catalog)
	l.stored = func(def *lexicon.Definition) bool { return stored[def] }
	l.byName = sync.OnceValue(func() map[string][]*lexicon.Document {
		names := map[string][]*lexicon.Document{}
		for _, d := range catalog.Documents() {
			names[d.ID.Name()] = append(names[d.ID.Name()], d)
		}
		return names
	})
	l.cycles = sync.OnceValue(func() [][]*step { return newInhabitance(catalog).rootCauses() })
	var nameless []*lexicon.Document
	for _, d := range catalog.Documents() {
		if d.Partial && d.ID == "" {
			nameless = append(nameless, d)
		}
	}
	l.nameless = func() []*lexicon.Document { return nameless }
	for _, r := range rules() {
		w := &wanted{rule: r}
		most := r.Severity[options.Profile]
		for s := range most + 1 {
			w.interest[s] = options.interest(r.Rule, s)
		}
		if slices.Max(w.interest[:most+1]) == Drop {
			continue
		}
		for _, c := range r.checks {
			l.bind(bound{w, c})
		}
	}
	return l
}

func (l *linter) bind(b bound) {
	switch {
	case b.catalog != nil:
		l.catalogs = append(l.catalogs, b)
	case b.document != nil:
		l.documents = append(l.documents, b)
	case b.definition != nil:
		l.definitions = append(l.definitions, b)
	case b.typ != lexicon.TypeInvalid:
		l.nodes[b.typ] = append(l.nodes[b.typ], b)
	default:
		for t := lexicon.TypeInvalid + 1; t < lexicon.NumTypes; t++ {
			l.nodes[t] = append(l.nodes[t], b)
		}
	}
}

func (l *linter) pass(d *lexicon.Document) *pass {
	return &pass{Options: l.options, Catalog: l.catalog, Document: d, stored: l.stored, nameless: l.nameless, byName: l.byName, cycles: l.cycles, mentions: l.mentions}
}

// wholeCatalog runs the checks of the catalog.
func (l *linter) wholeCatalog() Result {
	p := l.pass(nil)
	for _, b := range l.catalogs {
		if l.ctx.Err() != nil {
			break
		}
		p.rule = b.wanted
		b.catalog(p)
	}
	return p.result()
}

// check runs all other checks on the file of a pass in one walk. The findings of the
// parser come first.
func (l *linter) check(p *pass) Result {
	d := p.Document
	for _, f := range d.Found {
		p.add(f)
	}
	if d.Examples != nil {
		for _, f := range d.Examples.Found {
			f.NSID = string(d.ID)
			p.add(f)
		}
	}
	for _, b := range l.documents {
		p.rule = b.wanted
		b.document(p, d)
	}
	for _, def := range d.Defs {
		if l.ctx.Err() != nil {
			break
		}
		l.definition(p, def)
	}
	r := p.result()
	for _, o := range d.Omitted {
		switch p.interest(o.Like.Rule, o.Like.Severity) {
		case Keep:
			r.Omitted = append(r.Omitted, o)
		case Count:
			r.Counted += o.Count
		}
	}
	return r
}

func (l *linter) definition(p *pass, def *lexicon.Definition) {
	p.Definition = def
	p.Part = lexicon.PartNone
	for _, b := range l.definitions {
		p.rule = b.wanted
		b.definition(p, def)
	}
	if def.Schema.Type().Primary() {
		l.node(p, def.Schema)
	}
	if set, ok := def.Schema.(*lexicon.PermissionSet); ok {
		for _, permission := range set.Permissions {
			l.node(p, permission)
		}
	}
	for part, s := range lexicon.Parts(def.Schema) {
		p.Part = part
		visited := 0
		lexicon.Walk(s, func(s lexicon.Schema) bool {
			const often = 1024 // nodes between two looks at the context
			if visited++; visited%often == 0 && l.ctx.Err() != nil {
				return false
			}
			l.node(p, s)
			return true
		})
	}
}

func (l *linter) node(p *pass, s lexicon.Schema) {
	for _, b := range l.nodes[s.Type()] {
		p.rule = b.wanted
		b.node(p, s)
	}
}

// Rules returns the rules that Lint checks in addition to those of lexicon.Rules, in
// the order of the documentation. The slice is the caller's.
func Rules() []*diag.Rule {
	all := rules()
	list := make([]*diag.Rule, len(all))
	for i, r := range all {
		list[i] = r.Rule
	}
	return list
}

// rules lists the rules by subject.
func rules() []*rule {
	return slices.Concat(
		definitions, bounds, values, enums, formats, required, records, bodies, permissions, permissionTargets, permissionSets, files,
		references, targets, spellings, tokens, cycles, usage, namespaces,
		names, paths, collections, casing, placement, descriptions, sizes, lengths, arrays, blobs, unions, fields, pagination, examples,
	)
}
