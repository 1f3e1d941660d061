package registry

import (
	"fmt"
	"maps"
	"slices"

	"github.com/lexsmith/lexsmith/internal/config"
	"github.com/lexsmith/lexsmith/internal/project"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// needed looks at the files of what is named, of what sources bring, of what the project's own
// Lexicons need, and of all that these refer to.
func (v *Vendor) needed(named []syntax.NSID) (*walk, error) {
	w := v.walk(v.inspect)
	return w, w.reach(slices.AppendSeq(slices.Concat(named, v.brought()), maps.Keys(v.Needed))...)
}

// Check compares the files with the manifest and with what is needed. It changes
// nothing and needs no network. What is wrong is refused.
func (v *Vendor) Check() (*Pull, error) {
	w, err := v.needed(v.Manifest.Lexicons)
	if err != nil {
		return nil, err
	}
	sources, result := v.unreadSources(), &Pull{Manifest: v.Manifest, Lock: v.Lock}
	for _, s := range sources {
		if !s.isLocked {
			result.fail(project.LockBeside(v.config.Path), "the lock does not have the source %s as %s says; run \"lexsmith pull\"", s.Name(), v.config.Path)
		}
	}
	if len(sources) < len(v.Lock.Sources) && result.Problems == nil {
		result.fail(project.LockBeside(v.config.Path), "the lock has a source that %s no longer has; run \"lexsmith pull\"", v.config.Path)
	}
	p := w.plan(Unneeded)
	lacks := p.Count(Missing) > 0
	for i, e := range p {
		switch {
		case e.Action == Unneeded && lacks: // what is missing may refer to it
			if p[i], err = v.inspect(e.NSID); err != nil {
				return nil, err
			}
		case e.Action == Unneeded:
			e.CID = e.Old
			e.refuse("nothing refers to it")
		case e.Action == Unresolved && slices.Contains(v.Manifest.Lexicons, e.NSID):
			e.refuse(`it is in "lexicons" of ` + project.ManifestName + ", but not in its resolutions")
		case e.Action == Unresolved:
			e.refuse(w.reason(e.NSID))
		}
	}
	result.Plan, result.Internal = p, w.skipped
	v.warnOrphans(result)
	return result, nil
}

// inspect compares the file of a Lexicon with the manifest. There is no entry for one that
// nobody can publish and that the manifest does not have.
func (v *Vendor) inspect(id syntax.NSID) (*Entry, error) {
	e, err := v.entry(id)
	switch {
	case err != nil:
		return nil, err
	case !e.Old.Defined() && id.Internal():
		return nil, nil
	case !e.Old.Defined():
		e.Action = Unresolved
	case e.file == nil:
		e.Action, e.Refused = Missing, true
	default:
		e.settle(false)
	}
	return e, nil
}

// PlanRemoval plans to remove Lexicons, and what only they need. It needs no network. What
// others need is refused, and to remove what a source brings is an error. With force, files
// that were edited are deleted.
func (v *Vendor) PlanRemoval(selected map[syntax.NSID]bool, force bool) (*Pull, error) {
	for _, id := range slices.Sorted(maps.Keys(selected)) {
		if s := v.sourceNamed(v.Lock.Lexicons[id].Source, id); s != nil && s.Takes(id) {
			entry := "without \"take\", it brings all its Lexicons; list the others there"
			if i := slices.IndexFunc(s.Take, func(p config.Pattern) bool { return p.Matches(id) }); i >= 0 {
				entry = fmt.Sprintf("change the entry %s of \"take\" there", s.Take[i])
			}
			return nil, fmt.Errorf("cannot remove %s: the source %s in %s takes it; %s", id, s.Name(), v.config.Path, entry)
		}
	}
	m, l := *v.Manifest, *v.Lock
	m.Lexicons = slices.DeleteFunc(slices.Clone(m.Lexicons), func(id syntax.NSID) bool { return selected[id] })
	m.Resolutions, l.Lexicons = maps.Clone(m.Resolutions), maps.Clone(l.Lexicons)
	kept, err := v.needed(m.Lexicons)
	if err != nil {
		return nil, err
	}
	for _, id := range slices.Sorted(maps.Keys(kept.entries)) {
		if e := kept.entries[id]; e != nil && e.Action == Missing {
			return nil, fmt.Errorf("cannot tell what %s refers to, because its file does not exist; run \"lexsmith pull\" first", id)
		}
	}
	removed := v.walk(v.inspect)
	if err := removed.reach(slices.Collect(maps.Keys(selected))...); err != nil {
		return nil, err
	}
	result := &Pull{Manifest: &m, Lock: &l}
	for _, id := range slices.Sorted(maps.Keys(removed.entries)) {
		e, needed := removed.entries[id], kept.entries[id] != nil
		if !v.listedAnywhere(id) || needed && !selected[id] {
			continue
		}
		if needed {
			e.Action = Needed
			e.refuse(kept.reason(id))
		} else if e.Action != Edited || force {
			e.Action, e.Refused, e.Reason = Remove, false, ""
		}
		e.text = nil
		delete(m.Resolutions, id)
		delete(l.Lexicons, id)
		result.Plan = append(result.Plan, e)
	}
	return result, nil
}
