package validate

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"strings"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// CARRecord is a record of the repository in a CAR file.
type CARRecord struct {
	Path string // "at://" and DID, collection and record key
	// Collection and RecordKey are empty when the tree has another key for it.
	Collection, RecordKey string
	Number                int    // how many records of the tree come before it
	Data                  []byte // DAG-CBOR, good until the next record
	// Findings is what is wrong with its key in the tree, or its block.
	Findings []lexicon.Finding
}

// CAR checks the records of the repository in a CAR file of so many bytes, each
// with its record key and collection. The function each gets every record with
// its path, in the order of the tree. With an empty path it gets what there is
// to say besides: of the file, of the tree, and of records that are not there.
// Those are no values. Path is what findings call the file.
//
// Missing counts the findings of the rule missing-block; see CAR.Missing. The
// error is what each returned, which ends the work, or what went wrong in
// reading.
func (v *Validator) CAR(file io.ReaderAt, size int64, path string, each func(record string, result Result) error) (missing int, err error) {
	c, err := OpenCAR(file, size, path, func(f lexicon.Finding) error {
		return each("", Result{Findings: []lexicon.Finding{f}})
	})
	if err != nil {
		return 0, err
	}
	err = c.Records(func(record *CARRecord) error { return each(record.Path, v.CARRecord(path, record)) })
	return c.Missing(), err
}

// CARRecord checks one record of a CAR file, which findings call path. Their
// sources have the number of the record as FirstLine, so that sorting keeps the
// order of the tree.
func (v *Validator) CARRecord(path string, record *CARRecord) Result {
	if len(record.Findings) == 0 && v.cleanRecord(record) {
		return Result{}
	}
	result := v.Check(Input{
		Source: &lexicon.Source{Path: path, Text: bytes.Clone(record.Data), FirstLine: record.Number + 1},
		CBOR:   true, Record: record.Path, RecordKey: record.RecordKey, Collection: record.Collection,
	})
	result.Findings = slices.Concat(record.Findings, result.Findings)
	return result
}

// cleanRecord reports whether Check has nothing to say of a record.
func (v *Validator) cleanRecord(record *CARRecord) bool {
	r := v.begin()
	defer v.end(r)
	r.quick = true
	if r.readCBOR(record.Data) != nil || len(r.faults) > 0 || !r.value(v.root, 0, false) || r.unknown {
		return false
	}
	if record.RecordKey != "" {
		v.recordKey(r, record.RecordKey)
	}
	r.collection(record.Collection)
	return len(r.found) == 0
}

// collection holds the $type of a record, where it has one, against the
// collection that it stands in; "" is any.
func (r *run) collection(name string) {
	found := r.typeOf(0)
	if name == "" || found == "" || strings.TrimSuffix(found, "#main") == name || r.tokens[0].flag&flagBlob != 0 {
		return
	}
	r.report(ruleTypeMismatch, uint32(r.tokens[0].num), nil, "",
		"must be "+quote(name)+", the collection that the record stands in, found "+quote(found), "")
}

// Records walks the tree of the commit that is the root of the file, and calls
// each for every record of it that is there, in the order of the tree. What is
// wrong besides goes to the report function of OpenCAR: the commit, nodes of
// the tree, blocks that are missing, and those that do not have the hash of
// their CID. Other blocks that the tree does not lead to are ignored, and so is
// the signature.
//
// The error is what one of the functions returned, or what went wrong in
// reading.
func (c *CAR) Records(each func(*CARRecord) error) error {
	for i := range c.blocks {
		c.blocks[i].place &^= blockSeen
	}
	c.missing = 0
	// Records may share a block, but not so often that checking them would
	// take for ever.
	w := treeWalk{CAR: c, each: each, left: 16*c.end + 64<<20}
	if c.root != nil {
		if err := w.commit(); err != nil && !errors.Is(err, errEndless) {
			return err
		}
	}
	return c.corrupt()
}

// commit reads the commit and walks its tree.
func (w *treeWalk) commit() error {
	b, data, at, err := w.find(w.root)
	if err != nil {
		return err
	}
	if b == nil {
		return w.fault(ruleInvalidCAR, w.headerAt, "the root "+cidText(w.root)+" is not in the file", "without the commit the records are not known: get the file again")
	}
	if err := w.visit(b, w.root); err != nil {
		return err
	}
	t := &w.tape
	if err := t.readCBOR(data); err != nil {
		return w.malformed("the commit", at, err)
	}
	wrong := func(i uint32, what string) error {
		return w.fault(ruleInvalidCAR, at+int64(t.tokens[i].start), "the root is no commit: "+what, "the root of a repository is a map with did, version 2 or 3, and data, the link to its tree")
	}
	if t.tokens[0].kind != kindObject {
		return wrong(0, "it is no map")
	}
	did, version, tree := t.member(0, "did"), t.member(0, "version"), t.member(0, "data")
	if did != 0 && t.tokens[did].kind == kindString {
		w.did = strings.ToValidUTF8(t.str(did), "\uFFFD")
	}
	w.did = strings.Clone(w.did)
	switch {
	case tree == 0 || t.tokens[tree].kind != kindLink:
		return wrong(tree, "data is no link")
	case !syntax.IsDID(w.did):
		err = wrong(did, "did is no DID")
	case version == 0 || t.tokens[version].kind != kindInteger || t.tokens[version].num != 2 && t.tokens[version].num != 3:
		err = wrong(version, "version is neither 2 nor 3")
	}
	if err != nil {
		return err
	}
	return w.node(t.link(tree), 0)
}

// corrupt reports the blocks that do not have the hash of their CID and that
// the tree has not led to.
func (c *CAR) corrupt() error {
	var places []int64
	for _, b := range c.blocks {
		if b.place&(blockCorrupt|blockSeen) == blockCorrupt {
			places = append(places, b.offset())
		}
	}
	slices.Sort(places)
	for _, at := range places {
		section, _, err := c.section(at)
		if err != nil {
			return err
		}
		id, _ := parseCID(section)
		if err := c.report(c.mismatch("", at, section[:id.size])); err != nil {
			return err
		}
	}
	return nil
}

func (c *CAR) mismatch(record string, at int64, id []byte) lexicon.Finding {
	return c.finding(ruleCIDMismatch, record, at, "the block "+cidText(id)+" has another hash than its CID says",
		"the block was changed, or its CID was made from other bytes")
}

// link returns a copy of the binary CID of the link at i, read from CBOR.
func (t *tape) link(i uint32) []byte {
	// A conversion would not copy: the compiler may leave it out for a string.
	return append([]byte(nil), t.str(i)...)
}
