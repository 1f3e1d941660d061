package registry

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"time"

	"github.com/lexsmith/lexsmith/internal/config"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/network"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// Plan looks up what is needed to have the requested Lexicons, those of the manifest and of
// the sources, and all that they refer to. The error joins those of all lookups: then there
// is no plan.
func (v *Vendor) Plan(ctx context.Context, r PullOptions) (*Pull, error) {
	p := &Pull{}
	for _, s := range r.Skipped {
		if s.Err != nil {
			p.warn("", s.NSID, "%s", s)
		} else {
			p.Notes = append(p.Notes, s.String())
		}
	}
	sources, err := v.openSources(ctx, &r, p)
	if err != nil {
		return nil, err
	}
	l := puller{v, r, sources, map[string][]syntax.DID{}}
	for _, id := range slices.Sorted(maps.Keys(v.Manifest.Resolutions)) {
		did := v.Manifest.Resolutions[id].DID
		if did != "" && !slices.ContainsFunc(v.Manifest.resolvers, func(r resolver) bool { return r.covers(id) }) {
			l.accounts[id.Authority()] = append(l.accounts[id.Authority()], did)
		}
	}
	w := v.walk(func(id syntax.NSID) (*Entry, error) { return l.look(ctx, id) })
	w.most, w.progress = maxUnnamed, r.Progress
	roots := slices.Concat(v.Manifest.Lexicons, r.Names)
	if err := w.reach(slices.Concat(roots, v.taken(sources, p))...); err != nil {
		return nil, err
	}
	for id := range v.Needed {
		_, inManifest := v.Manifest.Resolutions[id]
		if (r.Lacking || v.listedAnywhere(id)) && w.queue(id) || w.entries[id] != nil && inManifest {
			roots = append(roots, id)
		}
	}
	if err := w.reach(); err != nil {
		return nil, err
	}
	for _, id := range w.skipped {
		if slices.Contains(r.Names, id) {
			return nil, fmt.Errorf("cannot pull %s: %w", id, errInternal)
		}
	}
	p.Plan, p.Internal = w.plan(Drop), w.skipped
	next := *v.Manifest
	next.Resolutions = map[syntax.NSID]Resolution{}
	locked := map[syntax.NSID]Resolution{}
	for _, e := range p.Plan {
		if e.Action == Unpublished {
			e.Reason = w.reason(e.NSID)
			p.warn(e.Path, e.NSID, "%s", e.kept())
		}
		switch known, _ := v.known(e.NSID); {
		case e.Action == Drop:
		case e.Source != "":
			locked[e.NSID] = Resolution{Origin: e.Origin, CID: e.CID}
		default:
			next.Resolutions[e.NSID] = Resolution{e.Origin, e.CID, known.members}
		}
	}
	slices.Sort(roots)
	next.Lexicons = slices.DeleteFunc(slices.Compact(roots), func(id syntax.NSID) bool {
		_, fromSource := locked[id]
		return fromSource || slices.Contains(w.skipped, id) && !slices.Contains(v.Manifest.Lexicons, id)
	})
	p.Manifest, p.Lock = &next, sources.lock(locked)
	v.warnOrphans(p)
	p.Notes = append(p.Notes, l.differing(ctx, p.Plan)...)
	return p, nil
}

// look decides what happens to a Lexicon. There is no entry for one that nobody can publish.
func (p *puller) look(ctx context.Context, id syntax.NSID) (*Entry, error) {
	e, err := p.entry(id)
	if err != nil {
		return nil, err
	}
	known, listed := p.known(id)
	accepted := slices.ContainsFunc(p.Accept, func(a config.Pattern) bool { return a.Matches(id) })
	newest := !listed || p.UpdateAll || p.Update[id] || p.provided(id)
	if !newest && !accepted && (known.DID == "" || !slices.Contains(p.Names, id)) && e.settle(p.Force) {
		return e, nil
	}
	from, named, err := known.Origin, true, error(nil)
	if newest || known.DID != "" {
		from, named, err = p.origin(ctx, id)
	}
	expected := p.expected(id)
	switch {
	case !newest && !accepted && (err != nil || named): // the origin of the manifest may still have the revision
		from = known.Origin
	case known.Source != "" && from.Source == "" && p.sourceNamed(known.Source, id) != nil: // whatever the network has
		return p.unpublished(e, fmt.Errorf("%s: %w: %s no longer has it", id, network.ErrNoRecord, known.Source))
	case err != nil:
		return p.unpublished(e, err)
	case from == Origin{}:
		return nil, nil
	case !named && !accepted && expected != nil && !slices.Contains(expected, from.DID):
		e.Action = Moved
		e.refuse(fmt.Sprintf("DNS names %s instead of %s", from.DID, expected[0]))
		e.text = e.file
		return e, nil
	case listed && from != known.Origin:
		newest = true
	}
	if !newest && e.settle(p.Force) {
		return e, nil
	}
	var have Record // which saves fetching it
	if from == known.Origin && e.have.Equals(known.CID) {
		have = Record{e.file, e.have}
	}
	found, err := p.fetch(ctx, from, id, have)
	switch {
	case !newest && (network.IsUnpublished(err) || err == nil && !found.CID.Equals(known.CID)):
		where := "published"
		if from.File != "" {
			where = "at " + from.URI(id)
		}
		return nil, fmt.Errorf("%s: the revision in %s, %s, is no longer %s; run \"lexsmith pull --update %s\"",
			id, known.listedIn(), known.CID, where, id)
	case err != nil:
		return p.unpublished(e, err)
	}
	return e, p.take(e, found)
}

