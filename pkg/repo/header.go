package repo

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/multiformats/go-varint"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/internal/datamodel"
)

var ruleInvalidCAR = &diag.Rule{
	Code: "invalid-car", Group: "validate", Severity: diag.Always(diag.Error),
	Summary: "the file is not a CAR file with a repository",
	Reason: "A CAR file consists of a header with the root, followed by sections, each with a CID and a block. The root is the commit of a repository, which links to the tree " +
		"of its records, sorted by collection and record key. If you say which account the repository must belong to, or ask to verify the signature, an error is also reported if the commit is by another account, " +
		"or is not signed with the key of the account. The parts that the error does not affect are still checked. " +
		"If the file is truncated, download it again.",
	Spec: "What the service does, 2", Page: "specs/repository",
	Examples: "«" + `-- CAR file in hex --
3aa265726f6f747381d82a582500017112208a4cfae2` + "|" + emptyRepository + "»",
}

// emptyRepository is the good example of rules: a commit, and a tree without records.
const (
	emptyRepository = emptyCommit + "\n" + emptyNode
	emptyCommit     = `-- CAR file in hex --
3aa265726f6f747381d82a582500017112208a4cfae26164ad3a220c173f22fb8c42f101
90688417d8d014012def1fcdee746776657273696f6e01
9101017112208a4cfae26164ad3a220c173f22fb8c42f10190688417d8d014012def1fcd
ee74a663646964736469643a7765623a6578616d706c652e636f6d637265766d336a7a66
63696a706a327a326163736967406464617461d82a582500017112209dfefe61dd76ea3d
cae5023880b08379d57adf20482d6fdbe2759289f647677b6470726576f6677665727369
6f6e03`
	emptyNode = `2b017112209dfefe61dd76ea3dcae5023880b08379d57adf20482d6fdbe2759289f64767
7ba2616580616cf6`
)

const helpTruncated = "the file is truncated; download it again"

// IsCAR reports whether a file that begins with these bytes, a few dozen of them, can be
// a CAR.
func IsCAR(head []byte) bool {
	if bytes.HasPrefix(head, []byte(pragma2)) {
		return true
	}
	length, n, err := varint.FromUvarint(head)
	if err != nil || length > maxHeader {
		return false
	}
	const firstKey = "\x65roots" // of a map whose keys are sorted
	rest := head[n:]
	return len(rest) > 0 && rest[0]&^0x0f == emptyMap && bytes.HasPrefix(rest[1:], []byte(firstKey))
}

const pragma2 = "\x0a\xa1\x67version\x02" // with which a CAR of version 2 begins

// version2 finds the CAR of version 1 inside one of version 2: the pragma and 16
// bytes of characteristics are followed by its offset, its size and the offset of
// an index, which is not needed here. It reports whether there is something to
// read.
func (c *CAR) version2() (bool, error) {
	const headerSize = len(pragma2) + 40
	head := make([]byte, min(int64(headerSize), c.end))
	n, err := c.file.ReadAt(head, 0)
	if readFailure(err) != nil {
		return false, err
	}
	if !bytes.HasPrefix(head[:n], []byte(pragma2)) {
		return true, nil
	}
	if n < headerSize {
		return false, c.fault(ruleInvalidCAR, int64(n), "the file ends inside the header of a version 2 CAR", helpTruncated)
	}
	const offsetAt, sizeAt = len(pragma2) + 16, len(pragma2) + 24
	offset, size := binary.LittleEndian.Uint64(head[offsetAt:]), binary.LittleEndian.Uint64(head[sizeAt:])
	if offset < uint64(headerSize) || offset > uint64(c.end) {
		return false, c.fault(ruleInvalidCAR, int64(offsetAt),
			fmt.Sprintf("according to the header, the data begins at byte offset %d, but the file is %d bytes long and has a header of %d bytes", offset, c.end, headerSize), "")
	}
	c.start = int64(offset)
	if left := uint64(c.end - c.start); size > left {
		return true, c.fault(ruleInvalidCAR, int64(sizeAt), fmt.Sprintf("according to the header, the data is %d bytes long, but only %d are left", size, left), helpTruncated)
	}
	c.end = c.start + int64(size)
	return true, nil
}

// header reads the first section, the map {roots, version}. It reports whether
// sections follow. A broken header does not hide them.
func (c *CAR) header() (sections bool, err error) {
	at := c.start
	if at == c.end {
		return false, c.fault(ruleInvalidCAR, at, "the file ends where a CAR header is expected", "")
	}
	head := make([]byte, min(varint.MaxLenUvarint63, c.end-at))
	if n, err := c.file.ReadAt(head, at); n < len(head) {
		return false, err
	}
	length, n, err := varint.FromUvarint(head)
	if err != nil {
		return false, c.fault(ruleInvalidCAR, at, "the length of the header is not a valid varint: "+err.Error(), "make sure that this is a CAR file")
	}
	c.start += int64(n)
	switch left := uint64(c.end - c.start); {
	case length > left:
		return false, c.fault(ruleInvalidCAR, at, fmt.Sprintf("the header should be %d bytes long, but only %d are left", length, left), "check whether this is a CAR file; if it is, download it again")
	case length > maxHeader:
		c.start += int64(length)
		return true, c.fault(ruleInvalidCAR, at, fmt.Sprintf("the header is %d bytes long, but at most %d are allowed", length, maxHeader), "")
	}
	text := make([]byte, length)
	if n, err := c.file.ReadAt(text, c.start); n < len(text) {
		return false, err
	}
	c.headerAt = c.start
	c.start += int64(length)
	return c.readHeader(text)
}

// readHeader finds the first root in a header. It reports whether the rest of the file can be
// sections, which is so also with most faults of the header.
func (c *CAR) readHeader(text []byte) (sections bool, err error) {
	wrong := func(offset uint32, reason string) error {
		return c.fault(ruleInvalidCAR, c.headerAt+int64(offset), reason, "write the header as {roots: [CID of the commit], version: 1}")
	}
	t := &c.tape
	if err := t.ReadCBOR(text); err != nil {
		fault, _ := errors.AsType[*datamodel.CBORError](err)
		return true, wrong(uint32(fault.Offset), "the header is not valid DAG-CBOR: "+fault.Reason)
	}
	if t.Tokens[0].Kind != datamodel.Object {
		return true, wrong(0, "the header is not a map with roots and version")
	}
	version, roots := t.Member(0, "version"), t.Member(0, "roots")
	switch {
	case version == 0 || t.Tokens[version].Kind != datamodel.Integer:
		return true, wrong(0, "the header has no version")
	case t.Tokens[version].Int() != 1:
		return false, wrong(t.Tokens[version].Start, fmt.Sprintf("the version in the header is %d, but must be 1", t.Tokens[version].Int()))
	case roots == 0 || t.Tokens[roots].Kind != datamodel.Array || t.Tokens[roots].Len() == 0:
		return true, wrong(0, "the header has no root")
	case t.Tokens[roots+1].Kind != datamodel.Link:
		return true, wrong(t.Tokens[roots+1].Start, "the root is not a version 1 CID with SHA-256 and the dag-cbor or raw codec")
	}
	c.root = t.LinkID(roots + 1)
	return true, nil
}
