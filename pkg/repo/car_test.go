package repo

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/internal/testkit/cartest"
	"github.com/lexsmith/lexsmith/pkg/diag"
)

func note(text string) map[string]any {
	return map[string]any{"$type": "com.example.memo", "text": text}
}

// summary reads a CAR file and writes down what comes, a line for each record and
// each finding.
func summary(t testing.TB, file []byte) (lines []string, missing int) {
	t.Helper()
	add := func(record string, f diag.Finding) {
		if record != "" && f.Data.Record != record || f.Path() != "a.car" || !f.NoPosition || f.Span.Start > f.Span.End || f.Severity == diag.Off {
			t.Errorf("an odd finding of %s: %+v", record, f)
		}
		lines = append(lines, fmt.Sprintf("%s: %s", f.Rule.Code, f.Message))
	}
	c, err := Open(t.Context(), bytes.NewReader(file), int64(len(file)), Options{
		Path: "a.car", Report: func(f diag.Finding) { add("", f) },
	})
	if err != nil {
		t.Fatal(err)
	}
	for r, err := range c.Records(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, strings.TrimPrefix(r.Path, "at://"+cartest.DID+"/"))
		for _, f := range r.Findings {
			add(r.Path, f)
		}
	}
	return lines, c.Missing()
}

// shorten puts names in place of CIDs.
func shorten(lines []string, names map[string][]byte) []string {
	out := slices.Clone(lines)
	for i := range out {
		for name, id := range names {
			out[i] = strings.ReplaceAll(out[i], cidOf(id).String(), name)
		}
	}
	return out
}

// threeNotes makes a repository of three notes in one node.
func threeNotes(t testing.TB) (w *cartest.Writer, names map[string][]byte) {
	w = cartest.New()
	a, b, c := w.Put(note("a")), w.Put(note("b")), w.Put(note("c"))
	root := w.Node(nil,
		cartest.Entry{Key: "com.example.memo/a", Value: a},
		cartest.Entry{Key: "com.example.memo/b", Shared: 17, Value: b},
		cartest.Entry{Key: "com.example.memo/c", Shared: 17, Value: c})
	return w, map[string][]byte{"A": a, "B": b, "C": c, "TREE": root, "COMMIT": w.Commit(root)}
}

var threePaths = []string{"com.example.memo/a", "com.example.memo/b", "com.example.memo/c"}

