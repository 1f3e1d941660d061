package repo

import (
	"bytes"
	"context"
	"errors"
	"iter"
	"strings"

	"github.com/ipfs/go-cid"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/internal/datamodel"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// Record is a record of a repository.
type Record struct {
	Path string // "at://" and DID, collection and record key
	// Collection and RecordKey are empty when the tree has the record under a
	// key of another form.
	Collection, RecordKey string
	CID                   cid.Cid
	Number                int    // how many records of the tree come before it, in a walk
	Data                  []byte // DAG-CBOR, good until the next record
	// Findings is what is wrong with its key in the tree, or with its block.
	Findings []diag.Finding
}

// newRecord returns the record under a key of the tree, without its data. Known is a
// collection, such as that of the record before, which need not be checked again; it may
// be empty.
func newRecord(did string, key []byte, known string) *Record {
	path := "at://" + did + "/" + string(key)
	collection, name, _ := strings.Cut(path[len(path)-len(key):], "/")
	if (known != "" && collection == known || syntax.IsNSID(collection)) && syntax.IsRecordKey(name) {
		return &Record{Path: path, Collection: collection, RecordKey: name}
	}
	return &Record{Path: strings.ToValidUTF8(path, "\uFFFD")}
}

// Records walks the tree of the commit that is the root of the file and yields
// the records that are in the file, in the order of the tree. What is wrong with
// the commit, the nodes and the links between them is reported (Options.Report),
// and so are missing blocks and, at the end, blocks outside the tree that do not
// have the hash of their CID. What is wrong with a record is in its Findings.
//
// The error ends the walk: an *Error unless there is a Report, one of reading, or
// the cause when ctx is done.
func (c *CAR) Records(ctx context.Context) iter.Seq2[*Record, error] {
	return func(yield func(*Record, error) bool) {
		if err := c.walk(ctx, yield); err != nil && err != errStopped {
			yield(nil, err)
		}
	}
}

// Sound returns an *Error unless every block, in the tree or not, has a CID of the
// data model and the hash that it says, and the nodes in the file are those of a
// tree of the right shape. It may also return an error of reading, or the cause when
// ctx is done.
func (c *CAR) Sound(ctx context.Context) error {
	for _, b := range c.index.blocks {
		id, err := c.cidAt(b.offset())
		switch {
		case err != nil:
			return err
		case !datamodel.IsLinkBytes(id.Bytes()):
			return asError(c.finding(ruleInvalidCAR, "", b.offset(), "the block "+id.String()+" does not have a version 1 CID with the dag-cbor or raw codec", ""))
		case b.corrupt():
			return asError(c.mismatch("", b.offset(), id))
		}
	}
	defer func(strict bool, report reporter) { c.strict, c.report = strict, report }(c.strict, c.report)
	c.strict, c.report = false, func(f diag.Finding) error {
		if f.Rule != ruleInvalidTree {
			return nil
		}
		return asError(f)
	}
	return c.walk(ctx, func(*Record, error) bool { return true })
}

// ErrNoRecord says that a repository does not have a record.
var ErrNoRecord = errors.New("the repository does not contain the record")

// Lookup returns the record under a key of the tree, "COLLECTION/RECORDKEY". Of
// the tree only the nodes on the way to it need be in the file: with the commit
// and the record they are its proof. The error is ErrNoRecord when the nodes
// prove that there is no such record, an *Error when the proof is not complete or
// not right, or one of reading.
func (c *CAR) Lookup(key string) (*Record, error) {
	commit, err := c.commit(asError)
	if err != nil {
		return nil, err
	}
	next, from, layer := []byte(commit.Data.KeyString()), c.headerAt, noLayer
	var between [2][]byte
	for level := range maxDepth {
		b, err := c.sound(next, &c.treeAt, from, "the tree node ")
		if err != nil {
			return nil, err
		}
		var n node
		if err := c.read(&n, b.data, b.at, asError); err != nil {
			return nil, err
		}
		if layer, err = c.shape(&n, next, layer, level == 0, asError); err != nil {
			return nil, err
		}
		e, below, err := c.search(&n, key, &between)
		switch {
		case err != nil:
			return nil, err
		case e != nil:
			return c.proven(commit, e, key)
		case below == nil:
			return nil, ErrNoRecord
		}
		next, from = bytes.Clone(below), n.at
	}
	return nil, asError(c.finding(ruleInvalidCAR, "", from, tooManyLevels, ""))
}

// search looks for a key in a node: it returns its entry, or the CID of the
// subtree that has it if any has. All keys of the node must be between two
// others, nil for none, which become those of the subtree.
func (c *CAR) search(n *node, key string, between *[2][]byte) (found *entry, below []byte, err error) {
	below = n.before
	last, end := between[0], between[1]
	for i := range n.entries {
		e := &n.entries[i]
		wrong := n.extend(*e)
		switch {
		case last != nil && bytes.Compare(n.key, last) <= 0:
			wrong = append(wrong, outOfOrder("after", last))
		case end != nil && bytes.Compare(n.key, end) >= 0:
			wrong = append(wrong, outOfOrder("before", end))
		}
		if wrong != nil {
			return nil, nil, asError(c.keyFault("", e.at, n.key, wrong[0]))
		}
		switch last = bytes.Clone(n.key); {
		case string(last) == key:
			found = e
		case string(last) < key:
			below, between[0] = e.after, last
		case bytes.Equal(between[1], end):
			between[1] = last
		}
	}
	return found, below, nil
}

// proven returns the record of an entry.
func (c *CAR) proven(commit *Commit, e *entry, key string) (*Record, error) {
	b, err := c.sound(e.value, &c.recordsAt, e.at, "the record ")
	if err != nil {
		return nil, err
	}
	r := newRecord(commit.DID, []byte(key), "")
	r.CID, r.Data = cidOf(e.value), bytes.Clone(b.data)
	return r, nil
}

// sound finds the block with a binary CID, which is linked to at a byte of the file. The
// error says that it is not there, or does not have the hash of its CID.
func (c *CAR) sound(id []byte, w *window, from int64, what string) (*foundBlock, error) {
	b, err := c.find(id, w)
	switch {
	case err != nil:
		return nil, err
	case b == nil:
		return nil, asError(c.lacking("", from, what+cidOf(id).String()))
	case b.corrupt():
		return nil, asError(c.mismatch("", b.offset(), cidOf(id)))
	}
	return b, nil
}
