package registry

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ipfs/go-cid"

	"github.com/lexsmith/lexsmith/internal/files"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/format"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/network"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// Vendor is the folder of a project for the Lexicons of others.
type Vendor struct {
	Folder   string
	Manifest *Manifest // as it is; an empty one when there is no file
	// Has reports whether the project has a Lexicon elsewhere.
	Has func(syntax.NSID) bool
	// Needed are the Lexicons that the project's own refer to and that it does not
	// have elsewhere, each with those that refer to it, sorted.
	Needed map[syntax.NSID][]syntax.NSID
	Force  bool // overwrite and delete files that were edited

	// What follows is for Plan only.
	Publisher Network
	Layout    func(path string) (format.Options, error) // of a new file
	Update    func(syntax.NSID) bool                    // whether the newest revision is wanted
	// Accept reports whether a Lexicon may come from another account than before.
	Accept   func(syntax.NSID) bool
	Progress func(done, total int) // called after each lookup
}

// path returns the path of the file of a Lexicon.
func (v *Vendor) path(id syntax.NSID) string {
	return filepath.Join(v.Folder, filepath.FromSlash(strings.ReplaceAll(string(id), ".", "/"))+".json")
}

// Action is what happens to a Lexicon, or what is wrong with it.
type Action string

// The actions of a plan.
const (
	Add         Action = "add"
	Install     Action = "install"   // the revision of the manifest, whose file is missing
	Update      Action = "update"    // to the newest revision
	Overwrite   Action = "overwrite" // a file that was edited
	Keep        Action = "unchanged"
	Unpublished Action = "unpublished" // kept, because it is no longer published
	Drop        Action = "drop"        // from the manifest: nothing refers to it
	Remove      Action = "remove"      // from the manifest, with its file

	// Those that keep a plan from being carried out.
	Edited Action = "edited" // its content is not a published revision
	Moved  Action = "moved"  // DNS names another account than the manifest
	Needed Action = "needed" // it cannot be removed
)

// Entry is what happens to one Lexicon.
type Entry struct {
	NSID     syntax.NSID
	Action   Action
	Path     string     // of the file
	DID      syntax.DID // of the account that publishes it
	CID, Old cid.Cid    // of the revision wanted, and that of the manifest
	Reason   string     // for an action that is a problem
	Verified bool       // its proof was checked, or nothing was fetched

	text, old []byte // of the file; old is nil when there is none
	root      *lexicon.Value
}

// Changes reports whether the file changes.
func (e *Entry) Changes() bool { return e.Action != Drop && !bytes.Equal(e.text, e.old) }

// Plan is what happens to all Lexicons.
type Plan struct {
	Entries  []*Entry // in the order of their NSIDs
	Manifest *Manifest
}

// Count returns how many entries have one of the actions.
func (p *Plan) Count(actions ...Action) int {
	n := 0
	for _, e := range p.Entries {
		if slices.Contains(actions, e.Action) {
			n++
		}
	}
	return n
}

// Changes reports whether a file or the manifest changes.
func (p *Plan) Changes() bool { return p.Count(Keep, Unpublished) < len(p.Entries) }

// Refused reports whether the plan cannot be carried out.
func (p *Plan) Refused() bool { return p.Count(Edited, Moved, Needed) > 0 }

// Plan looks up what is needed to have the named Lexicons, those of the manifest, and
// all that they refer to. With all, what the project's own refer to is added too. The
// error joins those of all lookups: then there is no plan.
func (v *Vendor) Plan(ctx context.Context, names []syntax.NSID, all bool) (*Plan, error) {
	l := lookup{Vendor: v, named: map[syntax.NSID]bool{}, accounts: map[string][]syntax.DID{}}
	for _, id := range names {
		l.named[id] = true
	}
	for _, id := range slices.Sorted(maps.Keys(v.Manifest.Resolutions)) {
		l.accounts[id.Authority()] = append(l.accounts[id.Authority()], v.Manifest.Resolutions[id].DID)
	}
	w := v.walk(func(id syntax.NSID) (*Entry, error) { return l.look(ctx, id) })
	w.most = maxUnnamed
	roots := slices.Concat(v.Manifest.Lexicons, names)
	w.queue(roots...)
	if err := w.run(); err != nil {
		return nil, err
	}
	for id := range v.Needed {
		_, known := v.Manifest.Resolutions[id]
		if all || known {
			if _, reached := w.entries[id]; !reached {
				roots = append(roots, id)
				w.queue(id)
			}
		}
	}
	if err := w.run(); err != nil {
		return nil, err
	}
	return w.plan(roots), nil
}