func TestOpen(t *testing.T) {
	flip := func(file []byte, text string) []byte {
		at := bytes.Index(file, []byte(text))
		file[at+len(text)-1] ^= 1
		return file
	}
	tests := []struct {
		name    string
		file    func(w *cartest.Writer, names map[string][]byte) []byte
		want    []string // without the byte at the end of each
		missing int
	}{
		{"good", func(w *cartest.Writer, n map[string][]byte) []byte { return w.File(n["COMMIT"]) }, threePaths, 0},
		{"blocks in another order", func(w *cartest.Writer, n map[string][]byte) []byte {
			slices.Reverse(w.Blocks)
			return w.File(n["COMMIT"])
		}, threePaths, 0},
		{"more roots", func(w *cartest.Writer, n map[string][]byte) []byte { return w.File(n["COMMIT"], n["A"]) }, threePaths, 0},
		{"a block that nobody names", func(w *cartest.Writer, n map[string][]byte) []byte { w.Put(1.5); return w.File(n["COMMIT"]) }, threePaths, 0},
		{"a block twice", func(w *cartest.Writer, n map[string][]byte) []byte {
			w.Blocks = append(w.Blocks, w.Blocks[0])
			return w.File(n["COMMIT"])
		}, threePaths, 0},
		{"version 2", func(w *cartest.Writer, n map[string][]byte) []byte { return cartest.Version2(w.File(n["COMMIT"])) }, threePaths, 0},
		{"version 2 with an index", func(w *cartest.Writer, n map[string][]byte) []byte {
			return append(cartest.Version2(w.File(n["COMMIT"])), "index"...)
		}, threePaths, 0},

		{"a record is missing", func(w *cartest.Writer, n map[string][]byte) []byte {
			w.Blocks = w.Blocks[1:]
			return w.File(n["COMMIT"])
		},
			[]string{"missing-block: the record A is missing from the file", threePaths[1], threePaths[2]}, 1},
		{"the tree is missing", func(w *cartest.Writer, n map[string][]byte) []byte {
			w.Blocks = slices.Delete(w.Blocks, 3, 4)
			return w.File(n["COMMIT"])
		}, []string{"missing-block: the subtree TREE before all records is missing from the file"}, 1},
		{"the root is missing", func(w *cartest.Writer, n map[string][]byte) []byte {
			w.Blocks = w.Blocks[:4]
			return w.File(n["COMMIT"])
		},
			[]string{"invalid-car: the root block COMMIT is missing from the file"}, 0},
		{"the root is missing, and a block is corrupt", func(w *cartest.Writer, n map[string][]byte) []byte {
			w.Blocks = w.Blocks[:4]
			return flip(w.File(n["COMMIT"]), "dtextaa")
		}, []string{"invalid-car: the root block COMMIT is missing from the file", "cid-mismatch: the block A does not match the hash in its CID"}, 0},
		{"no root", func(w *cartest.Writer, n map[string][]byte) []byte { return w.File() }, []string{"invalid-car: the header has no root"}, 0},
		{"the root is a node", func(w *cartest.Writer, n map[string][]byte) []byte { return w.File(n["TREE"]) },
			[]string{"invalid-car: the root is not a commit: data is not a link"}, 0},
		{"the root is an integer", func(w *cartest.Writer, n map[string][]byte) []byte { return w.File(w.Put(1)) },
			[]string{"invalid-car: the root is not a commit: it is not a map"}, 0},
		{"the root is a float in a tag", func(w *cartest.Writer, n map[string][]byte) []byte {
			data := []byte("\xc1\xfb\x3f\xf8\x00\x00\x00\x00\x00\x00")
			w.Blocks = append(w.Blocks, cartest.Block{ID: cartest.BlockCID(data), Data: data})
			return w.File(cartest.BlockCID(data))
		}, []string{"invalid-cbor: the commit is not valid DAG-CBOR: tag 1 is not allowed (only 42, a link, is)"}, 0},
		{"a commit of an old version", func(w *cartest.Writer, n map[string][]byte) []byte {
			return w.File(w.Put(map[string]any{"did": cartest.DID, "version": 1, "data": cartest.Link(n["TREE"])}))
		}, append([]string{"invalid-car: the root is not a commit: version is neither 2 nor 3"}, threePaths...), 0},
		{"a commit of nobody", func(w *cartest.Writer, n map[string][]byte) []byte {
			return w.File(w.Put(map[string]any{"did": "alice", "version": 3, "data": cartest.Link(n["TREE"])}))
		}, []string{"invalid-car: the root is not a commit: did is not a DID", "at://alice/com.example.memo/a", "at://alice/com.example.memo/b", "at://alice/com.example.memo/c"}, 0},

		{"a corrupt record", func(w *cartest.Writer, n map[string][]byte) []byte { return flip(w.File(n["COMMIT"]), "dtextab") },
			[]string{threePaths[0], threePaths[1], "cid-mismatch: the block B does not match the hash in its CID", threePaths[2]}, 0},
		{"a corrupt commit", func(w *cartest.Writer, n map[string][]byte) []byte { return flip(w.File(n["COMMIT"]), "3jqfcqzm3f") },
			append([]string{"cid-mismatch: the block COMMIT does not match the hash in its CID"}, threePaths...), 0},
		{"a corrupt node", func(w *cartest.Writer, n map[string][]byte) []byte {
			return flip(w.File(n["COMMIT"]), "com.example.memo/a\x61p\x00")
		},
			append([]string{"cid-mismatch: the block TREE does not match the hash in its CID",
				"com.example.memo/a", "invalid-car: the key \"com.example.memo/a\" shares 1 bytes with the previous key in its node, which is 0 bytes long"}, threePaths[1:]...), 0},
		{"a corrupt block that nobody names", func(w *cartest.Writer, n map[string][]byte) []byte {
			id := cartest.BlockCID(nil)
			w.Blocks = append(w.Blocks, cartest.Block{ID: id, Data: []byte("x")})
			n["X"] = id
			return w.File(n["COMMIT"])
		}, append(slices.Clone(threePaths), "cid-mismatch: the block X does not match the hash in its CID"), 0},
		{"a sound block after a corrupt one", func(w *cartest.Writer, n map[string][]byte) []byte {
			w.Blocks = append([]cartest.Block{{ID: n["A"], Data: []byte("x")}}, w.Blocks...)
			return w.File(n["COMMIT"])
		}, append(slices.Clone(threePaths), "cid-mismatch: the block A does not match the hash in its CID"), 0},

		{"a CID of another hash", func(w *cartest.Writer, n map[string][]byte) []byte {
			w.Blocks = append(w.Blocks, cartest.Block{ID: append([]byte{1, 0x71, 0x16, 0x20}, make([]byte, 32)...), Data: []byte("x")})
			return w.File(n["COMMIT"])
		}, append([]string{"invalid-car: the CID of a block must contain a SHA-256 hash of 32 bytes, but contains hash function 0x16 with 32 bytes"}, threePaths...), 0},
		{"a short hash", func(w *cartest.Writer, n map[string][]byte) []byte {
			w.Blocks = append(w.Blocks, cartest.Block{ID: append([]byte{1, 0x71, 0x12, 0x14}, make([]byte, 20)...), Data: []byte("x")})
			return w.File(n["COMMIT"])
		}, append([]string{"invalid-car: the CID of a block must contain a SHA-256 hash of 32 bytes, but contains hash function 0x12 with 20 bytes"}, threePaths...), 0},
		{"a CID of version 5", func(w *cartest.Writer, n map[string][]byte) []byte {
			w.Blocks = append(w.Blocks, cartest.Block{ID: []byte{5, 0x71, 0x12, 0x20, 0}, Data: nil})
			return w.File(n["COMMIT"])
		}, append([]string{"invalid-car: the CID of a section has version 5, but must have version 1"}, threePaths...), 0},
		{"a CID cut off", func(w *cartest.Writer, n map[string][]byte) []byte {
			w.Blocks = append([]cartest.Block{{ID: n["A"][:20], Data: nil}}, w.Blocks...)
			return w.File(n["COMMIT"])
		}, append([]string{"invalid-car: the CID of a section is not valid: length greater than remaining number of bytes in buffer"}, threePaths...), 0},
		{"a CID without end", func(w *cartest.Writer, n map[string][]byte) []byte {
			w.Blocks = append([]cartest.Block{{ID: bytes.Repeat([]byte{0xff}, 30), Data: nil}}, w.Blocks...)
			return w.File(n["COMMIT"])
		}, append([]string{"invalid-car: the CID of a section is not valid: varints larger than uint63 not supported"}, threePaths...), 0},
		{"CIDs of version 0 and of dag-pb", func(w *cartest.Writer, n map[string][]byte) []byte {
			id := cartest.BlockCID([]byte("x"))
			other := bytes.Clone(id)
			other[1] = 0x70
			w.Blocks = append(w.Blocks, cartest.Block{ID: id[2:], Data: []byte("x")}, cartest.Block{ID: other, Data: []byte("x")})
			return w.File(n["COMMIT"])
		}, threePaths, 0},

		{"a section above the limit", func(w *cartest.Writer, n map[string][]byte) []byte {
			data := make([]byte, maxSection)
			w.Blocks = append([]cartest.Block{{ID: cartest.BlockCID(data), Data: data}}, w.Blocks...)
			return w.File(n["COMMIT"])
		}, append([]string{"invalid-car: a section is 8388644 bytes long, but at most 8388608 are allowed"}, threePaths...), 0},
		{"zeros at the end", func(w *cartest.Writer, n map[string][]byte) []byte {
			return append(w.File(n["COMMIT"]), make([]byte, 100_000)...)
		},
			append([]string{"invalid-car: a section is empty, but must contain a CID"}, threePaths...), 0},
		{"an announced section", func(w *cartest.Writer, n map[string][]byte) []byte {
			return append(w.File(n["COMMIT"]), binary.AppendUvarint(nil, 1<<40)...)
		}, append([]string{"invalid-car: a section should be 1099511627776 bytes long, but only 0 are left"}, threePaths...), 0},
		{"a varint without end", func(w *cartest.Writer, n map[string][]byte) []byte {
			return append(w.File(n["COMMIT"]), bytes.Repeat([]byte{0x80}, 1000)...)
		}, append([]string{"invalid-car: the length of a section is not a valid varint: varints larger than uint63 not supported"}, threePaths...), 0},
		{"a varint cut off", func(w *cartest.Writer, n map[string][]byte) []byte { return append(w.File(n["COMMIT"]), 0x80) },
			append([]string{"invalid-car: the length of a section is not a valid varint: varints malformed, could not reach the end"}, threePaths...), 0},
		{"a long varint", func(w *cartest.Writer, n map[string][]byte) []byte {
			return append(w.File(n["COMMIT"]), 0x81, 0x00, 0x00)
		},
			append([]string{"invalid-car: the length of a section is not a valid varint: varint not minimally encoded"}, threePaths...), 0},

		{"an empty file", func(w *cartest.Writer, n map[string][]byte) []byte { return nil }, []string{"invalid-car: the file ends where a CAR header is expected"}, 0},
		{"JSON", func(w *cartest.Writer, n map[string][]byte) []byte { return []byte(`{"lexicon": 1}`) },
			[]string{"invalid-car: the header should be 123 bytes long, but only 13 are left"}, 0},
		{"a header without end", func(w *cartest.Writer, n map[string][]byte) []byte { return bytes.Repeat([]byte{0xff}, 20) },
			[]string{"invalid-car: the length of the header is not a valid varint: varints larger than uint63 not supported"}, 0},
		{"a large header", func(w *cartest.Writer, n map[string][]byte) []byte {
			return cartest.Section(make([]byte, maxHeader+1))
		},
			[]string{"invalid-car: the header is 1048577 bytes long, but at most 1048576 are allowed"}, 0},
		{"large nodes on the way to each other", func(w *cartest.Writer, n map[string][]byte) []byte {
			big := func(key string, after []byte) []byte {
				list := []any{map[string]any{"p": 0, "k": []byte(key), "v": cartest.Link(n["A"]), "t": cartest.Link(after)}}
				return w.Put(map[string]any{"l": nil, "e": list, "x": make([]byte, maxHeld/2)})
			}
			inner := big("com.example.note/c", nil)
			n["INNER"] = inner
			return w.File(w.Commit(big("com.example.note/a", inner)))
		}, []string{"com.example.note/a", "invalid-car: the node INNER and the nodes above it are larger than 4194304 bytes in total"}, 0},
		{"version 3", func(w *cartest.Writer, n map[string][]byte) []byte {
			return cartest.Section(w.Encode(map[string]any{"roots": []any{}, "version": 3}))
		}, []string{"invalid-car: the version in the header is 3, but must be 1"}, 0},
		{"a header without version", func(w *cartest.Writer, n map[string][]byte) []byte {
			return cartest.Section(w.Encode(map[string]any{"roots": []any{cartest.Link(n["A"])}}))
		}, []string{"invalid-car: the header has no version"}, 0},
		{"a header that is a list", func(w *cartest.Writer, n map[string][]byte) []byte { return cartest.Section([]byte{0x80}) },
			[]string{"invalid-car: the header is not a map with roots and version"}, 0},
		{"a header that is not CBOR, and a corrupt block", func(w *cartest.Writer, n map[string][]byte) []byte {
			return append(cartest.Section([]byte{0xff}), cartest.Section(n["A"], []byte("x"))...)
		}, []string{"invalid-car: the header is not valid DAG-CBOR: the byte 0xff does not begin a DAG-CBOR value", "cid-mismatch: the block A does not match the hash in its CID"}, 0},
		{"a root of another kind", func(w *cartest.Writer, n map[string][]byte) []byte { return w.File(n["A"][2:]) },
			[]string{"invalid-car: the root is not a version 1 CID with SHA-256 and the dag-cbor or raw codec"}, 0},
		{"version 2, cut off in front", func(w *cartest.Writer, n map[string][]byte) []byte { return cartest.Version2(w.File(n["COMMIT"]))[:30] },
			[]string{"invalid-car: the file ends inside the header of a version 2 CAR"}, 0},
		{"version 2 of nothing", func(w *cartest.Writer, n map[string][]byte) []byte { return cartest.Version2(nil) },
			[]string{"invalid-car: the file ends where a CAR header is expected"}, 0},
		{"version 2, cut off at the end", func(w *cartest.Writer, n map[string][]byte) []byte {
			file := cartest.Version2(w.File(n["COMMIT"]))
			binary.LittleEndian.PutUint64(file[35:], uint64(len(file)-50))
			return file
		}, append([]string{"invalid-car: according to the header, the data is 714 bytes long, but only 713 are left"}, threePaths...), 0},
		{"version 2 that points into itself", func(w *cartest.Writer, n map[string][]byte) []byte {
			file := cartest.Version2(w.File(n["COMMIT"]))
			file[27] = 50
			return file
		}, []string{"invalid-car: according to the header, the data begins at byte offset 50, but the file is 764 bytes long and has a header of 51 bytes"}, 0},
		{"version 2 in version 2", func(w *cartest.Writer, n map[string][]byte) []byte {
			return cartest.Version2(cartest.Version2(w.File(n["COMMIT"])))
		},
			[]string{"invalid-car: the version in the header is 2, but must be 1"}, 0},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			w, names := threeNotes(t)
			file := test.file(w, names)
			lines, missing := summary(t, file)
			got := shorten(lines, names)
			for i := range got {
				got[i], _, _ = strings.Cut(got[i], " (at byte offset ")
				got[i], _, _ = strings.Cut(got[i], " (referenced at byte offset ")
			}
			if !slices.Equal(got, test.want) || missing != test.missing {
				t.Errorf("\n got %q, %d missing\nwant %q, %d missing", got, missing, test.want, test.missing)
			}
		})
	}
}

