package git

import (
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
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

// parseTree parses the content of a tree object: for each entry "MODE NAME", a zero
// byte, and the idSize bytes of an object id.
func parseTree(content []byte, idSize int) (Tree, error) {
	t := Tree{}
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
