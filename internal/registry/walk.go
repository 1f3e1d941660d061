package registry

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
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
	progress  func(done, total int)         // called after each look; may be nil
	entries   map[syntax.NSID]*Entry        // nil for one that is not looked at yet
	next      []syntax.NSID                 // those
	skipped   []syntax.NSID                 // those for which look returned no entry
	referrers map[syntax.NSID][]syntax.NSID // of all Lexicons that others refer to
	unnamed   int                           // new Lexicons that only others refer to
	most      int                           // of them; 0 for any number
	done      int
}

func (v *Vendor) walk(look func(syntax.NSID) (*Entry, error)) *walk {
	return &walk{Vendor: v, look: look, entries: map[syntax.NSID]*Entry{}, referrers: maps.Clone(v.Needed)}
}

// reach looks at Lexicons, and at all that they refer to.
func (w *walk) reach(ids ...syntax.NSID) error {
	for _, id := range ids {
		w.queue(id)
	}
	for len(w.next) > 0 {
		ids := w.next
		w.next = nil
		slices.Sort(ids)
		entries, err := lookUp(ids, func(id syntax.NSID) (*Entry, error) {
			e, err := w.look(id)
			return e, w.neededBy(err, id)
		}, func(done, total int) {
			if w.progress != nil {
				w.progress(w.done+done, w.done+total)
			}
		})
		if err != nil {
			return err
		}
		w.done += len(ids)
		for i, id := range ids {
			if w.entries[id] = entries[i]; entries[i] == nil {
				w.skipped = append(w.skipped, id)
				continue
			}
			if err := w.follow(entries[i]); err != nil {
				return err
			}
		}
	}
	return nil
}

// queue adds a Lexicon to those to look at, and reports whether it is a new one.
func (w *walk) queue(id syntax.NSID) bool {
	_, known := w.entries[id]
	if !known {
		w.entries[id] = nil
		w.next = append(w.next, id)
	}
	return !known
}

// follow queues what a Lexicon refers to.
func (w *walk) follow(e *Entry) error {
	for _, other := range e.references() {
		listed := w.listedAnywhere(other)
		if !listed && w.outside.Document(other) != nil {
			continue
		}
		w.referrers[other] = append(w.referrers[other], e.NSID)
		if w.queue(other) && !listed {
			w.unnamed++
		}
		if w.most > 0 && w.unnamed > w.most {
			return fmt.Errorf("more than %d Lexicons would be added only because others refer to them, such as %s, which %s refers to; to add that many, pass their names",
				w.most, other, e.NSID)
		}
	}
	return nil
}

// referrersOf names what refers to a Lexicon, of the Lexicons seen so far and of the project's own.
func (w *walk) referrersOf(id syntax.NSID) (names string, n int) {
	by := slices.Compact(slices.Sorted(slices.Values(w.referrers[id])))
	return words.ListFunc(by, "and", func(id syntax.NSID) string { return string(id) }), len(by)
}

// reason says what refers to a Lexicon; "" when nothing does.
func (w *walk) reason(id syntax.NSID) string {
	switch names, n := w.referrersOf(id); n {
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
	if !ok || !network.IsUnpublished(err) || len(w.referrers[id]) == 0 {
		return err
	}
	names, _ := w.referrersOf(id)
	return &network.Error{NSID: e.NSID, Step: e.Step, Host: e.Host, Err: fmt.Errorf("%w; needed by %s", e.Err, names)}
}

// plan returns all entries, with an action for those of the manifest that were not reached.
func (w *walk) plan(unreached Action) Plan {
	p := slices.DeleteFunc(slices.Collect(maps.Values(w.entries)), func(e *Entry) bool { return e == nil })
	for _, id := range w.Listed() {
		if known, _ := w.known(id); w.entries[id] == nil {
			p = append(p, &Entry{NSID: id, Action: unreached, Path: w.filePath(id), Origin: known.Origin, Old: known.CID})
		}
	}
	slices.SortFunc(p, func(a, b *Entry) int { return cmp.Compare(a.NSID, b.NSID) })
	return p
}

// references returns the other Lexicons that the text of the entry refers to, see below.
func (e *Entry) references() []syntax.NSID {
	root, _ := lexicon.ReadJSON(&diag.Source{Path: filepath.ToSlash(e.Path), Text: e.text})
	return references(root)
}

// references returns the other Lexicons that one refers to, sorted: in refs, unions,
// permissions, the collections of spaces, and known values that are the full name of a
// token. It is the same choice that "lex install" makes, so that both write the same
// manifest. The root may be nil.
func references(root *lexicon.Value) []syntax.NSID {
	if root == nil {
		return nil
	}
	own := lexicon.IDOf(root)
	var ids []syntax.NSID
	for m := range lexicon.Mentions(root) {
		if m.NSID != own && needs(m) {
			ids = append(ids, m.NSID)
		}
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

// needs reports whether what a mention names has to be there.
func needs(m lexicon.Mention) bool {
	key := m.Value.Key()
	if key == nil { // an entry of a list
		key = m.Value.Parent().Key()
	}
	switch {
	case key == nil:
		return false
	case key.Name == "knownValues":
		_, name, _ := strings.Cut(m.Value.Text, "#")
		return name != ""
	default:
		return key.Name != "enum" && key.Name != "default" && key.Name != "const"
	}
}
