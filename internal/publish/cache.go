package publish

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/ipfs/go-cid"

	"github.com/lexsmith/lexsmith/internal/outfile"
	"github.com/lexsmith/lexsmith/pkg/network"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// Cache is a Network that keeps Lexicons in a folder. It asks an account for the list
// of what it publishes, and fetches only what has another CID than the copy. Copies
// came with a proof; the list has none.
type Cache struct {
	Network
	Folder string

	lock  sync.Mutex
	lists map[syntax.DID]*list
}

// list is what an account publishes.
type list struct {
	once   sync.Once
	cids   map[syntax.NSID]cid.Cid
	listed []network.Listed
	err    error
}

// List returns what an account publishes. An account is asked once.
func (c *Cache) List(ctx context.Context, did syntax.DID) ([]network.Listed, error) {
	l := c.list(ctx, did)
	return l.listed, l.err
}

func (c *Cache) list(ctx context.Context, did syntax.DID) *list {
	c.lock.Lock()
	if c.lists == nil {
		c.lists = map[syntax.DID]*list{}
	}
	l := c.lists[did]
	if l == nil {
		l = &list{}
		c.lists[did] = l
	}
	c.lock.Unlock()
	l.once.Do(func() {
		l.listed, l.err = c.Network.List(ctx, did)
		l.cids = map[syntax.NSID]cid.Cid{}
		for _, x := range l.listed {
			l.cids[x.NSID] = x.CID
		}
	})
	return l
}

// LexiconOf returns the copy of a Lexicon that is up to date, or fetches it and keeps a
// copy. The errors are those of the network, and of the folder.
func (c *Cache) LexiconOf(ctx context.Context, did syntax.DID, id syntax.NSID) (*network.Lexicon, error) {
	l := c.list(ctx, did)
	if l.err != nil {
		return nil, l.err
	}
	path := filepath.Join(c.Folder, strings.ReplaceAll(string(did), ":", "_"), string(id)+".json")
	want, listed := l.cids[id]
	if listed {
		text, err := os.ReadFile(path)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("cache: %w", err)
		}
		if have, err := network.RecordCID(text); err == nil && have.Equals(want) {
			uri := "at://" + string(did) + "/" + network.Collection + "/" + string(id)
			return &network.Lexicon{NSID: id, DID: did, URI: uri, CID: have, JSON: text, Verified: true}, nil
		}
	}
	published, err := c.Network.LexiconOf(ctx, did, id)
	if err != nil || !published.Verified {
		return published, err
	}
	return published, keep(path, published.JSON)
}

// keep writes a copy, whole or not at all.
func keep(path string, text []byte) error {
	err := outfile.Write(path, func(w io.Writer) error { _, err := w.Write(text); return err })
	if err != nil {
		return fmt.Errorf("cache: %w", err)
	}
	return nil
}