// lookup decides what happens to each Lexicon of a plan.
type lookup struct {
	*Vendor
	named    map[syntax.NSID]bool
	accounts map[string][]syntax.DID // of the manifest, by authority
}

// look decides what happens to a Lexicon.
func (l *lookup) look(ctx context.Context, id syntax.NSID) (*Entry, error) {
	e, have, err := l.entry(id)
	if err != nil {
		return nil, err
	}
	known, listed := l.Manifest.Resolutions[id]
	newest, accepted := !listed || l.Update != nil && l.Update(id), l.Accept != nil && l.Accept(id)
	if !newest && !accepted && !l.named[id] && e.settle(have, l.Force) {
		return e, nil
	}
	did, err := l.Publisher.Authority(ctx, id)
	switch {
	case err != nil && !newest && !accepted: // the account of the manifest may still have the revision
		did = known.DID
	case err != nil:
		return l.unpublished(e, have, err)
	case l.moved(id, did) && !accepted:
		e.Action = Moved
		e.Reason = fmt.Sprintf("DNS names %s instead of %s", did, cmp.Or(known.DID, l.accounts[id.Authority()][0]))
		return e.become(e.old), nil
	case listed && did != known.DID:
		newest = true
	}
	if !newest && e.settle(have, l.Force) {
		return e, nil
	}
	if listed && did == known.DID && have.Equals(known.CID) {
		current, err := l.Publisher.Listed(ctx, did, id)
		if err != nil {
			return nil, err
		}
		if current.CID.Equals(have) {
			e.Action = Keep
			return e.become(e.old), nil
		}
	}
	published, err := l.Publisher.LexiconOf(ctx, did, id)
	switch {
	case !newest && (network.IsUnpublished(err) || err == nil && !published.CID.Equals(known.CID)):
		return nil, fmt.Errorf("%s: the revision in %s, %s, is no longer published; run \"lexsmith pull --update %s\"",
			id, ManifestName, known.CID, id)
	case err != nil:
		return l.unpublished(e, have, err)
	}
	return e, l.take(e, have, published)
}

// settle decides what happens to a Lexicon of the manifest without a lookup: it does
// when the file has the revision of the manifest, or is not to be overwritten.
func (e *Entry) settle(have cid.Cid, force bool) bool {
	switch {
	case have.Equals(e.Old):
		e.Action = Keep
	case e.old != nil && !force:
		e.Action, e.Reason = Edited, "its content differs from the revision in "+ManifestName
	default:
		return false
	}
	e.become(e.old)
	return true
}

// unpublished keeps the file of a Lexicon that is no longer published. The error is that
// of the lookup, unless there is such a file.
func (l *lookup) unpublished(e *Entry, have cid.Cid, err error) (*Entry, error) {
	if !network.IsUnpublished(err) || !e.Old.Defined() || !e.settle(have, l.Force) {
		return nil, err
	}
	if e.Action == Keep {
		e.Action = Unpublished
	}
	return e, nil
}

// moved reports whether an account is another one than that of the manifest: for a new
// Lexicon, those of the others with its authority.
func (l *lookup) moved(id syntax.NSID, did syntax.DID) bool {
	if known, listed := l.Manifest.Resolutions[id]; listed {
		return did != known.DID
	}
	accounts := l.accounts[id.Authority()]
	return len(accounts) > 0 && !slices.Contains(accounts, did)
}

// take decides what happens to a Lexicon whose published revision was fetched.
func (l *lookup) take(e *Entry, have cid.Cid, published *network.Lexicon) error {
	known, listed := l.Manifest.Resolutions[e.NSID]
	e.DID, e.CID, e.Verified = published.DID, published.CID, published.Verified
	right := have.Equals(e.CID)
	switch {
	case !listed && (e.old == nil || right):
		e.Action = Add
	case e.old == nil && e.CID.Equals(known.CID):
		e.Action = Install
	case right && e.CID.Equals(known.CID) && e.DID == known.DID:
		e.Action = Keep
	case e.old == nil || right || listed && have.Equals(known.CID):
		e.Action = Update
	case l.Force:
		e.Action = Overwrite
	default:
		e.Action, e.Reason = Edited, "its content is not a published revision"
		e.become(e.old)
		return nil
	}
	if right {
		e.become(e.old)
		return nil
	}
	return e.layOut(published, l.Layout)
}

