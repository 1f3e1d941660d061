package validate

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"fmt"
	"io"
	"slices"
)

const (
	maxVarint = 9   // bytes
	maxCID    = 128 // bytes; those of the data model have 36
	maxAlike  = 16  // blocks whose hashes begin alike; two in a file of honest origin are a wonder
)

// uvarint reads an unsigned varint of at most 63 bits in its shortest form. It
// returns how many bytes it has, or what is wrong with it.
func uvarint(data []byte) (value uint64, size int, wrong string) {
	for i, c := range data {
		if i == maxVarint {
			break
		}
		value |= uint64(c&0x7f) << (7 * i)
		if c < 0x80 {
			if c == 0 && i > 0 {
				return 0, 0, "is a varint that is not in its shortest form"
			}
			return value, i + 1, ""
		}
	}
	if len(data) < maxVarint {
		return 0, 0, "is a varint that does not end before the data ends"
	}
	return 0, 0, fmt.Sprintf("is a varint that does not end, at most %d bytes are allowed", maxVarint)
}

// carCID is a CID in front of a block, with SHA-256.
type carCID struct {
	size   int // bytes
	digest [32]byte
	link   bool // the data model can link to it
}

// parseCID reads the binary CID with which data begins, or says what is wrong
// with it.
func parseCID(data []byte) (id carCID, wrong string) {
	if len(data) >= linkBytesLength && isLinkBytes(data[:linkBytesLength]) {
		return carCID{linkBytesLength, [32]byte(data[linkBytesLength-32:]), true}, ""
	}
	if len(data) >= 34 && data[0] == 0x12 && data[1] == 0x20 { // version 0
		return carCID{34, [32]byte(data[2:]), false}, ""
	}
	var parts [4]uint64 // version, codec, hash function, length of the hash
	at := 0
	for i := range parts {
		value, n, why := uvarint(data[at:])
		if why != "" {
			return carCID{}, "a section whose CID " + why
		}
		parts[i] = value
		at += n
	}
	switch version, function, length := parts[0], parts[2], parts[3]; {
	case version != 1:
		return carCID{}, fmt.Sprintf("a section with a CID of version %d, must be 1", version)
	case function != 0x12:
		return carCID{}, fmt.Sprintf("a block whose CID has the hash function 0x%x, must be 0x12 (SHA-256)", function)
	case length != 32:
		return carCID{}, fmt.Sprintf("a block whose CID has a SHA-256 of %d bytes, must be 32", length)
	case len(data)-at < 32:
		return carCID{}, "a section that ends within its CID"
	}
	return carCID{at + 32, [32]byte(data[at:]), false}, ""
}

// block is where a block is in the file. Its CID is there too: here are only
// the first bytes of the hash, to find it by.
type block struct {
	prefix uint64
	place  uint64 // offset of the section, and in the uppermost bits what is known
}

const (
	blockCorrupt uint64 = 1 << 63 // it does not have the hash that its CID says
	blockSeen    uint64 = 1 << 62 // the tree has led there
	blockOffset         = blockSeen - 1
)

func newBlock(id carCID, at int64, same bool) block {
	b := block{binary.BigEndian.Uint64(id.digest[:]), uint64(at)}
	if !same {
		b.place |= blockCorrupt
	}
	return b
}

func (b *block) offset() int64 { return int64(b.place & blockOffset) }

// compareBlocks sorts blocks by hash, of one CID that is in the file twice the
// sound one first.
func compareBlocks(a, b block) int {
	return cmp.Or(cmp.Compare(a.prefix, b.prefix), cmp.Compare(a.place&^blockSeen, b.place&^blockSeen))
}

// find returns the block with that CID, its bytes, which are good until the
// next call, and where in the file they begin; nil when the file does not have
// it.
func (c *CAR) find(id []byte) (b *block, data []byte, at int64, err error) {
	prefix := binary.BigEndian.Uint64(id[linkBytesLength-32:])
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

// section reads the section at an offset at which scan has found one. It
// returns a CID with the block behind it, and where they begin.
func (c *CAR) section(at int64) ([]byte, int64, error) {
	const usual = 4096 // most sections are shorter: one read gets them
	c.buffer = slices.Grow(c.buffer[:0], usual)[:min(usual, c.end-at)]
	if n, err := c.file.ReadAt(c.buffer, at); n < len(c.buffer) {
		return nil, 0, err
	}
	length, n, wrong := uvarint(c.buffer)
	if wrong != "" || length > maxSection {
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
