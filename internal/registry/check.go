package registry

import (
	"maps"
	"slices"
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
	w := v.walk(v.inspect)
	w.queue(v.Manifest.Lexicons...)
	w.queue(slices.Collect(maps.Keys(v.Needed))...)
	if err := w.run(); err != nil {
		return nil, err
	}
	entries := w.sorted(Unneeded)
	for _, e := range entries {
		switch e.Action {
		case Unresolved:
			if e.Reason = w.reason(e.NSID); slices.Contains(v.Manifest.Lexicons, e.NSID) {
				e.Reason = `it is in "lexicons" of ` + ManifestName + ", but not in its resolutions"
			}
		case Unneeded:
			e.Reason, e.CID = "nothing refers to it", e.Old
		}
	}
	return entries, nil
}
