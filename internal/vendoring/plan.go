package vendoring

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ipfs/go-cid"

	"github.com/lexsmith/lexsmith/internal/atonce"
	"github.com/lexsmith/lexsmith/internal/publish"
	"github.com/lexsmith/lexsmith/pkg/format"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/network"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// Publisher looks up what is published. It is a *network.Client.
type Publisher interface {
	publish.Network
	Lexicon(ctx context.Context, nsid syntax.NSID) (*network.Lexicon, error)
}

// Vendor is the folder of a project for the Lexicons of others.
type Vendor struct {
	Folder   string
	Manifest *Manifest // as it is; an empty one when there is no file
	// Has reports whether the project has a Lexicon elsewhere.
	Has func(syntax.NSID) bool
	// Needed are the Lexicons that the project's own refer to and that it does not
	// have elsewhere.
	Needed []syntax.NSID

	// What follows is for Plan only.
	Publisher Publisher
	Layout    func(path string) (format.Options, error) // of a new file
	Update    func(syntax.NSID) bool                    // whether the newest revision is wanted
	Force     bool                                      // overwrite files that were edited
	Progress  func(done, total int)                     // called after each lookup
}

// path returns the path of the file of a Lexicon.
func (v *Vendor) path(id syntax.NSID) string {
	return filepath.Join(v.Folder, filepath.FromSlash(strings.ReplaceAll(string(id), ".", "/"))+".json")
}

// Action is what happens to a Lexicon, or what is wrong with it.
type Action string

// The actions of a plan. Edited keeps a plan from being carried out.
const (
	Add       Action = "add"
	Install   Action = "install"   // the revision of the manifest, whose file is missing
	Update    Action = "update"    // to the newest revision
	Overwrite Action = "overwrite" // a file that was edited
	Keep      Action = "unchanged"
	Drop      Action = "drop"   // from the manifest: nothing refers to it
	Edited    Action = "edited" // its content is not a published revision
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
func (e *Entry) Changes() bool { return !bytes.Equal(e.text, e.old) }

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

// Plan looks up what is needed to have the named Lexicons, those of the manifest, and
// all that they refer to. With all, what the project's own refer to is added too. The
// error joins those of all lookups: then there is no plan.
func (v *Vendor) Plan(ctx context.Context, names []syntax.NSID, all bool) (*Plan, error) {
	w := walk{Vendor: v, entries: map[syntax.NSID]*Entry{}}
	roots := slices.Concat(v.Manifest.Lexicons, names)
	w.queue(roots...)
	if err := w.run(ctx); err != nil {
		return nil, err
	}
	for _, id := range v.Needed {
		_, known := v.Manifest.Resolutions[id]
		if all || known {
			if _, reached := w.entries[id]; !reached {
				roots = append(roots, id)
				w.queue(id)
			}
		}
	}
	if err := w.run(ctx); err != nil {
		return nil, err
	}
	return w.plan(roots), nil
}

// walk follows references from Lexicon to Lexicon.
type walk struct {
	*Vendor
	entries map[syntax.NSID]*Entry // nil for one that is not looked at yet
	next    []syntax.NSID
	done    int
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
func (w *walk) run(ctx context.Context) error {
	for len(w.next) > 0 {
		ids := w.next
		w.next = nil
		slices.Sort(ids)
		entries, faults := make([]*Entry, len(ids)), make([]error, len(ids))
		atonce.Each(len(ids), func(i int) { entries[i], faults[i] = w.look(ctx, ids[i]) }, func(done, total int) {
			if w.Progress != nil {
				w.Progress(w.done+done, w.done+total)
			}
		})
		if err := errors.Join(faults...); err != nil {
			return err
		}
		w.done += len(ids)
		for i, id := range ids {
			w.entries[id] = entries[i]
			for _, other := range Refers(entries[i].root) {
				if _, known := w.Manifest.Resolutions[other]; known || !w.Has(other) {
					w.queue(other)
				}
			}
		}
	}
	return nil
}

// look decides what happens to a Lexicon.
func (w *walk) look(ctx context.Context, id syntax.NSID) (*Entry, error) {
	e := &Entry{NSID: id, Path: w.path(id), Verified: true}
	have, err := e.read()
	if err != nil {
		return nil, err
	}
	known, listed := w.Manifest.Resolutions[id]
	e.DID, e.CID, e.Old = known.DID, known.CID, known.CID
	newest := !listed || w.Update != nil && w.Update(id)
	switch {
	case newest:
	case have.Equals(known.CID):
		e.Action = Keep
		return e.become(e.old), nil
	case e.old != nil && !w.Force:
		e.Action, e.Reason = Edited, "its content differs from the revision in "+ManifestName
		return e.become(e.old), nil
	}
	published, err := w.fetch(ctx, id, known, newest)
	if err != nil {
		return nil, err
	}
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
	case w.Force:
		e.Action = Overwrite
	default:
		e.Action, e.Reason = Edited, "its content is not a published revision"
		return e.become(e.old), nil
	}
	if right {
		return e.become(e.old), nil
	}
	return e, e.layOut(published, w.Layout)
}

// read reads the file of the Lexicon, if there is one, and returns its CID: none when
// it cannot be a record.
func (e *Entry) read() (cid.Cid, error) {
	text, err := os.ReadFile(e.Path)
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

// fetch returns the newest revision of a Lexicon, or the one that the manifest has.
func (w *walk) fetch(ctx context.Context, id syntax.NSID, known Resolution, newest bool) (*network.Lexicon, error) {
	if newest {
		return w.Publisher.Lexicon(ctx, id)
	}
	l, err := w.Publisher.LexiconOf(ctx, known.DID, id)
	if network.IsUnpublished(err) || err == nil && !l.CID.Equals(known.CID) {
		return nil, fmt.Errorf("%s: the revision in %s, %s, is no longer published; run \"lexsmith pull --update %s\"",
			id, ManifestName, known.CID, id)
	}
	return l, err
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
	e.root, _ = lexicon.ReadJSON(&lexicon.Source{Path: filepath.ToSlash(e.Path), Text: text})
	return e
}

// plan returns the entries, and the manifest that results from them.
func (w *walk) plan(roots []syntax.NSID) *Plan {
	slices.Sort(roots)
	p := &Plan{Manifest: &Manifest{
		Lexicons: slices.Compact(roots), Resolutions: map[syntax.NSID]Resolution{}, unknown: w.Manifest.unknown,
	}}
	for id, e := range w.entries {
		p.Entries = append(p.Entries, e)
		p.Manifest.Resolutions[id] = Resolution{e.DID, e.CID, w.Manifest.Resolutions[id].unknown}
	}
	for id, known := range w.Manifest.Resolutions {
		if w.entries[id] == nil {
			p.Entries = append(p.Entries, &Entry{
				NSID: id, Action: Drop, Path: w.path(id), DID: known.DID, Old: known.CID, Verified: true,
			})
		}
	}
	slices.SortFunc(p.Entries, func(a, b *Entry) int { return cmp.Compare(a.NSID, b.NSID) })
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
	return recordURI(e.DID, e.NSID)
}
