package compat

import (
	"cmp"
	"slices"

	"github.com/lexsmith/lexsmith/pkg/diag"
)

// verdict is what the difference between two definitions, and everything that
// they refer to, breaks.
type verdict struct {
	breaks  diag.Direction
	known   bool      // one of the changes is more than a Lexicon that is not loaded
	skipped bool      // something changed that is not valid on a side
	changes []*change // those that break something, the nearest first, at most mostChanges
	leads   []pair    // where its own references lead, which are compared by themselves
}

// mostChanges is how many changes a verdict names.
const mostChanges = 10

// join adds what another verdict has, and reports whether that was new.
func (v *verdict) join(other *verdict) bool {
	before := *v
	v.breaks |= other.breaks
	v.known = v.known || other.known
	v.skipped = v.skipped || other.skipped
	for _, ch := range other.changes {
		if len(v.changes) < mostChanges && !slices.Contains(v.changes, ch) {
			v.changes = append(v.changes, ch)
		}
	}
	return v.breaks != before.breaks || v.known != before.known || v.skipped != before.skipped ||
		len(v.changes) != len(before.changes)
}

// add adds what a change breaks.
func (v *verdict) add(ch change) {
	if ch.breaks != 0 {
		v.join(&verdict{breaks: ch.breaks, known: !ch.undecided, changes: []*change{&ch}})
	}
}

// verdictOn compares two definitions, and those that they refer to, without
// reporting. Each pair of definitions is compared once, whoever asks for it;
// what it breaks is then passed on along the refs that lead to it.
func (c *comparison) verdictOn(p pair) *verdict {
	var spread []pair // pairs whose verdict is to be passed on
	users := map[pair][]pair{}
	for open := []pair{p}; len(open) > 0 && c.ctx.Err() == nil; open = open[1:] {
		q := open[0]
		if c.verdicts[q] != nil {
			continue
		}
		v := &verdict{}
		c.at(site{document: q.new.Base().Document()}, v, func(s *scope) { s.compareResolved(q.old, q.new) })
		c.verdicts[q] = v
		for _, lead := range v.leads {
			if known := c.verdicts[lead]; known != nil {
				v.join(known)
			}
			users[lead] = append(users[lead], q)
		}
		open = append(open, v.leads...)
		spread = append(spread, q)
	}
	for ; len(spread) > 0; spread = spread[1:] {
		for _, user := range users[spread[0]] {
			if c.verdicts[user].join(c.verdicts[spread[0]]) {
				spread = append(spread, user)
			}
		}
	}
	return cmp.Or(c.verdicts[p], &verdict{}) // nothing where ctx is done
}
