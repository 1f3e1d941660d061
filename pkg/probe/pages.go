package probe

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/lexsmith/lexsmith/internal/servicerules"

	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/sample"
)

// The limits of a listing.
const (
	maxPages      = 50
	maxEmptyPages = 10 // one after the other
)

// pages requests the pages of a listing, until it ends or there are too many. The first one
// is the answer to a case.
func (r *run) pages(ctx context.Context, t *tally, first *Case, a *answer) error {
	if propertyOf(t.paramsSchema(), cursorName) == nil {
		return nil
	}
	items, cursors := map[string]bool{}, map[string]bool{}
	c, empty := *first, 0
	for page := 1; ; page++ {
		var found []diag.Finding
		if name, item := repeated(a.body, items); item != "" {
			f := t.finding(servicerules.RepeatedItem, lexicon.PartOutput, fmt.Sprintf("page %d has an item in %s that is already in the listing: %s", page, words.Quote(name), words.Excerpt(item)))
			f.Pointer = "/" + name
			found = append(found, f)
		}
		next := cursorOf(a.body)
		if empty++; hasItems(a.body) {
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
		r.known.learn(a.body)
	}
}

// cursorOf returns the cursor of a page; "" for the last one.
func cursorOf(body []byte) string {
	var page struct {
		Cursor any `json:"cursor"`
	}
	_ = json.Unmarshal(body, &page)
	cursor, _ := page.Cursor.(string)
	return cursor
}

func hasItems(body []byte) bool {
	for _, list := range lists(body) {
		if len(list) > 0 {
			return true
		}
	}
	return false
}

// repeated adds the items of a page to those of the pages before, and returns the first that
// is there already, and the name of its list; "" for none.
func repeated(body []byte, items map[string]bool) (name, item string) {
	all := lists(body)
	for _, list := range slices.Sorted(maps.Keys(all)) {
		for _, text := range all[list] {
			key := identity(text)
			if key == "" {
				continue
			}
			if items[list+" "+key] && item == "" {
				name, item = list, key
			}
			items[list+" "+key] = true
		}
	}
	return name, item
}

// identity returns what tells an item from others: all of it, if it has a name among the
// formats that name things; "" for other items, which can be alike by chance.
func identity(text json.RawMessage) string {
	var value any
	if json.Unmarshal(text, &value) != nil {
		return ""
	}
	switch value := value.(type) {
	case string:
		if isName(value) {
			return value
		}
	case map[string]any:
		for _, field := range []string{"uri", "did", "cid", "id", "handle", "rev", "rkey"} {
			if name, ok := value[field].(string); ok && (isName(name) || field == "id" || field == "rkey") {
				var compact bytes.Buffer
				_ = json.Compact(&compact, text)
				return compact.String()
			}
		}
	}
	return ""
}

func isName(text string) bool {
	for _, format := range naming {
		if format.Valid(text) {
			return true
		}
	}
	return false
}
