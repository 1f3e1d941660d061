package repo

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"math/bits"
	"slices"
)

// block is where a block is in the file. Its CID is there too: here are only the
// first bytes of the hash, to find it by.
type block struct {
	prefix uint64
	place  uint64 // offset of the section, and in the uppermost bits what is known of it
}

const (
	blockCorrupt uint64 = 1 << 63 // it does not have the hash of its CID
	blockSeen    uint64 = 1 << 62 // the tree has led to it
)

func (b block) offset() int64 { return int64(b.place &^ (blockCorrupt | blockSeen)) }

func (b block) corrupt() bool { return b.place&blockCorrupt != 0 }

func (b block) seen() bool { return b.place&blockSeen != 0 }

// digestPrefix returns the first bytes of the SHA-256 with which a binary CID
// ends.
func digestPrefix(id []byte) uint64 { return binary.BigEndian.Uint64(id[len(id)-sha256.Size:]) }

// compareBlocks sorts blocks by hash; of one CID that is in the file twice, the
// sound block comes first.
func compareBlocks(a, b block) int {
	switch {
	case a.prefix < b.prefix:
		return -1
	case a.prefix > b.prefix:
		return 1
	}
	return cmp.Compare(a.place, b.place)
}

// index is a sorted list of blocks. Add them all, then call finish. It takes about 17
// bytes for each.
type index struct {
	blocks []block
	first  []uint32 // by the upper bits of a hash, the first block that is not before; and at the end their number
	shift  int      // how many bits are not upper
}

// add adds a block of a file of so many bytes.
func (x *index) add(b block, size int64) {
	if n := len(x.blocks); n == cap(x.blocks) {
		// The rest of the file probably has as many blocks for its size.
		rest := float64(size-b.offset()) / float64(b.offset()+1)
		more := max(1024, int(float64(n)*min(1.1*rest, 7)))
		x.blocks = append(make([]block, 0, n+more), x.blocks...)
	}
	x.blocks = append(x.blocks, b)
}

// finish makes the index ready for searches. It notes where the hashes begin that have the
// same upper bits: hashes are practically random, so that there are only a few of each.
func (x *index) finish() {
	slices.SortFunc(x.blocks, compareBlocks)
	const few = 8
	upper := bits.Len(uint(len(x.blocks) / few))
	x.shift = 64 - upper
	x.first = make([]uint32, 0, 1<<upper+1)
	for i, b := range x.blocks {
		for uint64(len(x.first)) <= b.prefix>>x.shift {
			x.first = append(x.first, uint32(i))
		}
	}
	for len(x.first) < cap(x.first) {
		x.first = append(x.first, uint32(len(x.blocks)))
	}
}

// see notes that the tree has led to a block.
func (x *index) see(number int) { x.blocks[number].place |= blockSeen }

// forget takes back all that see has noted.
func (x *index) forget() {
	for i := range x.blocks {
		x.blocks[i].place &^= blockSeen
	}
}

// search returns the number of the first block whose hash is not before one that begins so.
func (x *index) search(prefix uint64) int {
	if x.first == nil { // nothing was read
		return 0
	}
	upper := prefix >> x.shift
	begin, end := int(x.first[upper]), int(x.first[upper+1])
	for begin < end { // slices.BinarySearchFunc would call a function for each comparison
		if middle := (begin + end) / 2; x.blocks[middle].prefix < prefix {
			begin = middle + 1
		} else {
			end = middle
		}
	}
	return begin
}
