package repo

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/diag"
)

// RuleMissingBlock is raised for each block that is linked to but not in the file.
var RuleMissingBlock = &diag.Rule{
	Code: "missing-block", Group: "validate", Severity: diag.Always(diag.Warning),
	Summary: "a record or a part of the tree is missing from the CAR file",
	Reason: "A slice of a repository, such as the blocks of one commit on the event stream, intentionally omits most of the tree. In an export of a whole repository, a missing block is an error. " +
		"There is one warning for each missing block; the records below a missing node of the tree are unknown.",
	Spec: "Field types > cid-link", Page: "specs/repository",
	Examples: "«" + emptyCommit + "|" + emptyRepository + "»",
}

// maxHeld is how many bytes the nodes that are being walked may have together. In a
// genuine tree they have some KiB.
const maxHeld = 4 << 20

const tooManyLevels = "the tree has more than 128 levels"

// errStopped and errEndless end a walk: the caller has enough, or it would take
// too long.
var (
	errStopped = errors.New("the walk was stopped")
	errEndless = errors.New("the walk was ended")
)

// walk goes through the tree and yields its records.
func (c *CAR) walk(ctx context.Context, yield func(*Record, error) bool) error {
	c.index.forget()
	c.missing = 0
	if c.root.Defined() {
		commit, err := c.commit(c.report)
		if err != nil {
			return err
		}
		if commit != nil {
			if c.check != nil {
				if wrong, help := c.check(commit); wrong != "" {
					err = c.report(c.finding(ruleInvalidCAR, "", commit.at, wrong, help))
				}
			}
			if err != nil {
				return err
			}
			// Records may share a block, but not so often that checking them
			// takes forever.
			w := walker{CAR: c, yield: yield, did: commit.DID, left: 16*c.end + 64<<20}
			if err := w.node(ctx, []byte(commit.Data.KeyString()), 0, noLayer); err != nil && err != errEndless {
				return err
			}
		}
	}
	return c.corrupt(ctx)
}

// walker is a walk through the tree of a repository.
type walker struct {
	*CAR
	yield      func(*Record, error) bool
	did        string
	nodes      []node // of each level the node that is being walked
	last       []byte // key of the record before
	collection string // of the record before
	number     int    // how many records came so far
	left       int64  // bytes of records that may still be yielded
	held       int    // bytes of the nodes that are being walked
}

// lacking returns the finding on a block that is linked to but not there.
func (c *CAR) lacking(record string, at int64, what string) diag.Finding {
	f := c.finding(RuleMissingBlock, record, at, "", "if this file should contain the whole repository, download it again; if it is a partial export, missing blocks are expected")
	f.Message = missingAt(what, at)
	return f
}

// missingAt says that the file does not contain a block that is linked to at a byte.
func missingAt(what string, at int64) string {
	return fmt.Sprintf("%s is missing from the file (referenced at byte offset %d)", what, at)
}

// lack reports a block that is linked to but not there.
func (w *walker) lack(record string, at int64, what string) error {
	w.missing++
	return w.report(w.lacking(record, at, what))
}

