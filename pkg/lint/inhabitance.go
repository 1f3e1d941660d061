package lint

import (
	"cmp"
	"slices"

	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// inhabitance says which definitions have a finite value. A definition makes
// demands: each required reference, and each required closed union, must lead to at
// least one definition that has a value. The inhabited definitions are the smallest
// set in which members meet all demands of its members. A definition that is broken
// or not loaded counts as inhabited.
//
// The time it takes is linear in the number of references, and it is not recursive
// over definitions.
type inhabitance map[*lexicon.Definition]*candidate

// candidate is what is known of one definition.
type candidate struct {
	def     *lexicon.Definition
	demands []demand // those that may not be met; none if it is inhabited
	waiting []waiter // for it to be inhabited
	place   int      // in the chain being followed, from 1; 0 when not in it
}

// demand is that one of several definitions be inhabited.
type demand struct {
	any []*candidate
	at  *lexicon.Value // the reference, or the list of a union
}

// waiter is a candidate that has a number of demands left, of which one is waited for.
type waiter struct {
	*candidate
	left int
}

// need is a demand as a document makes it: that one of the targets of links, which all
// exist, has a value.
type need struct {
	by    *lexicon.Definition
	at    *lexicon.Value // the reference, or the list of a union
	links []*lexicon.Link
}

// needsOf returns the needs of the definitions of a document.
func needsOf(d *lexicon.Document) (needs []need) {
	for _, def := range d.Defs {
		if len(def.Links()) > 0 {
			needs = collect(needs, def, def.Schema)
		}
	}
	return needs
}

// endlessCycles returns the cycles that keep definitions from being inhabited, each with
// the definition first that leastFirst chooses. Once a cycle is found its definitions count
// as inhabited, so that no mistake is reported twice and none hides another.
func endlessCycles(catalog *lexicon.Catalog, needsOf func(*lexicon.Document) []need) (cycles [][]step) {
	in := inhabitance{}
	var order []*candidate // those with demands, in the order of the catalog
	for _, d := range catalog.Documents() {
		for _, n := range needsOf(d) {
			c := in.candidate(n.by)
			if c.inhabited() {
				order = append(order, c)
			}
			d := demand{at: n.at}
			for _, l := range n.links {
				d.any = append(d.any, in.candidate(l.Target))
			}
			c.demands = append(c.demands, d)
		}
	}
	for _, c := range order {
		c.settle()
	}
	for _, c := range order {
		chain := []*candidate{c}
		c.place = 1
		for len(chain) > 0 {
			last := chain[len(chain)-1]
			if last.inhabited() {
				last.place = 0
				chain = chain[:len(chain)-1]
				continue
			}
			onward := last.demands[0].any[0]
			if onward.place == 0 {
				chain = append(chain, onward)
				onward.place = len(chain)
				continue
			}
			cycle := chain[onward.place-1:]
			steps := make([]step, len(cycle))
			for i, c := range cycle {
				steps[i] = step{c.def, c.demands[0].at}
			}
			for _, c := range cycle {
				c.demands = nil
				c.settle()
			}
			cycles = append(cycles, leastFirst(steps))
		}
	}
	return cycles
}

func (in inhabitance) candidate(def *lexicon.Definition) *candidate {
	c := in[def]
	if c == nil {
		c = &candidate{def: def}
		in[def] = c
	}
	return c
}

// collect adds the needs that a schema inside of a definition has.
func collect(needs []need, def *lexicon.Definition, s lexicon.Schema) []need {
	switch s := s.(type) {
	case *lexicon.Record:
		if s.Object != nil {
			return collect(needs, def, s.Object)
		}
	case *lexicon.Object:
		if len(s.Required) == 0 || !complete(s, "nullable", s.Nullable) {
			return needs // any property may be absent, or null
		}
		required, nullable := words.Among(s.Required), words.Among(s.Nullable)
		for _, property := range s.Properties {
			if required(property.Name) && !nullable(property.Name) {
				needs = collect(needs, def, property.Schema)
			}
		}
	case *lexicon.Array:
		if s.MinLength.Value > 0 {
			return collect(needs, def, s.Items)
		}
	case *lexicon.Ref:
		if s.Link != nil && s.Link.Target != nil {
			return append(needs, need{def, s.Link.Value, []*lexicon.Link{s.Link}})
		}
	case *lexicon.Union:
		if s.Closed && len(s.Refs) > 0 && complete(s, "refs", s.Refs) && !slices.ContainsFunc(s.Refs, isBroken) {
			return append(needs, need{def, s.Value.Field("refs"), s.Refs})
		}
	}
	return needs
}

// isBroken reports whether a link of a union does not lead to an object or a record.
func isBroken(l *lexicon.Link) bool { return l.Target == nil || !isVariant(l.Target.Schema.Type()) }

func (c *candidate) inhabited() bool { return len(c.demands) == 0 }

// settle drops the demands of c that are met, and those that are met by that. Afterwards,
// the first demand of each candidate is one that is not met.
func (c *candidate) settle() {
	for queue := []*candidate{c}; len(queue) > 0; {
		c := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		for !c.inhabited() && slices.ContainsFunc(c.demands[0].any, (*candidate).inhabited) {
			c.demands = c.demands[1:]
		}
		if !c.inhabited() {
			for _, other := range c.demands[0].any {
				other.waiting = append(other.waiting, waiter{c, len(c.demands)})
			}
			continue
		}
		for _, w := range c.waiting {
			if len(w.demands) == w.left {
				w.demands = w.demands[1:]
				queue = append(queue, w.candidate)
			}
		}
		c.waiting = nil
	}
}

// leastFirst rotates a cycle so that it begins at the definition that is first by
// path and position, those to be checked before those of Dependency.
func leastFirst(cycle []step) []step {
	rank := map[bool]int{true: 1} // of Dependency
	least := slices.MinFunc(cycle, func(a, b step) int {
		x, y := a.def.Document, b.def.Document
		return cmp.Or(
			cmp.Compare(rank[x.Dependency], rank[y.Dependency]),
			cmp.Compare(x.Source.Path, y.Source.Path),
			cmp.Compare(a.def.Key.NameSpan.Start, b.def.Key.NameSpan.Start),
		)
	})
	i := slices.Index(cycle, least)
	return slices.Concat(cycle[i:], cycle[:i])
}
