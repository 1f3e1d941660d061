package registry

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/lexsmith/lexsmith/internal/files"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/network"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// Cache is a Network that keeps Lexicons in a folder. It asks an account for the list
// of what it publishes, and fetches only what has another CID than the copy. Copies
// came with a proof; the list has none.
type Cache struct {
	Network
	Folder string
}

// LexiconOf returns the copy of a Lexicon that is up to date, or fetches it and keeps a
// copy. The errors are those of the network, and of the folder.
func (c *Cache) LexiconOf(ctx context.Context, did syntax.DID, id syntax.NSID) (*network.Lexicon, error) {
	l, err := c.Listed(ctx, did, id)
	if err != nil {
		return nil, err
	}
	path := filepath.Join(c.Folder, strings.ReplaceAll(string(did), ":", "_"), string(id)+".json")
	if l.CID.Defined() {
		text, err := files.Read(path, lexicon.MaxFileSize)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("cache: %w", err)
		}
		if have, err := network.RecordCID(text); err == nil && have.Equals(l.CID) {
			return &network.Lexicon{NSID: id, DID: did, URI: network.RecordURI(did, id), CID: have, JSON: text, Verified: true}, nil
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
	err := files.Write(path, func(w io.Writer) error { _, err := w.Write(text); return err })
	if err != nil {
		return fmt.Errorf("cache: %w", err)
	}
	return nil
}
