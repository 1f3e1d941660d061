package repo

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/ipfs/go-cid"

	"github.com/lexsmith/lexsmith/internal/testkit/cartest"
	"github.com/lexsmith/lexsmith/pkg/diag"
)

func TestFindingsSayWhere(t *testing.T) {
	w, names := threeNotes(t)
	w.Blocks[1].Data = bytes.Clone(w.Blocks[1].Data)
	w.Blocks[1].Data[0] = 0xff
	file := w.File(names["COMMIT"])
	at := bytes.Index(file, w.Blocks[1].Data) - len(w.Blocks[1].ID) - 1
	c, err := Open(t.Context(), bytes.NewReader(file), int64(len(file)), Options{Path: "a.car", Report: func(f diag.Finding) { t.Error(f) }})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for r, err := range c.Records(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range r.Findings {
			got = append(got, fmt.Sprintf("%s %s %d: %s", f.Data.Record, f.Rule.Code, f.Span.Start, f.Message))
		}
	}
	want := []string{fmt.Sprintf("at://%s/com.example.memo/b cid-mismatch %d: the block B does not match the hash in its CID (at byte offset %[2]d)", cartest.DID, at)}
	if got = shorten(got, names); !slices.Equal(got, want) {
		t.Errorf("\n got %q\nwant %q", got, want)
	}
}

// Without a Report the first error ends the work, and what is missing is not an error.
func TestStrict(t *testing.T) {
	open := func(file []byte) (paths []string, err error) {
		c, err := Open(t.Context(), bytes.NewReader(file), int64(len(file)), Options{Path: "a.car"})
		if err != nil {
			return nil, err
		}
		for r, err := range c.Records(t.Context()) {
			if err != nil {
				return paths, err
			}
			paths = append(paths, r.RecordKey)
		}
		return paths, nil
	}
	w, names := threeNotes(t)
	good := w.File(names["COMMIT"])
	changed := bytes.Clone(good)
	changed[bytes.Index(good, w.Blocks[1].Data)+2] ^= 1
	slice := *w
	slice.Blocks = w.Blocks[1:]
	for _, test := range []struct {
		name string
		file []byte
		want []string
		rule string
	}{
		{"good", good, []string{"a", "b", "c"}, ""},
		{"a slice", slice.File(names["COMMIT"]), []string{"b", "c"}, ""},
		{"cut off", good[:len(good)-1], nil, "invalid-car"},
		{"empty", nil, nil, "invalid-car"},
		{"a changed record", changed, []string{"a"}, "cid-mismatch"},
		{"no root", w.File(), nil, "invalid-car"},
	} {
		got, err := open(test.file)
		fault, _ := errors.AsType[*Error](err)
		if !slices.Equal(got, test.want) || (err == nil) != (test.rule == "") || err != nil && (fault == nil || fault.Finding.Rule.Code != test.rule || !strings.HasPrefix(err.Error(), "a.car: ")) {
			t.Errorf("%s: got %q, %v, want %q, %s", test.name, got, err, test.want, test.rule)
		}
	}
}

func TestStops(t *testing.T) {
	w, names := threeNotes(t)
	file := w.File(names["COMMIT"])
	open := func(r io.ReaderAt) (*CAR, error) {
		return Open(t.Context(), r, int64(len(file)), Options{Report: func(f diag.Finding) { t.Error(f) }})
	}
	c, err := open(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	for r, err := range c.Records(t.Context()) {
		if err != nil || r.RecordKey != "a" {
			t.Fatal(r, err)
		}
		break
	}
	for from := range len(file) {
		c, err := open(failingReader{file, int64(from)})
		if err == nil {
			for _, fault := range c.Records(t.Context()) {
				err = fault
			}
		}
		if !errors.Is(err, errDisk) {
			t.Fatalf("a disk that fails at byte %d: %v", from, err)
		}
	}

	cause := errors.New("cause")
	ctx, cancel := context.WithCancelCause(t.Context())
	defer cancel(nil)
	count := 0
	for _, err := range c.Records(ctx) {
		if count++; count == 1 {
			cancel(cause)
		}
		if err != nil && err != cause {
			t.Error(err)
		}
	}
	if _, err := Open(ctx, bytes.NewReader(file), int64(len(file)), Options{}); err != cause {
		t.Errorf("got %v, want %v", err, cause)
	}
	cut := errors.New("gzip: the data is truncated")
	empty, err := Open(t.Context(), bytes.NewReader(nil), 0, Options{Cut: cut, Report: func(diag.Finding) {}})
	if err != nil {
		t.Fatal(err)
	}
	if b, err := empty.find(cid.NewCidV1(cid.DagCBOR, append([]byte{sha2256, 32}, make([]byte, 32)...)).Bytes(), &empty.recordsAt); b != nil || err != nil {
		t.Errorf("a block of a file that could not be read: %v, %v", b, err)
	}
	if _, err := Open(t.Context(), bytes.NewReader(file), int64(len(file)), Options{Cut: cut}); err == nil || err.Error() != "cannot read the rest of the file: "+cut.Error() {
		t.Errorf("got %v", err)
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
	w.Blocks[1].Data = []byte("x")
	w.Blocks = w.Blocks[1:]
	file := w.File(names["COMMIT"])
	var found []diag.Finding
	c, err := Open(t.Context(), bytes.NewReader(file), int64(len(file)), Options{Report: func(f diag.Finding) { found = append(found, f) }})
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		found = nil
		var got []string
		for r, err := range c.Records(t.Context()) {
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, fmt.Sprint(r.Number, " ", r.Collection, " ", r.RecordKey, " ", len(r.Findings)))
		}
		if want := []string{"1 com.example.memo b 1", "2 com.example.memo c 0"}; !slices.Equal(got, want) || c.Missing() != 1 || len(found) != 1 {
			t.Errorf("%q, %d missing, %v", got, c.Missing(), found)
		}
	}
}

