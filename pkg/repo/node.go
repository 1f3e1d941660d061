package repo

import (
	"fmt"

	"github.com/ipfs/go-cid"

	"github.com/lexsmith/lexsmith/pkg/internal/datamodel"
)

const (
	// maxDepth is how many levels a tree can have, see layerOf.
	maxDepth = 128
	// maxKey is how many bytes the key of a record in the tree may have.
	maxKey = 1024
)

// node is a node of the Merkle search tree of a repository: a map of l, the link
// to what comes before its entries, and e, the entries. An entry is a map of p,
// how many bytes its key shares with the key before it in the node, k, the rest
// of the key, v, the link to the record, and t, the link to what comes after it.
type node struct {
	at      int64  // offset of the block in the file
	data    []byte // the block
	key     []byte // of the latest entry, see extend
	before  []byte // CID of the subtree before the entries; nil without one
	entries []entry
	broken  bool // not all of it could be read
}

// entry is an entry of a node. Its slices point into the node's block; CIDs are
// binary.
type entry struct {
	at     int64 // offset in the file
	shared int   // bytes of the key that are those of the entry before
	rest   []byte
	value  []byte // CID of the record; nil in a broken entry
	after  []byte // CID of the subtree after it; nil without one
}

// read takes the parts of a node out of a block at an offset in the file, and
// reports what is not as it should be. A broken entry is left without its record.
func (c *CAR) read(n *node, data []byte, at int64, report reporter) error {
	n.at, n.data, n.key, n.before, n.entries = at, append(n.data[:0], data...), n.key[:0], nil, n.entries[:0]
	n.broken = false
	t := &c.tape
	if err := t.ReadCBOR(n.data); err != nil {
		n.broken = true
		return report(c.malformed("a node of the tree", n.at, err))
	}
	wrong := func(i uint32, what string) error {
		n.broken = true
		return report(c.finding(ruleInvalidCAR, "", n.at+int64(t.Tokens[i].Start), "a node of the tree "+what,
			"a node must be a map with l (a link or null) and e (a list of maps with p, k, v, and t)"))
	}
	if t.Tokens[0].Kind != datamodel.Object {
		return wrong(0, "is not a map")
	}
	var ok bool
	if n.before, ok = link(t, t.Member(0, "l")); !ok {
		if err := wrong(t.Member(0, "l"), "contains an l that is neither a link nor null"); err != nil {
			return err
		}
	}
	list := t.Member(0, "e")
	if list == 0 || t.Tokens[list].Kind != datamodel.Array {
		return wrong(list, "does not contain a list of entries, e")
	}
	for i := list + 1; i < t.Tokens[list].Next; i = t.Tokens[i].Next {
		e, what := readEntry(t, i)
		e.at = n.at + int64(t.Tokens[i].Start)
		if what != "" {
			e.value = nil
			if err := wrong(i, "contains an entry "+what); err != nil {
				return err
			}
		}
		n.entries = append(n.entries, e)
	}
	return nil
}

// readEntry reads the entry at i, or says what is wrong with it.
func readEntry(t *datamodel.Tape, i uint32) (e entry, wrong string) {
	if t.Tokens[i].Kind != datamodel.Object {
		return e, "that is not a map"
	}
	p, k := t.Member(i, "p"), t.Member(i, "k")
	if hasRest := k != 0 && t.Tokens[k].Kind == datamodel.Bytes; hasRest {
		e.rest = t.Content(k)
	} else {
		wrong = "whose k is not a byte string"
	}
	var ok bool
	e.value, _ = link(t, t.Member(i, "v"))
	e.after, ok = link(t, t.Member(i, "t"))
	switch {
	case wrong != "":
	case e.value == nil:
		wrong = "whose v is not a link"
	case !ok:
		wrong = "whose t is neither a link nor null"
	case p == 0 || t.Tokens[p].Kind != datamodel.Integer || t.Tokens[p].Int() < 0 || t.Tokens[p].Int() > maxKey:
		wrong = fmt.Sprintf("whose p is not an integer from 0 to %d", maxKey)
	default:
		e.shared = int(t.Tokens[p].Int())
	}
	return e, wrong
}

// link returns the binary CID of the link at i; nil where null or nothing is. It
// reports whether it is one of these.
func link(t *datamodel.Tape, i uint32) (id []byte, ok bool) {
	switch {
	case i == 0 || t.Tokens[i].Kind == datamodel.Null:
		return nil, true
	case t.Tokens[i].Kind == datamodel.Link:
		return t.Content(i), true
	}
	return nil, false
}

// extend makes the key of an entry out of that of the entry before. It returns
// what is wrong with how the two share bytes.
func (n *node) extend(e entry) (wrong []string) {
	shared, rest := e.shared, e.rest
	switch {
	case shared > len(n.key):
		wrong = append(wrong, fmt.Sprintf("shares %d bytes with the previous key in its node, which is %d bytes long", shared, len(n.key)))
		shared = len(n.key)
	case shared < len(n.key) && len(rest) > 0 && rest[0] == n.key[shared]:
		wrong = append(wrong, fmt.Sprintf("shares more than the %d bytes in p with the previous key in its node", shared))
	}
	if shared+len(rest) > maxKey {
		wrong = append(wrong, fmt.Sprintf("is %d bytes long, but at most %d are allowed", shared+len(rest), maxKey))
		rest = rest[:maxKey-shared]
	}
	n.key = append(n.key[:shared], rest...)
	return wrong
}

// cidOf returns the CID with a binary form that was read as a link.
func cidOf(binary []byte) cid.Cid {
	id, err := cid.Cast(binary)
	if err != nil {
		panic(err) // package datamodel has recognized it
	}
	return id
}
