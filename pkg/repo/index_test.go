package repo

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// An index finds the blocks whose hashes begin alike, the sound ones of a place first, and
// has not much more room than it needs.
func TestIndex(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, size := range []int{0, 1, 7, 8, 255, 256, 5120, 100_000} {
		var x index
		var all []block
		for i := range size {
			b := block{r.Uint64() << r.IntN(64), uint64(i*100) | r.Uint64N(2)<<63}
			if i > 0 && r.IntN(4) == 0 {
				b.prefix = all[r.IntN(i)].prefix
			}
			all = append(all, b)
			x.add(b, int64(size*100))
		}
		x.finish()
		slices.SortFunc(all, compareBlocks)
		if !slices.Equal(x.blocks, all) {
			t.Fatalf("%d blocks: other blocks", size)
		}
		for range 300 {
			prefix := r.Uint64()
			if size > 0 && r.IntN(2) == 0 {
				prefix = all[r.IntN(size)].prefix + r.Uint64N(2)
			}
			want, _ := slices.BinarySearchFunc(all, block{prefix: prefix}, compareBlocks)
			if got := x.search(prefix); got != want {
				t.Fatalf("%d blocks: %x is at %d, want %d", size, prefix, got, want)
			}
		}
		if room := cap(x.blocks); size > 1024 && float64(room) > 1.2*float64(size) {
			t.Errorf("room for %d blocks of %d", room, size)
		}
	}
}

// A file whose blocks become much larger does not make it reserve much too much.
func TestIndexOfUneven(t *testing.T) {
	var x index
	for i := range 1025 {
		x.add(block{place: uint64(i)}, 1<<40)
	}
	if cap(x.blocks) > 10_000 {
		t.Errorf("room for %d blocks", cap(x.blocks))
	}
}
