package validate

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// noteSchemas has one record type, with any record key, and one with a TID.
const noteSchemas = `{"lexicon": 1, "id": "com.example.%s", "defs": {"main": {"type": "record", "key": "%s", "record": {
  "type": "object", "required": ["text"], "properties": {"text": {"type": "string", "maxLength": 10}}}}}}`

func noteValidator(t testing.TB) *Validator {
	t.Helper()
	var documents []*lexicon.Document
	for name, key := range map[string]string{"note": "any", "dated": "tid"} {
		d := lexicon.Parse(&lexicon.Source{Text: fmt.Appendf(nil, noteSchemas, name, key)}, lexicon.ProfileV1)
		if len(d.Found) > 0 {
			t.Fatal(d.Found)
		}
		documents = append(documents, d)
	}
	return Compile(lexicon.NewCatalog(documents...), Options{}).Records()
}

func note(text string) map[string]any {
	return map[string]any{"$type": "com.example.note", "text": text}
}

// verdicts checks a CAR file and writes down what came, a line for each record
// and each finding.
func verdicts(t testing.TB, v *Validator, file []byte) (lines []string, missing int) {
	t.Helper()
	missing, err := v.CAR(bytes.NewReader(file), int64(len(file)), "a.car", func(record string, result Result) error {
		if record != "" {
			lines = append(lines, strings.TrimPrefix(record, "at://"+testDID+"/"))
		}
		for _, f := range result.Findings {
			if record != "" && f.Data.Record != record || f.Path() != "a.car" || !f.NoPosition || f.Span.Start > f.Span.End || f.Severity == lexicon.Off {
				t.Errorf("an odd finding of %s: %+v", record, f)
			}
			lines = append(lines, fmt.Sprintf("%s: %s", f.Rule.Code, f.Message))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return lines, missing
}

// shorten puts names in place of CIDs.
func shorten(lines []string, names map[string][]byte) []string {
	out := slices.Clone(lines)
	for i := range out {
		for name, id := range names {
			out[i] = strings.ReplaceAll(out[i], cidText(id), name)
		}
	}
	return out
}

// threeNotes makes a repository of three notes in one node.
func threeNotes(t testing.TB) (w *carWriter, names map[string][]byte) {
	w = newCARWriter(t)
	a, b, c := w.put(note("a")), w.put(note("b")), w.put(note("c"))
	root := w.node(nil,
		nodeEntry{key: "com.example.note/a", value: a},
		nodeEntry{key: "com.example.note/b", shared: 17, value: b},
		nodeEntry{key: "com.example.note/c", shared: 17, value: c})
	return w, map[string][]byte{"A": a, "B": b, "C": c, "TREE": root, "COMMIT": w.commit(root)}
}

var threePaths = []string{"com.example.note/a", "com.example.note/b", "com.example.note/c"}

func TestCAR(t *testing.T) {
	v := noteValidator(t)
	flip := func(file []byte, text string) []byte {
		at := bytes.Index(file, []byte(text))
		file[at+len(text)-1] ^= 1
		return file
	}
	tests := []struct {
		name    string
		file    func(w *carWriter, names map[string][]byte) []byte
		want    []string // without the byte at the end of each
		missing int
	}{
		{"good", func(w *carWriter, n map[string][]byte) []byte { return w.file(n["COMMIT"]) }, threePaths, 0},
		{"blocks in another order", func(w *carWriter, n map[string][]byte) []byte { slices.Reverse(w.blocks); return w.file(n["COMMIT"]) }, threePaths, 0},
		{"more roots", func(w *carWriter, n map[string][]byte) []byte { return w.file(n["COMMIT"], n["A"]) }, threePaths, 0},
		{"a block that nobody names", func(w *carWriter, n map[string][]byte) []byte { w.put(1.5); return w.file(n["COMMIT"]) }, threePaths, 0},
		{"a block twice", func(w *carWriter, n map[string][]byte) []byte {
			w.blocks = append(w.blocks, w.blocks[0])
			return w.file(n["COMMIT"])
		}, threePaths, 0},
		{"version 2", func(w *carWriter, n map[string][]byte) []byte { return version2(w.file(n["COMMIT"])) }, threePaths, 0},
		{"version 2 with an index", func(w *carWriter, n map[string][]byte) []byte {
			return append(version2(w.file(n["COMMIT"])), "index"...)
		}, threePaths, 0},

		{"a record is missing", func(w *carWriter, n map[string][]byte) []byte { w.blocks = w.blocks[1:]; return w.file(n["COMMIT"]) },
			[]string{"missing-block: the record A is not in the file", threePaths[1], threePaths[2]}, 1},
		{"the tree is missing", func(w *carWriter, n map[string][]byte) []byte {
			w.blocks = slices.Delete(w.blocks, 3, 4)
			return w.file(n["COMMIT"])
		}, []string{"missing-block: the subtree TREE before all records is not in the file"}, 1},
		{"the root is missing", func(w *carWriter, n map[string][]byte) []byte { w.blocks = w.blocks[:4]; return w.file(n["COMMIT"]) },
			[]string{"invalid-car: the root COMMIT is not in the file"}, 0},
		{"the root is missing, and a block is corrupt", func(w *carWriter, n map[string][]byte) []byte {
			w.blocks = w.blocks[:4]
			return flip(w.file(n["COMMIT"]), "dtextaa")
		}, []string{"invalid-car: the root COMMIT is not in the file", "cid-mismatch: the block A has another hash than its CID says"}, 0},
		{"no root", func(w *carWriter, n map[string][]byte) []byte { return w.file() }, []string{"invalid-car: the header names no root"}, 0},
		{"the root is a node", func(w *carWriter, n map[string][]byte) []byte { return w.file(n["TREE"]) },
			[]string{"invalid-car: the root is no commit: data is no link"}, 0},
		{"the root is an integer", func(w *carWriter, n map[string][]byte) []byte { return w.file(w.put(1)) },
			[]string{"invalid-car: the root is no commit: it is no map"}, 0},
		{"the root is a float in a tag", func(w *carWriter, n map[string][]byte) []byte {
			data := unhex(t, "c1 fb 3ff8000000000000")
			w.blocks = append(w.blocks, carBlock{blockCID(data), data})
			return w.file(blockCID(data))
		}, []string{"invalid-cbor: the commit is no DAG-CBOR: the tag 1, only 42 (a link) is allowed"}, 0},
		{"a commit of an old version", func(w *carWriter, n map[string][]byte) []byte {
			return w.file(w.put(map[string]any{"did": testDID, "version": 1, "data": cidLink(n["TREE"])}))
		}, append([]string{"invalid-car: the root is no commit: version is neither 2 nor 3"}, threePaths...), 0},
		{"a commit of nobody", func(w *carWriter, n map[string][]byte) []byte {
			return w.file(w.put(map[string]any{"did": "alice", "version": 3, "data": cidLink(n["TREE"])}))
		}, []string{"invalid-car: the root is no commit: did is no DID", "at://alice/com.example.note/a", "at://alice/com.example.note/b", "at://alice/com.example.note/c"}, 0},

		{"a corrupt record", func(w *carWriter, n map[string][]byte) []byte { return flip(w.file(n["COMMIT"]), "dtextab") },
			[]string{threePaths[0], threePaths[1], "cid-mismatch: the block B has another hash than its CID says", threePaths[2]}, 0},
		{"a corrupt commit", func(w *carWriter, n map[string][]byte) []byte { return flip(w.file(n["COMMIT"]), "3jqfcqzm3f") },
			append([]string{"cid-mismatch: the block COMMIT has another hash than its CID says"}, threePaths...), 0},
		{"a corrupt node", func(w *carWriter, n map[string][]byte) []byte {
			return flip(w.file(n["COMMIT"]), "com.example.note/a\x61p\x00")
		},
			append([]string{"cid-mismatch: the block TREE has another hash than its CID says",
				"com.example.note/a", "invalid-car: the key \"com.example.note/a\" shares 1 bytes with the key before it in its node, which has 0"}, threePaths[1:]...), 0},
		{"a corrupt block that nobody names", func(w *carWriter, n map[string][]byte) []byte {
			id := blockCID(nil)
			w.blocks = append(w.blocks, carBlock{id, []byte("x")})
			n["X"] = id
			return w.file(n["COMMIT"])
		}, append(slices.Clone(threePaths), "cid-mismatch: the block X has another hash than its CID says"), 0},
		{"a sound block after a corrupt one", func(w *carWriter, n map[string][]byte) []byte {
			w.blocks = append([]carBlock{{n["A"], []byte("x")}}, w.blocks...)
			return w.file(n["COMMIT"])
		}, append(slices.Clone(threePaths), "cid-mismatch: the block A has another hash than its CID says"), 0},

		{"a CID of another hash", func(w *carWriter, n map[string][]byte) []byte {
			w.blocks = append(w.blocks, carBlock{append([]byte{1, 0x71, 0x16, 0x20}, make([]byte, 32)...), []byte("x")})
			return w.file(n["COMMIT"])
		}, append([]string{"invalid-car: a block whose CID has the hash function 0x16, must be 0x12 (SHA-256)"}, threePaths...), 0},
		{"a short hash", func(w *carWriter, n map[string][]byte) []byte {
			w.blocks = append(w.blocks, carBlock{append([]byte{1, 0x71, 0x12, 0x14}, make([]byte, 20)...), []byte("x")})
			return w.file(n["COMMIT"])
		}, append([]string{"invalid-car: a block whose CID has a SHA-256 of 20 bytes, must be 32"}, threePaths...), 0},
		{"a CID of version 5", func(w *carWriter, n map[string][]byte) []byte {
			w.blocks = append(w.blocks, carBlock{[]byte{5, 0x71, 0x12, 0x20, 0}, nil})
			return w.file(n["COMMIT"])
		}, append([]string{"invalid-car: a section with a CID of version 5, must be 1"}, threePaths...), 0},
		{"a CID cut off", func(w *carWriter, n map[string][]byte) []byte {
			w.blocks = append([]carBlock{{n["A"][:20], nil}}, w.blocks...)
			return w.file(n["COMMIT"])
		}, append([]string{"invalid-car: a section that ends within its CID"}, threePaths...), 0},
		{"a CID without end", func(w *carWriter, n map[string][]byte) []byte {
			w.blocks = append([]carBlock{{bytes.Repeat([]byte{0xff}, 30), nil}}, w.blocks...)
			return w.file(n["COMMIT"])
		}, append([]string{"invalid-car: a section whose CID is a varint that does not end, at most 9 bytes are allowed"}, threePaths...), 0},
		{"CIDs of version 0 and of dag-pb", func(w *carWriter, n map[string][]byte) []byte {
			id := blockCID([]byte("x"))
			other := bytes.Clone(id)
			other[1] = 0x70
			w.blocks = append(w.blocks, carBlock{id[2:], []byte("x")}, carBlock{other, []byte("x")})
			return w.file(n["COMMIT"])
		}, threePaths, 0},

		{"a section above the limit", func(w *carWriter, n map[string][]byte) []byte {
			data := make([]byte, maxSection)
			w.blocks = append([]carBlock{{blockCID(data), data}}, w.blocks...)
			return w.file(n["COMMIT"])
		}, append([]string{"invalid-car: a section of 8388644 bytes, at most 8388608 are allowed"}, threePaths...), 0},
		{"zeros at the end", func(w *carWriter, n map[string][]byte) []byte {
			return append(w.file(n["COMMIT"]), make([]byte, 100_000)...)
		},
			append([]string{"invalid-car: a section of 0 bytes, at least a CID is needed"}, threePaths...), 0},
		{"an announced section", func(w *carWriter, n map[string][]byte) []byte {
			return append(w.file(n["COMMIT"]), binary.AppendUvarint(nil, 1<<40)...)
		}, append([]string{"invalid-car: a section of 1099511627776 bytes, of which 0 are there"}, threePaths...), 0},
		{"a varint without end", func(w *carWriter, n map[string][]byte) []byte {
			return append(w.file(n["COMMIT"]), bytes.Repeat([]byte{0x80}, 1000)...)
		}, append([]string{"invalid-car: the length of a section is a varint that does not end, at most 9 bytes are allowed"}, threePaths...), 0},
		{"a varint cut off", func(w *carWriter, n map[string][]byte) []byte { return append(w.file(n["COMMIT"]), 0x80) },
			append([]string{"invalid-car: the length of a section is a varint that does not end before the data ends"}, threePaths...), 0},
		{"a long varint", func(w *carWriter, n map[string][]byte) []byte { return append(w.file(n["COMMIT"]), 0x81, 0x00, 0x00) },
			append([]string{"invalid-car: the length of a section is a varint that is not in its shortest form"}, threePaths...), 0},

		{"an empty file", func(w *carWriter, n map[string][]byte) []byte { return nil }, []string{"invalid-car: nothing is here, a CAR begins with a header"}, 0},
		{"JSON", func(w *carWriter, n map[string][]byte) []byte { return []byte(`{"lexicon": 1}`) },
			[]string{"invalid-car: a header of 123 bytes, of which 13 are there"}, 0},
		{"a header without end", func(w *carWriter, n map[string][]byte) []byte { return bytes.Repeat([]byte{0xff}, 20) },
			[]string{"invalid-car: the length of the header is a varint that does not end, at most 9 bytes are allowed"}, 0},
		{"a large header", func(w *carWriter, n map[string][]byte) []byte { return section(make([]byte, maxSection+1)) },
			[]string{"invalid-car: a header of 8388609 bytes, at most 8388608 are allowed"}, 0},
		{"version 3", func(w *carWriter, n map[string][]byte) []byte {
			return section(w.encode(map[string]any{"roots": []any{}, "version": 3}))
		}, []string{"invalid-car: the version is 3, only 1 and 2 are known"}, 0},
		{"a header without version", func(w *carWriter, n map[string][]byte) []byte {
			return section(w.encode(map[string]any{"roots": []any{cidLink(n["A"])}}))
		}, []string{"invalid-car: the header names no version"}, 0},
		{"a header that is a list", func(w *carWriter, n map[string][]byte) []byte { return section([]byte{0x80}) },
			[]string{"invalid-car: the header is no map of roots and version"}, 0},
		{"a header that is no CBOR, and a corrupt block", func(w *carWriter, n map[string][]byte) []byte {
			return append(section([]byte{0xff}), section(n["A"], []byte("x"))...)
		}, []string{"invalid-car: the header is no DAG-CBOR: the byte 0xff, which begins nothing in DAG-CBOR", "cid-mismatch: the block A has another hash than its CID says"}, 0},
		{"a root of another kind", func(w *carWriter, n map[string][]byte) []byte { return w.file(n["A"][2:]) },
			[]string{"invalid-car: the root is no CID of version 1, SHA-256, dag-cbor or raw"}, 0},
		{"version 2, cut off in front", func(w *carWriter, n map[string][]byte) []byte { return version2(w.file(n["COMMIT"]))[:30] },
			[]string{"invalid-car: the file ends within the header of a CAR of version 2"}, 0},
		{"version 2 of nothing", func(w *carWriter, n map[string][]byte) []byte { return version2(nil) },
			[]string{"invalid-car: nothing is here, a CAR begins with a header"}, 0},
		{"version 2, cut off at the end", func(w *carWriter, n map[string][]byte) []byte {
			file := version2(w.file(n["COMMIT"]))
			binary.LittleEndian.PutUint64(file[35:], uint64(len(file)-50))
			return file
		}, append([]string{"invalid-car: the data is said to have 714 bytes, of which 713 are there"}, threePaths...), 0},
		{"version 2 that points into itself", func(w *carWriter, n map[string][]byte) []byte {
			file := version2(w.file(n["COMMIT"]))
			file[27] = 50
			return file
		}, []string{"invalid-car: the data is said to begin at byte 50, in a file of 764 bytes with a header of 51"}, 0},
		{"version 2 in version 2", func(w *carWriter, n map[string][]byte) []byte { return version2(version2(w.file(n["COMMIT"]))) },
			[]string{"invalid-car: the version is 2, only 1 and 2 are known"}, 0},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			w, names := threeNotes(t)
			file := test.file(w, names)
			lines, missing := verdicts(t, v, file)
			got := shorten(lines, names)
			for i := range got {
				got[i], _, _ = strings.Cut(got[i], " (at byte ")
			}
			if !slices.Equal(got, test.want) || missing != test.missing {
				t.Errorf("\n got %q, %d missing\nwant %q, %d missing", got, missing, test.want, test.missing)
			}
		})
	}
}

// TestCARCutOff cuts a file at every byte: but for the cuts between sections
// each is a finding, and all records before the cut are still checked.
func TestCARCutOff(t *testing.T) {
	v := noteValidator(t)
	w, names := threeNotes(t)
	slices.Reverse(w.blocks) // commit and tree first
	for _, v2 := range []bool{false, true} {
		file := w.file(names["COMMIT"])
		if v2 {
			file = version2(file)
		}
		whole := map[int]bool{len(file): true}
		for at, n := len(file), len(w.blocks)-1; n > 0; n-- {
			at -= len(section(w.blocks[n].id, w.blocks[n].data))
			whole[at] = true
		}
		before := 0
		for cut := range len(file) {
			lines, missing := verdicts(t, v, file[:cut])
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