// node walks the subtree with a binary CID, on a level counted from the root. Layer is the
// one at which its topmost node must be, see shape.
func (w *walker) node(ctx context.Context, id []byte, level, layer int) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	b, err := w.find(id, &w.treeAt)
	switch {
	case err != nil:
		return err
	case b == nil:
		from := w.headerAt
		if level > 0 {
			from = w.nodes[level-1].at
		}
		where := "the subtree " + cidOf(id).String() + " before all records"
		if w.number > 0 {
			where = "the subtree " + cidOf(id).String() + " after " + words.Quote(string(w.last))
		}
		return w.lack("", from, where)
	case b.seen():
		return w.fault(ruleInvalidCAR, b.at, "the block "+cidOf(id).String()+" appears twice in the tree", "")
	case level == maxDepth:
		return w.fault(ruleInvalidCAR, b.at, tooManyLevels, "")
	}
	w.index.see(b.number)
	if b.corrupt() {
		if err := w.report(w.mismatch("", b.offset(), cidOf(id))); err != nil {
			return err
		}
	}
	if w.held += len(b.data); w.held > maxHeld {
		w.held -= len(b.data)
		return w.fault(ruleInvalidCAR, b.at, fmt.Sprintf("the node %s and the nodes above it are larger than %d bytes in total", cidOf(id), maxHeld), "")
	}
	if level == len(w.nodes) {
		w.nodes = append(w.nodes, node{})
	}
	defer w.leave(level)
	n := &w.nodes[level]
	if err := w.read(n, b.data, b.at, w.report); err != nil {
		return err
	}
	n.broken = n.broken || b.corrupt()
	below, err := w.shape(n, id, layer, level == 0, w.report)
	if err != nil {
		return err
	}
	if before := n.before; before != nil {
		if err := w.node(ctx, before, level+1, below); err != nil {
			return err
		}
	}
	for i := 0; ; i++ {
		n = &w.nodes[level] // the walk below may have moved it
		if i == len(n.entries) {
			return nil
		}
		e := n.entries[i]
		if err := w.entry(n, e); err != nil {
			return err
		}
		if e.after != nil {
			if err := w.node(ctx, e.after, level+1, below); err != nil {
				return err
			}
		}
	}
}

// leave ends the walk of the node on a level. A large buffer is not kept.
func (w *walker) leave(level int) {
	const large = 64 << 10
	n := &w.nodes[level]
	if w.held -= len(n.data); len(n.data) > large {
		*n = node{}
	}
}

// entry yields the record of an entry, together with what is wrong with its key.
func (w *walker) entry(n *node, e entry) error {
	wrong := n.extend(e)
	if e.value == nil {
		return nil
	}
	r := newRecord(w.did, n.key, w.collection)
	w.collection = r.Collection
	r.Number, r.CID = w.number, cidOf(e.value)
	if r.Collection == "" {
		wrong = append(wrong, "is not in the form COLLECTION/RECORDKEY")
	}
	if order := bytes.Compare(n.key, w.last); w.number > 0 && order == 0 {
		wrong = append(wrong, "appears twice in the tree")
	} else if w.number > 0 && order < 0 {
		wrong = append(wrong, outOfOrder("after", w.last))
	}
	for _, what := range wrong {
		r.Findings = append(r.Findings, w.keyFault(r.Path, e.at, n.key, what))
	}
	w.last = append(w.last[:0], n.key...)
	w.number++
	return w.record(r, e)
}

// outOfOrder says that a key comes on the wrong side of another one.
func outOfOrder(side string, other []byte) string {
	return "comes " + side + " " + words.Quote(string(other)) + ", but keys must be sorted by their bytes"
}

// keyFault returns the finding on a key of the tree.
func (c *CAR) keyFault(record string, at int64, key []byte, what string) diag.Finding {
	return c.finding(ruleInvalidCAR, record, at, "the key "+words.Quote(string(key))+" "+what, "")
}

// record finds the block of a record and yields it.
func (w *walker) record(r *Record, e entry) error {
	b, err := w.find(e.value, &w.recordsAt)
	if err != nil {
		return err
	}
	if b == nil {
		for _, f := range r.Findings {
			if err := w.report(f); err != nil {
				return err
			}
		}
		return w.lack(r.Path, e.at, "the record "+r.CID.String())
	}
	w.index.see(b.number)
	if b.corrupt() {
		r.Findings = append(r.Findings, w.mismatch(r.Path, b.offset(), r.CID))
	}
	if w.left -= int64(len(b.data)); w.left < 0 {
		if err := w.fault(ruleInvalidCAR, e.at, "the tree links to the same large records repeatedly; the rest was not checked", ""); err != nil {
			return err
		}
		return errEndless
	}
	if w.strict && len(r.Findings) > 0 {
		return &Error{r.Findings[0]}
	}
	r.Data = b.data
	if !w.yield(r, nil) {
		return errStopped
	}
	return nil
}