// TestCutOff cuts a file at every byte: but for the cuts between sections
// each is a finding, and all records before the cut are still checked.
func TestCutOff(t *testing.T) {
	w, names := threeNotes(t)
	slices.Reverse(w.Blocks) // commit and tree first
	for _, v2 := range []bool{false, true} {
		file := w.File(names["COMMIT"])
		if v2 {
			file = cartest.Version2(file)
		}
		whole := map[int]bool{len(file): true}
		for at, n := len(file), len(w.Blocks)-1; n > 0; n-- {
			at -= len(cartest.Section(w.Blocks[n].ID, w.Blocks[n].Data))
			whole[at] = true
		}
		before := 0
		for cut := range len(file) {
			lines, missing := summary(t, file[:cut])
			broken := slices.ContainsFunc(lines, func(line string) bool { return strings.HasPrefix(line, "invalid-car: ") })
			// A cut between sections looks like a file that is whole, but
			// something is missing then; version 2 says the size in front.
			if want := v2 || !whole[cut]; broken != want || !broken && missing == 0 {
				t.Errorf("cut at byte %d: %d missing, %q", cut, missing, lines)
			}
			records := 0
			for _, line := range lines {
				if slices.Contains(threePaths, line) {
					records++
				}
			}
			if records < before {
				t.Errorf("cut at byte %d: %d records, with a byte less there were %d", cut, records, before)
			}
			before = records
		}
		if before != 2 {
			t.Errorf("without the last byte %d records were found", before)
		}
	}
}

