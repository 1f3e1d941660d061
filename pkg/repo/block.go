package repo

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/ipfs/go-cid"
	"github.com/multiformats/go-varint"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/internal/datamodel"
)

const (
	maxCID   = 128 // bytes; those of the data model have 36
	maxAlike = 16  // blocks whose hashes begin alike; in a genuine file not even two do
)

func (c *CAR) mismatch(record string, at int64, id cid.Cid) diag.Finding {
	return c.finding(diag.RuleCIDMismatch, record, at, "the block "+id.String()+" does not match the hash in its CID",
		"download the file again; the block was changed, or its CID was computed from different bytes")
}

// reader returns a reader of the sections.
func (c *CAR) reader() *bufio.Reader {
	size := c.end - c.start
	return bufio.NewReaderSize(io.NewSectionReader(c.file, c.start, size), int(min(max(size, 4<<10), 64<<10)))
}

// scan goes through the sections: it notes where the blocks are and whether they
// have the hash of their CID.
func (c *CAR) scan(ctx context.Context) error {
	in := c.reader()
	for at := c.start; at < c.end; {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		head, err := in.Peek(int(min(varint.MaxLenUvarint63, c.end-at)))
		if readFailure(err) != nil {
			return err
		}
		length, n, err := varint.FromUvarint(head)
		if err != nil {
			return c.fault(ruleInvalidCAR, at, "the length of a section is not a valid varint: "+err.Error(), "download the file again; the rest of it cannot be read")
		}
		in.Discard(n)
		begin := at + int64(n)
		if left := uint64(c.end - begin); length > left {
			return c.fault(ruleInvalidCAR, at, fmt.Sprintf("a section should be %d bytes long, but only %d are left", length, left), helpTruncated)
		}
		end := begin + int64(length)
		if length == 0 {
			if err := c.fault(ruleInvalidCAR, at, "a section is empty, but must contain a CID", "remove any zero bytes at the end of the file"); err != nil {
				return err
			}
			for end < c.end {
				if b, err := in.Peek(1); err != nil || b[0] != 0 {
					break
				}
				in.Discard(1)
				end++
			}
			at = end
			continue
		}
		wrong, err := c.block(in, at, length)
		if err == nil && wrong != "" {
			if err = c.fault(ruleInvalidCAR, at, wrong, ""); err == nil {
				_, err = io.CopyN(io.Discard, in, int64(length))
			}
		}
		if err != nil {
			return err
		}
		at = end
	}
	return nil
}

// block notes the block of a section, which begins at a byte of the file and has
// so many bytes after its length. When it says that something is wrong with the
// section, it has read nothing of it.
func (c *CAR) block(in *bufio.Reader, at int64, length uint64) (wrong string, err error) {
	if length > maxSection {
		return fmt.Sprintf("a section is %d bytes long, but at most %d are allowed", length, maxSection), nil
	}
	head, err := in.Peek(int(min(maxCID, length)))
	if err != nil {
		return "", err
	}
	size, wrong := sizeOfCID(head)
	if wrong != "" {
		return wrong, nil
	}
	digest := [sha256.Size]byte(head[size-sha256.Size:])
	in.Discard(size)
	c.buffer = slices.Grow(c.buffer[:0], int(length)-size)[:int(length)-size]
	if _, err := io.ReadFull(in, c.buffer); err != nil {
		return "", err
	}
	b := block{prefix: digestPrefix(digest[:]), place: uint64(at)}
	if sha256.Sum256(c.buffer) != digest {
		b.place |= blockCorrupt
	}
	c.index.add(b, c.end)
	return "", nil
}

// sizeOfCID returns the length of the CID that a section begins with, which ends with its
// SHA-256, or says what is wrong with it.
func sizeOfCID(section []byte) (size int, wrong string) {
	if datamodel.BeginsWithLink(section) {
		return datamodel.LinkSize, ""
	}
	size, id, err := cid.CidFromBytes(section)
	if version, _, ok := varint.FromUvarint(section); err != nil && ok == nil && version > 1 && !bytes.HasPrefix(section, cidV0) {
		return 0, fmt.Sprintf("the CID of a section has version %d, but must have version 1", version)
	}
	if err != nil {
		return 0, "the CID of a section is not valid: " + reason(err)
	}
	if p := id.Prefix(); !isSHA256(p) {
		return 0, fmt.Sprintf("the CID of a block must contain a SHA-256 hash of %d bytes, but contains hash function 0x%x with %d bytes", sha256.Size, p.MhType, p.MhLength)
	}
	return size, ""
}

// cidV0 begins a CID of version 0: the code and the length of its SHA-256 hash.
var cidV0 = []byte{0x12, sha256.Size}

// reason returns what go-cid found wrong, without its prefix.
func reason(err error) string {
	if inner := errors.Unwrap(err); inner != nil {
		return inner.Error()
	}
	return err.Error()
}

// foundBlock is a block that was looked for.
type foundBlock struct {
	block
	number int    // in the index
	data   []byte // the bytes
	at     int64  // where they begin in the file
}

// find returns the block with a binary CID; nil when the file does not have it. It is good
// until the next call, and its bytes until the next call with that window.
func (c *CAR) find(id []byte, w *window) (*foundBlock, error) {
	prefix := digestPrefix(id)
	first := c.index.search(prefix)
	for i, b := range c.index.blocks[first:min(first+maxAlike, len(c.index.blocks))] {
		if b.prefix != prefix {
			break
		}
		section, at, err := c.section(b.offset(), w)
		if err != nil {
			return nil, err
		}
		if bytes.HasPrefix(section, id) {
			c.found = foundBlock{b, first + i, section[len(id):], at + int64(len(id))}
			return &c.found, nil
		}
	}
	return nil, nil
}

// corrupt reports the blocks that do not have the hash of their CID and that the
// tree has not led to, in the order of the file.
func (c *CAR) corrupt(ctx context.Context) error {
	var left []uint32
	for i, b := range c.index.blocks {
		if b.corrupt() && !b.seen() {
			left = append(left, uint32(i))
		}
	}
	slices.SortFunc(left, func(i, j uint32) int { return cmp.Compare(c.index.blocks[i].place, c.index.blocks[j].place) })
	for _, i := range left {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		at := c.index.blocks[i].offset()
		id, err := c.cidAt(at)
		if err == nil {
			err = c.report(c.mismatch("", at, id))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// cidAt returns the CID of the section at an offset at which scan has found one.
func (c *CAR) cidAt(at int64) (cid.Cid, error) {
	section, _, err := c.section(at, &c.recordsAt)
	if err != nil {
		return cid.Undef, err
	}
	_, id, err := cid.CidFromBytes(section)
	if err != nil {
		return cid.Undef, io.ErrUnexpectedEOF // the file has changed
	}
	return id, nil
}
