package stats

import (
	"cmp"
	"maps"
	"slices"
	"strings"
)

// mostDistinct is how many different values of a field are counted apart.
const mostDistinct = 1000

// seen counts the values of a field. Those that the schema names are always counted apart,
// the others as long as there are not too many of them.
type seen struct {
	// Known are those that the schema names. To count with pointers never changes a key,
	// which an assignment to the map would let point into the data.
	Known map[string]*int64
	// Others are nil once they are too many: then only Beyond has their number.
	Others  map[string]*int64
	Beyond  int64
	TooMany bool
	Sample  []sampled // of the occurrences of others, sorted
}

// sampled is an occurrence of a value. Its rank depends on its place only, so that those
// with the lowest ranks are a random sample, the same one in whatever order they come.
type sampled struct {
	Rank  uint64
	Value string
}

// mostSampled is how many occurrences a sample has.
const mostSampled = 1000

// sample puts an occurrence into the sample, if its rank is low enough.
func (s *seen) sample(rank uint64, value string) {
	i, found := slices.BinarySearchFunc(s.Sample, rank, func(o sampled, rank uint64) int { return cmp.Compare(o.Rank, rank) })
	if i < mostSampled && !found {
		s.Sample = slices.Insert(s.Sample, i, sampled{rank, strings.Clone(value[:min(len(value), mostText)])})
		s.Sample = s.Sample[:min(len(s.Sample), mostSampled)]
	}
}

func newSeen(known []string) *seen {
	s := &seen{Known: make(map[string]*int64, len(known)), Others: map[string]*int64{}}
	for _, value := range known {
		s.Known[value] = new(int64)
	}
	return s
}

// take counts an occurrence of a value, which it does not keep.
func (s *seen) take(value string, rank func() uint64) {
	if n := s.Known[value]; n != nil {
		*n++
		return
	}
	s.sample(rank(), value)
	s.add(value, 1)
}

// add counts a value, which it does not keep.
func (s *seen) add(value string, count int64) {
	if n := s.Known[value]; n != nil {
		*n += count
		return
	}
	s.Beyond += count
	if s.TooMany {
		return
	}
	if n := s.Others[value]; n != nil {
		*n += count
		return
	}
	if len(s.Others) == mostDistinct || len(value) > mostText {
		s.TooMany, s.Others = true, nil
		return
	}
	n := new(int64) // not &count, for which each call would allocate
	*n = count
	s.Others[strings.Clone(value)] = n
}

// mostText is how many bytes a value may have that is counted apart.
const mostText = 256

func (s *seen) merge(other *seen) {
	if other == nil {
		return
	}
	for _, o := range other.Sample {
		s.sample(o.Rank, o.Value)
	}
	for value, n := range other.Known {
		s.add(value, *n)
	}
	if other.TooMany {
		s.Beyond += other.Beyond
		s.TooMany, s.Others = true, nil
		return
	}
	for value, n := range other.Others {
		s.add(value, *n)
	}
}

// Seen says how often the values of a field were seen.
type Seen struct {
	Distinct int  `json:"distinct"` // at least so many
	Exact    bool `json:"exact"`    // whether all values were counted apart
	// Error is by how much the counts of values that the schema does not name may be wrong,
	// with a probability of 99.7 %: three times the standard error of a sample of 1,000.
	Error int64 `json:"error,omitzero"`
	// Values are the most frequent ones, the first ones of those that are as frequent.
	Values []Count `json:"values"`
	Others *Others `json:"others,omitempty"` // those that are not listed on purpose
}

// Count is how often a value was seen.
type Count struct {
	Value string `json:"value"`
	Count int64  `json:"count"`
	Known bool   `json:"known"` // whether the schema names it
}

// Others counts values that the schema does not name.
type Others struct {
	Distinct int   `json:"distinct"`
	Count    int64 `json:"count"`
}

// report lists the values, those that the schema does not name only if all are wanted.
func (s *seen) report(all bool) *Seen {
	r := &Seen{Exact: !s.TooMany, Values: []Count{}}
	add := func(values map[string]*int64, known bool) {
		for _, value := range slices.Sorted(maps.Keys(values)) {
			if n := *values[value]; n > 0 {
				r.Values = append(r.Values, Count{value, n, known})
			}
		}
	}
	add(s.Known, true)
	others := len(s.Others)
	if s.TooMany {
		others, r.Error = mostDistinct+1, s.Beyond/20
	}
	r.Distinct = len(r.Values) + others
	switch {
	case all && s.TooMany:
		r.Values = append(r.Values, s.estimates()...)
	case all:
		add(s.Others, false)
	case s.Beyond > 0:
		r.Others = &Others{others, s.Beyond}
	}
	slices.SortStableFunc(r.Values, func(a, b Count) int { return cmp.Compare(b.Count, a.Count) })
	r.Values = r.Values[:min(len(r.Values), mostDistinct)]
	return r
}

// estimates says how often values were seen that are too many to be counted apart.
func (s *seen) estimates() []Count {
	times := map[string]int64{}
	for _, o := range s.Sample {
		times[o.Value]++
	}
	var all []Count
	for _, value := range slices.Sorted(maps.Keys(times)) {
		if n := times[value]; n > 1 {
			all = append(all, Count{Value: value, Count: s.Beyond * n / int64(len(s.Sample))})
		}
	}
	return all
}
