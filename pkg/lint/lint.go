package lint

import (
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// Options says how to lint.
type Options struct {
	Profile lexicon.Profile
	Workers int // how many files to check at once; 0: the number of processors
	// ExplicitFiles says that the files were named one by one: a definition that
	// nothing refers to may well be used in a file that is not loaded.
	ExplicitFiles bool
	// IncludeDisabled keeps the findings of rules that are off under the profile, with that
	// severity, for callers that switch rules on.
	IncludeDisabled bool
	// Dependency checks the Dependency documents too, for callers that take definitions
	// out of them.
	Dependency bool
	// MinSeverity, where it is set, leaves out findings of a lower severity, and does
	// not run the rules that have no other.
	MinSeverity lexicon.Severity
}

// wants reports whether a finding of that severity is asked for.
func (o Options) wants(s lexicon.Severity) bool {
	return s >= o.MinSeverity && (s != lexicon.Off || o.IncludeDisabled)
}

// Result is what a run finds.
type Result struct {
	// Findings has those of the parser too. They are sorted and have the
	// severities of the profile.
	Findings []lexicon.Finding
	// Omitted counts the findings that are not there: of very many of a rule and a
	// severity on one file about lexicon.MaxFindings are kept.
	Omitted []lexicon.Omission
}

// Lint checks every file of the catalog that is not Dependency against all rules
// and returns the findings. The catalog is not changed.
func Lint(c *lexicon.Catalog, options Options) []lexicon.Finding {
	return Run(c, options).Findings
}

// Run does what Lint does and also tells which findings were too many.
func Run(c *lexicon.Catalog, options Options) Result {
	l := &linter{catalog: c, options: options, reach: newReach(c)}
	l.sort()
	var documents []*lexicon.Document
	for _, d := range c.Documents() {
		if d.Partial && d.ID == "" {
			l.nameless = append(l.nameless, d)
		}
		if !d.Dependency || options.Dependency {
			documents = append(documents, d)
		}
	}
	found := make([]Result, 1+len(documents)) // the first are those of the catalog
	workers := options.Workers
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	var next atomic.Int64
	var group sync.WaitGroup
	for range min(workers, len(found)) {
		group.Go(func() {
			for i := int(next.Add(1)) - 1; i < len(found); i = int(next.Add(1)) - 1 {
				if i == 0 {
					found[i] = l.whole()
				} else {
					found[i] = l.document(documents[i-1])
				}
			}
		})
	}
	group.Wait()
	n := 0
	for _, r := range found {
		n += len(r.Findings)
	}
	all := Result{Findings: make([]lexicon.Finding, 0, n)}
	for _, r := range found {
		all.Findings = append(all.Findings, r.Findings...)
		all.Omitted = append(all.Omitted, r.Omitted...)
	}
	all.Findings = slices.DeleteFunc(all.Findings, func(f lexicon.Finding) bool { return !options.wants(f.Severity) })
	all.Omitted = slices.DeleteFunc(all.Omitted, func(o lexicon.Omission) bool { return !options.wants(o.Like.Severity) })
	all.Findings = lexicon.SortFindings(all.Findings)
	return all
}

// linter has the rules sorted by what they look at.
type linter struct {
	catalog  *lexicon.Catalog
	options  Options
	reach    *reach
	nameless []*lexicon.Document

	nodes       [lexicon.NumTypes][]bound
	definitions []bound
	documents   []bound
	wholes      []bound
}

// bound is a check and the rule it belongs to.
type bound struct {
	*rule
	check
}

func (l *linter) sort() {
	for _, r := range rules() {
		if !l.options.wants(r.Severity[l.options.Profile]) {
			continue
		}
		for _, c := range r.checks {
			b := bound{r, c}
			switch {
			case c.catalog != nil:
				l.wholes = append(l.wholes, b)
			case c.document != nil:
				l.documents = append(l.documents, b)
			case c.definition != nil:
				l.definitions = append(l.definitions, b)
			case c.typ != lexicon.TypeInvalid:
				l.nodes[c.typ] = append(l.nodes[c.typ], b)
			default:
				for t := lexicon.TypeInvalid + 1; t < lexicon.NumTypes; t++ {
					l.nodes[t] = append(l.nodes[t], b)
				}
			}
		}
	}
}

func (l *linter) pass(d *lexicon.Document) *pass {
	return &pass{
		Catalog: l.catalog, Profile: l.options.Profile, ExplicitFiles: l.options.ExplicitFiles, Dependency: l.options.Dependency, Document: d,
		reach: l.reach, nameless: l.nameless,
	}
}

// whole runs the checks of the catalog.
func (l *linter) whole() Result {
	p := l.pass(nil)
	for _, b := range l.wholes {
		p.rule = b.rule
		b.catalog(p)
	}
	return p.result()
}

// document runs all other checks on a file in one walk. What the parser has
// found comes first.
func (l *linter) document(d *lexicon.Document) Result {
	p := l.pass(d)
	p.found, p.read = slices.Clone(d.Found), len(d.Found)
	for _, b := range l.documents {
		p.rule = b.rule
		b.document(p, d)
	}
	for _, def := range d.Defs {
		p.Definition = def
		p.Part = lexicon.PartNone
		for _, b := range l.definitions {
			p.rule = b.rule
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
			lexicon.Walk(s, func(s lexicon.Schema) bool {
				l.node(p, s)
				return true
			})
		}
	}
	r := p.result()
	r.Omitted = append(r.Omitted, d.Omitted...)
	return r
}

func (l *linter) node(p *pass, s lexicon.Schema) {
	for _, b := range l.nodes[s.Type()] {
		p.rule = b.rule
		b.node(p, s)
	}
}
