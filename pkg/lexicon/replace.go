package lexicon

import (
	"context"
	"maps"

	"github.com/lexsmith/lexsmith/pkg/internal/stream"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// Replace returns a catalog that has the document new in place of old; without old
// it comes last, and without new old is left out. The catalog itself stays as it
// is, so that both can be used side by side.
//
// The documents that refer to what changed, directly or through others, are new in
// the result, with new definitions; they share their text and its values with the
// old ones. All other documents are the same in both catalogs. Changed lists the
// documents of the result that the catalog does not have.
func (c *Catalog) Replace(old, new *Document) (replaced *Catalog, changed []*Document) {
	by, added := map[*Document]*Document{old: new}, []*Document(nil)
	if old == nil {
		by, added = nil, []*Document{new}
	}
	return c.ReplaceAll(by, added...)
}

// ReplaceAll is Replace for many documents: by has the new document for each old one, nil
// for none, and added come last. Old ones that the catalog does not have do not count.
func (c *Catalog) ReplaceAll(by map[*Document]*Document, added ...*Document) (replaced *Catalog, changed []*Document) {
	return c.replace(len(c.documents), by, added)
}

// Insert is Replace for a new document that comes before the one at an index.
func (c *Catalog) Insert(at int, new *Document) *Catalog {
	inserted, _ := c.replace(at, nil, []*Document{new})
	return inserted
}

// replace is ReplaceAll, but added come before the document at an index.
func (c *Catalog) replace(at int, by map[*Document]*Document, added []*Document) (r *Catalog, changed []*Document) {
	stale := unlinked(c.stale(c.linkedFrom(), by, added))
	r = &Catalog{documents: make([]*Document, 0, len(c.documents)+len(added)), skipped: c.skipped}
	made := map[*Document]*Document{} // what really changes, of by
	for i := range len(c.documents) + 1 {
		if i == at {
			r.documents, changed = append(r.documents, added...), append(changed, added...)
		}
		if i == len(c.documents) {
			break
		}
		d := c.documents[i]
		new, replaced := by[d]
		if replaced {
			made[d] = new
		}
		if again := stale[d]; again != nil {
			new, replaced = again, true
		}
		switch {
		case !replaced:
			r.documents = append(r.documents, d)
		case new != nil:
			r.documents, changed = append(r.documents, new), append(changed, new)
		}
	}
	if r.index = c.index; !calledSame(c.documents, r.documents) {
		r.index = newIndex(r.documents)
	}
	r.link(changed)
	r.users = c.users.after(made, added)
	return r, changed
}

// users says which Lexicons the documents of a catalog refer to: for each id, how
// many documents with a given id or, without one, path.
type users map[syntax.NSID]map[user]int

// user names documents that refer to others.
type user struct {
	id   syntax.NSID
	path string // of a document without an id
}

func (d *Document) user() user {
	if d.ID == "" {
		return user{path: d.Source.Path}
	}
	return user{id: d.ID}
}

// linkedFrom returns the users of a catalog, which a catalog has once it was asked.
func (c *Catalog) linkedFrom() users {
	c.once.Do(func() {
		if c.users != nil {
			return
		}
		c.users = users{}
		for _, d := range c.documents {
			for id := range d.targets() {
				c.users.add(id, d.user(), 1)
			}
		}
	})
	return c.users
}

// targets returns the ids of the other Lexicons that a document, which a catalog has or has
// had, refers to.
func (d *Document) targets() map[syntax.NSID]bool {
	ids := map[syntax.NSID]bool{}
	for _, def := range d.Defs {
		for _, l := range def.links {
			if l.NSID != d.ID {
				ids[l.NSID] = true
			}
		}
	}
	return ids
}

func (u users) add(id syntax.NSID, by user, n int) {
	if u[id] == nil {
		u[id] = map[user]int{}
	}
	if u[id][by] += n; u[id][by] == 0 {
		delete(u[id], by)
	}
	if len(u[id]) == 0 {
		delete(u, id)
	}
}

// after returns the users once documents gave way to others, and more were added. The
// users stay as they are.
func (u users) after(by map[*Document]*Document, added []*Document) users {
	changed, own := u, map[syntax.NSID]bool(nil)
	count := func(d *Document, ids map[syntax.NSID]bool, n int) {
		if own == nil {
			changed, own = maps.Clone(u), map[syntax.NSID]bool{}
		}
		for id := range ids {
			if !own[id] {
				changed[id], own[id] = maps.Clone(changed[id]), true
			}
			changed.add(id, d.user(), n)
		}
	}
	for old, new := range by {
		before := old.targets()
		if new == nil {
			count(old, before, -1)
		} else if now := new.targets(); old.user() != new.user() || !maps.Equal(before, now) {
			count(old, before, -1)
			count(new, now, 1)
		}
	}
	for _, d := range added {
		count(d, d.targets(), 1)
	}
	return changed
}

// stale returns the documents that refer, directly or through others, to the Lexicons of
// documents that are replaced, or to those that replace them, without the replaced ones.
func (c *Catalog) stale(users users, by map[*Document]*Document, added []*Document) (stale []*Document) {
	reached := map[syntax.NSID]bool{}
	var open []syntax.NSID
	reach := func(d *Document) {
		if d != nil && d.ID != "" && !reached[d.ID] {
			reached[d.ID] = true
			open = append(open, d.ID)
		}
	}
	for old, new := range by {
		reach(old)
		reach(new)
	}
	for _, d := range added {
		reach(d)
	}
	paths := map[string]bool{}
	for ; len(open) > 0; open = open[1:] {
		for by := range users[open[0]] {
			switch {
			case by.id == "":
				paths[by.path] = true
			case !reached[by.id]:
				reached[by.id] = true
				open = append(open, by.id)
			}
		}
	}
	for _, d := range c.documents {
		if _, replaced := by[d]; !replaced && (d.ID != "" && reached[d.ID] || d.ID == "" && paths[d.Source.Path]) {
			stale = append(stale, d)
		}
	}
	return stale
}

// unlinked returns a new document for each of the documents.
func unlinked(documents []*Document) map[*Document]*Document {
	again := make([]*Document, len(documents))
	stream.Each(context.Background(), len(documents), 0, nil, func(i int) { again[i] = documents[i].Unlinked() })
	byOld := make(map[*Document]*Document, len(documents))
	for i, d := range documents {
		byOld[d] = again[i]
	}
	return byOld
}

// Unlinked returns a document with the same text, and the same values in it, whose
// definitions are read again, so that it can be part of another catalog.
func (d *Document) Unlinked() *Document {
	again := d.again(d.Source)
	again.Found, again.Omitted = d.Found, d.Omitted
	again.Dependency, again.Examples = d.Dependency, d.Examples
	return again
}
