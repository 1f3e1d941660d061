package repo

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/internal/testkit/cartest"
	"github.com/lexsmith/lexsmith/pkg/internal/datamodel"
)

func TestTrees(t *testing.T) {
	record := cartest.Entry{Key: "com.example.memo/a"}
	// Their layers are 1, 0, 1, and 2.
	const a1, b0, o1, x2 = "com.example.note/a", "com.example.note/b", "com.example.note/o", "com.example.note/x"
	tests := []struct {
		name string
		tree func(w *cartest.Writer, a []byte) []byte
		want []string
	}{
		{"an empty tree", func(w *cartest.Writer, a []byte) []byte { return w.Node(nil) }, nil},
		{"a layer without entries", func(w *cartest.Writer, a []byte) []byte {
			return w.Node(w.Node(w.Node(nil, cartest.Entry{Key: b0, Value: a})), cartest.Entry{Key: x2, Value: a})
		}, []string{b0, x2}},
		{"a skipped layer", func(w *cartest.Writer, a []byte) []byte {
			return w.Node(w.Node(nil, cartest.Entry{Key: b0, Value: a}), cartest.Entry{Key: x2, Value: a})
		}, []string{`invalid-tree: the node NODE1 is at layer 1 of the tree, but contains the key "com.example.note/b", which belongs at layer 0`, b0, x2}},
		{"a root without entries", func(w *cartest.Writer, a []byte) []byte {
			return w.Node(w.Node(w.Node(nil, cartest.Entry{Key: threePaths[0], Value: a})))
		}, []string{"invalid-tree: the node TREE is the root of the tree, but contains no entries", threePaths[0]}},
		{"a tree of nothing", func(w *cartest.Writer, a []byte) []byte { return w.Node(w.Node(nil)) },
			[]string{"invalid-tree: the node TREE is the root of the tree, but contains no entries"}},
		{"a node of nothing", func(w *cartest.Writer, a []byte) []byte {
			return w.Node(nil, cartest.Entry{Key: x2, Value: a, After: w.Node(nil)})
		}, []string{x2, "invalid-tree: the node NODE1 contains neither entries nor a subtree"}},
		{"a subtree below layer 0", func(w *cartest.Writer, a []byte) []byte {
			return w.Node(w.Node(w.Node(nil, cartest.Entry{Key: a1, Value: a}), cartest.Entry{Key: b0, Value: a}), cartest.Entry{Key: o1, Value: a})
		}, []string{"invalid-tree: the node NODE2 is at layer 0 of the tree, but has a subtree", a1, b0, o1}},
		{"a layer without entries at the bottom", func(w *cartest.Writer, a []byte) []byte {
			return w.Node(w.Node(w.Node(nil, cartest.Entry{Key: a1, Value: a})), cartest.Entry{Key: o1, Value: a})
		}, []string{"invalid-tree: the node NODE2 is at layer 0 of the tree, but has a subtree", a1, o1}},
		{"a key too high in the root", func(w *cartest.Writer, a []byte) []byte {
			return w.Node(nil, cartest.Entry{Key: b0, Value: a}, cartest.Entry{Key: o1, Shared: 17, Value: a})
		}, []string{`invalid-tree: the node TREE is at layer 1 of the tree, but contains the key "com.example.note/b", which belongs at layer 0`, b0, o1}},
		{"a key too low", func(w *cartest.Writer, a []byte) []byte {
			return w.Node(w.Node(w.Node(nil, cartest.Entry{Key: a1, Value: a})), cartest.Entry{Key: x2, Value: a})
		}, []string{`invalid-tree: the node NODE1 is at layer 0 of the tree, but contains the key "com.example.note/a", which belongs at layer 1`, a1, x2}},
		{"keys out of order", func(w *cartest.Writer, a []byte) []byte {
			return w.Node(nil, cartest.Entry{Key: threePaths[1], Value: a}, cartest.Entry{Key: threePaths[0], Shared: 17, Value: a})
		}, []string{threePaths[1], threePaths[0], `invalid-car: the key "com.example.memo/a" comes after "com.example.memo/b", but keys must be sorted by their bytes`}},
		{"two records of one key", func(w *cartest.Writer, a []byte) []byte {
			return w.Node(nil, cartest.Entry{Key: threePaths[0], Value: a}, cartest.Entry{Key: threePaths[0], Shared: 18, Value: a})
		}, []string{threePaths[0], threePaths[0], `invalid-car: the key "com.example.memo/a" appears twice in the tree`}},
		{"a subtree in a wrong place", func(w *cartest.Writer, a []byte) []byte {
			return w.Node(w.Node(nil, cartest.Entry{Key: b0, Value: a}), cartest.Entry{Key: a1, Value: a})
		}, []string{b0, a1, `invalid-car: the key "com.example.note/a" comes after "com.example.note/b", but keys must be sorted by their bytes`}},
		{"a prefix too short", func(w *cartest.Writer, a []byte) []byte {
			return w.Node(nil, cartest.Entry{Key: threePaths[0], Value: a}, cartest.Entry{Key: threePaths[1], Shared: 16, Value: a})
		}, []string{threePaths[0], threePaths[1], `invalid-car: the key "com.example.memo/b" shares more than the 16 bytes in p with the previous key in its node`}},
		{"a prefix too long", func(w *cartest.Writer, a []byte) []byte {
			return w.Put(map[string]any{"l": nil, "e": []any{map[string]any{"p": 5, "k": []byte(threePaths[0]), "v": cartest.Link(a), "t": nil}}})
		}, []string{threePaths[0], `invalid-car: the key "com.example.memo/a" shares 5 bytes with the previous key in its node, which is 0 bytes long`}},
		{"a long key", func(w *cartest.Writer, a []byte) []byte {
			return w.Node(nil, cartest.Entry{Key: "com.example.memo/" + strings.Repeat("a", 2000), Value: a})
		}, []string{
			"com.example.memo/" + strings.Repeat("a", 1007),
			`invalid-car: the key "com.example.memo/` + strings.Repeat("a", 43) + `"… is 2017 bytes long, but at most 1024 are allowed`,
			`invalid-car: the key "com.example.memo/` + strings.Repeat("a", 43) + `"… is not in the form COLLECTION/RECORDKEY`,
		}},
		{"odd keys", func(w *cartest.Writer, a []byte) []byte {
			return w.Node(nil, cartest.Entry{Key: "", Value: a}, cartest.Entry{Key: "\x1b[31m", Value: a}, cartest.Entry{Key: "com.example.memo/..", Value: a}, cartest.Entry{Key: "com.example.memo/a/b", Shared: 17, Value: a}, cartest.Entry{Key: "note/a", Value: a}, cartest.Entry{Key: "\xff", Value: a})
		}, []string{
			"", `invalid-car: the key "" is not in the form COLLECTION/RECORDKEY`,
			"\x1b[31m", `invalid-car: the key "\x1b[31m" is not in the form COLLECTION/RECORDKEY`,
			"com.example.memo/..", `invalid-car: the key "com.example.memo/.." is not in the form COLLECTION/RECORDKEY`,
			"com.example.memo/a/b", `invalid-car: the key "com.example.memo/a/b" is not in the form COLLECTION/RECORDKEY`,
			"note/a", `invalid-car: the key "note/a" is not in the form COLLECTION/RECORDKEY`,
			"\uFFFD", `invalid-car: the key "\xff" is not in the form COLLECTION/RECORDKEY`,
		}},
		{"absent subtrees", func(w *cartest.Writer, a []byte) []byte {
			return w.Node(cartest.BlockCID([]byte("x")), cartest.Entry{Key: a1, Value: a, After: cartest.BlockCID([]byte("y"))}, cartest.Entry{Key: o1, Shared: 17, Value: cartest.BlockCID([]byte("z"))})
		}, []string{
			"missing-block: the subtree " + cidOf(cartest.BlockCID([]byte("x"))).String() + " before all records is missing from the file",
			a1,
			"missing-block: the subtree " + cidOf(cartest.BlockCID([]byte("y"))).String() + ` after "com.example.note/a" is missing from the file`,
			"missing-block: the record " + cidOf(cartest.BlockCID([]byte("z"))).String() + " is missing from the file",
		}},
		{"a key out of order without a record", func(w *cartest.Writer, a []byte) []byte {
			return w.Node(nil, cartest.Entry{Key: threePaths[1], Value: a}, cartest.Entry{Key: threePaths[0], Shared: 17, Value: cartest.BlockCID([]byte("z"))})
		}, []string{
			threePaths[1], `invalid-car: the key "com.example.memo/a" comes after "com.example.memo/b", but keys must be sorted by their bytes`,
			"missing-block: the record " + cidOf(cartest.BlockCID([]byte("z"))).String() + " is missing from the file",
		}},
		{"no map", func(w *cartest.Writer, a []byte) []byte { return w.Put(1) }, []string{"invalid-car: a node of the tree is not a map"}},
		{"no entries", func(w *cartest.Writer, a []byte) []byte { return w.Put(map[string]any{"l": nil}) }, []string{"invalid-car: a node of the tree does not contain a list of entries, e"}},
		{"an integer as l", func(w *cartest.Writer, a []byte) []byte {
			return w.Put(map[string]any{"l": 1, "e": []any{map[string]any{"p": 0, "k": []byte(threePaths[0]), "v": cartest.Link(a)}}})
		}, []string{"invalid-car: a node of the tree contains an l that is neither a link nor null", threePaths[0]}},
		{"broken entries", func(w *cartest.Writer, a []byte) []byte {
			k := []byte(threePaths[1])
			return w.Put(map[string]any{"e": []any{
				1, map[string]any{"p": 0, "k": string(k), "v": cartest.Link(a)}, map[string]any{"p": 0, "k": k, "v": nil}, map[string]any{"p": 0, "k": k, "v": cartest.Link(a), "t": "x"},
				map[string]any{"k": k, "v": cartest.Link(a)}, map[string]any{"p": -1, "k": k, "v": cartest.Link(a)}, map[string]any{"p": 1025, "k": k, "v": cartest.Link(a)},
				map[string]any{"p": 17, "k": []byte("c"), "v": cartest.Link(a)},
			}})
		}, []string{
			"invalid-car: a node of the tree contains an entry that is not a map",
			"invalid-car: a node of the tree contains an entry whose k is not a byte string",
			"invalid-car: a node of the tree contains an entry whose v is not a link",
			"invalid-car: a node of the tree contains an entry whose t is neither a link nor null",
			"invalid-car: a node of the tree contains an entry whose p is not an integer from 0 to 1024",
			"invalid-car: a node of the tree contains an entry whose p is not an integer from 0 to 1024",
			"invalid-car: a node of the tree contains an entry whose p is not an integer from 0 to 1024",
			threePaths[2],
		}},
		{"no CBOR", func(w *cartest.Writer, a []byte) []byte {
			data := []byte("\xa2\x61\xff")
			w.Blocks = append(w.Blocks, cartest.Block{ID: cartest.BlockCID(data), Data: data})
			return w.Node(cartest.BlockCID(data), cartest.Entry{Key: a1, Value: a})
		}, []string{"invalid-cbor: a node of the tree is not valid DAG-CBOR: a map should have a length of 2, but only 2 bytes are left", a1}},
		{"a node twice", func(w *cartest.Writer, a []byte) []byte {
			below := w.Node(nil, cartest.Entry{Key: b0, Value: a})
			return w.Node(below, cartest.Entry{Key: o1, Value: a, After: below})
		}, []string{b0, o1, "invalid-car: the block NODE1 appears twice in the tree"}},
		{"a node below itself", func(w *cartest.Writer, a []byte) []byte {
			id := cartest.BlockCID([]byte("itself"))
			w.Blocks = append(w.Blocks, cartest.Block{ID: id, Data: w.Encode(map[string]any{"l": cartest.Link(id), "e": []any{map[string]any{"p": 0, "k": []byte(threePaths[0]), "v": cartest.Link(a)}}})})
			return id
		}, []string{"cid-mismatch: the block TREE does not match the hash in its CID", "invalid-car: the block TREE appears twice in the tree", threePaths[0]}},
		{"a tower", func(w *cartest.Writer, a []byte) []byte {
			id := w.Node(nil, record)
			for range 128 {
				id = w.Node(id)
			}
			return id
		}, []string{"invalid-tree: the node TREE is the root of the tree, but contains no entries", "invalid-car: the tree has more than 128 levels"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			w := cartest.New()
			tree := test.tree(w, w.Put(note("a")))
			if test.name == "a tower" {
				w.Put(note("b"))
			}
			lines, _ := summary(t, w.File(w.Commit(tree)))
			var got []string
			names := map[string][]byte{"TREE": tree}
			for i, b := range w.Blocks {
				if !bytes.Equal(b.ID, tree) {
					names[fmt.Sprint("NODE", i)] = b.ID // after one record
				}
			}
			for _, line := range shorten(lines, names) {
				line, _, _ = strings.Cut(line, " (at byte offset ")
				line, _, _ = strings.Cut(line, " (referenced at byte offset ")
				got = append(got, line)
			}
			if !slices.Equal(got, test.want) {
				t.Errorf("\n got %q\nwant %q", got, test.want)
			}
		})
	}
}

