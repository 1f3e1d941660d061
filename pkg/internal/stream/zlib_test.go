package stream

import (
	"bytes"
	"compress/zlib"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

func TestInflate(t *testing.T) {
	text := []byte(strings.Repeat("some text\n", 3000))
	var b bytes.Buffer
	w := zlib.NewWriter(&b)
	_, _ = w.Write(text)
	_ = w.Close()
	whole := b.Bytes()
	flipped := bytes.Clone(whole)
	flipped[len(flipped)-1] ^= 1 // in the checksum
	corrupt := bytes.Clone(whole)
	corrupt[2] |= 6 // the type of the first block
	for _, test := range []struct {
		name string
		data []byte
		want string // the reason; "" for none
	}{
		{"whole", whole, ""},
		{"cut off in the data", whole[:len(whole)-20], "the data is truncated"},
		{"cut off in the checksum", whole[:len(whole)-3], "the data is truncated"},
		{"cut off in the header", whole[:1], "the data is truncated"},
		{"empty", nil, "the data is truncated"},
		{"not zlib", text, "the zlib header is missing"},
		{"another checksum", flipped, "the checksum does not match the data"},
		{"corrupt", corrupt, "the data is corrupt"},
		{"followed by something", append(bytes.Clone(whole), "x"...), "the compressed data is followed by other bytes"},
	} {
		t.Run(test.name, func(t *testing.T) {
			out, err := io.ReadAll(Inflate(iotest.HalfReader(bytes.NewReader(test.data))))
			fault, _ := errors.AsType[*CompressionError](err)
			switch {
			case test.want == "" && (err != nil || !bytes.Equal(out, text)):
				t.Errorf("%d bytes, %v", len(out), err)
			case test.want != "" && (fault == nil || fault.Reason != test.want):
				t.Errorf("%v, want %s", err, test.want)
			}
		})
	}
	broken := errors.New("broken")
	for _, r := range []io.Reader{iotest.ErrReader(broken), io.MultiReader(bytes.NewReader(whole[:15]), iotest.ErrReader(broken))} {
		if _, err := io.ReadAll(Inflate(r)); !errors.Is(err, broken) {
			t.Errorf("got %v, want %v", err, broken)
		}
	}
}
