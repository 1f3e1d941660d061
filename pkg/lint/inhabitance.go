package lint

import (
	"cmp"
	"slices"

	"github.com/lexsmith/lexsmith/pkg/internal/words"
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
type inhabitance struct {
	candidates map[*lexicon.Definition]*candidate
	order      []*candidate // those with demands, in the order of the catalog
}

// candidate is what is known of one definition.
type candidate struct {
	def       *lexicon.Definition
	demands   []*demand
	unmet     int // number of demands that are not met
	next      int // demands before this one are met
	inhabited bool
	asked     []*demand // demands of any definition that this one would meet
	place     int       // in the chain being followed, from 1; 0 when not in it
}

// demand is that one of several definitions be inhabited.
type demand struct {
	of  *candidate
	any []*candidate
	at  *lexicon.Value // the reference, or the list of a union
	met bool
}

// step is a definition in a chain, and its reference to the next one.
type step struct {
	def *lexicon.Definition
	at  *lexicon.Value
}

func newInhabitance(catalog *lexicon.Catalog) *inhabitance {
	in := &inhabitance{candidates: map[*lexicon.Definition]*candidate{}}
	for _, d := range catalog.Documents() {
		for _, def := range d.Defs {
			if len(def.Links()) == 0 || !demanding(def.Schema) {
				continue
			}
			in.collect(def, def.Schema)
			if c := in.candidates[def]; c != nil && len(c.demands) > 0 {
				in.order = append(in.order, c)
			}
		}
	}
	for _, c := range in.candidates {
		if c.unmet == 0 {
			in.settle(c)
		}
	}
	return in
}

func (in *inhabitance) candidate(def *lexicon.Definition) *candidate {
	c := in.candidates[def]
	if c == nil {
		c = &candidate{def: def}
		in.candidates[def] = c
	}
	return c
}

// demanding reports whether a schema of this type can make demands.
func demanding(s lexicon.Schema) bool {
	switch s := s.(type) {
	case *lexicon.Record:
		return s.Object != nil
	case *lexicon.Object:
		return len(s.Required) > 0
	case *lexicon.Array:
		return s.MinLength.Value > 0
	case *lexicon.Union:
		return s.Closed
	case *lexicon.Ref:
		return s.Link != nil
	}
	return false
}

// collect records the demands that a schema inside def makes.
func (in *inhabitance) collect(def *lexicon.Definition, s lexicon.Schema) {
	switch s := s.(type) {
	case *lexicon.Record:
		in.collect(def, s.Object)
	case *lexicon.Object:
		if !complete(s, "nullable", s.Nullable) {
			return // any property may be null
		}
		required, nullable := words.Among(s.Required), words.Among(s.Nullable)
		for _, property := range s.Properties {
			if demanding(property.Schema) && required(property.Name) && !nullable(property.Name) {
				in.collect(def, property.Schema)
			}
		}
	case *lexicon.Array:
		if demanding(s.Items) {
			in.collect(def, s.Items)
		}
	case *lexicon.Ref:
		if s.Link.Target != nil {
			in.demand(def, s.Link.Value, s.Link)
		}
	case *lexicon.Union:
		list := s.Value.Field("refs")
		broken := len(s.Refs) == 0 || !complete(s, "refs", s.Refs) || slices.ContainsFunc(s.Refs, notVariant)
		if !broken {
			in.demand(def, list, s.Refs...)
		}
	}
}

// notVariant reports whether a link does not lead to an object or a record.
func notVariant(l *lexicon.Link) bool {
	if l.Target == nil {
		return true
	}
	t := l.Target.Schema.Type()
	return t != lexicon.TypeObject && t != lexicon.TypeRecord
}

// demand records that def needs one of the targets, which all exist.
func (in *inhabitance) demand(def *lexicon.Definition, at *lexicon.Value, links ...*lexicon.Link) {
	need := &demand{at: at}
	for _, l := range links {
		need.any = append(need.any, in.candidate(l.Target))
	}
	need.of = in.candidate(def)
	need.of.demands = append(need.of.demands, need)
	need.of.unmet++
	for _, c := range need.any {
		c.asked = append(c.asked, need)
	}
}

// settle marks a definition as inhabited, and all that thereby become so.
func (in *inhabitance) settle(c *candidate) {
	if c.inhabited {
		return
	}
	c.inhabited = true
	for queue := []*candidate{c}; len(queue) > 0; {
		last := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		for _, need := range last.asked {
			if need.met {
				continue
			}
			need.met = true
			if need.of.unmet--; need.of.unmet == 0 && !need.of.inhabited {
				need.of.inhabited = true
				queue = append(queue, need.of)
			}
		}
	}
}

// rootCauses returns the cycles that keep definitions from being inhabited, each with the
// definition first that leastFirst chooses. Once a cycle is found its definitions count as
// inhabited, so that no mistake is reported twice and none hides another. It can be used
// once.
func (in *inhabitance) rootCauses() (cycles [][]*step) {
	for _, c := range in.order {
		chain := []*candidate{c}
		c.place = 1
		for len(chain) > 0 {
			last := chain[len(chain)-1]
			if last.inhabited {
				last.place = 0
				chain = chain[:len(chain)-1]
				continue
			}
			onward := last.missing().any[0]
			if onward.place == 0 {
				chain = append(chain, onward)
				onward.place = len(chain)
				continue
			}
			cycle := chain[onward.place-1:]
			steps := make([]*step, len(cycle))
			for i, c := range cycle {
				steps[i] = &step{c.def, c.missing().at}
			}
			for _, c := range cycle {
				in.settle(c)
			}
			leastFirst(steps)
			cycles = append(cycles, steps)
		}
	}
	return cycles
}

// missing returns the first demand of a definition that is not met.
func (c *candidate) missing() *demand {
	for c.demands[c.next].met {
		c.next++
	}
	return c.demands[c.next]
}

// leastFirst rotates a cycle so that it begins at the definition that is first by
// path and position, those to be checked before those of Dependency.
func leastFirst(cycle []*step) {
	least := 0
	for i := range cycle {
		if compareDefinitions(cycle[i].def, cycle[least].def) < 0 {
			least = i
		}
	}
	copy(cycle, slices.Concat(cycle[least:], cycle[:least]))
}

func compareDefinitions(a, b *lexicon.Definition) int {
	if a.Document.Dependency != b.Document.Dependency {
		if a.Document.Dependency {
			return 1
		}
		return -1
	}
	return cmp.Or(
		cmp.Compare(a.Document.Source.Path, b.Document.Source.Path),
		cmp.Compare(a.Key.NameSpan.Start, b.Key.NameSpan.Start),
	)
}
