package compat

import (
	"slices"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// verdict is what the difference between two definitions, and everything that
// they refer to, breaks.
type verdict struct {
	breaks  diag.Direction
	known   bool      // one of the changes is more than a Lexicon that is not loaded
	skipped bool      // something changed that is not valid on a side
	changes []*change // those that break something, the nearest first, at most mostChanges
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
		if len(v.changes) == mostChanges {
			break
		}
		if !slices.Contains(v.changes, ch) {
			v.changes = append(v.changes, ch)
		}
	}
	return v.breaks != before.breaks || v.known != before.known || v.skipped != before.skipped ||
		len(v.changes) != len(before.changes)
}

// differ is the comparer that collects what differences break, and where refs
// lead, without going there.
type differ struct {
	verdict
	leads []pair
}

func (d *differ) change(s *scope, ch change) {
	switch {
	case ch.rule == ruleDescriptionChanged:
	case !s.comparable(ch):
		s.blame(ch.old, ch.new)
		d.skipped = true
	case ch.breaks != 0:
		d.join(&verdict{breaks: ch.breaks, known: !ch.undecided, changes: []*change{&ch}})
	}
}

func (d *differ) skip(*scope) { d.skipped = true }

func (d *differ) refs(_ *scope, _, _ *lexicon.Ref, targets pair) { d.leads = append(d.leads, targets) }

func (d *differ) renames(_ *scope, _, _ view, removed, added []*fieldView) (gone, new []*fieldView) {
	return removed, added
}

func (d *differ) follow(s *scope) {
	for _, l := range s.next {
		d.leads = append(d.leads, l.pair)
	}
}

// verdict compares two definitions, and those that they refer to, without
// reporting. Each pair of definitions is compared once, whoever asks for it;
// what it breaks is then passed on along the refs that lead to it.
func (c *comparison) verdict(p pair) *verdict {
	var spread []pair // pairs whose verdict is to be passed on
	users := map[pair][]pair{}
	for open := []pair{p}; len(open) > 0 && c.ctx.Err() == nil; open = open[1:] {
		q := open[0]
		if c.verdicts[q] != nil {
			continue
		}
		d := &differ{}
		c.at(site{document: q.new.Base().Document()}, d, func(s *scope) { s.shapes(q.old, q.new) })
		c.verdicts[q] = &d.verdict
		for _, lead := range d.leads {
			if known := c.verdicts[lead]; known != nil {
				d.join(known)
			}
			users[lead] = append(users[lead], q)
		}
		open = append(open, d.leads...)
		spread = append(spread, q)
	}
	for ; len(spread) > 0; spread = spread[1:] {
		for _, user := range users[spread[0]] {
			if c.verdicts[user].join(c.verdicts[spread[0]]) {
				spread = append(spread, user)
			}
		}
	}
	if v := c.verdicts[p]; v != nil {
		return v
	}
	return &verdict{} // ctx is done
}
