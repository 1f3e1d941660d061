package network

import (
	"cmp"
	"context"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/ipfs/go-cid"

	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/internal/datamodel"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// ListEntry is a record in the list of an account. It is what the server says: the
// list has no proof.
type ListEntry struct {
	NSID syntax.NSID
	CID  cid.Cid
	Err  error // why the record is not the Lexicon, ErrID or ErrRecord; nil when it is
}

const (
	listLimit = 100 // Lexicons of one page
	maxPage   = 16 << 20
	maxListed = 10_000
)

// List returns the Lexicons that an account publishes, sorted by NSID. The
// authorities of some may name other accounts. Records whose key is not an NSID, or not
// even a record key, are left out.
func (c *Client) List(ctx context.Context, did syntax.DID) ([]ListEntry, error) {
	list, err := c.list(ctx, did)
	return slices.Clone(list), err
}

// Listed returns the entry for a Lexicon in the list of an account; the zero ListEntry
// when there is none. The account is asked for its list once, so that one list tells
// for many Lexicons whether the caller has the newest revision.
func (c *Client) Listed(ctx context.Context, did syntax.DID, nsid syntax.NSID) (found ListEntry, err error) {
	list, err := c.list(ctx, did)
	at, ok := slices.BinarySearchFunc(list, nsid, func(l ListEntry, nsid syntax.NSID) int { return cmp.Compare(l.NSID, nsid) })
	if ok {
		found = list[at]
	}
	return found, err
}

// list returns the list of an account, which it remembers.
func (c *Client) list(ctx context.Context, did syntax.DID) ([]ListEntry, error) {
	return c.lists.get(ctx, string(did), func() ([]ListEntry, error) {
		id, err := c.Identity(ctx, did)
		if err != nil {
			return nil, err
		}
		return c.fetchList(ctx, id)
	})
}

// fetchList asks an account for its list.
func (c *Client) fetchList(ctx context.Context, id *Identity) (all []ListEntry, err error) {
	wrong := func(kind error, format string, args ...any) ([]ListEntry, error) {
		err := fmt.Errorf("%w: "+format, append([]any{kind}, args...)...)
		return nil, c.failed(StepRecord, "", failedAt(id.PDS, err))
	}
	keys := map[string]bool{} // of all records, Lexicons or not
	for records, cursor := 0, ""; ; {
		page, err := c.listPage(ctx, id, cursor)
		if err != nil {
			return nil, c.failed(StepRecord, "", err)
		}
		known := len(keys)
		for _, r := range page.Records {
			key, ok := strings.CutPrefix(r.URI, RecordURI(id.DID, ""))
			if !ok {
				return wrong(ErrServer, "the list contains the record %s", words.Quote(r.URI))
			}
			link, err := parseCID(r.CID)
			if err != nil {
				return wrong(ErrServer, "%w in the list", err)
			}
			if keys[key] = true; syntax.IsNSID(key) {
				_, err := readLexicon(new(datamodel.Tape), r.Value, syntax.NSID(key))
				all = append(all, ListEntry{syntax.NSID(key), link, c.secrets.hide(err)})
			}
		}
		records += len(page.Records)
		isLast := len(page.Records) == 0 || page.Cursor == ""
		switch {
		case !isLast && len(keys) == known:
			return wrong(ErrServer, "the server repeats records instead of ending the list")
		case records > maxListed:
			return wrong(ErrTooLarge, "more than %d Lexicons", maxListed)
		case isLast:
			slices.SortFunc(all, func(a, b ListEntry) int { return cmp.Compare(a.NSID, b.NSID) })
			return slices.CompactFunc(all, func(a, b ListEntry) bool { return a.NSID == b.NSID }), nil
		}
		cursor = page.Cursor
	}
}

// listPage is a part of a list.
type listPage struct {
	Cursor  string         `json:"cursor"` // for the next one; "" for the last one
	Records []recordAnswer `json:"records"`
}

// listPage asks an account for the records after a cursor.
func (c *Client) listPage(ctx context.Context, id *Identity, cursor string) (page listPage, err error) {
	params := url.Values{"repo": {string(id.DID)}, "collection": {Collection}, "limit": {strconv.Itoa(listLimit)}}
	if cursor != "" {
		params.Set("cursor", cursor)
	}
	a, err := c.query(ctx, id.PDS, "com.atproto.repo.listRecords", params, maxPage)
	if err == nil {
		err = failedAt(id.PDS, readAnswer(a.body, &page))
	}
	return page, err
}
