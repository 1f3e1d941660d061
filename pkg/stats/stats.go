// Package stats counts how data use their schemas: which fields are written, how long and
// how large values are beside their limits, which values and variants were seen, and which
// fields there are that the schemas do not name.
//
//	collector := stats.NewCollector(catalog, nil)
//	validator := validate.Compile(catalog, validate.Options{}).Observed(collector.Observe)
//	for _, err := range validator.Lines(ctx, in, validate.Input{}, validate.StreamOptions{}) {
//		…
//	}
//	types := collector.Summary().Report(stats.Options{})
//
// A [Summary] can be merged with others: it depends only on the values, not on their order,
// nor on how they were divided.
package stats

import (
	"cmp"
	"encoding/json"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/validate"
)

// Collector takes values from several goroutines.
type Collector struct {
	catalog *lexicon.Catalog
	keep    func(*diag.Finding) bool
	pool    sync.Pool // of *part, the one that the same processor used last first
	mutex   sync.Mutex
	parts   []*part // all, as many as were used at the same time
}

// part is what was counted by one goroutine at a time.
type part struct {
	used    atomic.Bool
	summary *Summary
}

// NewCollector returns a collector for the records of a catalog. Keep gives findings their
// severity, and returns false for those that do not count; nil keeps all as they are.
func NewCollector(c *lexicon.Catalog, keep func(*diag.Finding) bool) *Collector {
	if keep == nil {
		keep = func(*diag.Finding) bool { return true }
	}
	return &Collector{catalog: c, keep: keep}
}

// Observe counts a value, see validate.Schemas.Observed.
func (c *Collector) Observe(o *validate.Observation) {
	p, _ := c.pool.Get().(*part)
	if p == nil || !p.used.CompareAndSwap(false, true) {
		p = c.unused()
	}
	p.summary.observe(o, c.keep)
	p.used.Store(false)
	c.pool.Put(p)
}

// unused returns a part that is not used yet. The pool forgets parts.
func (c *Collector) unused() *part {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	for _, p := range c.parts {
		if p.used.CompareAndSwap(false, true) {
			return p
		}
	}
	p := &part{summary: NewSummary(c.catalog)}
	p.used.Store(true)
	c.parts = append(c.parts, p)
	return p
}

// Summary returns what was counted. Nothing must be observed meanwhile, nor after it.
func (c *Collector) Summary() *Summary {
	all := NewSummary(c.catalog)
	for _, p := range c.parts {
		all.Merge(p.summary)
	}
	return all
}

// Summary is what was counted.
type Summary struct {
	catalog *lexicon.Catalog
	types   map[string]*recordType
}

// recordType is what was counted of the values of a type.
type recordType struct {
	Ref                    string
	Values, Valid, Invalid int64
	Root                   *node
	Extra                  extras

	made int // nodes since the last time that they were pruned
}

// mostMade is how many nodes are made before those that are too deep are dropped.
const mostMade = 2_000

// NewSummary returns a summary of no values.
func NewSummary(c *lexicon.Catalog) *Summary {
	return &Summary{catalog: c, types: map[string]*recordType{}}
}

// typeOf returns what is counted of a type; nil for one that is not a record of the catalog.
func (s *Summary) typeOf(name string) *recordType {
	if t := s.types[name]; t != nil {
		return t
	}
	ref, err := lexicon.ParseReference(name, "")
	if err != nil {
		return nil
	}
	def := s.catalog.Definition(ref)
	if def == nil {
		return nil
	}
	record, ok := def.Schema.(*lexicon.Record)
	if !ok || record.Object == nil || def.Reference().String() != name { // no #main in data
		return nil
	}
	t := &recordType{Ref: def.Reference().String(), Root: newNode("", record.Object, nil)}
	s.types[t.Ref] = t
	return t
}

// observe counts a value and its faults.
func (s *Summary) observe(o *validate.Observation, keep func(*diag.Finding) bool) {
	t := s.typeOf(o.TypeOf(o.Root))
	if t == nil {
		return
	}
	t.Values++
	v := visitor{Tape: o.Tape, extra: &t.Extra, value: o, place: Example{Path: o.Path, Line: o.Line}}
	if o.Line == 0 {
		v.place.Record = o.Record()
	}
	t.Root.expand()
	t.Root.Count++
	v.object(t.Root, o.Root)
	valid := true
	var places map[place]bool // of the errors so far: an occurrence of a field counts once
	for _, f := range o.Result.Findings {
		if !keep(&f) || f.Severity != diag.Error {
			continue
		}
		valid = false
		if at := v.at(t.Root, o.Root, f.Pointer); at.node != nil {
			if !places[at] {
				if places == nil {
					places = map[place]bool{}
				}
				places[at] = true
				at.node.Invalid++
			}
			if f.Rule == validate.RuleFormat {
				at.node.Failed++
			}
		}
	}
	if valid {
		t.Valid++
	} else {
		t.Invalid++
	}
	if t.made += v.made; t.made > mostMade {
		t.Root.prune()
		t.made = 0
	}
}

// Merge adds what another summary of the same catalog has. It may use its parts.
func (s *Summary) Merge(other *Summary) {
	for name, t := range other.types {
		own := s.typeOf(name)
		if own == nil {
			continue
		}
		own.Values += t.Values
		own.Valid += t.Valid
		own.Invalid += t.Invalid
		own.Root.merge(t.Root)
		own.Root.prune()
		own.Extra.merge(&t.Extra)
	}
}

// MarshalJSON encodes the summary, so that UnmarshalJSON of a summary of the same catalog
// can add it there.
func (s *Summary) MarshalJSON() ([]byte, error) {
	var list []*recordType
	for _, t := range s.types {
		list = append(list, t)
	}
	slices.SortFunc(list, func(a, b *recordType) int { return cmp.Compare(a.Ref, b.Ref) })
	return json.Marshal(list)
}

// UnmarshalJSON adds an encoded summary of the same catalog.
func (s *Summary) UnmarshalJSON(text []byte) error {
	var list []*recordType
	if err := json.Unmarshal(text, &list); err != nil {
		return err
	}
	other := &Summary{catalog: s.catalog, types: map[string]*recordType{}}
	for _, t := range list {
		other.types[t.Ref] = t
	}
	s.Merge(other)
	return nil
}
