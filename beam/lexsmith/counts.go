package lexsmith

import (
	"cmp"
	"encoding/json"
	"maps"
	"slices"
	"strings"
)

// Counts says how many values there are, and how many findings on them.
type Counts struct {
	Valid, Invalid int64
	Unknown        int64            // accepted without their schema, which is not loaded
	Findings       map[string]int64 // by "RULE SEVERITY"
}

// add adds other counts.
func (c *Counts) add(other *Counts) {
	c.Valid += other.Valid
	c.Invalid += other.Invalid
	c.Unknown += other.Unknown
	for name, n := range other.Findings {
		c.finding(name, n)
	}
}

// finding counts findings of the name "RULE SEVERITY".
func (c *Counts) finding(name string, n int64) {
	if c.Findings == nil {
		c.Findings = map[string]int64{}
	}
	c.Findings[name] += n
}

// sumFn adds counts.
type sumFn struct{}

// MergeAccumulators adds b to a.
func (*sumFn) MergeAccumulators(a, b Counts) Counts {
	a.Findings = maps.Clone(a.Findings)
	a.add(&b)
	return a
}

// Row is the counts of a collection, as a line of NDJSON.
type Row struct {
	Collection string       `json:"collection"` // "" for values that name no record type
	Values     int64        `json:"values"`     // = Valid + Invalid + Unknown
	Valid      int64        `json:"valid"`
	Invalid    int64        `json:"invalid"`
	Unknown    int64        `json:"unknown"`
	Findings   []RuleCounts `json:"findings"`
}

// RuleCounts is how many findings of a rule there are.
type RuleCounts struct {
	Rule     string `json:"rule"`
	Severity string `json:"severity"`
	Count    int64  `json:"count"`
}

// countsRow returns the counts of a collection as JSON.
func countsRow(collection string, c Counts) (string, error) {
	row := Row{collection, c.Valid + c.Invalid + c.Unknown, c.Valid, c.Invalid, c.Unknown, []RuleCounts{}}
	for name, n := range c.Findings {
		rule, severity, _ := strings.Cut(name, " ")
		row.Findings = append(row.Findings, RuleCounts{rule, severity, n})
	}
	slices.SortFunc(row.Findings, func(a, b RuleCounts) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Rule, b.Rule), cmp.Compare(a.Severity, b.Severity))
	})
	text, err := json.Marshal(row)
	return string(text), err
}
