package repo

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/internal/testkit/cartest"
)

func TestSound(t *testing.T) {
	raw := append([]byte{1, 0x55, 0x12, 0x20}, cartest.BlockCID([]byte("x"))[4:]...)
	pb := append([]byte{1, 0x70, 0x12, 0x20}, cartest.BlockCID([]byte("x"))[4:]...)
	for _, test := range []struct {
		name string
		more cartest.Block // which the tree does not lead to
		want string
	}{
		{"a block of bytes", cartest.Block{ID: raw, Data: []byte("x")}, ""},
		{"a changed block", cartest.Block{ID: raw, Data: []byte("y")}, "does not match the hash in its CID"},
		{"a block of another codec", cartest.Block{ID: pb, Data: []byte("x")}, "does not have a version 1 CID with the dag-cbor or raw codec"},
	} {
		w := cartest.New()
		head := w.Commit(w.Tree(map[string][]byte{"com.example.memo/a": w.Put("a")}))
		w.Blocks = append(w.Blocks, test.more)
		file := w.File(head)
		c, err := Open(t.Context(), bytes.NewReader(file), int64(len(file)), Options{})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := c.Lookup("com.example.memo/a"); err != nil {
			t.Errorf("%s: %v", test.name, err)
		}
		err = c.Sound(t.Context())
		if _, ok := errors.AsType[*Error](err); ok != (test.want != "") || ok && !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, want %q", test.name, err, test.want)
		}
	}
}