// provided reports whether a source gives a Lexicon because it is new in the config file, or
// says something else now.
func (p *puller) provided(id syntax.NSID) bool {
	return slices.ContainsFunc(p.sources, func(s *source) bool { return s.all && s.newest.provided[id] })
}

// differing says which Lexicons the network has in another revision than the source that
// they were just taken from. Where the network does not answer, there is nothing to say.
func (p *puller) differing(ctx context.Context, plan Plan) (notes []string) {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second) // it is only a note
	defer cancel()
	taken := slices.DeleteFunc(slices.Clone(plan), func(e *Entry) bool {
		return e.Source == "" || e.NSID.Internal() || e.Refused || !slices.Contains([]Action{Add, Install, Update, Overwrite}, e.Action)
	})
	others, _ := lookUp(taken, func(e *Entry) (string, error) {
		did, err := p.Network.Authority(ctx, e.NSID)
		if err != nil {
			return "", nil
		}
		listed, err := p.Network.Listed(ctx, did, e.NSID)
		_, ours, bad := network.Record(e.text)
		if err != nil || bad != nil || !listed.CID.Defined() || listed.CID.Equals(ours) {
			return "", nil
		}
		return fmt.Sprintf("%s publishes another revision of %s, which is what others see", did, e.NSID), nil
	}, nil)
	return slices.DeleteFunc(others, func(note string) bool { return note == "" })
}

// expected returns the accounts that may publish a Lexicon, nil for any: that of the manifest or, if
// it did not come from one, those of the others with its authority.
func (p *puller) expected(id syntax.NSID) []syntax.DID {
	if known, _ := p.known(id); known.DID != "" {
		return []syntax.DID{known.DID}
	}
	return p.accounts[id.Authority()]
}

// unpublished keeps the file of a Lexicon that is no longer published. The error is that
// of the lookup, unless there is such a file.
func (p *puller) unpublished(e *Entry, err error) (*Entry, error) {
	if !network.IsUnpublished(err) || !e.Old.Defined() || !e.settle(p.Force) {
		return nil, err
	}
	if e.Action == Keep {
		e.Action = Unpublished
	}
	return e, nil
}

// kept says that a Lexicon is no longer where it comes from, who refers to it, and what to do.
func (e *Entry) kept() string {
	switch {
	case e.Source != "":
		return fmt.Sprintf("%s no longer has %s, but you have a copy; %s", e.Source, e.NSID, cmp.Or(e.Reason, "nothing refers to it"))
	case e.Reason == "":
		return fmt.Sprintf("%[1]s is no longer published, but you have a copy; to remove it, run \"lexsmith pull --remove %[1]s\"", e.NSID)
	default:
		return fmt.Sprintf("%s is no longer published, but you have a copy; %s", e.NSID, e.Reason)
	}
}

// take decides what happens to a Lexicon of which a revision was fetched.
func (p *puller) take(e *Entry, found *revision) (err error) {
	same := e.DID == found.DID && e.Source == found.Source && e.Old.Equals(found.CID) // as the manifest or the lock
	right := e.have.Equals(found.CID)
	e.Origin, e.CID, e.Unverified = found.Origin, found.CID, !found.verified
	switch {
	case !e.Old.Defined() && (e.file == nil || right):
		e.Action = Add
	case e.file == nil && e.Old.Equals(e.CID):
		e.Action = Install
	case right && same:
		e.Action = Keep
	case e.file == nil || right || e.Old.Defined() && e.have.Equals(e.Old):
		e.Action = Update
	case p.Force:
		e.Action = Overwrite
	default:
		e.Action = Edited
		e.refuse("its content is not a published revision")
		right = true // as far as this plan goes
	}
	if right {
		e.text = e.file
		return nil
	}
	// An edited file that becomes the revision of the manifest again is no update.
	e.Compared = e.file != nil && (e.Action == Update || e.Action == Overwrite && !e.CID.Equals(e.Old))
	if e.text, err = layOut(e.NSID, found.JSON, p.layouts, e.Path); err != nil {
		return err
	}
	if got, err := network.RecordCID(e.text); err != nil || !got.Equals(e.CID) {
		return fmt.Errorf("%s: formatting changes the CID from %s to %s", e.NSID, e.CID, got)
	}
	return nil
}

// OldRevision is what the paths of the old side of Sides begin with, before a colon.
const OldRevision = "vendored"

// Sides returns the Lexicons of a plan before and after it, to be compared: those that
// are compared, and the others, with those outside of the folder, to resolve references in.
// They are nil when none is.
func (v *Vendor) Sides(p *Pull, profile diag.Profile) (old, new *lexicon.Catalog) {
	if !slices.ContainsFunc(p.Plan, func(e *Entry) bool { return e.Compared }) {
		return nil, nil
	}
	var before, after []*lexicon.Document
	add := func(side *[]*lexicon.Document, path string, text []byte, dependency bool) {
		if text != nil {
			d := lexicon.Parse(&diag.Source{Path: path, Text: text}, profile)
			d.Dependency = dependency
			*side = append(*side, d)
		}
	}
	for _, e := range p.Plan {
		path := filepath.ToSlash(e.Path)
		add(&after, path, e.text, !e.Compared)
		if e.Compared {
			path = OldRevision + ":" + path
		}
		add(&before, path, e.file, !e.Compared)
	}
	support := v.outside.Documents()
	return supported(before, support), supported(after, support)
}