// The examples of a rule raise it, or nothing, and nobody can change the table.
func TestRules(t *testing.T) {
	clear(Rules())
	for _, r := range Rules() {
		if r.Group != "validate" || r.Summary == "" || r.Reason == "" || r.Spec == "" || r.Page == "" {
			t.Errorf("%s is not complete", r.Code)
		}
		for example, want := range map[string][]string{r.Bad(): {r.Code}, r.Good(): nil} {
			text, ok := strings.CutPrefix(example, "-- CAR file in hex --\n")
			file, err := hex.DecodeString(strings.Join(strings.Fields(text), ""))
			if err != nil || !ok {
				t.Fatal(r.Code, err)
			}
			lines, _ := summary(t, file)
			var got []string
			for _, line := range lines {
				code, _, _ := strings.Cut(line, ":")
				got = append(got, code)
			}
			if !slices.Equal(got, want) {
				t.Errorf("%s: an example raises %q, want %q", r.Code, got, want)
			}
		}
	}
}

// Whether a file can be a CAR is seen at its beginning.
func TestIsCAR(t *testing.T) {
	w, names := threeNotes(t)
	file := w.File(names["COMMIT"])
	for name, test := range map[string]struct {
		head []byte
		want bool
	}{
		"version 1": {file, true}, "version 2": {cartest.Version2(file), true}, "the beginning": {file[:20], true}, "nothing": {nil, false},
		"JSON": {[]byte(`{"roots": 1, "version": 1}`), false}, "zeros": {make([]byte, 100), false},
		"a large header": {append([]byte{0x81, 0x80, 0x80, 0x80, 0x01}, file[1:]...), false}, "a list": {[]byte("\x07\x82eroots"), false},
	} {
		if got := IsCAR(test.head); got != test.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}
