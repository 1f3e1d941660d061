package registry

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/lexsmith/lexsmith/internal/atonce"
	"github.com/lexsmith/lexsmith/pkg/network"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// maxUnnamed is how many new Lexicons one run takes only because others refer to them:
// those are a choice of whoever publishes the others.
const maxUnnamed = 2000

// walk follows references from Lexicon to Lexicon.
type walk struct {
	*Vendor
	look      func(syntax.NSID) (*Entry, error)
	entries   map[syntax.NSID]*Entry // nil for one that is not looked at yet
	next      []syntax.NSID
	referrers map[syntax.NSID][]syntax.NSID
	unnamed   int // new Lexicons that only others refer to
	most      int // of them; 0 for any number
	done      int
}

func (v *Vendor) walk(look func(syntax.NSID) (*Entry, error)) *walk {
	return &walk{Vendor: v, look: look, entries: map[syntax.NSID]*Entry{}, referrers: map[syntax.NSID][]syntax.NSID{}}
}

func (w *walk) queue(ids ...syntax.NSID) {
	for _, id := range ids {
		if _, known := w.entries[id]; !known {
			w.entries[id] = nil
			w.next = append(w.next, id)
		}
	}
}

// run looks at what is in the queue, and at all that it refers to.
func (w *walk) run() error {
	for len(w.next) > 0 {
		ids := w.next
		w.next = nil
		slices.Sort(ids)
		entries, faults := make([]*Entry, len(ids)), make([]error, len(ids))
		atonce.Each(len(ids), func(i int) { entries[i], faults[i] = w.look(ids[i]) }, func(done, total int) {
			if w.Progress != nil {
				w.Progress(w.done+done, w.done+total)
			}
		})
		for i, id := range ids {
			faults[i] = w.neededBy(faults[i], id)
		}
		if err := network.Join(faults...); err != nil {
			return err
		}
		w.done += len(ids)
		for i, id := range ids {
			w.entries[id] = entries[i]
			if err := w.follow(entries[i]); err != nil {
				return err
			}
		}
	}
	return nil
}

// follow queues what a Lexicon refers to.
func (w *walk) follow(e *Entry) error {
	for _, other := range Refers(e.root) {
		_, listed := w.Manifest.Resolutions[other]
		if !listed && w.Has(other) {
			continue
		}
		w.referrers[other] = append(w.referrers[other], e.NSID)
		if _, known := w.entries[other]; known {
			continue
		}
		if !listed {
			w.unnamed++
		}
		if w.most > 0 && w.unnamed > w.most {
			return fmt.Errorf("more than %d Lexicons would be added only because others refer to them, such as %s, which %s refers to; to add that many, pass their names",
				w.most, other, e.NSID)
		}
		w.queue(other)
	}
	return nil
}

// by names what refers to a Lexicon, of the Lexicons seen so far and of the project's own.
func (w *walk) by(id syntax.NSID) (names string, n int) {
	by := slices.Concat(w.Needed[id], w.referrers[id])
	slices.Sort(by)
	by = slices.Compact(by)
	return syntax.ListFunc(by, "and", func(id syntax.NSID) string { return string(id) }), len(by)
}

// reason says what refers to a Lexicon; "" when nothing does.
func (w *walk) reason(id syntax.NSID) string {
	switch names, n := w.by(id); n {
	case 0:
		return ""
	case 1:
		return names + " refers to it"
	default:
		return names + " refer to it"
	}
}

// neededBy adds to the error of a Lexicon that is not published what refers to it.
func (w *walk) neededBy(err error, id syntax.NSID) error {
	e, ok := errors.AsType[*network.Error](err)
	names, n := w.by(id)
	if !ok || n == 0 || !network.IsUnpublished(err) {
		return err
	}
	return &network.Error{NSID: e.NSID, Step: e.Step, Host: e.Host, Err: fmt.Errorf("%w; needed by %s", e.Err, names)}
}

// sorted returns all entries, with an action for those of the manifest that were not
// reached.
func (w *walk) sorted(unreached Action) []*Entry {
	var entries []*Entry
	for _, e := range w.entries {
		entries = append(entries, e)
	}
	for id, known := range w.Manifest.Resolutions {
		if w.entries[id] == nil {
			entries = append(entries, &Entry{
				NSID: id, Action: unreached, Path: w.path(id), DID: known.DID, Old: known.CID, Verified: true,
			})
		}
	}
	slices.SortFunc(entries, func(a, b *Entry) int { return cmp.Compare(a.NSID, b.NSID) })
	return entries
}

// inspect looks at the file of a Lexicon, and compares it with the manifest. It needs no
// network.
func (v *Vendor) inspect(id syntax.NSID) (*Entry, error) {
	e, have, err := v.entry(id)
	switch {
	case err != nil:
		return nil, err
	case !e.Old.Defined():
		e.Action = Unresolved
	case e.old == nil:
		e.Action = Missing
	default:
		e.settle(have, false)
	}
	return e, nil
}
