package repo

import (
	"bufio"
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math/bits"
	"os"
	"slices"
	"sort"
)

// block is where a block is in the file. Its CID is there too: here are only the
// first bytes of the hash, to find it by.
type block struct {
	prefix uint64
	place  uint64 // offset of the section, and in the uppermost bit whether it is corrupt
}

const (
	blockCorrupt uint64 = 1 << 63 // it does not have the hash of its CID
	blockSize           = 16      // bytes of a block in a file
)

func (b block) offset() int64 { return int64(b.place &^ blockCorrupt) }

func (b block) corrupt() bool { return b.place&blockCorrupt != 0 }

// digestPrefix returns the first bytes of the SHA-256 with which a binary CID
// ends.
func digestPrefix[T string | []byte](id T) uint64 {
	return binary.BigEndian.Uint64([]byte(id[len(id)-sha256.Size:]))
}

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

func appendBlock(data []byte, b block) []byte {
	return binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64(data, b.prefix), b.place)
}

func blockIn(data []byte) block {
	return block{binary.LittleEndian.Uint64(data), binary.LittleEndian.Uint64(data[8:])}
}

const (
	maxHeldBlocks = 1 << 18 // in memory: 4 MiB
	pageBlocks    = 64      // in a page of the file
)

// index is a sorted list of blocks. Add them all, then call finish. It takes one bit of
// memory for each block beyond maxHeldBlocks: they are in a temporary file.
type index struct {
	limit int // blocks in memory; 0: maxHeldBlocks
	count int
	held  []block  // all of them, or the first one of each page
	first []uint32 // by the upper bits of a hash, the first of held that is not before; and at the end their number
	shift int      // how many bits are not upper
	seen  []uint64 // a bit for each block, see mark

	runs  *tempFile // sorted parts of the list, while it is made; nil when all are held
	ends  []int64   // of the runs
	pages *tempFile // the list; nil when all are held
	page  []byte    // the one that was read last
	at    int       // its number
}

// newIndex returns an index for a file of so many bytes, with room for about as many
// blocks as those usually have. Limit is that of the index.
func newIndex(limit int, size int64) index {
	const usual = 512 // bytes
	return index{limit: limit, held: make([]block, 0, min(size/usual, int64(cmp.Or(limit, maxHeldBlocks))))}
}

// add adds a block.
func (x *index) add(b block) error {
	if len(x.held) == cmp.Or(x.limit, maxHeldBlocks) {
		if err := x.spill(); err != nil {
			return err
		}
	}
	x.held = append(x.held, b)
	return nil
}

// spill writes the blocks in memory to a run.
func (x *index) spill() (err error) {
	if x.runs == nil {
		if x.runs, err = newTempFile(); err != nil {
			return err
		}
	}
	slices.SortFunc(x.held, compareBlocks)
	out := bufio.NewWriterSize(x.runs, 64<<10)
	for _, b := range x.held {
		out.Write(appendBlock(out.AvailableBuffer(), b))
	}
	x.count += len(x.held)
	x.ends, x.held = append(x.ends, int64(x.count)*blockSize), x.held[:0]
	return out.Flush()
}

// finish makes the index ready for searches.
func (x *index) finish() error {
	if x.runs == nil {
		x.count = len(x.held)
		slices.SortFunc(x.held, compareBlocks)
	} else if err := errors.Join(x.spill(), x.merge(), x.runs.close()); err != nil {
		return err
	}
	x.seen = make([]uint64, (x.count+63)/64)
	x.divide()
	return nil
}

// divide notes where in held the hashes begin that have the same upper bits. Hashes are
// practically random, so that there are only a few of each.
func (x *index) divide() {
	const few = 8
	upper := bits.Len(uint(len(x.held) / few))
	x.shift = 64 - upper
	x.first = make([]uint32, 0, 1<<upper+1)
	for i, b := range x.held {
		for uint64(len(x.first)) <= b.prefix>>x.shift {
			x.first = append(x.first, uint32(i))
		}
	}
	for len(x.first) < cap(x.first) {
		x.first = append(x.first, uint32(len(x.held)))
	}
}

// merge writes the blocks of all runs to the pages.
func (x *index) merge() (err error) {
	if x.pages, err = newTempFile(); err != nil {
		return err
	}
	x.held, x.page, x.at = make([]block, 0, x.count/pageBlocks+1), make([]byte, 0, pageBlocks*blockSize), -1
	runs, err := x.openRuns()
	out := bufio.NewWriterSize(x.pages, 64<<10)
	for n := 0; len(runs) > 0 && err == nil; n++ {
		b := runs[0].next
		if n%pageBlocks == 0 {
			x.held = append(x.held, b)
		}
		out.Write(appendBlock(out.AvailableBuffer(), b))
		more, failed := runs[0].read()
		if err = failed; !more {
			last := len(runs) - 1
			runs[0], runs = runs[last], runs[:last]
		}
		runs.sift(0)
	}
	return errors.Join(err, out.Flush())
}

