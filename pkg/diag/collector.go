package diag

import "cmp"

// MaxFindings is the number of findings of one rule and severity in one file that are
// kept. The others are only counted, see Omission.
const MaxFindings = 10_000

// Omission is the number of findings that were dropped.
type Omission struct {
	Like  Finding // one that was kept, with the same rule, severity and file
	Count int
}

// Collector collects up to MaxFindings findings of each rule, severity and file, and
// counts the others. The zero value is ready to use.
type Collector struct {
	// PointerBudget, unless zero, limits the total bytes of the pointers. Once it
	// is spent, only the first finding of each kind is kept. A long key is part of
	// the pointer of everything below it.
	PointerBudget int
	// Limit replaces MaxFindings, unless it is zero.
	Limit int

	list     []Finding
	pointers int            // bytes of the pointers in list
	tallies  map[kind]tally // nil until a kind can have too many
}

// kind is what findings are counted by.
type kind struct {
	rule     *Rule
	severity Severity
	source   *Source
}

// tally counts the findings of a kind.
type tally struct{ kept, omitted int }

// Add keeps a finding, or counts it as omitted if there are too many of its kind.
func (c *Collector) Add(f Finding) {
	if c.Skip(f.Rule, f.Severity, f.Source) {
		return
	}
	c.pointers += len(f.Pointer)
	c.list = append(c.list, f)
	if c.tallies != nil {
		c.count(len(c.list) - 1)
	}
}

// Skip reports whether one more finding of a rule, a severity and a file would be
// dropped, and counts it as omitted in that case. Call it before building a finding
// that there can be very many of.
func (c *Collector) Skip(rule *Rule, severity Severity, source *Source) bool {
	limit := cmp.Or(c.Limit, MaxFindings)
	if len(c.list) < limit && !c.overBudget() {
		return false
	}
	if c.tallies == nil {
		c.tallies = map[kind]tally{}
		for i := range c.list {
			c.count(i)
		}
	}
	k := kind{rule, severity, source}
	t := c.tallies[k]
	if t.kept < limit && (t.kept == 0 || !c.overBudget()) {
		return false
	}
	t.omitted++
	c.tallies[k] = t
	return true
}

func (c *Collector) overBudget() bool {
	return c.PointerBudget > 0 && c.pointers > c.PointerBudget
}

// count adds the finding at index i to the tally of its kind.
func (c *Collector) count(i int) {
	f := &c.list[i]
	k := kind{f.Rule, f.Severity, f.Source}
	t := c.tallies[k]
	t.kept++
	c.tallies[k] = t
}

// Len returns how many findings are kept.
func (c *Collector) Len() int { return len(c.list) }

// Findings returns the findings that were kept, in the order in which they were
// added. The slice belongs to the collector until Reset.
func (c *Collector) Findings() []Finding { return c.list }

// Omitted says what was dropped, in the order of the first finding of each kind that
// was kept; nil when nothing was.
func (c *Collector) Omitted() []Omission {
	if c.tallies == nil {
		return nil
	}
	var omissions []Omission
	told := map[kind]bool{}
	for _, f := range c.list {
		k := kind{f.Rule, f.Severity, f.Source}
		if n := c.tallies[k].omitted; n > 0 && !told[k] {
			told[k] = true
			omissions = append(omissions, Omission{Like: f, Count: n})
		}
	}
	return omissions
}

// Sort sorts the findings in the order of SortFindings.
func (c *Collector) Sort() { c.list = SortFindings(c.list) }

// Reset empties the collector. Findings that it has returned stay as they are.
func (c *Collector) Reset() {
	c.list, c.pointers, c.tallies = nil, 0, nil
}
