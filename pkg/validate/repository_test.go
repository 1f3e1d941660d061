package validate

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

func TestCARSaysWhere(t *testing.T) {
	w, names := threeNotes(t)
	w.blocks[1].data = bytes.Clone(w.blocks[1].data)
	w.blocks[1].data[0] = 0xff
	file := w.file(names["COMMIT"])
	at := bytes.Index(file, w.blocks[1].data) - linkBytesLength - 1
	var got []string
	_, err := noteValidator(t).CAR(bytes.NewReader(file), int64(len(file)), "a.car", func(record string, result Result) error {
		for _, f := range result.Findings {
			got = append(got, fmt.Sprintf("%s %s %d: %s", f.Data.Record, f.Rule.Code, f.Span.Start, f.Message))
		}
		return nil
	})
	record := "at://" + testDID + "/com.example.note/b"
	want := []string{
		fmt.Sprintf("%s cid-mismatch %d: the block B has another hash than its CID says (at byte %[2]d)", record, at),
		record + " invalid-cbor 0: the value is no DAG-CBOR: the byte 0xff, which begins nothing in DAG-CBOR (at byte 0)",
	}
	if got = shorten(got, names); err != nil || !slices.Equal(got, want) {
		t.Errorf("\n got %q, %v\nwant %q", got, err, want)
	}
}

func TestCARRecords(t *testing.T) {
	w := newCARWriter(t)
	good := w.put(note("good"))
	tree := w.tree(map[string][]byte{
		"com.example.note/good":           good,
		"com.example.note/again":          good,
		"com.example.note/long":           w.put(note("twelve bytes")),
		"com.example.dated/3jqfcqzm3fo2j": w.put(map[string]any{"$type": "com.example.dated", "text": ""}),
		"com.example.dated/today":         w.put(map[string]any{"$type": "com.example.dated", "text": ""}),
		"com.example.dated/3jqfcqzm3fo2k": good,
		"com.example.none/1":              w.put(map[string]any{"$type": "com.example.none"}),
		"com.example.note/fraction":       w.put(map[string]any{"$type": "com.example.note", "text": "", "x": 0.5}),
		"com.example.note/typeless":       w.put(map[string]any{"text": ""}),
		"com.example.note/main":           w.put(map[string]any{"$type": "com.example.note#main", "text": ""}),
	})
	lines, missing := verdicts(t, noteValidator(t), w.file(w.commit(tree)))
	for i := range lines {
		lines[i], _, _ = strings.Cut(lines[i], ": ")
	}
	want := []string{
		"com.example.dated/3jqfcqzm3fo2j",
		"com.example.dated/3jqfcqzm3fo2k", "type-mismatch",
		"com.example.dated/today", "record-key",
		"com.example.none/1", "schema-not-found",
		"com.example.note/again",
		"com.example.note/fraction", "data-model",
		"com.example.note/good",
		"com.example.note/long", "length",
		"com.example.note/main", "type-main-fragment",
		"com.example.note/typeless", "type-missing",
	}
	if !slices.Equal(lines, want) || missing != 0 {
		t.Errorf("\n got %q\nwant %q", lines, want)
	}
}

func TestCARStops(t *testing.T) {
	w, names := threeNotes(t)
	file := w.file(names["COMMIT"])
	stop := errors.New("stop")
	calls := 0
	if _, err := noteValidator(t).CAR(bytes.NewReader(file), int64(len(file)), "a.car", func(string, Result) error { calls++; return stop }); err != stop || calls != 1 {
		t.Errorf("%v after %d calls", err, calls)
	}
	if _, err := OpenCAR(bytes.NewReader(nil), 0, "a.car", func(lexicon.Finding) error { return stop }); err != stop {
		t.Errorf("a finding that is refused: %v", err)
	}
	for from := range len(file) {
		failing := failingReader{file, int64(from)}
		if _, err := noteValidator(t).CAR(failing, int64(len(file)), "a.car", func(string, Result) error { return nil }); !errors.Is(err, errDisk) {
			t.Fatalf("a disk that fails at byte %d: %v", from, err)
		}
	}
}

var errDisk = errors.New("the disk fails")

// failingReader fails where its bad part is read.
type failingReader struct {
	data []byte
	bad  int64
}

func (r failingReader) ReadAt(p []byte, off int64) (int, error) {
	n, err := bytes.NewReader(r.data).ReadAt(p, off)
	if off <= r.bad && r.bad < off+int64(n) {
		return int(r.bad - off), errDisk
	}
	return n, err
}

func TestRecordsCanBeWalkedTwice(t *testing.T) {
	w, names := threeNotes(t)
	w.blocks[1].data = []byte("x")
	w.blocks = w.blocks[1:]
	file := w.file(names["COMMIT"])
	var found []lexicon.Finding
	c, err := OpenCAR(bytes.NewReader(file), int64(len(file)), "a.car", func(f lexicon.Finding) error { found = append(found, f); return nil })
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		found = nil
		var got []string
		err := c.Records(func(r *CARRecord) error {
			got = append(got, fmt.Sprint(r.Number, " ", r.Collection, " ", r.RecordKey, " ", len(r.Findings)))
			return nil
		})
		if want := []string{"1 com.example.note b 1", "2 com.example.note c 0"}; err != nil || !slices.Equal(got, want) || c.Missing() != 1 || len(found) != 1 {
			t.Errorf("%v %q, %d missing, %v", err, got, c.Missing(), found)
		}
	}
}

func FuzzCAR(f *testing.F) {
	w, names := threeNotes(f)
	good := w.file(names["COMMIT"])
	f.Add(good)
	f.Add(version2(good))
	f.Add(good[:len(good)-5])
	f.Add(w.file())
	f.Add(append(section(w.encode(map[string]any{"roots": []any{}, "version": 1})), 0, 0, 0))
	f.Add(bytes.Repeat([]byte{0x80}, 30))
	many := newCARWriter(f)
	f.Add(many.file(many.commit(many.tree(map[string][]byte{"a.b.c/1": many.put(1), "a.b.c/2": many.put(2), "a.b.c/3": many.put([]any{}), "a.b.c/9": nil}))))
	v := noteValidator(f)
	f.Fuzz(func(t *testing.T, file []byte) {
		before := bytes.Clone(file)
		lines, missing := verdicts(t, v, file)
		again, still := verdicts(t, v, file)
		if !slices.Equal(lines, again) || missing != still || !bytes.Equal(before, file) {
			t.Fatal("the second time it says something else")
		}
		warned := 0
		for _, line := range lines {
			if strings.HasPrefix(line, "missing-block: ") {
				warned++
			}
		}
		if warned != missing {
			t.Fatalf("%d warnings, %d missing", warned, missing)
		}
	})
}
