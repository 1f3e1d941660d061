package git

import (
	"bytes"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// The modes of tree entries that are not files.
const (
	ModeFolder    = "40000"
	ModeLink      = "120000"
	ModeSubmodule = "160000"
)

// Entry is an entry of a tree.
type Entry struct {
	Mode string
	Name string // in its folder; or its path from the root of the repository
	ID   string
}

// Tree is a tree object: its entries by their names.
type Tree map[string]Entry

// Limits of trees.
const (
	MaxEntries = 1_000_000 // of a tree
	maxTree    = 256 << 20 // bytes of a tree object
)

// ErrTooMany is the error for more than MaxEntries files.
var ErrTooMany = fmt.Errorf("more than %d files", MaxEntries)

// Trees returns trees by their ids. If a partial clone lacks any, they are fetched
// with all trees below them.
func (o *Objects) Trees(ctx context.Context, ids ...string) ([]Tree, error) {
	unread := slices.DeleteFunc(slices.Sorted(slices.Values(ids)), func(id string) bool {
		_, isRead := o.trees[id]
		return isRead
	})
	err := o.get(ctx, "tree", slices.Compact(unread), maxTree, func(id string, content []byte) (err error) {
		o.trees[id], err = o.parseTree(content)
		return err
	})
	trees := make([]Tree, len(ids))
	for i, id := range ids {
		trees[i] = o.trees[id]
	}
	return trees, err
}

// parseTree parses the content of a tree object: for each entry "MODE NAME", a zero
// byte, and the bytes of an object id.
func (o *Objects) parseTree(content []byte) (Tree, error) {
	t := Tree{}
	idSize := o.hash().Size()
	for len(content) > 0 {
		head, rest, isEntry := bytes.Cut(content, []byte{0})
		mode, name, hasName := strings.Cut(string(head), " ")
		if !isEntry || !hasName || len(rest) < idSize {
			return nil, errors.New(`a tree object in the repository is broken; run "git fsck"`)
		}
		if t[name] = (Entry{mode, name, hex.EncodeToString(rest[:idSize])}); len(t) > MaxEntries {
			return nil, ErrTooMany
		}
		content = rest[idSize:]
	}
	return t, nil
}
