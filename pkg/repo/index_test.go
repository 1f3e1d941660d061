package repo

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/lexsmith/lexsmith/internal/cartest"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// An index finds the same blocks whether they are in memory or in a file.
func TestIndex(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	r := rand.New(rand.NewPCG(1, 2))
	for _, size := range []int{0, 1, 255, 256, 257, 2000, 5120} {
		for _, limit := range []int{1, 100, 256, 1000, 0} {
			if limit == 1 && size > 300 {
				continue // a file for each
			}
			x := index{limit: limit}
			var all []block
			for i := range size {
				all = append(all, block{r.Uint64N(uint64(size)), uint64(i) | r.Uint64N(2)<<63})
			}
			for _, b := range all {
				if err := x.add(b); err != nil {
					t.Fatal(err)
				}
			}
			if err := x.finish(); err != nil {
				t.Fatal(err)
			}
			slices.SortFunc(all, compareBlocks)
			name := fmt.Sprintf("%d blocks, %d of them held", size, limit)
			for range 300 {
				b := block{r.Uint64N(uint64(size) + 2), r.Uint64N(uint64(size)+2) | r.Uint64N(2)<<63}
				if size > 0 && r.IntN(2) == 0 {
					b = all[r.IntN(size)]
				}
				want, _ := slices.BinarySearchFunc(all, b, compareBlocks)
				got, err := x.search(b)
				if err != nil || got != want {
					t.Fatalf("%s: %v is at %d, want %d, %v", name, b, got, want, err)
				}
			}
			for range min(size, 300) {
				i := r.IntN(size)
				if b, err := x.get(i); err != nil || b != all[i] {
					t.Fatalf("%s: block %d is %v, want %v, %v", name, i, b, all[i], err)
				}
			}
			if limit > 0 && limit < size && cap(x.held) > max(limit, size/pageBlocks)+1 {
				t.Errorf("%s: room for %d", name, cap(x.held))
			}
			if err := x.close(); err != nil || x.close() != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
	if left, err := os.ReadDir(os.TempDir()); err != nil || len(left) > 0 {
		t.Errorf("temporary files are left: %v %v", left, err)
	}
}

// A file is read in the same way when its index does not fit in memory.
func TestIndexOnDisk(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	w := cartest.New()
	records := map[string][]byte{}
	for i := range 1000 {
		records[fmt.Sprintf("com.example.note/%d", i)] = w.Put(map[string]any{"n": i})
	}
	root := w.Commit(w.Tree(records))
	for i := 7; i < len(w.Blocks); i += 97 { // some in the tree, some not
		w.Blocks[i].Data = append(bytes.Clone(w.Blocks[i].Data), 0)
	}
	for i := range 20 {
		w.Blocks = append(w.Blocks, cartest.Block{ID: cartest.BlockCID([]byte{byte(i)}), Data: []byte{byte(i), byte(i % 2)}})
	}
	file := w.File(root)
	read := func(held int) (told []string) {
		c, err := Open(t.Context(), bytes.NewReader(file), int64(len(file)), Options{heldBlocks: held, Report: func(f lexicon.Finding) { told = append(told, f.Message) }})
		if err != nil {
			t.Fatal(err)
		}
		for range 2 {
			for r, err := range c.Records(t.Context()) {
				if err != nil {
					t.Fatal(err)
				}
				told = append(told, fmt.Sprint(r.Path, r.CID, r.Data, len(r.Findings)))
			}
		}
		if err := c.Close(); err != nil {
			t.Error(err)
		}
		return told
	}
	want := read(0)
	if len(want) < 1500 {
		t.Fatalf("%d records and findings", len(want))
	}
	for _, held := range []int{50, 300, 1000} {
		if got := read(held); !slices.Equal(got, want) {
			t.Errorf("%d blocks in memory: other findings or records", held)
		}
	}
	if left, err := os.ReadDir(os.TempDir()); err != nil || len(left) > 0 {
		t.Errorf("temporary files are left: %v %v", left, err)
	}
}
