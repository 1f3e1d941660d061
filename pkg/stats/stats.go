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

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/validate"
)

// Collector takes values from several goroutines.
type Collector struct {
	catalog *lexicon.Catalog
	keep    func(*diag.Finding) bool
	mutex   sync.Mutex
	idle    []*Summary // one for each goroutine, while it is not used
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
	c.mutex.Lock()
	var s *Summary
	if n := len(c.idle); n > 0 {
		s, c.idle = c.idle[n-1], c.idle[:n-1]
	}
	c.mutex.Unlock()
	if s == nil {
		s = NewSummary(c.catalog)
	}
	s.observe(o, c.keep)
	c.mutex.Lock()
	c.idle = append(c.idle, s)
	c.mutex.Unlock()
}

// Summary returns what was counted. Nothing must be observed meanwhile, nor after it.
func (c *Collector) Summary() *Summary {
	all := NewSummary(c.catalog)
	for _, s := range c.idle {
		all.Merge(s)
	}
	return all
}

// Summary is what was counted.
type Summary struct {
	catalog *lexicon.Catalog
	types   map[string]*recordType
	last    *recordType // of the last value
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
	if s.last != nil && s.last.Ref == name {
		return s.last
	}
	t := s.types[name]
	if t == nil {
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
		t = &recordType{Ref: def.Reference().String(), Root: newNode("", record.Object, nil)}
		s.types[t.Ref] = t
	}
	s.last = t
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
