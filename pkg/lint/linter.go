package lint

import (
	"context"
	"slices"
	"sync"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// linter lints a catalog.
type linter struct {
	facts
	options Options
	checks  [numTargets][]activeCheck // by what they look at
}

// activeCheck is a check and the rule it belongs to.
type activeCheck struct {
	rule *activeRule
	run  func(p *pass, target any)
}

// activeChecks returns the checks whose findings somebody wants to know.
func activeChecks(options Options) (checks [numTargets][]activeCheck) {
	for _, r := range rules() {
		active := &activeRule{Rule: r.Rule}
		most := r.Severity[options.Profile]
		for s := range most + 1 {
			active.interest[s] = options.interest(r.Rule, s)
		}
		if slices.Max(active.interest[:most+1]) == Drop {
			continue
		}
		for _, c := range r.checks {
			checks[c.of] = append(checks[c.of], activeCheck{active, c.run})
		}
	}
	return checks
}

func newFacts(catalog *lexicon.Catalog) facts {
	stored := storedDefinitions(catalog)
	var nameless []*lexicon.Document
	for _, d := range catalog.Documents() {
		if d.Partial && d.ID == "" {
			nameless = append(nameless, d)
		}
	}
	return facts{
		Catalog:  catalog,
		stored:   func(def *lexicon.Definition) bool { return stored[def] },
		nameless: func() []*lexicon.Document { return nameless },
		mentions: func(d *lexicon.Document) []*lexicon.Definition { return mentionsIn(catalog, d) },
		cycles:   sync.OnceValue(func() [][]step { return endlessCycles(catalog, needsOf) }),
	}
}

// storedDefinitions returns the definitions that records refer to, directly or through
// other definitions.
func storedDefinitions(c *lexicon.Catalog) map[*lexicon.Definition]bool {
	stored := map[*lexicon.Definition]bool{}
	for _, d := range c.Documents() {
		for _, def := range d.Defs {
			if record, ok := def.Schema.(*lexicon.Record); ok && record.Object != nil {
				lexicon.Reach(record.Object, stored, containsData)
			}
		}
	}
	return stored
}

func (l *linter) pass(d *lexicon.Document) *pass {
	return &pass{Options: l.options, facts: l.facts, Document: d}
}

// run runs the checks of a target.
func (l *linter) run(p *pass, of lexicon.Type, target any) {
	for _, c := range l.checks[of] {
		p.active = c.rule
		c.run(p, target)
	}
}

// wholeCatalog runs the checks of the catalog.
func (l *linter) wholeCatalog(ctx context.Context) Result {
	p := l.pass(nil)
	for _, c := range l.checks[ofCatalog] {
		if ctx.Err() != nil {
			break
		}
		p.active = c.rule
		c.run(p, l.Catalog)
	}
	return resultOf(p)
}

// check runs all other checks on the file of a pass in one walk. The findings of the
// parser come first.
func (l *linter) check(ctx context.Context, p *pass) Result {
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
	l.run(p, ofDocument, d)
	for _, def := range d.Defs {
		if ctx.Err() != nil {
			break
		}
		l.definition(ctx, p, def)
	}
	r := resultOf(p)
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

func (l *linter) definition(ctx context.Context, p *pass, def *lexicon.Definition) {
	p.Definition, p.Part = def, lexicon.PartNone
	l.run(p, ofDefinition, def)
	if def.Schema.Type().Primary() {
		l.run(p, def.Schema.Type(), def.Schema)
	}
	if set, ok := def.Schema.(*lexicon.PermissionSet); ok {
		for _, permission := range set.Permissions {
			l.run(p, permission.Type(), permission)
		}
	}
	for part, s := range lexicon.Parts(def.Schema) {
		p.Part = part
		visited := 0
		lexicon.Walk(s, func(s lexicon.Schema) bool {
			const often = 1024 // nodes between two looks at the context
			if visited++; visited%often == 0 && ctx.Err() != nil {
				return false
			}
			l.run(p, s.Type(), s)
			return true
		})
	}
}

func resultOf(p *pass) Result {
	return Result{Findings: p.found.Findings(), Omitted: p.found.Omitted(), Counted: p.counted}
}

// rules lists the rules by subject.
func rules() []*rule {
	return slices.Concat(
		definitionRules, boundRules, valueRules, formatRules, requiredRules, recordRules, bodyRules, permissionRules, spaceRules,
		referenceRules, targetRules, tokenRules, cycleRules, usageRules, fileRules,
		nameRules, pathRules, conventionRules, placementRules, descriptionRules, sizeRules, fieldRules, paginationRules, exampleRules,
	)
}