// run is a sorted part of the list that is read from its file.
type run struct {
	in   *bufio.Reader
	next block
}

// read reads the next block, unless the run has ended.
func (r *run) read() (more bool, err error) {
	var data [blockSize]byte
	if _, err := io.ReadFull(r.in, data[:]); err != nil {
		return false, readFailure(err)
	}
	r.next = blockIn(data[:])
	return true, nil
}

// runHeap has the run with the smallest next block first.
type runHeap []*run

func (x *index) openRuns() (runHeap, error) {
	var runs runHeap
	start := int64(0)
	for _, end := range x.ends {
		r := &run{in: bufio.NewReaderSize(io.NewSectionReader(x.runs, start, end-start), 16<<10)}
		if _, err := r.read(); err != nil {
			return nil, err
		}
		runs, start = append(runs, r), end
	}
	for i := len(runs)/2 - 1; i >= 0; i-- {
		runs.sift(i)
	}
	return runs, nil
}

// sift moves the run at i, whose next block may have grown, to its place.
func (h runHeap) sift(i int) {
	for child := 2*i + 1; child < len(h); child = 2*i + 1 {
		if right := child + 1; right < len(h) && compareBlocks(h[right].next, h[child].next) < 0 {
			child = right
		}
		if compareBlocks(h[i].next, h[child].next) <= 0 {
			return
		}
		h[i], h[child], i = h[child], h[i], child
	}
}

// search returns the number of the first block that is not before b.
func (x *index) search(b block) (int, error) {
	if x.first == nil { // nothing was read
		return 0, nil
	}
	upper := b.prefix >> x.shift
	begin := int(x.first[upper])
	i, found := slices.BinarySearchFunc(x.held[begin:x.first[upper+1]], b, compareBlocks)
	i += begin
	switch {
	case x.pages == nil:
		return i, nil
	case found || i == 0:
		return i * pageBlocks, nil
	}
	if err := x.load(i - 1); err != nil {
		return 0, err
	}
	n := len(x.page) / blockSize
	return (i-1)*pageBlocks + sort.Search(n, func(k int) bool { return compareBlocks(blockIn(x.page[k*blockSize:]), b) >= 0 }), nil
}

// get returns the block with a number below count.
func (x *index) get(i int) (block, error) {
	if x.pages == nil {
		return x.held[i], nil
	}
	if err := x.load(i / pageBlocks); err != nil {
		return block{}, err
	}
	return blockIn(x.page[i%pageBlocks*blockSize:]), nil
}

// load reads a page.
func (x *index) load(page int) error {
	if page == x.at {
		return nil
	}
	x.at, x.page = -1, x.page[:min(pageBlocks, x.count-page*pageBlocks)*blockSize]
	if _, err := x.pages.ReadAt(x.page, int64(page)*pageBlocks*blockSize); err != nil {
		return err
	}
	x.at = page
	return nil
}

// mark notes that the tree has led to the block with a number.
func (x *index) mark(i int) { x.seen[i/64] |= 1 << (i % 64) }

// marked reports whether it has.
func (x *index) marked(i int) bool { return x.seen[i/64]&(1<<(i%64)) != 0 }

// close removes the temporary files.
func (x *index) close() error { return errors.Join(x.runs.close(), x.pages.close()) }

// tempFile is a temporary file.
type tempFile struct{ *os.File }

// newTempFile makes a temporary file. Where the system allows it, the file has no name
// any more, so that it does not outlive the process.
func newTempFile() (*tempFile, error) {
	file, err := os.CreateTemp("", "lexsmith-*.index")
	if of, ok := errors.AsType[*os.PathError](err); ok {
		return nil, fmt.Errorf("cannot create a temporary file in %q: %w", os.TempDir(), of.Err)
	}
	if err != nil {
		return nil, err
	}
	os.Remove(file.Name())
	return &tempFile{file}, nil
}

// close removes the file. It may be called on nil, and again.
func (f *tempFile) close() error {
	if f == nil || f.File == nil {
		return nil
	}
	file := f.File
	f.File = nil
	err := file.Close()
	if removed := os.Remove(file.Name()); !errors.Is(removed, os.ErrNotExist) {
		err = errors.Join(err, removed)
	}
	return err
}
