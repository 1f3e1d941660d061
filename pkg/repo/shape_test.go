package repo

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/internal/testkit/cartest"
	"github.com/lexsmith/lexsmith/pkg/diag"
)

// randomRecords puts up to n records of one block under random keys.
func randomRecords(r *rand.Rand, w *cartest.Writer, n int) map[string][]byte {
	records, block := map[string][]byte{}, w.Put(note("x"))
	for range r.IntN(n + 1) {
		records[fmt.Sprintf("com.example.%c/%x", 'a'+rune(r.IntN(3)), r.Uint64()>>r.IntN(60))] = block
	}
	return records
}

// treeFaults returns the findings on a tree, but for nodes of nothing that appear twice. All
// of its records must be found.
func treeFaults(t *testing.T, w *cartest.Writer, tree []byte, records map[string][]byte) (faults []string) {
	t.Helper()
	lines, _ := summary(t, w.File(w.Commit(tree)))
	isFault := func(line string) bool { return strings.HasPrefix(line, "invalid-") }
	found := slices.DeleteFunc(slices.Clone(lines), isFault)
	if !slices.Equal(found, slices.Sorted(maps.Keys(records))) {
		t.Fatalf("found %q in the tree of %q", lines, slices.Sorted(maps.Keys(records)))
	}
	return slices.DeleteFunc(lines, func(line string) bool {
		return !isFault(line) || strings.Contains(line, " appears twice in the tree")
	})
}

// Every tree of the right shape is accepted.
func TestRightTrees(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for n := range 10_000 {
		w := cartest.New()
		records := randomRecords(r, w, 1+n%60)
		if faults := treeFaults(t, w, w.Tree(records), records); len(faults) > 0 {
			t.Fatalf("%q: %q", slices.Sorted(maps.Keys(records)), faults)
		}
	}
}

// A tree is accepted exactly if it is the one tree of its keys.
func TestShapes(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	wrong := 0
	for n := range 2000 {
		w := cartest.New()
		records := randomRecords(r, w, 1+n%30)
		right := w.Tree(records)
		moves := map[string]int{}
		for key := range records {
			if r.IntN(1+n%10) == 0 {
				moves[key] = r.IntN(4) - 1
			}
		}
		tree := w.Misshapen(records, cartest.Shape{
			Level:    func(key string) int { return max(cartest.Level(key)+moves[key], 0) },
			Skips:    r.IntN(4) == 0,
			Leaves:   r.IntN(8) == 0,
			HighRoot: r.IntN(8) == 0,
		})
		faults := treeFaults(t, w, tree, records)
		same := bytes.Equal(tree, right)
		if same != (len(faults) == 0) || slices.ContainsFunc(faults, func(fault string) bool { return !strings.HasPrefix(fault, "invalid-tree: ") }) {
			t.Fatalf("a tree of %q, which is right: %v: %q", slices.Sorted(maps.Keys(records)), same, faults)
		}
		file := w.File(w.Commit(tree))
		c, err := Open(t.Context(), bytes.NewReader(file), int64(len(file)), Options{})
		if err != nil {
			t.Fatal(err)
		}
		fault, _ := errors.AsType[*Error](c.Sound(t.Context()))
		if same != (fault == nil) || fault != nil && fault.Finding.Rule.Code != "invalid-tree" {
			t.Fatalf("a tree of %q, which is right: %v: %v", slices.Sorted(maps.Keys(records)), same, fault)
		}
		if !same {
			wrong++
		}
	}
	if wrong < 1000 {
		t.Errorf("only %d trees were wrong", wrong)
	}
}

// Each wrong shape is refused, and names the node; a proof is refused if its path is wrong.
func TestWrongShapes(t *testing.T) {
	for name, shape := range cartest.WrongShapes() {
		w := cartest.New()
		records, block := map[string][]byte{}, w.Put(note("x"))
		for n := range 500 {
			records[fmt.Sprintf("com.example.note/%d", n)] = block
		}
		tree := w.Misshapen(records, shape)
		file := w.File(w.Commit(tree))
		nodes := map[string]bool{}
		for _, b := range w.Blocks {
			nodes[cidOf(b.ID).String()] = true
		}
		var faults []diag.Finding
		c, err := Open(t.Context(), bytes.NewReader(file), int64(len(file)), Options{Report: func(f diag.Finding) {
			if !strings.Contains(f.Message, " appears twice in the tree") {
				faults = append(faults, f)
			}
		}})
		if err != nil {
			t.Fatal(err)
		}
		for _, err := range c.Records(t.Context()) {
			if err != nil {
				t.Fatal(err)
			}
		}
		for _, f := range faults {
			if at := strings.Index(f.Message, "baf"); f.Rule != ruleInvalidTree || f.Severity != diag.Error || f.Help == "" || at < 0 || !nodes[f.Message[at:at+59]] {
				t.Errorf("%s: %+v", name, f)
			}
		}
		refused := 0
		for key := range records {
			if _, err := c.Lookup(key); err != nil {
				refused++
			}
		}
		// The path to a record does not lead through nodes of nothing.
		if (refused > 0) != (name != "nodes-of-nothing") {
			t.Errorf("%s: %d of %d proofs are refused", name, refused, len(records))
		}
		if len(faults) == 0 {
			t.Errorf("%s: no findings", name)
		}
	}
}
