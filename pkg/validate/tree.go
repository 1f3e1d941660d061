package validate

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

const (
	// maxTreeDepth is how many levels a tree can have: the level of a key is
	// half the number of zero bits with which its SHA-256 begins.
	maxTreeDepth = 128
	// maxTreeKey is how many bytes the path of a record may have.
	maxTreeKey = 1024
)

// treeWalk is a way through the Merkle search tree of a repository: a node is a
// map of l, the link to what comes before its entries, and e, the entries. An
// entry is a map of p, how many bytes its key shares with the key before it in
// the node, k, the rest of the key, v, the link to the record, and t, the link
// to what comes after it.
type treeWalk struct {
	*CAR
	each   func(*CARRecord) error
	did    string
	tape   tape
	nodes  []treeNode // of each level the node that is being walked
	last   []byte     // key of the record before
	number int        // how many records came so far
	left   int64      // bytes of records that may still be checked
}

type treeNode struct {
	at      int64  // offset of the block in the file
	data    []byte // the block
	key     []byte // of the latest entry
	before  []byte // CID of the subtree before the entries; nil without one
	entries []treeEntry
}

// treeEntry is an entry of a node. Its slices point into the node's block.
type treeEntry struct {
	at     int64 // offset in the file
	shared int   // bytes of the key that are those of the entry before
	rest   []byte
	value  []byte // CID of the record; nil in a broken entry
	after  []byte // CID of the subtree after it; nil without one
}

// errEndless ends a walk that would take too long.
var errEndless = errors.New("the walk was ended")

// visit marks a block as one that the walk has led to.
func (w *treeWalk) visit(b *block, id []byte) error {
	b.place |= blockSeen
	if b.place&blockCorrupt != 0 {
		return w.report(w.mismatch("", b.offset(), id))
	}
	return nil
}

// malformed reports a block of the repository that is not DAG-CBOR.
func (w *treeWalk) malformed(subject string, at int64, err error) error {
	wrong, rule := err.(*cborError), ruleInvalidCBOR
	if wrong.deep {
		rule = lexicon.RuleTooDeep
	}
	return w.fault(rule, at+int64(wrong.at), subject+" is no DAG-CBOR: "+wrong.what, "")
}

// lacking reports a block that is named but not there.
func (w *treeWalk) lacking(record string, at int64, what string) error {
	w.missing++
	return w.report(w.finding(ruleMissingBlock, record, at, what+" is not in the file", "a slice of a repository lacks most of its tree; a whole one should not"))
}

// node walks the subtree with that CID, on a level counted from the root.
func (w *treeWalk) node(id []byte, level int) error {
	b, data, at, err := w.find(id)
	switch {
	case err != nil:
		return err
	case b == nil:
		from := w.headerAt
		if level > 0 {
			from = w.nodes[level-1].at
		}
		where := "the subtree " + cidText(id) + " before all records"
		if w.number > 0 {
			where = "the subtree " + cidText(id) + " after " + quote(string(w.last))
		}
		return w.lacking("", from, where)
	case b.place&blockSeen != 0:
		return w.fault(ruleInvalidCAR, at, "the block "+cidText(id)+" stands twice in the tree", "its records were checked where it stands first")
	case level == maxTreeDepth:
		return w.fault(ruleInvalidCAR, at, fmt.Sprintf("the tree has more than %d levels", maxTreeDepth), "what lies deeper was not checked")
	}
	if err := w.visit(b, id); err != nil {
		return err
	}
	if level == len(w.nodes) {
		w.nodes = append(w.nodes, treeNode{})
	}
	n := &w.nodes[level]
	n.at, n.data, n.key, n.entries = at, append(n.data[:0], data...), n.key[:0], n.entries[:0]
	if err := w.read(n); err != nil {
		return err
	}
	if n.before != nil {
		if err := w.node(n.before, level+1); err != nil {
			return err
		}
	}
	for i := 0; ; i++ {
		n := &w.nodes[level] // the walk below may have moved it
		if i == len(n.entries) {
			return nil
		}
		e := n.entries[i]
		if err := w.entry(n, e); err != nil {
			return err
		}
		if e.after != nil {
			if err := w.node(e.after, level+1); err != nil {
				return err
			}
		}
	}
}