// A record is found by its key, with only its part of the tree in the file, and
// so is the proof that there is none.
func TestLookup(t *testing.T) {
	w := cartest.New()
	records := map[string][]byte{}
	for n := range 300 {
		records[fmt.Sprintf("com.example.memo/%d", 2*n)] = w.Put(note(fmt.Sprint(n)))
	}
	commit := w.Commit(w.Tree(records))
	open := func(w *cartest.Writer) *CAR {
		file := w.File(commit)
		c, err := Open(t.Context(), bytes.NewReader(file), int64(len(file)), Options{})
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	whole := open(w)
	for n := range 600 {
		key := fmt.Sprintf("com.example.memo/%d", n)
		r, err := whole.Lookup(key)
		switch want := records[key]; {
		case n%2 == 1:
			if err != ErrNoRecord {
				t.Errorf("%s: %v, want %v", key, err, ErrNoRecord)
			}
		case err != nil:
			t.Errorf("%s: %v", key, err)
		case r.CID != cidOf(want) || !bytes.Equal(cartest.BlockCID(r.Data), want) || r.Path != "at://"+cartest.DID+"/"+key || r.Collection != "com.example.memo":
			t.Errorf("%s: %+v", key, r)
		}
	}

	// The blocks that the lookups below need are the proof; without one of them
	// there is none.
	const there, absent = "com.example.memo/42", "com.example.memo/43"
	proof := *w
	proof.Blocks = nil
	for _, b := range w.Blocks {
		if found, err := whole.find(b.ID, &whole.recordsAt); found == nil || err != nil {
			t.Fatal("a block is not indexed", err)
		}
		without := *w
		without.Blocks = slices.DeleteFunc(slices.Clone(w.Blocks), func(other cartest.Block) bool { return bytes.Equal(other.ID, b.ID) })
		c := open(&without)
		_, err := c.Lookup(there)
		_, none := c.Lookup(absent)
		if err != nil || none != ErrNoRecord {
			proof.Blocks = append(proof.Blocks, b)
		}
	}
	if n := len(proof.Blocks); n < 4 || n > 12 {
		t.Errorf("the proof has %d blocks", n)
	}
	c := open(&proof)
	if r, err := c.Lookup(there); err != nil || r.CID != cidOf(records[there]) {
		t.Error(err)
	}
	if _, err := c.Lookup(absent); err != ErrNoRecord {
		t.Error(err)
	}
	if _, err := c.Lookup("com.example.memo/500"); err == nil || err == ErrNoRecord {
		t.Errorf("a key that the proof is not about: %v", err)
	}
	for i := range proof.Blocks {
		changed := proof
		changed.Blocks = slices.Clone(proof.Blocks)
		data := bytes.Clone(proof.Blocks[i].Data)
		data[len(data)-1] ^= 1
		changed.Blocks[i].Data = data
		c := open(&changed)
		_, err := c.Lookup(there)
		if _, none := c.Lookup(absent); err == nil && none == ErrNoRecord {
			t.Errorf("block %d of the proof was changed, which nobody notices", i)
		}
	}
}

func TestLookupBrokenTree(t *testing.T) {
	a := threePaths
	for name, tree := range map[string]func(w *cartest.Writer, v []byte) []byte{
		"keys out of order": func(w *cartest.Writer, v []byte) []byte {
			return w.Node(nil, cartest.Entry{Key: a[1], Value: v}, cartest.Entry{Key: a[0], Shared: 17, Value: v})
		},
		"a prefix too long": func(w *cartest.Writer, v []byte) []byte {
			return w.Put(map[string]any{"l": nil, "e": []any{map[string]any{"p": 5, "k": []byte(a[0]), "v": cartest.Link(v), "t": nil}}})
		},
		"a key of a subtree after the next key": func(w *cartest.Writer, v []byte) []byte {
			below := w.Node(nil, cartest.Compressed(cartest.Entry{Key: a[0], Value: v}, cartest.Entry{Key: "com.example.note/b", Value: v})...)
			return w.Node(below, cartest.Entry{Key: "com.example.note/a", Value: v})
		},
		"a key of a subtree before the last key": func(w *cartest.Writer, v []byte) []byte {
			below := w.Node(nil, cartest.Compressed(cartest.Entry{Key: "com.example.bond/d", Value: v}, cartest.Entry{Key: a[0], Value: v})...)
			return w.Node(nil, cartest.Entry{Key: "com.example.disk/a", Value: v, After: below})
		},
		"not a node": func(w *cartest.Writer, v []byte) []byte { return w.Put(1) },
		"a node below itself": func(w *cartest.Writer, v []byte) []byte {
			id := cartest.BlockCID([]byte("itself"))
			w.Blocks = append(w.Blocks, cartest.Block{ID: id, Data: w.Encode(map[string]any{"l": cartest.Link(id), "e": []any{}})})
			return id
		},
		"a tower": func(w *cartest.Writer, v []byte) []byte {
			id := w.Node(nil)
			for range maxDepth {
				id = w.Node(id)
			}
			return id
		},
	} {
		w := cartest.New()
		file := w.File(w.Commit(tree(w, w.Put(note("a")))))
		c, err := Open(t.Context(), bytes.NewReader(file), int64(len(file)), Options{})
		if err != nil {
			t.Fatal(err)
		}
		_, err = c.Lookup(a[0])
		if err == nil || err == ErrNoRecord || strings.Contains(name, "key") != strings.Contains(err.Error(), "must be sorted by their bytes") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// The signed bytes of a commit are the commit without its signature.
func TestCommit(t *testing.T) {
	fields := map[string]any{"did": cartest.DID, "version": 3, "rev": "3jqfcqzm3fo2j", "prev": nil}
	for _, sig := range [][]byte{nil, make([]byte, 64), []byte("x")} {
		w := cartest.New()
		fields["data"] = cartest.Link(w.Node(nil))
		delete(fields, "sig")
		unsigned := w.Encode(fields)
		if sig != nil {
			fields["sig"] = sig
		}
		id := w.Put(fields)
		file := w.File(id)
		c, err := Open(t.Context(), bytes.NewReader(file), int64(len(file)), Options{})
		if err != nil {
			t.Fatal(err)
		}
		commit, err := c.Commit()
		if err != nil {
			t.Fatal(err)
		}
		if commit.CID != cidOf(id) || c.root != commit.CID || commit.DID != cartest.DID || commit.Version != 3 || commit.Rev != "3jqfcqzm3fo2j" || !bytes.Equal(commit.Sig, sig) {
			t.Errorf("%+v", commit)
		}
		if !bytes.Equal(commit.Unsigned(), unsigned) {
			t.Errorf("unsigned is\n%x, want\n%x", commit.Unsigned(), unsigned)
		}
		if b, err := c.find(commit.Data.Bytes(), &c.recordsAt); err != nil || b == nil || !bytes.Equal(cartest.BlockCID(b.data), commit.Data.Bytes()) {
			t.Errorf("the tree: %v, %v", b, err)
		}
		if b, err := c.find(cartest.BlockCID(nil), &c.recordsAt); b != nil || err != nil {
			t.Errorf("got %v, %v, want no block", b, err)
		}
	}
}

func FuzzCAR(f *testing.F) {
	w, names := threeNotes(f)
	good := w.File(names["COMMIT"])
	f.Add(good)
	f.Add(cartest.Version2(good))
	f.Add(good[:len(good)-5])
	f.Add(w.File())
	f.Add(append(cartest.Section(w.Encode(map[string]any{"roots": []any{}, "version": 1})), 0, 0, 0))
	f.Add(bytes.Repeat([]byte{0x80}, 30))
	many := cartest.New()
	f.Add(many.File(many.Commit(many.Tree(map[string][]byte{"a.b.c/1": many.Put(1), "a.b.c/2": many.Put(2), "a.b.c/3": many.Put([]any{}), "a.b.c/9": nil}))))
	f.Fuzz(func(t *testing.T, file []byte) {
		before := bytes.Clone(file)
		lines, missing := summary(t, file)
		again, still := summary(t, file)
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
		// What is looked up is proven: the record has the hash of its CID.
		c, err := Open(t.Context(), bytes.NewReader(file), int64(len(file)), Options{})
		if err != nil {
			return
		}
		for _, key := range threePaths {
			if r, err := c.Lookup(key); err == nil && (!bytes.Equal(cartest.BlockCID(r.Data)[4:], []byte(r.CID.KeyString())[4:]) || !strings.HasSuffix(r.Path, "/"+key)) {
				t.Fatalf("%s is %+v", key, r)
			}
		}
	})
}
