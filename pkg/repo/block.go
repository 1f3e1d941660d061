package repo

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/ipfs/go-cid"
	"github.com/multiformats/go-varint"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

const (
	maxCID   = 128 // bytes; those of the data model have 36
	maxAlike = 16  // blocks whose hashes begin alike; in a genuine file not even two do
)

var ruleCIDMismatch = &lexicon.Rule{
	Code: "cid-mismatch", Group: "validate", Severity: lexicon.Always(lexicon.Error),
	Summary: "a block does not have the hash of its CID",
	Reason: "The block was changed, or its CID was computed from other bytes. The content of the block is still checked. " +
		"Download the file again, or fix the program that wrote it.",
	Spec: "Field types > cid-link",
	Page: "specs/repository",
	Bad: `-- CAR file in hex --
3aa265726f6f747381d82a58250001711220aa8d563d39007cdcdfbd47e0abfa1b5c736e
186dc1d045f5cedc10b1801c66b36776657273696f6e01
910101711220aa8d563d39007cdcdfbd47e0abfa1b5c736e186dc1d045f5cedc10b1801c
66b3a663646964736469643a7765623a6578616d706c652e636f6d637265766d336a7a66
63696a706a327a326163736967406464617461d82a582500017112209dfefe61dd76ea3d
cae5023880b08379d57adf20482d6fdbe2759289f647677a6470726576f6677665727369
6f6e03
2b017112209dfefe61dd76ea3dcae5023880b08379d57adf20482d6fdbe2759289f64767
7aa2616580616cf6`,
	Good: emptyRepository,
}

func (c *CAR) mismatch(record string, at int64, id cid.Cid) lexicon.Finding {
	return c.finding(ruleCIDMismatch, record, at, "the block "+id.String()+" does not have the hash of its CID",
		"download the file again: the block was changed, or its CID was computed from other bytes")
}

// scan goes through the sections: it notes where the blocks are and whether they
// have the hash of their CID.
func (c *CAR) scan(ctx context.Context) error {
	in := bufio.NewReaderSize(io.NewSectionReader(c.file, c.start, c.end-c.start), 1<<16)
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
			return c.fault(ruleInvalidCAR, at, "the length of a section is not a valid varint: "+err.Error(), "download the file again: the rest of it cannot be read")
		}
		in.Discard(n)
		begin := at + int64(n)
		if left := uint64(c.end - begin); length > left {
			return c.fault(ruleInvalidCAR, at, fmt.Sprintf("a section should be %d bytes long, but only %d are left", length, left), helpTruncated)
		}
		end := begin + int64(length)
		if length == 0 {
			if err := c.fault(ruleInvalidCAR, at, "a section is empty, but must have a CID", "remove zero bytes at the end of the file"); err != nil {
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
	size, id, err := cid.CidFromBytes(head)
	if err != nil {
		return "the CID of a section is not valid: " + reason(err), nil
	}
	p := id.Prefix()
	if !isSHA256(p) {
		return fmt.Sprintf("the CID of a block must have a SHA-256 of %d bytes, found hash function 0x%x with %d bytes", sha256.Size, p.MhType, p.MhLength), nil
	}
	in.Discard(size)
	c.buffer = slices.Grow(c.buffer[:0], int(length)-size)[:int(length)-size]
	if _, err := io.ReadFull(in, c.buffer); err != nil {
		return "", err
	}
	sum, err := p.Sum(c.buffer)
	if err != nil {
		return "", err
	}
	b := block{prefix: digestPrefix(id.KeyString()), place: uint64(at)}
	if sum != id {
		b.place |= blockCorrupt
	}
	c.blocks = append(c.blocks, b)
	return "", nil
}

// reason returns what go-cid found wrong, without its prefix.
func reason(err error) string {
	if inner := errors.Unwrap(err); inner != nil {
		return inner.Error()
	}
	return err.Error()
}

// block is where a block is in the file. Its CID is there too: here are only the
// first bytes of the hash, to find it by.
type block struct {
	prefix uint64
	place  uint64 // offset of the section, and in the uppermost bits what is known
}

const (
	blockCorrupt uint64 = 1 << 63 // it does not have the hash of its CID
	blockSeen    uint64 = 1 << 62 // the tree has led there
	blockOffset         = blockSeen - 1
)

// digestPrefix returns the first bytes of the SHA-256 with which a binary CID
// ends.
func digestPrefix[T string | []byte](id T) uint64 {
	return binary.BigEndian.Uint64([]byte(id[len(id)-sha256.Size:]))
}

func (b *block) offset() int64 { return int64(b.place & blockOffset) }

// compareBlocks sorts blocks by hash; of one CID that is in the file twice, the
// sound block comes first.
func compareBlocks(a, b block) int {
	return cmp.Or(cmp.Compare(a.prefix, b.prefix), cmp.Compare(a.place&^blockSeen, b.place&^blockSeen))
}

// find returns the block with a binary CID, its bytes, which are good until the
// next call, and where in the file they begin; nil when the file does not have
// it.
func (c *CAR) find(id []byte) (b *block, data []byte, at int64, err error) {
	prefix := digestPrefix(id)
	i, _ := slices.BinarySearchFunc(c.blocks, prefix, func(b block, prefix uint64) int { return cmp.Compare(b.prefix, prefix) })
	for last := i + maxAlike; i < min(last, len(c.blocks)) && c.blocks[i].prefix == prefix; i++ {
		section, at, err := c.section(c.blocks[i].offset())
		if err != nil {
			return nil, nil, 0, err
		}
		if bytes.HasPrefix(section, id) {
			return &c.blocks[i], section[len(id):], at + int64(len(id)), nil
		}
	}
	return nil, nil, 0, nil
}

// section reads the section at an offset at which scan has found one. It returns
// a CID followed by the block, and where they begin.
func (c *CAR) section(at int64) ([]byte, int64, error) {
	const usual = 4096 // most sections are shorter: one read gets them
	c.buffer = slices.Grow(c.buffer[:0], usual)[:min(usual, c.end-at)]
	if n, err := c.file.ReadAt(c.buffer, at); n < len(c.buffer) {
		return nil, 0, err
	}
	length, n, err := varint.FromUvarint(c.buffer)
	if err != nil || length > maxSection {
		return nil, 0, io.ErrUnexpectedEOF // the file has changed
	}
	have, all := len(c.buffer), n+int(length)
	if have < all {
		c.buffer = slices.Grow(c.buffer, all-have)[:all]
		if n, err := c.file.ReadAt(c.buffer[have:], at+int64(have)); n < all-have {
			return nil, 0, err
		}
	}
	return c.buffer[n:all], at + int64(n), nil
}

// corrupt reports the blocks that do not have the hash of their CID and that the
// tree has not led to.
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
		_, id, err := cid.CidFromBytes(section)
		if err != nil {
			return io.ErrUnexpectedEOF // the file has changed
		}
		if err := c.report(c.mismatch("", at, id)); err != nil {
			return err
		}
	}
	return nil
}
