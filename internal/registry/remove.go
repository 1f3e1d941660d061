package registry

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// Removal plans to remove Lexicons of the manifest, and what only they need. It needs no
// network. What others need is refused.
func (v *Vendor) Removal(selected map[syntax.NSID]bool) (*Plan, error) {
	kept := v.walk(v.inspect)
	var roots []syntax.NSID
	for _, id := range v.Manifest.Lexicons {
		if !selected[id] {
			roots = append(roots, id)
		}
	}
	kept.queue(roots...)
	kept.queue(slices.Collect(maps.Keys(v.Needed))...)
	if err := kept.run(); err != nil {
		return nil, err
	}
	for id, e := range kept.entries {
		if e.Action == Missing {
			return nil, fmt.Errorf("cannot tell what %s refers to, because its file does not exist; run \"lexsmith pull\" first", id)
		}
	}
	removed := v.walk(v.inspect)
	removed.queue(slices.Collect(maps.Keys(selected))...)
	if err := removed.run(); err != nil {
		return nil, err
	}
	p := &Plan{Manifest: &Manifest{Lexicons: roots, Resolutions: maps.Clone(v.Manifest.Resolutions), unknown: v.Manifest.unknown}}
	for id, e := range removed.entries {
		_, listed := v.Manifest.Resolutions[id]
		switch needed := kept.entries[id] != nil; {
		case !listed || needed && !selected[id]:
			continue
		case needed:
			e.Action, e.Reason = Needed, kept.reason(id)
		case e.Action != Edited || v.Force:
			e.Action, e.Reason = Remove, ""
		}
		e.text = nil
		delete(p.Manifest.Resolutions, id)
		p.Entries = append(p.Entries, e)
	}
	slices.SortFunc(p.Entries, func(a, b *Entry) int { return cmp.Compare(a.NSID, b.NSID) })
	return p, nil
}
