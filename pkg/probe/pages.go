package probe

import (
	"context"
	"fmt"
	"hash/maphash"
	"slices"
	"strings"

	"github.com/lexsmith/lexsmith/internal/servicerules"
	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/internal/datamodel"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/sample"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// The limits of a listing.
const (
	maxPages      = 50
	maxEmptyPages = 10 // one after the other
)

// pages requests the pages of a listing, until it ends or there are too many. The first one
// is the answer to a trial.
func (r *run) pages(ctx context.Context, t *tally, first *trial, a *answer) error {
	items, cursors := map[uint64]bool{}, map[string]bool{}
	c, empty := *first, 0
	c.alone = "" // the cursor differs, too
	for page := 1; ; page++ {
		var found []diag.Finding
		if name, item := repeated(a, items); item != "" {
			f := t.finding(servicerules.RepeatedItem, lexicon.PartOutput, fmt.Sprintf("page %d has an item in %s that is already in the listing: %s", page, words.Quote(name), words.Excerpt(item)))
			f.Pointer = "/" + diag.EscapePointer(name)
			found = append(found, f)
		}
		next := a.cursor()
		if empty++; a.hasItems() {
			empty = 0
		}
		switch {
		case cursors[next]:
			found = append(found, t.finding(servicerules.EndlessCursor, lexicon.PartOutput, "the cursor "+words.Quote(next)+" leads to a page that has the same cursor, or to one before it"))
		case next != "" && empty == maxEmptyPages:
			found = append(found, t.finding(servicerules.EndlessCursor, lexicon.PartOutput, fmt.Sprintf("%d pages in a row are empty, but have a cursor", empty)))
		}
		if err := r.report(ctx, t, &c, found); err != nil {
			return err
		}
		if next == "" || len(found) > 0 || page == maxPages {
			return nil
		}
		cursors[next] = true
		c.Params = first.Params.With(cursorName, sample.Text(next))
		var err error
		if a, err = r.send(ctx, t, &c); err != nil {
			return err
		}
		if err := r.report(ctx, t, &c, judge(t, &c, a)); err != nil || !a.ok() {
			return err
		}
		r.known.learn(t, a)
	}
}

// repeated adds the items of a page to those of the pages before, and returns the first that
// is there already, and the name of its list; "" for none.
func repeated(a *answer, items map[uint64]bool) (name, item string) {
	for list, at := range a.lists() {
		tape := a.content()
		for i := range elements(tape, at) {
			if !identified(tape, i) {
				continue
			}
			text := tape.Input[tape.Tokens[i].Start:tape.Tokens[i].End]
			key := maphash.Comparable(itemSeed, list) ^ maphash.Bytes(itemSeed, text)
			if items[key] && item == "" {
				if name, item = strings.Clone(list), string(text); tape.Tokens[i].Kind == datamodel.String {
					item = strings.Clone(tape.Text(i))
				}
			}
			items[key] = true
		}
	}
	return name, item
}

var itemSeed = maphash.MakeSeed()

// identified reports whether an item has a name among the formats that name things, so that
// all of it tells it from others: other items can be alike by chance.
func identified(t *datamodel.Tape, i uint32) bool {
	switch tok := &t.Tokens[i]; {
	case tok.Kind == datamodel.String:
		return isName(t.Text(i))
	case tok.IsObject():
		for name, at := range members(t, i) {
			if t.Tokens[at].Kind != datamodel.String {
				continue
			}
			switch name {
			case "id", "rkey":
				return true
			case "uri", "did", "cid", "handle", "rev":
				if isName(t.Text(at)) {
					return true
				}
			}
		}
	}
	return false
}

func isName(text string) bool {
	return slices.ContainsFunc(naming, func(f syntax.Format) bool { return isOf(f, text) })
}