// TestManyRecords makes a tree of many levels and loses a part of it.
func TestManyRecords(t *testing.T) {
	w := cartest.New()
	records := map[string][]byte{}
	var want []string
	for n := range 3000 {
		path := fmt.Sprintf("com.example.memo/%d", n*7919%3000)
		records[path] = w.Put(note(fmt.Sprint(n)))
		want = append(want, path)
	}
	slices.Sort(want)
	commit := w.Commit(w.Tree(records))
	lines, missing := summary(t, w.File(commit))
	if !slices.Equal(lines, want) || missing != 0 {
		t.Fatalf("%d records, %d missing: %q", len(lines), missing, lines[:min(len(lines), 10)])
	}

	// Without one subtree below the root, its records are unknown and that is
	// one warning.
	root := w.Blocks[len(w.Blocks)-2].Data
	var tape datamodel.Tape
	if err := tape.ReadCBOR(root); err != nil {
		t.Fatal(err)
	}
	left := bytes.Clone(tape.Content(tape.Member(0, "l")))
	w.Blocks = slices.DeleteFunc(w.Blocks, func(b cartest.Block) bool { return bytes.Equal(b.ID, left) })
	lines, missing = summary(t, w.File(commit))
	if missing != 1 || !strings.HasPrefix(lines[0], "missing-block: the subtree ") || len(lines) >= len(want) ||
		!slices.Equal(lines[1:], want[len(want)-len(lines)+1:]) {
		t.Errorf("%d missing, %d records: %q", missing, len(lines), lines[:min(len(lines), 3)])
	}
}

// TestIsNotHeldUp gives it a tree that names one large record so often that
// checking it each time would take days.
func TestIsNotHeldUp(t *testing.T) {
	w := cartest.New()
	large := w.Put(map[string]any{"$type": "com.example.memo", "text": strings.Repeat("x", 4<<20)})
	records := map[string][]byte{}
	for n := range 2000 {
		records[fmt.Sprintf("com.example.memo/%d", n)] = large
	}
	lines, _ := summary(t, w.File(w.Commit(w.Tree(records))))
	if last := lines[len(lines)-1]; len(lines) > 200 || !strings.HasPrefix(last, "invalid-car: the tree links to the same large records repeatedly") {
		t.Errorf("%d lines, the last is %s", len(lines), last)
	}
}