// entry returns what the manifest says about a Lexicon, and the CID of its file: none
// when there is no file, or one that cannot be a record.
func (v *Vendor) entry(id syntax.NSID) (*Entry, cid.Cid, error) {
	known := v.Manifest.Resolutions[id]
	e := &Entry{NSID: id, Path: v.path(id), DID: known.DID, CID: known.CID, Old: known.CID, Verified: true}
	have, err := e.read()
	return e, have, err
}

// read reads the file of the Lexicon, if there is one, and returns its CID: none when
// it cannot be a record.
func (e *Entry) read() (cid.Cid, error) {
	text, err := files.Read(e.Path, lexicon.MaxFileSize)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return cid.Undef, nil
	case err != nil:
		return cid.Undef, fmt.Errorf("%s: %w", filepath.ToSlash(e.Path), cmp.Or(errors.Unwrap(err), err))
	}
	e.old = append([]byte{}, text...) // never nil
	have, err := network.RecordCID(text)
	if err != nil {
		return cid.Undef, nil
	}
	return have, nil
}

// LayOut returns the text of a file for a record: in the layout of fmt, with the members
// of objects on lines of their own.
func LayOut(record []byte, options format.Options) ([]byte, error) {
	var lines bytes.Buffer
	if err := json.Indent(&lines, record, "", "  "); err != nil {
		return nil, err
	}
	return format.Source(lines.Bytes(), options)
}

// layOut makes the text of the file from what is published.
func (e *Entry) layOut(l *network.Lexicon, layout func(string) (format.Options, error)) error {
	options, err := layout(e.Path)
	if err != nil {
		return err
	}
	text, err := LayOut(l.JSON, options)
	if err != nil {
		return fmt.Errorf("%s: %w", e.NSID, err)
	}
	if got, err := network.RecordCID(text); err != nil || !got.Equals(l.CID) {
		return fmt.Errorf("%s: formatting changes the CID from %s to %s", e.NSID, l.CID, got)
	}
	e.become(text)
	return nil
}

// become sets the text that the file will have, and returns the entry.
func (e *Entry) become(text []byte) *Entry {
	e.text = text
	e.root, _ = lexicon.ReadJSON(&diag.Source{Path: filepath.ToSlash(e.Path), Text: text})
	return e
}

// plan returns the entries, and the manifest that results from them.
func (w *walk) plan(roots []syntax.NSID) *Plan {
	slices.Sort(roots)
	p := &Plan{Entries: w.sorted(Drop), Manifest: &Manifest{
		Lexicons: slices.Compact(roots), Resolutions: map[syntax.NSID]Resolution{}, unknown: w.Manifest.unknown,
	}}
	for _, e := range p.Entries {
		switch e.Action {
		case Drop:
			continue
		case Unpublished:
			e.Reason = w.reason(e.NSID)
		}
		p.Manifest.Resolutions[e.NSID] = Resolution{e.DID, e.CID, w.Manifest.Resolutions[e.NSID].unknown}
	}
	return p
}

// Match returns the Lexicons of the manifest that names and patterns select. The error
// says which selects none.
func (m *Manifest) Match(patterns []string) (map[syntax.NSID]bool, error) {
	selected := map[syntax.NSID]bool{}
	var faults []error
	for _, text := range patterns {
		pattern, err := ParsePattern(text)
		if err != nil {
			faults = append(faults, err)
			continue
		}
		before := len(selected)
		for id := range maps.Keys(m.Resolutions) {
			if pattern.Matches(id) {
				selected[id] = true
			}
		}
		if len(selected) == before {
			faults = append(faults, fmt.Errorf("%s is not listed in %s", text, ManifestName))
		}
	}
	return selected, errors.Join(faults...)
}

// URI returns the URI of the record; "" when it is not known.
func (e *Entry) URI() string {
	if e.DID == "" {
		return ""
	}
	return network.RecordURI(e.DID, e.NSID)
}