// read puts the parts of a node in their places and reports what is not as it
// has to be. A broken entry is left without its record.
func (w *treeWalk) read(n *treeNode) error {
	t := &w.tape
	n.before = nil
	if err := t.readCBOR(n.data); err != nil {
		return w.malformed("a node of the tree", n.at, err)
	}
	wrong := func(i uint32, what string) error {
		return w.fault(ruleInvalidCAR, n.at+int64(t.tokens[i].start), "a node of the tree "+what, "a node is a map of l, a link or null, and e, a list of maps of p, k, v and t")
	}
	if t.tokens[0].kind != kindObject {
		return wrong(0, "is no map")
	}
	var ok bool
	if n.before, ok = n.link(t, t.member(0, "l")); !ok {
		if err := wrong(t.member(0, "l"), "has an l that is neither a link nor null"); err != nil {
			return err
		}
	}
	list := t.member(0, "e")
	if list == 0 || t.tokens[list].kind != kindArray {
		return wrong(list, "has no list e of entries")
	}
	for i := list + 1; i < t.tokens[list].next; i = t.tokens[i].next {
		e := treeEntry{at: n.at + int64(t.tokens[i].start)}
		what := ""
		if t.tokens[i].kind != kindObject {
			what = "has an entry that is no map"
		} else {
			p, k := t.member(i, "p"), t.member(i, "k")
			e.value, _ = n.link(t, t.member(i, "v"))
			e.after, ok = n.link(t, t.member(i, "t"))
			switch {
			case k == 0 || t.tokens[k].kind != kindBytes:
				what = "has an entry whose k is no byte string"
			case e.value == nil:
				what = "has an entry whose v is no link"
			case !ok:
				what = "has an entry whose t is neither a link nor null"
			case p == 0 || t.tokens[p].kind != kindInteger || t.tokens[p].num > maxTreeKey:
				what = fmt.Sprintf("has an entry whose p is no integer from 0 to %d", maxTreeKey)
			default:
				e.shared = int(t.tokens[p].num)
			}
			if k != 0 && t.tokens[k].kind == kindBytes {
				end := t.tokens[k].end
				e.rest = n.data[end-uint32(t.tokens[k].num) : end]
			}
		}
		if what != "" {
			e.value = nil
			if err := wrong(i, what); err != nil {
				return err
			}
		}
		n.entries = append(n.entries, e)
	}
	return nil
}

// link returns the CID of the link at i, in the node's block; nil where null or
// nothing is. It reports whether it is one of these.
func (n *treeNode) link(t *tape, i uint32) (id []byte, ok bool) {
	switch {
	case i == 0 || t.tokens[i].kind == kindNull:
		return nil, true
	case t.tokens[i].kind == kindLink:
		end := t.tokens[i].end
		return n.data[end-linkBytesLength : end], true
	}
	return nil, false
}

// entry gives the record of an entry to w.each, together with what is wrong
// with its key.
func (w *treeWalk) entry(n *treeNode, e treeEntry) error {
	wrong := n.extend(e)
	if e.value == nil {
		return nil
	}
	record := &CARRecord{Number: w.number, Path: "at://" + w.did + "/" + strings.ToValidUTF8(string(n.key), "\uFFFD")}
	collection, key, _ := strings.Cut(string(n.key), "/")
	if syntax.IsNSID(collection) && syntax.IsRecordKey(key) {
		record.Collection, record.RecordKey = collection, key
	} else {
		wrong = append(wrong, "is no collection and record key with a slash between them")
	}
	if order := bytes.Compare(n.key, w.last); w.number > 0 && order == 0 {
		wrong = append(wrong, "stands twice in the tree")
	} else if w.number > 0 && order < 0 {
		wrong = append(wrong, "stands after "+quote(string(w.last))+", keys are in the order of their bytes")
	}
	for _, what := range wrong {
		record.Findings = append(record.Findings, w.finding(ruleInvalidCAR, record.Path, e.at, "the key "+quote(string(n.key))+" "+what, ""))
	}
	w.last = append(w.last[:0], n.key...)
	w.number++
	return w.record(record, e)
}

// extend makes the key of an entry out of that of the entry before. It returns
// what is wrong with the way in which the two share bytes.
func (n *treeNode) extend(e treeEntry) (wrong []string) {
	shared, rest := e.shared, e.rest
	switch {
	case shared > len(n.key):
		wrong = append(wrong, fmt.Sprintf("shares %d bytes with the key before it in its node, which has %d", shared, len(n.key)))
		shared = len(n.key)
	case shared < len(n.key) && len(rest) > 0 && rest[0] == n.key[shared]:
		wrong = append(wrong, fmt.Sprintf("shares more than %d bytes with the key before it in its node, p must say how many", shared))
	}
	if shared+len(rest) > maxTreeKey {
		wrong = append(wrong, fmt.Sprintf("has %d bytes, at most %d are allowed", shared+len(rest), maxTreeKey))
		rest = rest[:maxTreeKey-shared]
	}
	n.key = append(n.key[:shared], rest...)
	return wrong
}

// record finds the block of a record and gives it to w.each.
func (w *treeWalk) record(record *CARRecord, e treeEntry) error {
	b, data, _, err := w.find(e.value)
	if err != nil {
		return err
	}
	if b == nil {
		for _, f := range record.Findings {
			if err := w.report(f); err != nil {
				return err
			}
		}
		return w.lacking(record.Path, e.at, "the record "+cidText(e.value))
	}
	b.place |= blockSeen
	if b.place&blockCorrupt != 0 {
		record.Findings = append(record.Findings, w.mismatch(record.Path, b.offset(), e.value))
	}
	if w.left -= int64(len(data)); w.left < 0 {
		if err := w.fault(ruleInvalidCAR, e.at, "the tree names the same large records again and again", "what follows was not checked"); err != nil {
			return err
		}
		return errEndless
	}
	record.Data = data
	return w.each(record)
}
