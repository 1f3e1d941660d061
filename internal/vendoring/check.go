package vendoring

import (
	"cmp"
	"slices"

	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// The actions that Check asks for, besides Keep and Edited.
const (
	Missing    Action = "missing"    // the file does not exist
	Unresolved Action = "unresolved" // it is needed, and the manifest does not have it
	Unneeded   Action = "unneeded"   // the manifest has it, and nothing refers to it
)

// Check compares the files with the manifest and with what is needed. It changes
// nothing and needs no network. All entries but those to Keep are problems.
func (v *Vendor) Check() ([]*Entry, error) {
	w := walk{Vendor: v, entries: map[syntax.NSID]*Entry{}}
	var by map[syntax.NSID]string
	needed := func(ids []syntax.NSID, reason string) {
		for _, id := range ids {
			if _, known := w.entries[id]; !known {
				if by == nil {
					by = map[syntax.NSID]string{}
				}
				by[id] = reason
			}
		}
		w.queue(ids...)
	}
	needed(v.Manifest.Lexicons, `it is in "lexicons" of `+ManifestName+", but not in its resolutions")
	needed(v.Needed, "a Lexicon of this project refers to it")
	for len(w.next) > 0 {
		id := w.next[0]
		w.next = w.next[1:]
		known, listed := v.Manifest.Resolutions[id]
		e := &Entry{NSID: id, Action: Keep, Path: v.path(id), DID: known.DID, CID: known.CID, Old: known.CID, Verified: true}
		w.entries[id] = e
		if !listed {
			e.Action, e.Reason = Unresolved, by[id]
			continue
		}
		have, err := e.read()
		switch {
		case err != nil:
			return nil, err
		case e.old == nil:
			e.Action = Missing
			continue
		case !have.Equals(known.CID):
			e.Action, e.Reason = Edited, "its content differs from the revision in "+ManifestName
		}
		var others []syntax.NSID
		for _, other := range Refers(e.become(e.old).root) {
			if _, known := v.Manifest.Resolutions[other]; known || !v.Has(other) {
				others = append(others, other)
			}
		}
		needed(others, string(id)+" refers to it")
	}
	var entries []*Entry
	for _, e := range w.entries {
		entries = append(entries, e)
	}
	for id, known := range v.Manifest.Resolutions {
		if w.entries[id] == nil {
			entries = append(entries, &Entry{
				NSID: id, Action: Unneeded, Path: v.path(id), DID: known.DID, CID: known.CID, Old: known.CID, Verified: true,
				Reason: "nothing refers to it",
			})
		}
	}
	slices.SortFunc(entries, func(a, b *Entry) int { return cmp.Compare(a.NSID, b.NSID) })
	return entries, nil
}
